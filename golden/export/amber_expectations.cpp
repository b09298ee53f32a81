#include "golden/export/amber_expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace spirv_oracle::golden {
namespace {

// The bits of what GE and LE compare with; none without such a bound.
struct Bounds {
  std::optional<std::uint64_t> low, high;

  bool are_compared() const { return low || high; }
};

Bounds bounds_of_range(const AcceptanceRun& run) {
  const Acceptance& range = run.acceptance;
  const bool has_numbers =
      !is_float(run.type) || float_value(run.type, range.low) <= float_value(run.type, range.high);
  // No comparison in a script accepts a NaN.
  if (range.special.nan || !has_numbers) return {};
  Bounds bounds;
  if (!range.special.negative_infinity) bounds.low = range.low;
  if (!range.special.positive_infinity) bounds.high = range.high;
  return bounds;
}

Bounds bounds_of_set(const AcceptanceRun& run) {
  const std::vector<std::uint64_t>& values = run.acceptance.set;
  if (std::ranges::any_of(values, [&](std::uint64_t bits) { return is_nan_of(run.type, bits); }))
    return {};
  const auto less = [&](std::uint64_t a, std::uint64_t b) {
    if (is_float(run.type)) return float_value(run.type, a) < float_value(run.type, b);
    if (!is_signed_integer(run.type)) return a < b;
    const unsigned shift = 64 - 8 * static_cast<unsigned>(scalar_size(run.type));
    return static_cast<std::int64_t>(a << shift) < static_cast<std::int64_t>(b << shift);
  };
  return {std::ranges::min(values, less), std::ranges::max(values, less)};
}

Bounds bounds_of(const AcceptanceRun& run) {
  if (run.acceptance.kind == AcceptanceKind::range) return bounds_of_range(run);
  if (run.acceptance.kind == AcceptanceKind::set) return bounds_of_set(run);
  return {};
}

std::string bounds_text(std::string_view name, const AcceptanceRun& run, const Bounds& bounds) {
  std::string text;
  const auto add = [&](std::string_view comparator, std::uint64_t bits) {
    text += fmt::format("EXPECT {} IDX {} {}", name, run.offset, comparator);
    for (std::uint64_t i = 0; i < run.count; ++i) text += ' ' + amber_literal(run.type, bits);
    text += '\n';
  };
  if (bounds.low) add("GE", *bounds.low);
  if (bounds.high) add("LE", *bounds.high);
  return text;
}

// EQ with the values of these bytes.
std::string exact_text(std::string_view name, std::uint64_t begin, std::uint64_t end,
                       std::span<const std::byte> contents, ScalarKind type) {
  const std::size_t size = scalar_size(type);
  std::string text;
  for (std::uint64_t at = begin; at < end;) {
    text += fmt::format("EXPECT {} IDX {} EQ", name, at);
    const std::uint64_t line_end = std::min<std::uint64_t>(at + amber_values_per_line * size, end);
    for (; at < line_end; at += size)
      text += ' ' + amber_literal(type, load_bits(contents.subspan(at, size)));
    text += '\n';
  }
  return text;
}

bool is_finite(ScalarKind type, std::uint64_t bits) {
  return !is_float(type) || std::isfinite(float_value(type, bits));
}

}  // namespace

ScalarKind amber_unit(const BundleResource& resource) {
  std::size_t size = resource.input->bytes.size() % 4 == 0 ? 4 : 1;
  if (resource.output) {
    for (const AcceptanceRun& run : resource.output->acceptance)
      size = std::min(size, scalar_size(run.type));
  }
  return size == 1 ? ScalarKind::uint8 : size == 2 ? ScalarKind::uint16 : ScalarKind::uint32;
}

BufferExpectations::BufferExpectations(const BundleResource& resource)
    : resource_(resource), name_(amber_name(resource)), unit_(amber_unit(resource)) {
  for (const AcceptanceRun& run : resource.output->acceptance) {
    if (run.acceptance.kind == AcceptanceKind::exact) {
      add_exact(run);
    } else {
      add_bounds(run);
    }
  }
}

void BufferExpectations::add_exact(const AcceptanceRun& run) {
  exact_ += exact_text(name_, run.offset, run.end(), resource_.output->expected, unit_);
  compared_.exactly += run.count;
}

// A buffer has one type. Scripts cannot express infinities and NaN.
bool BufferExpectations::may_have_bounds_of(ScalarKind type) {
  const std::vector<std::byte>& input = resource_.input->bytes;
  const std::size_t size = scalar_size(type);
  if (is_float(type) && !is_ieee_float(type)) return false;  // scripts do not have them
  if (bounds_type_) return *bounds_type_ == type;
  if (input.size() % size != 0) return false;
  for (std::size_t at = 0; is_float(type) && at < input.size(); at += size) {
    if (!is_finite(type, load_bits(std::span(input).subspan(at, size)))) return false;
  }
  bounds_type_ = type;
  return true;
}

void BufferExpectations::add_bounds(const AcceptanceRun& run) {
  const Bounds bounds = bounds_of(run);
  if (!bounds.are_compared() || !may_have_bounds_of(run.type)) {
    compared_.not_at_all += run.count;
    return;
  }
  bounds_ += bounds_text(bounds_name(), run, bounds);
  compared_.by_bounds += run.count;
}

AttachmentExpectations expect_attachment(const BundleResource& attachment,
                                         const AmberTypeAt& type_at) {
  const std::string name = amber_name(attachment);
  const std::span<const std::byte> expected = attachment.output->expected;
  AttachmentExpectations expectations;
  ComparedComponents& compared = expectations.compared;
  for (const AcceptanceRun& run : attachment.output->acceptance) {
    const std::size_t size = scalar_size(run.type);
    bool is_comparable = true;
    for (std::uint64_t at = run.offset; at < run.end(); at += size) {
      is_comparable = is_comparable && type_at(at) == run.type &&
                      (run.acceptance.kind != AcceptanceKind::exact ||
                       is_finite(run.type, load_bits(expected.subspan(at, size))));
    }
    const Bounds bounds = bounds_of(run);
    if (is_comparable && run.acceptance.kind == AcceptanceKind::exact) {
      expectations.text += exact_text(name, run.offset, run.end(), expected, run.type);
      compared.exactly += run.count;
    } else if (is_comparable && bounds.are_compared()) {
      expectations.text += bounds_text(name, run, bounds);
      compared.by_bounds += run.count;
    } else {
      compared.not_at_all += run.count;
    }
  }
  return expectations;
}

}  // namespace spirv_oracle::golden
