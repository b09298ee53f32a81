#include "golden/bundle/acceptance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/scalar.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle::golden {
namespace {

std::uint64_t sign_bit(ScalarKind type) { return std::uint64_t{1} << (8 * scalar_size(type) - 1); }

bool accepts_float(ScalarKind type, const Acceptance& range, std::uint64_t actual) {
  const double value = float_value(type, actual);
  const bool is_negative = (actual & sign_bit(type)) != 0;
  if (std::isnan(value)) return range.special.nan;
  if (std::isinf(value))
    return is_negative ? range.special.negative_infinity : range.special.positive_infinity;
  if (value == 0) return is_negative ? range.special.negative_zero : range.special.positive_zero;
  return float_value(type, range.low) <= value && value <= float_value(type, range.high);
}

std::string range_text(ScalarKind type, const Acceptance& range) {
  std::vector<std::string> parts;
  const std::int64_t low = rank_of(type, range.low), high = rank_of(type, range.high);
  const bool is_zero = is_float(type) && low == 0 && high == 0;
  if (low <= high && !is_zero) {
    parts.push_back(
        fmt::format("{} to {}", format_scalar(type, range.low), format_scalar(type, range.high)));
  }
  const SpecialValues& special = range.special;
  if (special.positive_zero && special.negative_zero) {
    parts.emplace_back("a zero of either sign");
  } else if (special.positive_zero || special.negative_zero) {
    parts.emplace_back(special.positive_zero ? "0" : "-0");
  }
  if (special.positive_infinity) parts.emplace_back("inf");
  if (special.negative_infinity) parts.emplace_back("-inf");
  if (special.nan) parts.emplace_back("NaN");
  return fmt::format("{}", fmt::join(parts, " or "));
}

std::string permutation_text(ScalarKind type, const std::vector<std::uint64_t>& values) {
  constexpr std::size_t max_listed = 16;
  const std::uint64_t first = values.front(), last = values.back();
  const bool has_gaps =
      last - first != values.size() - 1 || std::ranges::adjacent_find(values) != values.end();
  if (!is_float(type) && !has_gaps)
    return fmt::format("each of {} to {} once, in any order", format_scalar(type, first),
                       format_scalar(type, last));
  std::vector<std::string> listed;
  for (std::size_t i = 0; i < std::min(values.size(), max_listed); ++i)
    listed.push_back(format_scalar(type, values[i]));
  if (values.size() > max_listed) listed.push_back(fmt::format("... ({} in all)", values.size()));
  return fmt::format("{}, in any order", fmt::join(listed, ", "));
}

}  // namespace

std::int64_t rank_of(ScalarKind type, std::uint64_t bits) {
  const std::uint64_t sign = sign_bit(type);
  if (is_float(type)) {
    const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
    return (bits & sign) != 0 ? -magnitude : magnitude;
  }
  // Flipping the sign bit maps the unsigned order to the signed one and back.
  const std::uint64_t biased = is_signed_integer(type) ? bits : bits ^ sign;
  return sign_extended(biased, 8 * scalar_size(type));
}

std::uint64_t bits_of_rank(ScalarKind type, std::int64_t rank) {
  const std::uint64_t sign = sign_bit(type);
  if (is_float(type))
    return rank < 0 ? sign | static_cast<std::uint64_t>(-rank) : static_cast<std::uint64_t>(rank);
  const std::uint64_t bits = static_cast<std::uint64_t>(rank) & (sign | (sign - 1));
  return is_signed_integer(type) ? bits : bits ^ sign;
}

std::uint64_t AcceptanceRun::end() const { return offset + count * scalar_size(type); }

bool is_nan_of(ScalarKind type, std::uint64_t bits) {
  return is_float(type) && std::isnan(float_value(type, bits));
}

bool accepts(ScalarKind type, const Acceptance& acceptance, std::uint64_t expected,
             std::uint64_t actual) {
  switch (acceptance.kind) {
    case AcceptanceKind::exact:
      return actual == expected;
    case AcceptanceKind::nan:
      return is_nan_of(type, actual);
    case AcceptanceKind::set:
    case AcceptanceKind::permutation:
      return std::ranges::binary_search(acceptance.set, actual);
    case AcceptanceKind::range:
      if (is_float(type)) return accepts_float(type, acceptance, actual);
      return rank_of(type, acceptance.low) <= rank_of(type, actual) &&
             rank_of(type, actual) <= rank_of(type, acceptance.high);
    case AcceptanceKind::any:
      break;
  }
  return true;
}

std::vector<std::uint64_t> surplus_in(const AcceptanceRun& permutation,
                                      std::span<const std::byte> contents) {
  std::map<std::uint64_t, std::uint64_t> left;
  for (const std::uint64_t bits : permutation.acceptance.set) ++left[bits];
  std::vector<std::uint64_t> surplus;
  const std::size_t size = scalar_size(permutation.type);
  for (std::uint64_t at = permutation.offset; at < permutation.end(); at += size) {
    const auto found = left.find(load_bits(contents.subspan(at, size)));
    if (found == left.end()) continue;
    if (found->second == 0)
      surplus.push_back(at);
    else
      --found->second;
  }
  return surplus;
}

void append(OutputAcceptance& output, const AcceptanceRun& run) {
  if (!output.empty()) {
    AcceptanceRun& last = output.back();
    const bool is_permutation = run.acceptance.kind == AcceptanceKind::permutation;
    if (!is_permutation && last.type == run.type && last.end() == run.offset &&
        last.acceptance == run.acceptance) {
      last.count += run.count;
      return;
    }
  }
  output.push_back(run);
}

OutputAcceptance with_replaced(const OutputAcceptance& output,
                               const std::map<std::uint64_t, Acceptance>& replacements) {
  OutputAcceptance result;
  for (const AcceptanceRun& run : output) {
    const std::uint64_t size = scalar_size(run.type);
    std::uint64_t at = run.offset;
    const auto last = replacements.lower_bound(run.end());
    auto next = replacements.lower_bound(run.offset);
    Acceptance kept = run.acceptance;
    if (next != last && kept.kind == AcceptanceKind::permutation) {
      kept = {};
      kept.kind = AcceptanceKind::any;
      kept.reason = run.acceptance.reason;
    }
    const auto keep_until = [&](std::uint64_t end) {
      if (at < end) append(result, {at, (end - at) / size, run.type, kept});
    };
    for (; next != last; ++next) {
      keep_until(next->first);
      append(result, {next->first, 1, run.type, next->second});
      at = next->first + size;
    }
    keep_until(run.end());
  }
  return result;
}

OutputAcceptance with_agreed_exact(const OutputAcceptance& output,
                                   std::span<const std::byte> expected) {
  OutputAcceptance result;
  for (const AcceptanceRun& run : output) {
    if (run.acceptance.agreed == 0) {
      append(result, run);
      continue;
    }
    const std::size_t size = scalar_size(run.type);
    for (std::uint64_t at = run.offset; at < run.end(); at += size) {
      const bool is_nan = is_nan_of(run.type, load_bits(expected.subspan(at, size)));
      Acceptance acceptance;
      acceptance.kind = is_nan ? AcceptanceKind::nan : AcceptanceKind::exact;
      append(result, {at, 1, run.type, acceptance});
    }
  }
  return result;
}

std::uint64_t width_in_ulp(ScalarKind type, const Acceptance& range) {
  return static_cast<std::uint64_t>(rank_of(type, range.high)) -
         static_cast<std::uint64_t>(rank_of(type, range.low));
}

AcceptanceStatistics statistics_of(const std::vector<const OutputAcceptance*>& outputs) {
  AcceptanceStatistics statistics;
  std::vector<std::uint64_t> widths;
  for (const OutputAcceptance* output : outputs) {
    for (const AcceptanceRun& run : *output) {
      statistics.components += run.count;
      switch (run.acceptance.kind) {
        case AcceptanceKind::exact:
          statistics.exact += run.count;
          break;
        case AcceptanceKind::nan:
          statistics.nan += run.count;
          break;
        case AcceptanceKind::set:
          statistics.set += run.count;
          break;
        case AcceptanceKind::range:
          statistics.range += run.count;
          if (rank_of(run.type, run.acceptance.low) <= rank_of(run.type, run.acceptance.high))
            widths.insert(widths.end(), run.count, width_in_ulp(run.type, run.acceptance));
          break;
        case AcceptanceKind::any:
          statistics.any += run.count;
          if (run.acceptance.agreed != 0) statistics.agreed += run.count;
          break;
        case AcceptanceKind::permutation:
          statistics.permutation += run.count;
          break;
      }
    }
  }
  if (!widths.empty()) {
    const auto middle = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
    std::ranges::nth_element(widths, middle);
    statistics.median_range_ulp = *middle;
  }
  return statistics;
}

std::string acceptance_text(ScalarKind type, const Acceptance& acceptance, std::uint64_t expected) {
  switch (acceptance.kind) {
    case AcceptanceKind::exact:
      return format_scalar(type, expected);
    case AcceptanceKind::nan:
      return "any NaN";
    case AcceptanceKind::set: {
      std::vector<std::string> values;
      for (const std::uint64_t bits : acceptance.set) values.push_back(format_scalar(type, bits));
      return fmt::format("one of {}", fmt::join(values, ", "));
    }
    case AcceptanceKind::range:
      return range_text(type, acceptance);
    case AcceptanceKind::permutation:
      return permutation_text(type, acceptance.set);
    case AcceptanceKind::any:
      break;
  }
  if (acceptance.agreed == 0) return "anything";
  return fmt::format(
      "anything; not proven to be the same, but {} in all {} executions that were tried",
      format_scalar(type, expected), acceptance.agreed);
}

}  // namespace spirv_oracle::golden
