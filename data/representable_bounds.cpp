#include "data/representable_bounds.h"

#include <algorithm>
#include <cmath>

namespace spirv_oracle {
namespace {

// The least number of the type that is at least `bound` or, if `up` is false, the greatest that is at most `bound`.
std::uint64_t inner_bits(ScalarKind type, double bound, bool up) {
  std::uint64_t bits = float_bits(type, bound);
  const double rounded = float_value(type, bits);
  const bool is_outside = up ? rounded < bound : rounded > bound;
  if (!is_outside) return bits;
  const std::uint64_t sign = std::uint64_t{1} << (8 * scalar_size(type) - 1);
  if (rounded == 0) return up ? 1 : sign | 1;
  const bool is_negative = (bits & sign) != 0;
  return up == is_negative ? bits - 1 : bits + 1;
}

}  // namespace

std::optional<BitBounds> representable_bounds(ScalarKind type, double low, double high) {
  if (is_float(type)) return BitBounds{inner_bits(type, low, true), inner_bits(type, high, false)};
  constexpr int double_digits = 53;
  const int width = 8 * static_cast<int>(scalar_size(type));
  const bool is_signed = is_signed_integer(type);
  const double end = std::ldexp(1, std::min(is_signed ? width - 1 : width, double_digits));
  if (!(low >= (is_signed ? -end : 0) && high < end)) return std::nullopt;
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const auto bits = [mask](double number) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & mask;
  };
  return BitBounds{bits(std::ceil(low)), bits(std::floor(high))};
}

}  // namespace spirv_oracle
