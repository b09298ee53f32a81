#include "interpreter/instructions/cooperative_vector/interpretation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "interpreter/instructions/float_sums/component_format.h"
#include "interpreter/instructions/float_sums/component_number.h"
#include "interpreter/kernels/number_format.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

__extension__ using Wide = __int128;

constexpr ScalarType float_of(unsigned bytes) {
  return {ScalarType::Class::floating, static_cast<std::uint8_t>(bytes), false};
}
constexpr ScalarType encoded_as(FloatEncoding encoding) {
  return {ScalarType::Class::encoded_floating, 1, false, encoding};
}
constexpr ScalarType integer_of(unsigned bytes, bool is_signed) {
  return {ScalarType::Class::integer, static_cast<std::uint8_t>(bytes), is_signed};
}

struct NamedInterpretation {
  spv::ComponentType value;
  Interpretation meaning;
};

constexpr std::array interpretations = {
    NamedInterpretation{spv::ComponentType::Float16NV, {float_of(2)}},
    NamedInterpretation{spv::ComponentType::Float32NV, {float_of(4)}},
    NamedInterpretation{spv::ComponentType::Float64NV, {float_of(8)}},
    NamedInterpretation{spv::ComponentType::SignedInt8NV, {integer_of(1, true)}},
    NamedInterpretation{spv::ComponentType::SignedInt16NV, {integer_of(2, true)}},
    NamedInterpretation{spv::ComponentType::SignedInt32NV, {integer_of(4, true)}},
    NamedInterpretation{spv::ComponentType::SignedInt64NV, {integer_of(8, true)}},
    NamedInterpretation{spv::ComponentType::UnsignedInt8NV, {integer_of(1, false)}},
    NamedInterpretation{spv::ComponentType::UnsignedInt16NV, {integer_of(2, false)}},
    NamedInterpretation{spv::ComponentType::UnsignedInt32NV, {integer_of(4, false)}},
    NamedInterpretation{spv::ComponentType::UnsignedInt64NV, {integer_of(8, false)}},
    NamedInterpretation{spv::ComponentType::SignedInt8PackedNV, {integer_of(1, true), true}},
    NamedInterpretation{spv::ComponentType::UnsignedInt8PackedNV, {integer_of(1, false), true}},
    NamedInterpretation{spv::ComponentType::FloatE4M3NV, {encoded_as(FloatEncoding::float8_e4m3)}},
    NamedInterpretation{spv::ComponentType::FloatE5M2NV, {encoded_as(FloatEncoding::float8_e5m2)}},
};

// An integer as a number.
Wide number_of(ScalarType type, std::uint64_t bits) {
  const std::uint64_t all = extended_component(type, bits);
  return type.is_signed ? Wide{static_cast<std::int64_t>(all)} : Wide{all};
}

// The nearest value of a float type.
double rounded(ScalarType type, double number) {
  return float_of_bits(type, bits_of_float(type, number));
}

// "Preserves the value as accurately as reasonably possible": one of the neighbors of a value that the type does not have, and in
// Vulkan possibly the value itself ("Precision and Operation of SPIR-V Instructions").
ConvertedFloat float_from_float(ScalarType to, double number) {
  const double nearest = rounded(to, number);
  if (std::isnan(number)) return {nearest, 0};
  if (nearest == number) return {nearest, 0};
  if (!std::isfinite(number) || !std::isfinite(nearest))
    return {nearest, std::numeric_limits<double>::infinity()};
  const ComponentFormat format(to);
  const int exponent = std::max(std::ilogb(number), format.min_exponent);
  return {nearest, std::ldexp(1.0, exponent + 1 - format.precision)};
}

// Round-to-nearest-even, once.
ConvertedFloat float_from_integer(ScalarType to, ScalarType from, std::uint64_t bits) {
  const Wide number = number_of(from, bits);
  if (to.is_float() && to.bytes == 4) return {static_cast<float>(number), 0};
  // A double does not round the numbers that narrower types have.
  const double value = rounded(to, static_cast<double>(number));
  const bool has_overflowed = !std::isfinite(value);
  return {value, has_overflowed ? std::numeric_limits<double>::infinity() : 0.0};
}

std::uint64_t clamped(ScalarType to, Wide number) {
  const int digits = 8 * to.bytes - (to.is_signed ? 1 : 0);
  const Wide greatest = (Wide{1} << digits) - 1;
  const Wide least = to.is_signed ? -greatest - 1 : Wide{0};
  return static_cast<std::uint64_t>(std::clamp(number, least, greatest));
}

}  // namespace

Interpretation interpretation(Lowering& lowering, Id constant) {
  const auto value = lowering.types().integer(constant);
  if (!value) lowering.fail_input("an interpretation is not a known constant");
  for (const NamedInterpretation& known : interpretations) {
    if (static_cast<std::uint32_t>(known.value) == static_cast<std::uint32_t>(*value))
      return known.meaning;
  }
  lowering.fail_unsupported("the component type " + std::to_string(*value));
}

bool is_float8(ScalarType type) { return type.is_encoded() && type.bytes == 1; }

std::uint64_t extended_component(ScalarType type, std::uint64_t bits) {
  const unsigned width = 8u * type.bytes;
  if (type.is_signed) return static_cast<std::uint64_t>(sign_extended(bits, width));
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

ConvertedFloat converted_float(const InputConversion& conversion, std::uint64_t bits) {
  if (conversion.from.is_any_float())
    return float_from_float(conversion.to.type, float_of_bits(conversion.from, bits));
  return float_from_integer(conversion.to.type, conversion.from, bits);
}

ConvertedInteger converted_integer(const InputConversion& conversion, std::uint64_t bits,
                                   std::uint32_t k) {
  const ScalarType to = conversion.to.type;
  if (conversion.to.is_packed) return {extended_component(to, bits >> (8 * (k % 4))), false};
  if (!conversion.from.is_any_float())
    return {clamped(to, number_of(conversion.from, bits)), false};
  const double number = float_of_bits(conversion.from, bits);
  if (std::isnan(number)) return {0, true};
  // Far outside of all integers, in either direction.
  const double nearest = std::clamp(std::nearbyint(number), -0x1p100, 0x1p100);
  return {clamped(to, static_cast<Wide>(nearest)), false};
}

}  // namespace spirv_oracle
