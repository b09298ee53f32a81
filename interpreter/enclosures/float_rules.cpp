#include "interpreter/enclosures/float_rules.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace spirv_oracle {
namespace {

// The greatest number of a type of the host that is not greater than x, which is in its range. The conversion gives one
// of the two numbers next to x.
template <class Float, class Bits>
Real round_down_to(Real x) {
  const auto near = static_cast<Float>(x);
  if (static_cast<Real>(near) <= x) return static_cast<Real>(near);
  constexpr Bits sign = Bits{1} << (8 * sizeof(Bits) - 1);
  const auto bits = std::bit_cast<Bits>(near);
  const Bits below = (bits & ~sign) == 0 ? sign | 1 : bits & sign ? bits + 1 : bits - 1;
  return static_cast<Real>(std::bit_cast<Float>(below));
}

}  // namespace

Real round_down(const NumberFormat& format, Real x) {
  if (format.digits == binary32.digits && std::fabs(x) < 0x1p127L)
    return round_down_to<float, std::uint32_t>(x);
  if (format.digits == binary64.digits && std::fabs(x) < 0x1p1023L)
    return round_down_to<double, std::uint64_t>(x);
  if (!std::isfinite(x)) return x;
  const Real greatest = format.greatest();
  if (x > greatest) return greatest;
  if (x < -greatest) return -infinite_real;
  const int exponent =
      x == 0 ? format.least_exponent : std::max(std::ilogb(x), format.least_exponent);
  const int last_place = exponent - format.digits + 1;
  return std::floor(x * power_of_two(-last_place)) * power_of_two(last_place);
}

Real round_up(const NumberFormat& format, Real x) { return -round_down(format, -x); }

Interval FloatRules::rounded(const Interval& exact) const {
  if (!exact.has_numbers()) return exact;
  // A result may be flushed if its exact value is denormal, even if it rounds to a normal number.
  const Interval before = flushed(exact);
  Interval after = before;
  switch (rounding) {
    case RoundingModes::nearest:
      after.low = format.nearest(before.low);
      after.high = format.nearest(before.high);
      break;
    case RoundingModes::toward_zero: {
      const auto toward_zero = [&](Real x) {
        return x < 0 ? round_up(format, x) : round_down(format, x);
      };
      after.low = toward_zero(before.low);
      after.high = toward_zero(before.high);
      break;
    }
    case RoundingModes::neighbor:
      after.low = round_down(format, before.low);
      after.high = round_up(format, before.high);
      break;
  }
  return flushed(after);
}

Interval FloatRules::within(const Interval& x) const {
  if (!x.has_numbers()) return x;
  Interval numbers = x;
  // The range of the format's numbers inside; empty if there are none between the ends.
  numbers.low = std::isfinite(x.low) ? round_up(format, x.low) : x.low;
  numbers.high = std::isfinite(x.high) ? round_down(format, x.high) : x.high;
  if (numbers.low > numbers.high) {
    numbers.low = round_down(format, x.low);
    numbers.high = round_up(format, x.high);
  }
  // "may additionally return either an infinity of the appropriate sign or the finite number with the largest
  // magnitude"
  const Real greatest = format.greatest();
  if (x.high > greatest) {
    numbers.high = infinite_real;
    numbers.low = std::min(numbers.low, greatest);
  }
  if (x.low < -greatest) {
    numbers.low = -infinite_real;
    numbers.high = std::max(numbers.high, -greatest);
  }
  return flushed(numbers);
}

Interval FloatRules::add(const Interval& a, const Interval& b) const {
  return rounded(exact::add(operand(a), operand(b)));
}
Interval FloatRules::subtract(const Interval& a, const Interval& b) const {
  return add(a, exact::negate(b));
}
Interval FloatRules::multiply(const Interval& a, const Interval& b) const {
  return rounded(exact::multiply(operand(a), operand(b)));
}
Interval FloatRules::square(const Interval& x) const { return rounded(exact::square(operand(x))); }

Interval FloatRules::within_ulps(const Interval& exact, Real ulps) const {
  if (!exact.has_numbers() || !exact.is_finite()) {
    // An infinity is exact. Numbers near it may have any error that their magnitude permits.
    if (exact.low == exact.high) return exact;
    Interval wide = exact;
    if (std::isfinite(exact.low)) wide.low = within_ulps(Interval::point(exact.low), ulps).low;
    if (std::isfinite(exact.high)) wide.high = within_ulps(Interval::point(exact.high), ulps).high;
    // The error at the end with the smaller magnitude is at most its own, except at the
    // boundary of a binade.
    return wide;
  }
  if (exact.is_point()) return within_error(exact, ulps * format.ulp(exact.low));
  // With errors as large as these, numbers of all lower binades may have the least result.
  if (4 * ulps >= power_of_two(format.digits))
    return within_error(exact, ulps * format.ulp(exact.magnitude()));
  // Above a power of two, errors are twice as large as below, so a bound at one end also needs the error of the
  // farther one.
  const auto widest = [&](Real x) {
    // Numbers at most two units away.
    const Real beyond = std::min(std::fabs(x) + 2 * ulps * format.ulp(x), exact.magnitude());
    return ulps * format.ulp(std::max(std::fabs(x), beyond));
  };
  return within({exact::add_down(exact.low, -widest(exact.low)),
                 exact::add_up(exact.high, widest(exact.high)), exact.nan});
}

Interval FloatRules::within_error(const Interval& exact, Real error) const {
  return within(widened(exact, error));
}

std::optional<std::vector<Real>> numbers_in(const NumberFormat& format, const Interval& x,
                                            std::size_t max) {
  if (x.nan || !x.has_numbers()) return std::nullopt;
  std::vector<Real> numbers;
  Real number = round_up(format, x.low);
  while (number <= x.high) {
    if (numbers.size() == max) return std::nullopt;
    numbers.push_back(number);
    if (number == infinite_real) break;
    number = round_up(format, std::nextafter(number, infinite_real));
  }
  return numbers;
}

}  // namespace spirv_oracle
