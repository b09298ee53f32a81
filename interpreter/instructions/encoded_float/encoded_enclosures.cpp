#include "interpreter/instructions/encoded_float/encoded_enclosures.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "interpreter/instructions/float_sums/agreement.h"
#include "interpreter/instructions/float_sums/sum_enclosure.h"

namespace spirv_oracle {
namespace {

// More results than this are described as a range.
constexpr std::int64_t max_results = 16;
// Intervals of up to this many bit patterns are decoded one by one.
constexpr std::uint32_t max_decoded = 256;

Interval decoded(const EncodedFormat& format, const Interval& bits) {
  if (!bits.is_finite()) return Interval::everything();
  const auto value = [&format](std::uint32_t at) {
    const bool is_meaningless = format.form == EncodedForm::fixed_point && at == format.sign();
    return is_meaningless ? Interval::everything() : Interval::point(decode(format, at));
  };
  const auto first = static_cast<std::uint32_t>(bits.low);
  const auto last = static_cast<std::uint32_t>(bits.high);
  Interval all = hull(value(first), value(last));
  if (last - first <= max_decoded) {
    for (std::uint32_t at = first; at < last; ++at) all = hull(all, value(at));
    return all;
  }
  const bool has_one_sign = (first >= format.sign()) == (last >= format.sign());
  return has_one_sign && !all.nan ? all : Interval::everything();
}

// Whether the number may become a zero although it rounds to another number.
bool may_be_flushed(const EnclosedOperands& in, const EncodedFormat& format, const Interval& x) {
  const Real least = x.least_magnitude();
  return in.encoded.may_flush && format.has_denormals() &&
         least < std::ldexp(Real{1}, format.least_exponent()) && !(x.is_point() && least == 0);
}

// All encodings of the numbers between two ranks, or of zeros: of which signs depends on the exact results.
std::vector<Real> encodings_between(const EnclosedOperands& in, const EncodedFormat& format,
                                    const Interval& x, std::int32_t low, std::int32_t high) {
  std::vector<Real> all;
  bool has_zero = may_be_flushed(in, format, x);
  const bool has_any_zero = has_zero || !in.encoded.keeps_sign_of_zero;
  const bool has_signed_zeros = format.form == EncodedForm::sign_and_magnitude;
  for (std::int32_t rank = low; rank <= high; ++rank) {
    const std::uint32_t bits = bits_of_rank(format, rank);
    has_zero |= rank == 0 && has_signed_zeros;
    if (rank != 0 || !has_signed_zeros) all.push_back(bits);
    // The implementation chooses the sign of a NaN.
    if (format.is_nan(bits) && format.has_sign()) all.push_back(bits ^ format.sign());
  }
  if (!has_zero) return all;
  const bool is_exact_zero = x.is_point() && x.low == 0 && in.are_exact;
  const bool may_be_plus = has_any_zero || (is_exact_zero ? in.usual.low == 0 : x.high >= 0);
  const bool may_be_minus = has_any_zero || (is_exact_zero ? in.usual.low != 0 : x.low <= 0);
  if (may_be_plus) all.push_back(0);
  if (may_be_minus) all.push_back(format.sign());
  return all;
}

double double_below(Real x) {
  const auto near = static_cast<double>(x);
  return near > x ? std::nextafter(near, -HUGE_VAL) : near;
}
double double_above(Real x) { return -double_below(-x); }

// The results of numbers.
Computed encoded_numbers(const EnclosedOperands& in, const Interval& x) {
  const EncodedFormat& format = format_of(in.encoded.result);
  const bool saturates = in.encoded.saturates;
  const double least = double_below(x.low), most = double_above(x.high);
  if (!format.converts_all_values() && !(represents(format, least) && represents(format, most)))
    return {Interval::everything()};
  const std::int32_t low =
      rank_of(format, encode(format, least, EncodedRounding::downward, saturates));
  const std::int32_t high =
      rank_of(format, encode(format, most, EncodedRounding::upward, saturates));
  // SPV_EXT_float8 defines the conversions of infinities.
  const bool is_infinite = std::max(-low, high) > static_cast<std::int32_t>(format.greatest());
  if (is_infinite && in.encoded.assumes_finite && format.overflow == EncodedOverflow::rounds)
    return {Interval::everything()};
  // The bits of a NaN count as those of the usual result.
  if (low == high && format.is_nan(bits_of_rank(format, low))) return {in.usual};
  if (high - low >= max_results) {
    if (format.form != EncodedForm::sign_and_magnitude) return {Interval::everything()};
    const bool has_zero = (low <= 0 && high >= 0) || may_be_flushed(in, format, x);
    const bool has_nan =
        format.is_nan(bits_of_rank(format, low)) || format.is_nan(bits_of_rank(format, high));
    if (has_zero || has_nan) return {Interval::everything()};
    const auto first = static_cast<Real>(bits_of_rank(format, low));
    const auto last = static_cast<Real>(bits_of_rank(format, high));
    return {{std::min(first, last), std::max(first, last), false}};
  }
  Computed results;
  results.numbers = encodings_between(in, format, x, low, high);
  std::ranges::sort(results.numbers);
  results.value = {results.numbers.front(), results.numbers.back(), false};
  return results;
}

// A number and the greatest distance of the others from it.
struct Spread {
  explicit Spread(const Interval& x) {
    is_known = x.is_point() || (x.is_finite() && x.has_numbers());
    if (!is_known) return;
    value = static_cast<double>(x.is_point() ? x.low : (x.low + x.high) / 2);
    if (x.is_point()) return;
    const Real most = std::max(x.high - value, value - x.low);
    radius = std::nextafter(static_cast<double>(most), HUGE_VAL);
  }
  double value = 0, radius = 0;
  bool is_known = true;
};

ComponentFormat format_of_result(const EnclosedOperands& in) {
  return in.encoded.result == FloatEncoding::none ? ComponentFormat(in.rules.format)
                                                  : ComponentFormat(format_of(in.encoded.result));
}

ComponentFormat format_of_factors(const EnclosedOperands& in) {
  return in.encoded.operands[0] == FloatEncoding::none
             ? ComponentFormat(in.operand_rules.format)
             : ComponentFormat(format_of(in.encoded.operands[0]));
}

std::vector<Spread> spreads_of(const EnclosedOperands& in, std::size_t k) {
  std::vector<Spread> spreads;
  for (std::size_t i = 0; i < in.operand[k].size(); ++i)
    spreads.emplace_back(in.operand_rules.operand(decoded_operand(in, k, i)));
  return spreads;
}

bool agree_in_all_orders(const EnclosedOperands& in, const std::vector<Spread>& a,
                         const std::vector<Spread>& b, double c) {
  const ComponentFormat of_factors = format_of_factors(in);
  std::vector<double> row, column;
  NumberRange of_row, of_column;
  for (std::size_t i = 0; i < a.size(); ++i) {
    row.push_back(a[i].value);
    column.push_back(b[i].value);
    of_row.add(row[i], of_factors.min_exponent);
    of_column.add(column[i], of_factors.min_exponent);
  }
  return agreement({row.data(), column.data(), 1, row.size(), c}, of_row, of_column,
                   format_of_result(in)) == Agreement::exact;
}

}  // namespace

Interval decoded_operand(const EnclosedOperands& in, std::size_t k, std::size_t component) {
  const Interval& value = in.operand[k][component].value;
  const FloatEncoding encoding = in.encoded.operands[k];
  if (encoding == FloatEncoding::none) return value;
  const EncodedFormat& format = format_of(encoding);
  FloatRules rules;
  rules.format = {format.fraction_bits + 1, format.least_exponent(), format.greatest_exponent()};
  rules.may_flush = in.encoded.may_flush;
  return rules.operand(decoded(format, value));
}

Computed encoded_results(const EnclosedOperands& in, const Interval& exact) {
  if (exact.is_everything()) return {exact};
  if (!exact.nan) return encoded_numbers(in, exact);
  const bool is_known =
      !exact.has_numbers() && !in.encoded.assumes_finite && format_of(in.encoded.result).has_nan();
  return {is_known ? in.usual : Interval::everything()};
}

Computed mixed_dot_product(const EnclosedOperands& in) {
  const std::vector<Spread> a = spreads_of(in, 0), b = spreads_of(in, 1), c = spreads_of(in, 2);
  Sums sums;
  bool is_known = a.size() == b.size(), is_point = true;
  const auto look_at = [&](const Spread& spread) {
    is_known &= spread.is_known;
    is_point &= spread.radius == 0;
  };
  for (const auto* spreads : {&a, &b, &c}) std::ranges::for_each(*spreads, look_at);
  if (!is_known) return {Interval::everything()};
  for (std::size_t i = 0; i < a.size(); ++i)
    sums.add(a[i].value, a[i].radius, b[i].value, b[i].radius);
  for (const Spread& number : c) sums.add(number.value, number.radius);
  const bool is_encoded = in.encoded.result != FloatEncoding::none;
  // An implementation may begin with +0.
  const bool is_minus_zero =
      is_encoded ? in.usual.low == static_cast<Real>(format_of(in.encoded.result).sign())
                 : in.usual.low == 0 && std::signbit(in.usual.low);
  if (is_point && !is_minus_zero && agree_in_all_orders(in, a, b, c.empty() ? 0 : c[0].value))
    return {in.usual};
  const Interval all = enclosure_of(sums, a.size() + c.size(), format_of_result(in));
  return is_encoded ? encoded_results(in, all) : Computed{all};
}

}  // namespace spirv_oracle
