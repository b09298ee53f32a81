#include "interpreter/instructions/image/texel_enclosures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "interpreter/images/texel_value.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

// What the usual value is for kernels, whose conversions have other bounds.
Computed usual_of_exact(const EnclosedOperands& in) {
  return {in.are_exact ? in.usual : Interval::everything()};
}

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

Computed normalized_read(const EnclosedOperands& in) {
  if (in.is_kernel) return usual_of_exact(in);
  const Interval& bits = in.x().value;
  if (!bits.is_finite()) return {Interval::everything()};
  return {normalized_numbers(bits, in.y().value.low)};
}

// The precision of the transfer function is not specified.
Computed srgb_read(const EnclosedOperands& in) {
  if (in.is_kernel) return usual_of_exact(in);
  const Interval& bits = in.x().value;
  const bool is_bound = bits.is_point() && (bits.low == 0 || bits.low == 255);
  return {is_bound ? in.usual : Interval::everything()};
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

// The precision of the transfer function is not specified.
Computed srgb_write(const EnclosedOperands& in) {
  const Interval& x = in.x().value;
  if (in.is_kernel || x.nan) return {Interval::everything()};
  if (x.high <= 0) return {Interval::point(0)};
  return {x.low >= 1 && x.is_finite() ? Interval::point(255) : Interval::everything()};
}

// Either neighbor; kernels may flush denormals as well.
Computed half_write(const EnclosedOperands& in) {
  FloatRules rules;
  rules.format = binary16;
  rules.rounding = RoundingModes::neighbor;
  rules.may_flush = in.is_kernel;
  return {rules.rounded(in.x().value)};
}

}  // namespace

Enclose enclosure_of_read(const TexelComponent& component) {
  if (component.is_normalized()) return &normalized_read;
  return component.encoding == TexelEncoding::srgb ? &srgb_read : nullptr;
}

Enclose enclosure_of_write(const TexelComponent& component) {
  if (component.is_normalized()) return &normalized_write;
  if (component.encoding == TexelEncoding::srgb) return &srgb_write;
  const bool is_half = component.encoding == TexelEncoding::sfloat && component.bits == 16;
  return is_half ? &half_write : nullptr;
}

Interval numbers_of_texel(const TexelComponent& component, double number) {
  if (component.bits == 0) return Interval::point(static_cast<Real>(number));
  if (component.is_normalized()) {
    const Real largest = largest_normalized(component);
    return normalized_numbers(Interval::point(std::nearbyint(static_cast<Real>(number) * largest)),
                              largest);
  }
  const bool is_inexact = component.encoding == TexelEncoding::srgb && number > 0 && number < 1;
  return is_inexact ? Interval::everything() : Interval::point(static_cast<Real>(number));
}

// Vulkan, "Floating-Point Computation": accurate to 1 part in 10^5.
Computed enclosed_projection(const EnclosedOperands& in) {
  const Interval quotient = exact::divide(in.x().value, in.y().value);
  if (!quotient.is_finite()) return {Interval::everything()};
  return {widened(quotient, quotient.magnitude() * 1e-5L)};
}

void emit_enclosed_step(Lowering& lowering, Enclose enclose, const EnclosedPlane& result,
                        const EnclosedPlane& operand, const EnclosedPlane& second) {
  EnclosedInstruction instruction;
  instruction.rule.kind = EnclosureKind::computes;
  instruction.rule.enclose = enclose;
  instruction.rule.encloses_marked = true;
  instruction.rules.format = instruction.operand_rules.format =
      result.type.is_float() && result.type.bytes == 2 ? binary16 : binary32;
  instruction.is_kernel = lowering.program().is_kernel();
  EnclosedResult of_step;
  of_step.plane = result;
  of_step.operands[0] = {operand};
  if (second.slot != no_slot) of_step.operands[1] = {second};
  instruction.results = {std::move(of_step)};
  lowering.emit(&enclose_result, no_slot, {}, lowering.builder().add(std::move(instruction)));
}

}  // namespace spirv_oracle
