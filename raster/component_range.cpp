#include "raster/component_range.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "interpreter/images/texel_value.h"

namespace spirv_oracle {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

enum class Direction : std::uint8_t { down, up };

double whole(double number, Direction direction) {
  return direction == Direction::up ? std::ceil(number) : std::floor(number);
}

bool is_float(const TexelComponent& format) {
  return format.encoding == TexelEncoding::sfloat || format.encoding == TexelEncoding::ufloat;
}

// The digits of a float and its largest exponent.
struct Precision {
  int digits = 24, most = 127;

  explicit Precision(const TexelComponent& format) {
    constexpr int exponent_bits = 5;
    if (format.bits == 32) return;
    digits = format.encoding == TexelEncoding::ufloat ? format.bits - exponent_bits + 1 : 11;
    most = 15;
  }
  double largest() const { return std::ldexp(2 - std::ldexp(1.0, 1 - digits), most); }
  // The distance between numbers of this magnitude.
  double unit(double number) const {
    const int exponent = number == 0 ? 1 - most : std::max(std::ilogb(number), 1 - most);
    return std::ldexp(1.0, exponent - digits + 1);
  }
};

double rounded_float(const TexelComponent& format, double number, Direction direction) {
  const Precision precision(format);
  if (std::fabs(number) > precision.largest()) {
    const bool is_outward = (direction == Direction::up) == (number > 0);
    return std::copysign(is_outward ? infinity : precision.largest(), number);
  }
  const double unit = precision.unit(number);
  return whole(number / unit, direction) * unit;
}

// Code numbers of 8 bits; those of the format itself are found despite rounding.
double rounded_srgb(double number, Direction direction) {
  constexpr double rounding = 1e-9;
  if (number <= 0 || number >= 1) return number;
  const double code = srgb_encoded(number) * 255;
  const double nearest = std::round(code);
  return srgb_decoded((std::fabs(code - nearest) < rounding ? nearest : whole(code, direction)) /
                      255);
}

double rounded(const TexelComponent& format, double number, Direction direction) {
  if (number == 0 || !std::isfinite(number) || format.is_integer()) return number;
  if (is_float(format)) return rounded_float(format, number, direction);
  return rounded_srgb(number, direction);
}

// The next code number, which keeps the sign. std::floor() and std::ceil() may be calls.
float whole_code(float code, Direction direction) {
  if (!(std::fabs(code) < 0x1p24f)) return code;  // whole already, infinite or NaN
  const auto truncated = static_cast<float>(static_cast<int>(code));
  if (truncated == code) return code;
  const bool is_truncated = (direction == Direction::up) == (code < 0);
  return is_truncated ? std::copysign(truncated, code) : truncated + std::copysign(1.0f, code);
}

ComponentRange rounded_normalized(const TexelComponent& format, const ComponentRange& range) {
  // As encode() does it: the product is a float of 32 bits.
  const float largest = largest_normalized(format);
  const float low = static_cast<float>(range.low) * largest;
  const float high = static_cast<float>(range.high) * largest;
  return {whole_code(low, Direction::down) / double{largest},
          whole_code(high, Direction::up) / double{largest}, range.state};
}

// Whether it certainly is a number of a float format; false for a few that are.
bool is_known_float(const TexelComponent& format, double number) {
  constexpr float least = 0x1p-14f, most = 0x1p15f;  // normal numbers of all formats
  const auto single = static_cast<float>(number);
  const int unused_digits = 24 - Precision(format).digits;
  const bool has_few_digits =
      (std::bit_cast<std::uint32_t>(single) & ((1u << unused_digits) - 1)) == 0;
  const float magnitude = std::fabs(single);
  return number == 0 ||
         (single == number && has_few_digits && magnitude >= least && magnitude <= most);
}

double clamped_to(const TexelComponent& format, double number) {
  if (format.encoding == TexelEncoding::sfloat || format.is_integer()) return number;
  if (format.encoding == TexelEncoding::ufloat) return std::max(number, 0.0);
  return std::clamp(number, format.encoding == TexelEncoding::snorm ? -1.0 : 0.0, 1.0);
}

// No text states the precision of the transfer function.
double neighbor_in_srgb(double number, double step) {
  if (number <= 0 || number >= 1) return number;
  return srgb_decoded(std::clamp(std::round(srgb_encoded(number) * 255) + step, 0.0, 255.0) / 255);
}

// a + b, and a number on each side of the exact sum if that is not a double.
ComponentRange exact_sum(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return {sum, sum};
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  return {error < 0 ? std::nextafter(sum, -infinity) : sum,
          error > 0 ? std::nextafter(sum, infinity) : sum};
}

bool is_zero(const ComponentRange& range) { return range.low == 0 && range.high == 0; }
bool contains_zero(const ComponentRange& range) { return range.low <= 0 && range.high >= 0; }
bool has_finite_ends(const ComponentRange& range) {
  return std::isfinite(range.low) && std::isfinite(range.high);
}

Definedness worse_of(const ComponentRange& a, const ComponentRange& b) {
  return std::max(a.state, b.state);
}

// What results if some operands lead to a NaN.
ComponentRange nan_range(Definedness state, bool all_operands_do) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (!all_operands_do) state = std::max(state, Definedness::implementation_dependent);
  return {nan, nan, state};
}

bool is_single_operation(const ComponentRange& a, const ComponentRange& b) {
  return a.is_nan() || b.is_nan() || (a.low == a.high && b.low == b.high);
}

// The sum if each addition, in any order, is rounded to the format.
ComponentRange rounded_sum(const TexelComponent& format, std::span<const ComponentRange> samples,
                           ComponentRange sum) {
  double magnitude = 0;
  for (const ComponentRange& sample : samples)
    magnitude += std::max(std::fabs(sample.low), std::fabs(sample.high));
  const Precision precision(format);
  const bool may_overflow = !(magnitude <= precision.largest());
  const bool is_certain = sum.is_single() && !has_finite_ends(sum);
  if (may_overflow && !is_certain)
    sum.state = std::max(sum.state, Definedness::implementation_dependent);
  if (may_overflow) return sum;
  const double unit = precision.unit(magnitude);
  const auto is_multiple = [&](const ComponentRange& sample) {
    return sample.low == sample.high && std::floor(sample.low / unit) * unit == sample.low;
  };
  if (std::ranges::all_of(samples, is_multiple)) return sum;
  const double error = unit * static_cast<double>(samples.size() - 1);
  sum.low -= error;
  sum.high += error;
  return sum;
}

}  // namespace

ComponentRange rounded_range(const TexelComponent& format, const ComponentRange& range) {
  if (format.is_normalized()) return rounded_normalized(format, range);
  if (is_float(format) && range.low == range.high && is_known_float(format, range.low))
    return range;
  return {rounded(format, range.low, Direction::down), rounded(format, range.high, Direction::up),
          range.state};
}

ComponentRange stored_range(const TexelComponent& format, const ComponentRange& range) {
  if (range.is_nan()) {
    // Which number a NaN becomes is not specified.
    const bool keeps_nan = is_float(format);
    return {range.low, range.high,
            keeps_nan ? range.state : std::max(range.state, Definedness::implementation_dependent)};
  }
  ComponentRange stored{clamped_to(format, range.low), clamped_to(format, range.high), range.state};
  if (format.encoding != TexelEncoding::srgb) return rounded_range(format, stored);
  stored.low = neighbor_in_srgb(stored.low, -1);
  stored.high = neighbor_in_srgb(stored.high, 1);
  return stored;
}

ComponentRange sum_of(const ComponentRange& a, const ComponentRange& b) {
  const ComponentRange least = exact_sum(a.low, b.low), greatest = exact_sum(a.high, b.high);
  if (std::isnan(least.low) || std::isnan(greatest.high))
    return nan_range(worse_of(a, b), is_single_operation(a, b));
  return {least.low, greatest.high, worse_of(a, b)};
}

ComponentRange product_of(const ComponentRange& a, const ComponentRange& b) {
  const Definedness state = worse_of(a, b);
  if ((is_zero(a) && has_finite_ends(b)) || (is_zero(b) && has_finite_ends(a)))
    return {-0.0, 0.0, state};
  const auto has_nan = [](const ComponentRange& x, const ComponentRange& y) {
    return x.is_nan() || (contains_zero(x) && !has_finite_ends(y));
  };
  if (has_nan(a, b) || has_nan(b, a)) return nan_range(state, is_single_operation(a, b));
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high, state};
}

ComponentRange resolved_range(const TexelComponent& format,
                              std::span<const ComponentRange> samples) {
  ComponentRange hull = samples[0], sum = samples[0];
  double encoded_sum = 0;
  for (const ComponentRange& sample : samples) {
    if (&sample != samples.data()) sum = sum_of(sum, sample);
    hull = {std::min(hull.low, sample.low), std::max(hull.high, sample.high),
            worse_of(hull, sample)};
    encoded_sum += srgb_encoded(sample.low);
  }
  // An average of equal numbers is certain.
  if (format.is_integer() || (hull.low == hull.high && !sum.is_nan())) return hull;
  const auto count = static_cast<double>(samples.size());
  if (is_float(format)) sum = rounded_sum(format, samples, sum);
  ComponentRange average{sum.low / count, sum.high / count, sum.state};
  // "Should" convert samples to linear numbers first.
  if (format.encoding == TexelEncoding::srgb)
    average.low = std::min(average.low, srgb_decoded(encoded_sum / count));
  return stored_range(format, average);
}

}  // namespace spirv_oracle
