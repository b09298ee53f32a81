// Scalars as bits, decoded and encoded according to the definition of their types. For models of
// instructions that share no code with the code under test.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace spirv_oracle::test {

using Bits = std::uint64_t;
__extension__ using Wide = __int128;

inline const std::vector<std::string>& integer_types() {
  static const std::vector<std::string> types{"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"};
  return types;
}
inline const std::vector<std::string>& float_types() {
  static const std::vector<std::string> types{"f16", "f32", "f64"};
  return types;
}
inline std::vector<std::string> all_scalar_types() {
  std::vector<std::string> types = integer_types();
  types.insert(types.end(), float_types().begin(), float_types().end());
  return types;
}

// The width of a type: 32 for "u32", 1 for a Boolean.
inline unsigned width_of(const std::string& type) {
  return type == "bool" ? 1 : static_cast<unsigned>(std::atoi(type.c_str() + 1));
}
inline bool is_float(const std::string& type) { return type[0] == 'f'; }

// --- integers ---

constexpr Bits mask_of(unsigned width) { return width == 64 ? ~Bits{0} : (Bits{1} << width) - 1; }
inline Bits low_bits(Wide value, unsigned width) {
  return static_cast<Bits>(value) & mask_of(width);
}
inline Wide as_signed(Bits bits, unsigned width) {
  const Wide value = bits & mask_of(width);
  return (bits >> (width - 1) & 1) != 0 ? value - (Wide{1} << width) : value;
}

// --- floats: IEEE 754 binary16, binary32 and binary64 ---

struct FloatFormat {
  unsigned width, fraction_bits;
  int greatest_exponent;
  int least_exponent() const { return 1 - greatest_exponent; }  // of normal numbers
  Bits sign() const { return Bits{1} << (width - 1); }
  Bits infinity() const { return low_bits(~Wide{0}, width) & ~sign() & ~fraction(); }
  Bits fraction() const { return (Bits{1} << fraction_bits) - 1; }
};

inline FloatFormat format_of(const std::string& type) {
  if (type == "f16") return {16, 10, 15};
  return type == "f32" ? FloatFormat{32, 23, 127} : FloatFormat{64, 52, 1023};
}

inline bool is_nan(Bits bits, const FloatFormat& format) {
  return (bits & ~format.sign()) > format.infinity();
}
inline bool is_infinity(Bits bits, const FloatFormat& format) {
  return (bits & ~format.sign()) == format.infinity();
}
inline bool is_zero(Bits bits, const FloatFormat& format) { return (bits & ~format.sign()) == 0; }
inline bool is_negative(Bits bits, const FloatFormat& format) {
  return (bits & format.sign()) != 0;
}

enum class Rounding { to_nearest_even, toward_zero, up, down };

// A number with enough bits for every value of every type, and every exact product and sum of a
// few.
class Number {
 public:
  static constexpr mpfr_prec_t bits = 4400;

  Number() { mpfr_init2(value_, bits); }
  Number(const Number& other) : Number() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  Number& operator=(const Number& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Number() { mpfr_clear(value_); }

  static Number of_float(Bits value, const FloatFormat& format) {
    Number number;
    const bool negative = is_negative(value, format);
    const Bits fraction = value & format.fraction();
    const int exponent = static_cast<int>((value & ~format.sign()) >> format.fraction_bits);
    if (is_nan(value, format)) {
      mpfr_set_nan(number.value_);
    } else if (is_infinity(value, format)) {
      mpfr_set_inf(number.value_, negative ? -1 : 1);
    } else {
      const Bits significand = exponent == 0 ? fraction : fraction + format.fraction() + 1;
      const int power = (exponent == 0 ? 1 : exponent) - format.greatest_exponent -
                        static_cast<int>(format.fraction_bits);
      mpfr_set_ui_2exp(number.value_, significand, power, MPFR_RNDN);
      mpfr_setsign(number.value_, number.value_, negative, MPFR_RNDN);
    }
    return number;
  }
  static Number of_integer(Wide value) {
    Number number;
    const bool negative = value < 0;
    const Wide magnitude = negative ? -value : value;  // below 2^64, or 2^64 at the most
    mpfr_set_ui(number.value_, static_cast<unsigned long>(magnitude >> 32), MPFR_RNDN);
    mpfr_mul_2ui(number.value_, number.value_, 32, MPFR_RNDN);
    mpfr_add_ui(number.value_, number.value_, static_cast<unsigned long>(magnitude & 0xFFFFFFFF),
                MPFR_RNDN);
    if (negative) mpfr_neg(number.value_, number.value_, MPFR_RNDN);
    return number;
  }

  // Rounded once.
  Bits to_float(const FloatFormat& format, Rounding rounding) const {
    const Bits sign = mpfr_signbit(value_) != 0 ? format.sign() : 0;
    if (mpfr_nan_p(value_) != 0) return format.infinity() | 1;
    if (mpfr_inf_p(value_) != 0) return sign | format.infinity();
    if (mpfr_zero_p(value_) != 0) return sign;
    // In units of the last place, as an integer; a carry goes into the exponent.
    const int exponent =
        std::max(static_cast<int>(mpfr_get_exp(value_)) - 1, format.least_exponent());
    Number scaled(*this);
    mpfr_abs(scaled.value_, scaled.value_, MPFR_RNDN);
    mpfr_mul_2si(scaled.value_, scaled.value_, static_cast<int>(format.fraction_bits) - exponent,
                 MPFR_RNDN);
    const bool away = rounding == (sign != 0 ? Rounding::down : Rounding::up);
    const bool nearest = rounding == Rounding::to_nearest_even;
    if (exponent > format.greatest_exponent)
      return sign | (nearest || away ? format.infinity() : format.infinity() - 1);
    if (nearest) {
      mpfr_rint_roundeven(scaled.value_, scaled.value_, MPFR_RNDN);
    } else if (away) {
      mpfr_rint_ceil(scaled.value_, scaled.value_, MPFR_RNDN);
    } else {
      mpfr_rint_trunc(scaled.value_, scaled.value_, MPFR_RNDN);
    }
    const Bits units = mpfr_get_ui(scaled.value_, MPFR_RNDN);
    const auto biased = static_cast<Bits>(exponent - format.least_exponent());
    return sign | ((biased << format.fraction_bits) + units);
  }
  // Without the fraction. The number must be within +-2^65.
  Wide integer_part() const {
    Number high, low;
    mpfr_trunc(low.value_, value_);
    mpfr_div_2ui(high.value_, low.value_, 32, MPFR_RNDN);
    mpfr_trunc(high.value_, high.value_);
    const Wide upper = mpfr_get_si(high.value_, MPFR_RNDN);
    mpfr_mul_2ui(high.value_, high.value_, 32, MPFR_RNDN);
    mpfr_sub(low.value_, low.value_, high.value_, MPFR_RNDN);
    return upper * (Wide{1} << 32) + mpfr_get_si(low.value_, MPFR_RNDN);
  }

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

// Whether the values are the same; all NaNs are equal.
inline bool same_value(const std::string& type, Bits a, Bits b) {
  if (!is_float(type)) return a == b;
  const FloatFormat format = format_of(type);
  return a == b || (is_nan(a, format) && is_nan(b, format));
}

// --- test values: those at which something changes, and random ones ---

inline std::vector<Bits> integer_samples(unsigned width) {
  std::vector<Bits> samples;
  for (unsigned power = 0; power < width; ++power) {
    if (power > 8 && power % 8 > 1 && power % 8 < 7) continue;
    for (const Wide near : {-1, 0, 1}) {
      samples.push_back(low_bits((Wide{1} << power) + near, width));
      samples.push_back(low_bits(-(Wide{1} << power) + near, width));
    }
  }
  return samples;
}

inline std::vector<Bits> float_samples(const std::string& type) {
  const FloatFormat format = format_of(type);
  const Bits one = static_cast<Bits>(format.greatest_exponent) << format.fraction_bits;
  const Bits unit = format.fraction() + 1;  // doubles a number
  const Bits half = unit >> 1;              // 1.5 is one + half
  std::vector<Bits> samples = {0,
                               1,
                               2,
                               half,
                               unit - 1,
                               unit,
                               unit + 1,  // denormals, least normals
                               one,
                               one - 1,
                               one + 1,
                               one + half,
                               one - unit,
                               one + unit,  // 1 and neighbors, 1.5, 0.5, 2
                               one + unit + half / 2,
                               one + unit + half,
                               one + 2 * unit,                     // 2.5, 3, 4
                               one + format.fraction_bits * unit,  // the greatest with a half
                               one + (format.fraction_bits + 1) * unit,
                               one - format.fraction_bits * unit,
                               one - (format.fraction_bits + 1) * unit,  // ties with 1
                               format.infinity(),
                               format.infinity() - 1,
                               format.infinity() + 1,
                               format.infinity() + half,
                               format.infinity() | format.fraction()};  // NaN of both kinds
  const std::size_t count = samples.size();
  for (std::size_t i = 0; i < count; ++i) samples.push_back(samples[i] | format.sign());
  return samples;
}

// Random bits, or bits close to those of a sample.
inline Bits random_value(const std::string& type, std::mt19937_64& random) {
  if (type == "bool") return random() & 1;
  const unsigned width = width_of(type);
  const std::vector<Bits> samples = is_float(type) ? float_samples(type) : integer_samples(width);
  switch (random() % 4) {
    case 0:
      return samples[random() % samples.size()];
    case 1:
      return low_bits(Wide{samples[random() % samples.size()]} + static_cast<int>(random() % 9) - 4,
                      width);
    case 2:
      // Small integers; floats with few digits.
      return low_bits(Wide{random() % 256} << (is_float(type) ? width - 8 : 0), width);
    default:
      return low_bits(random(), width);
  }
}

inline std::vector<Bits> samples(const std::string& type) {
  if (type == "bool") return {0, 1};
  return is_float(type) ? float_samples(type) : integer_samples(width_of(type));
}

}  // namespace spirv_oracle::test
