#include "interpreter/instructions/image/texel_enclosures.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include "interpreter/images/texel_value.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

// "f = c / (2^b - 1)", at least -1, as a 32-bit float: either neighbor. The products are exact in Real.
float normalized_below(Real c, Real largest) {
  const auto nearest = static_cast<float>(c / largest);
  const float infinity = std::numeric_limits<float>::infinity();
  return Real{nearest} * largest <= c ? nearest : std::nextafter(nearest, -infinity);
}

Interval normalized_numbers(const Interval& bits, Real largest) {
  return {std::max(Real{-1}, static_cast<Real>(normalized_below(bits.low, largest))),
          std::max(Real{-1}, -static_cast<Real>(normalized_below(-bits.high, largest))), false};
}

// In kernels: within 1.5 ulp of the quotient, but -1, 0 and 1 are exact (OpenCL, "Converting Normalized Integer Channel Data
// Types to Floating-point Values").
Interval normalized_numbers_of_kernel(const FloatRules& rules, const Interval& bits, Real largest) {
  const Interval quotients = exact::divide(bits, Interval::point(largest));
  Interval numbers = intersection(rules.within_ulps(quotients, 1.5L), {-1, 1, false});
  const auto is_exact = [largest](Real c) { return c == 0 || std::fabs(c) >= largest; };
  if (is_exact(bits.low)) numbers.low = std::max(Real{-1}, bits.low / largest);
  if (is_exact(bits.high)) numbers.high = std::max(Real{-1}, bits.high / largest);
  return numbers;
}

Computed normalized_read(const EnclosedOperands& in) {
  const Interval& bits = in.x().value;
  if (!bits.is_finite()) return {Interval::everything()};
  const Real largest = in.y().value.low;
  if (in.is_kernel) return {normalized_numbers_of_kernel(in.rules, bits, largest)};
  return {normalized_numbers(bits, largest)};
}

// "sRGB EOTF" of a number from 0 to 1, and its inverse.
Real linear_of_srgb(Real x) {
  return x <= 0.04045L ? x / 12.92L : std::pow((x + 0.055L) / 1.055L, 2.4L);
}
Real srgb_of_linear(Real x) {
  return x <= 0.0031308L ? x * 12.92L : 1.055L * std::pow(x, 1 / 2.4L) - 0.055L;
}

// The precision of the transfer function is not specified for shaders. A result that is nearer to another code than to its own
// is wrong; kernels have this bound. The least and the greatest code are exact.
Interval linear_numbers(const Interval& bits) {
  const auto end = [](Real code, Real step) {
    return code <= 0 || code >= 255 ? code / 255 : linear_of_srgb((code + step) / 255);
  };
  return {end(bits.low, Real{-0.5}), end(bits.high, Real{0.5}), false};
}

Computed srgb_read(const EnclosedOperands& in) {
  const Interval& bits = in.x().value;
  if (!bits.is_finite()) return {Interval::everything()};
  return {in.rules.within(linear_numbers(bits))};
}

// Shaders: one of the two integers nearest to the product, a 32-bit float, or the integer that it is. Kernels: within 0.6
// of the exact product. Nothing is known about infinities and NaN.
Computed normalized_write(const EnclosedOperands& in) {
  const Interval& x = in.x().value;
  if (!x.is_finite()) return {Interval::everything()};
  const Real largest = in.y().value.low;
  const bool is_signed = in.representable.low < 0;
  const Real least = is_signed ? -largest - (in.is_kernel ? 1 : 0) : 0;
  const auto product = [&](Real number) {
    const Real exact = std::clamp(number * largest, least, largest);
    return in.is_kernel ? exact : static_cast<Real>(static_cast<float>(exact));
  };
  if (!in.is_kernel) return {{std::floor(product(x.low)), std::ceil(product(x.high)), false}};
  constexpr Real error = 0.6L;
  return {{std::clamp(std::ceil(product(x.low) - error), least, largest),
           std::clamp(std::floor(product(x.high) + error), least, largest), false}};
}

// The precision of the transfer function is not specified for shaders: a code at most 1 from the exact one. Kernels: at most
// 0.6. Numbers that are out of range are clamped.
Computed srgb_write(const EnclosedOperands& in) {
  const Interval& x = in.x().value;
  const bool is_known = !x.nan && x.has_numbers() && (!in.is_kernel || x.is_finite());
  if (!is_known) return {Interval::everything()};
  const Real error = in.is_kernel ? 0.6L : 1;
  const auto code = [](Real number) {
    return 255 * srgb_of_linear(std::clamp(number, Real{0}, Real{1}));
  };
  const Real low = x.low >= 1 ? Real{255} : x.low <= 0 ? Real{0} : std::ceil(code(x.low) - error);
  const Real high = x.high >= 1   ? Real{255}
                    : x.high <= 0 ? Real{0}
                                  : std::floor(code(x.high) + error);
  return {{std::clamp(low, Real{0}, Real{255}), std::clamp(high, Real{0}, Real{255}), false}};
}

// Either neighbor; kernels may flush denormals as well.
Computed half_write(const EnclosedOperands& in) {
  FloatRules rules;
  rules.format = binary16;
  rules.rounding = RoundingModes::neighbor;
  rules.may_flush = in.is_kernel;
  return {rules.rounded(in.x().value)};
}

// Kernels may flush denormals ("Conversion Rules for Floating-point Channel Data Type").
Computed float_of_kernel(const EnclosedOperands& in) {
  FloatRules rules;
  rules.format = binary32;
  rules.may_flush = true;
  return {rules.rounded(in.x().value)};
}

bool is_full_float(const TexelComponent& component) {
  return component.encoding == TexelEncoding::sfloat && component.bits == 32;
}

// Either neighbor, as bits, which grow with the number. A number that is too large may become infinite.
template <std::uint32_t fraction_bits>
Computed small_float_write(const EnclosedOperands& in) {
  const Interval& x = in.x().value;
  if (x.nan || !x.has_numbers()) return {Interval::everything()};
  // The bits of the nearest number that is not on the wrong side.
  const auto bits = [](Real number, bool upward) {
    const auto value = static_cast<float>(number);  // exact: the operand is a float
    auto found = static_cast<Real>(to_small_float(value, fraction_bits).bits);
    const Real nearest = small_float_value(static_cast<std::uint32_t>(found), fraction_bits);
    if (number <= 0 || std::isinf(number)) return found;
    if (upward && nearest < number) ++found;
    if (!upward && nearest > number) --found;
    return found;
  };
  return {{bits(x.low, false), bits(x.high, true), false}};
}

}  // namespace

Enclose enclosure_of_read(const TexelComponent& component) {
  if (component.is_normalized()) return &normalized_read;
  if (component.encoding == TexelEncoding::srgb) return &srgb_read;
  return is_full_float(component) ? &float_of_kernel : nullptr;
}

Enclose enclosure_of_write(const TexelComponent& component) {
  if (component.is_normalized()) return &normalized_write;
  if (component.encoding == TexelEncoding::srgb) return &srgb_write;
  if (component.encoding == TexelEncoding::ufloat)
    return component.bits == 11 ? &small_float_write<6> : &small_float_write<5>;
  if (is_full_float(component)) return &float_of_kernel;
  return component.encoding == TexelEncoding::sfloat ? &half_write : nullptr;
}

Interval numbers_of_texel(const TexelComponent& component, double number) {
  if (component.bits == 0) return Interval::point(static_cast<Real>(number));
  if (component.is_normalized()) {
    const Real largest = largest_normalized(component);
    return normalized_numbers(Interval::point(std::nearbyint(static_cast<Real>(number) * largest)),
                              largest);
  }
  if (component.encoding == TexelEncoding::srgb) {
    const Real code = std::nearbyint(255 * srgb_of_linear(static_cast<Real>(number)));
    return linear_numbers(Interval::point(code));
  }
  return Interval::point(static_cast<Real>(number));
}

// Vulkan, "Floating-Point Computation": accurate to 1 part in 10^5.
Computed enclosed_projection(const EnclosedOperands& in) {
  const Interval quotient = exact::divide(in.x().value, in.y().value);
  if (!quotient.is_finite()) return {Interval::everything()};
  return {widened(quotient, quotient.magnitude() * 1e-5L)};
}

namespace {

// Of single numbers.
Computed enclosed_field(const EnclosedOperands& in) {
  const Interval &word = in.x().value, &bits = in.y().value, &place = in.z().value;
  if (!word.is_point() || !bits.is_point() || !place.is_point()) return {Interval::everything()};
  const auto code = static_cast<std::uint32_t>(place.low);
  const std::uint64_t mask = (std::uint64_t{1} << (code >> 8)) - 1;
  const std::uint64_t field =
      static_cast<std::uint64_t>(static_cast<std::int64_t>(bits.low)) & mask;
  return {Interval::point(
      static_cast<Real>(static_cast<std::uint64_t>(word.low) | field << (code & 0xFF)))};
}

void emit_enclosed(Lowering& lowering, EnclosureKind kind, Enclose enclose,
                   const EnclosedPlane& result, std::initializer_list<EnclosedPlane> operands) {
  EnclosedInstruction instruction;
  instruction.rule.kind = kind;
  instruction.rule.enclose = enclose;
  instruction.rule.encloses_marked = true;
  instruction.rules.format = instruction.operand_rules.format =
      result.type.is_float() && result.type.bytes == 2 ? binary16 : binary32;
  instruction.is_kernel = lowering.program().is_kernel();
  EnclosedResult of_step;
  of_step.plane = result;
  std::size_t k = 0;
  for (const EnclosedPlane& operand : operands) {
    if (operand.slot != no_slot) of_step.operands[k++] = {operand};
  }
  instruction.results = {std::move(of_step)};
  lowering.emit(&enclose_result, no_slot, {}, lowering.builder().add(std::move(instruction)));
}

}  // namespace

void emit_enclosed_step(Lowering& lowering, Enclose enclose, const EnclosedPlane& result,
                        const EnclosedPlane& operand, const EnclosedPlane& second) {
  emit_enclosed(lowering, EnclosureKind::computes, enclose, result, {operand, second});
}

void emit_enclosed_field(Lowering& lowering, Slot result, Slot word, const EnclosedPlane& bits,
                         Slot place) {
  const ScalarType type = ScalarType::unsigned_integer(4);
  emit_enclosed(lowering, EnclosureKind::integers, &enclosed_field, {result, type},
                {{word, type}, bits, {place, type}});
}

}  // namespace spirv_oracle
