// The results of integers that floats have decided, such as uint(x) * 4 + 1: intervals where an instruction is monotone,
// otherwise for one number after the other.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "interpreter/instructions/common/enclosures.h"
#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

using In = EnclosedOperands;

namespace integer_results {

// Bits of at most 64-bit integers, in two's complement.
std::uint64_t bits_of(Real number) {
  return number < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                    : static_cast<std::uint64_t>(number);
}
bool is_signed(const In& in) { return in.representable.low < 0; }
unsigned width(const In& in) {
  return static_cast<unsigned>(std::ilogb(in.representable.high - in.representable.low + 1));
}
std::uint64_t mask(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

// The number of the result's type that has these bits.
Computed of_bits(const In& in, std::uint64_t bits) {
  const unsigned count = width(in);
  bits &= mask(count);
  return {Interval::point(is_signed(in) ? static_cast<Real>(sign_extended(bits, count))
                                        : static_cast<Real>(bits))};
}
Computed unknown() { return {Interval::everything()}; }
bool is_number(const Computed& x) { return x.value.is_point(); }
bool are_numbers(const In& in) { return is_number(in.x()) && is_number(in.y()); }
bool is_negative(const Computed& x) { return x.value.low < 0; }

// Results that wrap around are only known for single numbers.
Computed fitting(const In& in, const Interval& x) {
  if (!x.is_finite()) return unknown();
  if (x.low >= in.representable.low && x.high <= in.representable.high) return {x};
  const bool is_exact = x.is_point() && std::fabs(x.low) < 0x1p63L;
  return is_exact ? of_bits(in, bits_of(x.low)) : unknown();
}

Computed sum(const In& in) { return fitting(in, exact::add(in.x().value, in.y().value)); }
Computed difference(const In& in) {
  return fitting(in, exact::subtract(in.x().value, in.y().value));
}
Computed product(const In& in) {
  if (are_numbers(in)) return of_bits(in, bits_of(in.x().value.low) * bits_of(in.y().value.low));
  return fitting(in, exact::multiply(in.x().value, in.y().value));
}
Computed negation(const In& in) { return fitting(in, exact::negate(in.x().value)); }

// Division by 0 is undefined, and has no rule. Signed numbers divide toward zero, and may overflow.
Computed unsigned_quotient(const In& in) {
  const Interval &x = in.x().value, &y = in.y().value;
  if (x.low < 0 || y.low <= 0) return unknown();
  return fitting(in, {std::floor(x.low / y.high), std::floor(x.high / y.low), false});
}
Computed unsigned_remainder(const In& in) {
  if (!are_numbers(in) || is_negative(in.x()) || in.y().value.low <= 0) return unknown();
  return of_bits(in, bits_of(in.x().value.low) % bits_of(in.y().value.low));
}
Computed signed_quotient(const In& in) {
  if (!are_numbers(in) || in.y().value.low == 0) return unknown();
  return fitting(in, Interval::point(std::trunc(in.x().value.low / in.y().value.low)));
}
// The sign is that of operand 1 (OpSRem) or of operand 2 (OpSMod).
template <bool OfDivisor>
Computed signed_remainder(const In& in) {
  if (!are_numbers(in) || in.y().value.low == 0) return unknown();
  const Real y = in.y().value.low;
  Real rest = std::fmod(in.x().value.low, y);
  if (OfDivisor && rest != 0 && (rest < 0) != (y < 0)) rest += y;
  return fitting(in, Interval::point(rest));
}

template <std::uint64_t (*F)(std::uint64_t, std::uint64_t)>
Computed bitwise(const In& in) {
  if (!are_numbers(in)) return unknown();
  return of_bits(in, F(bits_of(in.x().value.low), bits_of(in.y().value.low)));
}
std::uint64_t bits_and(std::uint64_t a, std::uint64_t b) { return a & b; }
std::uint64_t bits_or(std::uint64_t a, std::uint64_t b) { return a | b; }
std::uint64_t bits_xor(std::uint64_t a, std::uint64_t b) { return a ^ b; }
Computed complement(const In& in) {
  return is_number(in.x()) ? of_bits(in, ~bits_of(in.x().value.low)) : unknown();
}

// Shifts by the width or more are undefined.
bool may_shift(const In& in) {
  const Interval& by = in.y().value;
  return by.is_point() && by.low >= 0 && by.low < width(in);
}
Computed shift_left(const In& in) {
  if (!may_shift(in)) return unknown();
  const auto by = static_cast<unsigned>(in.y().value.low);
  if (is_number(in.x())) return of_bits(in, bits_of(in.x().value.low) << by);
  const Real factor = std::ldexp(Real{1}, static_cast<int>(by));
  return fitting(in, {in.x().value.low * factor, in.x().value.high * factor, false});
}
Computed shift_right(const In& in) {
  if (!may_shift(in)) return unknown();
  const auto by = static_cast<unsigned>(in.y().value.low);
  if (is_number(in.x())) return of_bits(in, (bits_of(in.x().value.low) & mask(width(in))) >> by);
  if (in.x().value.low < 0 || !in.x().value.is_finite()) return unknown();
  const Real factor = std::ldexp(Real{1}, -static_cast<int>(by));
  return fitting(
      in, {std::floor(in.x().value.low * factor), std::floor(in.x().value.high * factor), false});
}
Computed shift_right_arithmetic(const In& in) {
  if (!may_shift(in) || !is_number(in.x())) return unknown();
  const std::int64_t x = sign_extended(bits_of(in.x().value.low) & mask(width(in)), width(in));
  return of_bits(in, static_cast<std::uint64_t>(x >> static_cast<unsigned>(in.y().value.low)));
}

// A negative number is that of a signed type, whose width is not known here.
Computed unsigned_conversion(const In& in) {
  if (in.x().value.low < 0) return unknown();
  return fitting(in, in.x().value);
}
Computed signed_conversion(const In& in) { return fitting(in, in.x().value); }

// --- comparisons: the possible answers ---

// The operands of unsigned comparisons may be of a signed type.
template <bool (*F)(Real, Real), bool Signed>
Computed comparison(const In& in) {
  const Interval &x = in.x().value, &y = in.y().value;
  if (!Signed && (x.low < 0 || y.low < 0)) return {{0, 1, false}};
  // One end is the most likely to be less, the other one the least.
  const bool first = F(x.low, y.high), last = F(x.high, y.low);
  return {first == last ? Interval::point(first ? 1 : 0) : Interval{0, 1, false}};
}
template <bool Equal>
Computed equality(const In& in) {
  const Interval &x = in.x().value, &y = in.y().value;
  const bool may_be = x.low <= y.high && y.low <= x.high;
  const bool may_be_of_other_sign = x.low < 0 || y.low < 0;
  if (may_be_of_other_sign || (may_be && !are_numbers(in))) return {{0, 1, false}};
  return {Interval::point(may_be == Equal ? 1 : 0)};
}
bool is_less(Real a, Real b) { return a < b; }
bool is_greater(Real a, Real b) { return a > b; }
bool is_less_or_equal(Real a, Real b) { return a <= b; }
bool is_greater_or_equal(Real a, Real b) { return a >= b; }

}  // namespace integer_results

constexpr EnclosureRule of_integers(Enclose enclose) {
  return {.kind = EnclosureKind::integers, .enclose = enclose};
}

}  // namespace

namespace integer_enclosures {

namespace of = integer_results;

constexpr EnclosureRule sum = of_integers(of::sum);
constexpr EnclosureRule difference = of_integers(of::difference);
constexpr EnclosureRule product = of_integers(of::product);
constexpr EnclosureRule negation = of_integers(of::negation);
constexpr EnclosureRule unsigned_quotient = of_integers(of::unsigned_quotient);
constexpr EnclosureRule unsigned_remainder = of_integers(of::unsigned_remainder);
constexpr EnclosureRule signed_quotient = of_integers(of::signed_quotient);
constexpr EnclosureRule truncated_remainder = of_integers(of::signed_remainder<false>);
constexpr EnclosureRule floored_remainder = of_integers(of::signed_remainder<true>);
constexpr EnclosureRule bitwise_and = of_integers(of::bitwise<of::bits_and>);
constexpr EnclosureRule bitwise_or = of_integers(of::bitwise<of::bits_or>);
constexpr EnclosureRule bitwise_xor = of_integers(of::bitwise<of::bits_xor>);
constexpr EnclosureRule complement = of_integers(of::complement);
constexpr EnclosureRule shift_left = of_integers(of::shift_left);
constexpr EnclosureRule shift_right = of_integers(of::shift_right);
constexpr EnclosureRule shift_right_arithmetic = of_integers(of::shift_right_arithmetic);
constexpr EnclosureRule unsigned_conversion = of_integers(of::unsigned_conversion);
constexpr EnclosureRule signed_conversion = of_integers(of::signed_conversion);
constexpr EnclosureRule equal = of_integers(of::equality<true>);
constexpr EnclosureRule not_equal = of_integers(of::equality<false>);
constexpr EnclosureRule unsigned_less = of_integers(of::comparison<of::is_less, false>);
constexpr EnclosureRule unsigned_less_or_equal =
    of_integers(of::comparison<of::is_less_or_equal, false>);
constexpr EnclosureRule unsigned_greater = of_integers(of::comparison<of::is_greater, false>);
constexpr EnclosureRule unsigned_greater_or_equal =
    of_integers(of::comparison<of::is_greater_or_equal, false>);
constexpr EnclosureRule signed_less = of_integers(of::comparison<of::is_less, true>);
constexpr EnclosureRule signed_less_or_equal =
    of_integers(of::comparison<of::is_less_or_equal, true>);
constexpr EnclosureRule signed_greater = of_integers(of::comparison<of::is_greater, true>);
constexpr EnclosureRule signed_greater_or_equal =
    of_integers(of::comparison<of::is_greater_or_equal, true>);

}  // namespace integer_enclosures
}  // namespace spirv_oracle
