#include "cli/report/buffer_summary.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "data/component.h"
#include "data/format.h"
#include "interpreter/kernels/sign_extension.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t shown_at_ends = 8;

bool is_less(ScalarKind kind, std::uint64_t a, std::uint64_t b) {
  if (is_float(kind)) return float_value(kind, a) < float_value(kind, b);
  if (!is_signed_integer(kind)) return a < b;
  const std::size_t width = 8 * scalar_size(kind);
  return sign_extended(a, width) < sign_extended(b, width);
}

// A summary of all components of a buffer.
struct Statistics {
  std::optional<std::uint64_t> least, greatest;  // bits
  std::uint64_t nans = 0;
  std::uint64_t undefined = 0;
  std::uint64_t implementation_dependent = 0;
};

Statistics statistics_of(const ShadowedBytes& contents, ScalarKind kind, std::uint64_t count) {
  Statistics all;
  const std::size_t size = scalar_size(kind);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Definedness state = component_state(contents, kind, i * size);
    if (state == Definedness::implementation_dependent) ++all.implementation_dependent;
    if (state == Definedness::undefined) {
      ++all.undefined;
      continue;
    }
    const std::uint64_t bits = load_bits(std::span(contents.bytes).subspan(i * size, size));
    if (is_float(kind) && std::isnan(float_value(kind, bits))) {
      ++all.nans;
      continue;
    }
    if (!all.least || is_less(kind, bits, *all.least)) all.least = bits;
    if (!all.greatest || is_less(kind, *all.greatest, bits)) all.greatest = bits;
  }
  return all;
}

std::string statistics_text(const Statistics& all, ScalarKind kind) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (all.least)
    add(fmt::format("from {} to {}", format_scalar(kind, *all.least),
                    format_scalar(kind, *all.greatest)));
  if (all.nans != 0) add(fmt::format("{} nan", all.nans));
  if (all.undefined != 0) add(fmt::format("{} undefined", all.undefined));
  if (all.implementation_dependent != 0)
    add(fmt::format("{} implementation-dependent (?)", all.implementation_dependent));
  return text;
}

// The elements of both ends that fit on the line.
std::string ends_text(const ShadowedBytes& contents, ElementType type, std::uint64_t count,
                      std::size_t used) {
  constexpr std::string_view between = " ...";
  std::string first = " " + element_as_text(contents, type, 0);
  std::string last = " " + element_as_text(contents, type, count - 1);
  for (std::size_t i = 1; i < shown_at_ends; ++i) {
    const std::string next = " " + element_as_text(contents, type, i);
    const std::string before = " " + element_as_text(contents, type, count - 1 - i);
    if (used + first.size() + next.size() + between.size() + before.size() + last.size() >
        line_width)
      break;
    first += next;
    last.insert(0, before);
  }
  return fmt::format("{}{}{}", first, between, last);
}

}  // namespace

std::string buffer_summary(std::string_view name, const ShadowedBytes& contents, ElementType type,
                           std::string_view option) {
  const std::uint64_t count = contents.size() / element_size(type);
  std::string text = fmt::format("{}: {}[{}] =", name, element_name(type), count);
  text += ends_text(contents, type, count, text.size());
  const Statistics all = statistics_of(contents, type.scalar, count * type.components);
  text += fmt::format("\n  {}; {} prints all\n", statistics_text(all, type.scalar), option);
  return text;
}

}  // namespace spirv_oracle
