#include "interpreter/observe/enclosed_component.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle::internal {

Real number_of(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) {
  return number_of_bits(plane.type, bits_of(subgroup, plane, lane));
}

std::uint64_t bits_of(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) {
  if (plane.type.bytes == 0) return subgroup.truth(plane.slot).test(lane) ? 1 : 0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, subgroup.values<std::byte>(plane.slot) + std::size_t{lane} * plane.type.bytes,
              plane.type.bytes);
  return bits;
}

Interval representable(ScalarType type) {
  if (type.bytes == 0) return {0, 1, false};
  const int bits = 8 * type.bytes;
  if (type.is_signed)
    return {-std::ldexp(Real{1}, bits - 1), std::ldexp(Real{1}, bits - 1) - 1, false};
  return {0, std::ldexp(Real{1}, bits) - 1, false};
}

Interval as_integers(const Interval& x, ScalarType type) {
  const Interval all = representable(type);
  const Real count = all.high - all.low + 1;
  for (const Real shift : {Real{0}, -count, count}) {
    if (x.low + shift >= all.low && x.high + shift <= all.high)
      return {x.low + shift, x.high + shift, x.nan};
  }
  return Interval::everything();
}

NumberFormat format_of(ScalarType type) {
  return type.bytes == 2 ? binary16 : type.bytes == 4 ? binary32 : binary64;
}

std::uint64_t bits_of_float(const NumberFormat& format, Real number) {
  const auto value = static_cast<double>(number);
  if (format.digits == binary64.digits) return std::bit_cast<std::uint64_t>(value);
  if (format.digits == binary32.digits)
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint16_t>(to_float16(value));
}

std::uint64_t bits_of_number(ScalarType type, Real number) {
  if (type.is_float()) return bits_of_float(format_of(type), number);
  const std::uint64_t bits = number < 0
                                 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                                 : static_cast<std::uint64_t>(number);
  return type.bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * type.bytes)) - 1);
}

Real number_of_bits(ScalarType type, std::uint64_t bits) {
  if (type.is_float()) {
    switch (type.bytes) {
      case 2:
        return static_cast<Real>(
            to_float(std::bit_cast<Float16>(static_cast<std::uint16_t>(bits))));
      case 4:
        return static_cast<Real>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
      default:
        return static_cast<Real>(std::bit_cast<double>(bits));
    }
  }
  if (type.bytes == 0 || !type.is_signed) return static_cast<Real>(bits);
  return static_cast<Real>(sign_extended(bits, 8u * type.bytes));
}

Interval bits_between(const Interval& floats, ScalarType type) {
  if (floats.nan || !floats.has_numbers() || floats.contains_zero()) return Interval::everything();
  ScalarType of_floats = type;
  of_floats.scalar_class = ScalarType::Class::floating;
  const auto bits = [&](Real number) {
    return static_cast<Real>(bits_of_number(of_floats, number));
  };
  // The magnitudes of negative floats grow with their bits.
  if (floats.low > 0) return {bits(floats.low), bits(floats.high), false};
  return {bits(floats.high), bits(floats.low), false};
}

std::optional<std::vector<Real>> numbers_in(const Interval& x, ScalarType type, std::size_t max) {
  if (type.is_float()) return spirv_oracle::numbers_in(format_of(type), x, max);
  if (x.nan || !x.is_finite() || x.high - x.low >= static_cast<Real>(max)) return std::nullopt;
  std::vector<Real> numbers;
  Real number = std::ceil(x.low);
  while (number <= x.high) numbers.push_back(number++);
  return numbers;
}

}  // namespace spirv_oracle::internal
