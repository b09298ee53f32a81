#include "interpreter/instructions/conversion_enclosures.h"

#include <algorithm>
#include <cmath>

#include "interpreter/enclosures/interval.h"

namespace spirv_oracle {
namespace {

// Does not depend on the rounding mode of the host.
Real nearest_even(Real x) {
  const Real below = std::floor(x), rest = x - below;
  const bool is_below_odd = std::fmod(below, Real{2}) != 0;
  return rest > Real{0.5} || (rest == Real{0.5} && is_below_odd) ? below + 1 : below;
}

template <spv::FPRoundingMode mode>
Real integer_of(Real x) {
  if (!std::isfinite(x)) return x;
  switch (mode) {
    case spv::FPRoundingMode::RTE:
      return nearest_even(x);
    case spv::FPRoundingMode::RTP:
      return std::ceil(x);
    case spv::FPRoundingMode::RTN:
      return std::floor(x);
    default:
      return std::trunc(x);
  }
}

// Numbers that do not fit into the type have no value, unless they saturate. Then, a NaN becomes 0.
template <spv::FPRoundingMode mode, bool saturates>
Computed to_rounded_integer(const EnclosedOperands& in) {
  const Interval x = in.operand_rules.operand(in.x().value);
  const Interval& all = in.representable;
  Interval integers{integer_of<mode>(x.low), integer_of<mode>(x.high), false};
  if (!saturates) {
    const bool fits = x.is_finite() && integers.low >= all.low && integers.high <= all.high;
    return {fits ? integers : Interval::everything()};
  }
  if (!x.has_numbers()) return {Interval::point(0)};
  integers.low = std::clamp(integers.low, all.low, all.high);
  integers.high = std::clamp(integers.high, all.low, all.high);
  return {x.nan ? hull(integers, Interval::point(0)) : integers};
}

template <spv::FPRoundingMode mode>
Enclose enclosure_for(bool saturates) {
  return saturates ? &to_rounded_integer<mode, true> : &to_rounded_integer<mode, false>;
}

}  // namespace

Enclose enclosure_of_decorated_conversion(const Module& module, const Instruction& instruction) {
  if (instruction.opcode != spv::Op::OpConvertFToU && instruction.opcode != spv::Op::OpConvertFToS)
    return nullptr;
  const bool saturates =
      module.has_decoration(instruction.result, spv::Decoration::SaturatedConversion);
  const auto rounding = module.decoration(instruction.result, spv::Decoration::FPRoundingMode);
  if (!saturates && !rounding) return nullptr;
  using Mode = spv::FPRoundingMode;
  switch (rounding ? static_cast<Mode>(*rounding) : Mode::RTZ) {
    case Mode::RTE:
      return enclosure_for<Mode::RTE>(saturates);
    case Mode::RTP:
      return enclosure_for<Mode::RTP>(saturates);
    case Mode::RTN:
      return enclosure_for<Mode::RTN>(saturates);
    default:
      return enclosure_for<Mode::RTZ>(saturates);
  }
}

}  // namespace spirv_oracle
