#include "golden/suite/edge_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "data/scalar.h"
#include "golden/suite/operands.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle::golden {
namespace {

using Values = std::vector<std::uint64_t>;

unsigned width_of(ScalarKind scalar) { return 8 * static_cast<unsigned>(scalar_size(scalar)); }
std::uint64_t sign_bit(ScalarKind scalar) { return (all_bits(scalar) >> 1) + 1; }

// --- floats ---

unsigned fraction_bits(ScalarKind scalar) {
  if (const EncodedFormat* format = encoded_format(scalar))
    return static_cast<unsigned>(format->fraction_bits);
  return significand_width_of(static_cast<unsigned>(scalar_size(scalar)));
}
std::uint64_t infinity_bits(ScalarKind scalar) {
  return float_bits(scalar, std::numeric_limits<double>::infinity());
}

void add_both_signs(ScalarKind scalar, std::uint64_t magnitude, Values& values) {
  values.push_back(magnitude);
  values.push_back(magnitude | sign_bit(scalar));
}

// The number and its neighbors, if the format has them.
void add_with_neighbors(ScalarKind scalar, double magnitude, Values& values) {
  const std::uint64_t bits = float_bits(scalar, magnitude);
  if (bits == infinity_bits(scalar)) return;
  add_both_signs(scalar, bits - 1, values);
  add_both_signs(scalar, bits, values);
  if (bits + 1 != infinity_bits(scalar)) add_both_signs(scalar, bits + 1, values);
}

Values special_floats(ScalarKind scalar) {
  const std::uint64_t infinity = infinity_bits(scalar);
  Values values;
  add_both_signs(scalar, 0, values);
  add_both_signs(scalar, infinity, values);
  add_both_signs(scalar, infinity | std::uint64_t{1} << (fraction_bits(scalar) - 1), values);
  values.push_back(all_bits(scalar) >> 1);
  return values;
}

Values denormals(ScalarKind scalar) {
  const std::uint64_t least_normal = std::uint64_t{1} << fraction_bits(scalar);
  Values values;
  for (const std::uint64_t bits : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3},
                                   least_normal / 2, least_normal / 2 + 1, least_normal - 1})
    add_both_signs(scalar, bits, values);
  return values;
}

Values float_limits(ScalarKind scalar) {
  const std::uint64_t least_normal = std::uint64_t{1} << fraction_bits(scalar);
  const std::uint64_t infinity = infinity_bits(scalar);
  Values values;
  for (const std::uint64_t bits : {least_normal, least_normal + 1, 2 * least_normal, infinity - 1,
                                   infinity - 2, infinity - least_normal})
    add_both_signs(scalar, bits, values);
  return values;
}

Values small_floats(ScalarKind scalar) {
  Values values;
  for (const double number :
       {1.0, 2.0, 3.0, 4.0, 0.25, 0.75, 0.1, 0.3, 3.14159265358979, 10.0, 100.0, 1000.0})
    add_both_signs(scalar, float_bits(scalar, number), values);
  for (const double number : {1.0, 2.0, 0.5}) add_with_neighbors(scalar, number, values);
  return values;
}

Values halves(ScalarKind scalar) {
  Values values;
  for (const double number : {0.5, 1.5, 2.5, 3.5, 126.5, 127.5, 254.5, 255.5, 1022.5})
    add_with_neighbors(scalar, number, values);
  // From here on, all numbers are integers.
  add_with_neighbors(scalar, std::ldexp(1.0, static_cast<int>(fraction_bits(scalar))), values);
  add_with_neighbors(scalar, std::ldexp(1.0, static_cast<int>(fraction_bits(scalar)) - 1), values);
  return values;
}

Values integer_limits(ScalarKind scalar) {
  Values values;
  for (const int bits : {7, 8, 15, 16, 31, 32, 63, 64}) {
    add_with_neighbors(scalar, std::ldexp(1.0, bits), values);
    if (bits < 33) add_with_neighbors(scalar, std::ldexp(1.0, bits) - 1, values);
  }
  return values;
}

// Halfway between two numbers of a narrower format and next to it: normal, denormal, and where that format overflows.
Values narrower_halves(ScalarKind scalar) {
  Values values;
  if (!is_ieee_float(scalar)) return values;
  const auto add = [&](int fraction, int least_exponent, int overflow_exponent) {
    for (const double number : {1.0, 1 + std::ldexp(1.0, -fraction)}) {
      for (const int exponent : {0, 3, -5})
        add_with_neighbors(scalar, std::ldexp(number + std::ldexp(0.5, -fraction), exponent),
                           values);
    }
    for (const double number : {0.5, 1.0, 1.5, 2.5, 1022.5})
      add_with_neighbors(scalar, std::ldexp(number, least_exponent - fraction), values);
    add_with_neighbors(scalar, std::ldexp(2 - std::ldexp(0.5, -fraction), overflow_exponent),
                       values);
    add_with_neighbors(scalar, std::ldexp(1.0, overflow_exponent + 1), values);
  };
  if (scalar != ScalarKind::float16) add(10, -14, 15);
  if (scalar == ScalarKind::float64) add(23, -126, 127);
  return values;
}

// Numbers that a 16-bit float can represent.
Values short_floats(ScalarKind scalar) {
  Values values;
  for (std::uint64_t k = 0; k < 32; ++k)
    values.push_back(float_bits(
        scalar, float_value(ScalarKind::float16, random_value(ScalarKind::float16, 3 * k))));
  return values;
}

// All bits of a type of which every pattern is a value of its own kind.
Values all_patterns(ScalarKind scalar) {
  Values values(all_bits(scalar) + 1);
  std::iota(values.begin(), values.end(), std::uint64_t{0});
  return values;
}

// --- integers ---

Values small_integers(ScalarKind scalar) {
  Values values;
  for (std::uint64_t number = 0; number <= 5; ++number) {
    values.push_back(number);
    values.push_back(-number & all_bits(scalar));
  }
  for (const std::uint64_t number : {7, 10, 31, 100}) values.push_back(number);
  return values;
}

Values limits_of_integers(ScalarKind scalar) {
  const std::uint64_t all = all_bits(scalar), sign = sign_bit(scalar);
  return {all, all - 1, sign, sign - 1, sign + 1, sign - 2, sign >> 1, all >> 2, (all >> 2) + 2};
}

Values powers_of_two(ScalarKind scalar) {
  Values values;
  for (unsigned bit = 2; bit < width_of(scalar); ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    for (const std::uint64_t number : {power - 1, power, power + 1}) values.push_back(number);
    if (is_signed_integer(scalar)) values.push_back(-power & all_bits(scalar));
  }
  return values;
}

// Halfway between two floats, next to it, and where a 16-bit float overflows.
Values halves_of_floats(ScalarKind scalar) {
  Values values;
  const auto add = [&](std::uint64_t number) {
    if (number > all_bits(scalar) >> (is_signed_integer(scalar) ? 1 : 0)) return;
    values.push_back(number);
    if (is_signed_integer(scalar)) values.push_back(-number & all_bits(scalar));
  };
  for (const unsigned digits : {11u, 24u, 53u}) {
    for (unsigned exponent = digits; exponent < std::min(digits + 12, 64u); exponent += 3) {
      const std::uint64_t unit = std::uint64_t{1} << (exponent - digits + 1);
      for (const std::uint64_t base :
           {std::uint64_t{1} << exponent, (std::uint64_t{1} << exponent) + unit}) {
        for (const std::uint64_t half : {base + unit / 2 - 1, base + unit / 2, base + unit / 2 + 1})
          add(half);
      }
    }
  }
  for (const std::uint64_t number : {65503u, 65504u, 65519u, 65520u, 65521u, 65535u, 65536u})
    add(number);
  return values;
}

// --- Booleans ---

std::vector<OperandClass> booleans() { return {{"Booleans", {0, 1}}}; }

std::vector<OperandClass> each_once(std::vector<OperandClass> classes) {
  std::set<std::uint64_t> seen;
  for (OperandClass& one : classes)
    std::erase_if(one.values, [&](std::uint64_t bits) { return !seen.insert(bits).second; });
  std::erase_if(classes, [](const OperandClass& one) { return one.values.empty(); });
  return classes;
}

}  // namespace

std::vector<OperandClass> edge_values(ScalarKind scalar) {
  if (scalar == ScalarKind::boolean) return booleans();
  if (is_microscaling(scalar)) return {{"all values", all_patterns(scalar)}};
  if (is_float(scalar)) {
    return each_once({{"zeros, infinities, NaN", special_floats(scalar)},
                      {"denormals", denormals(scalar)},
                      {"limits", float_limits(scalar)},
                      {"small numbers", small_floats(scalar)},
                      {"halves", halves(scalar)},
                      {"limits of integers", integer_limits(scalar)},
                      {"between narrower floats", narrower_halves(scalar)},
                      {"16-bit floats", short_floats(scalar)}});
  }
  return each_once({{"small numbers", small_integers(scalar)},
                    {"limits", limits_of_integers(scalar)},
                    {"powers of two", powers_of_two(scalar)},
                    {"between floats", halves_of_floats(scalar)}});
}

std::vector<std::uint64_t> common_values(ScalarKind scalar) {
  if (scalar == ScalarKind::boolean) return {0, 1};
  if (is_microscaling(scalar)) return all_patterns(scalar);
  Values values;
  if (is_float(scalar)) {
    values = special_floats(scalar);
    values.pop_back();  // one NaN of each sign is enough
    const Values few_denormals = denormals(scalar), limits = float_limits(scalar);
    values.insert(values.end(), few_denormals.begin(), few_denormals.begin() + 2);
    values.push_back(few_denormals.back());
    values.push_back(limits[0]);
    values.push_back(limits[6]);
    for (const double number : {1.0, -1.0, 0.5, 1.5, -2.5, 3.0, 0.1, -10.0, 1000.0})
      values.push_back(float_bits(scalar, number));
    values.push_back(float_bits(scalar, 1.0) + 1);
    return values;
  }
  values = limits_of_integers(scalar);
  for (const std::uint64_t number : {0, 1, 2, 3, 5, 7, 10}) {
    values.push_back(number);
    values.push_back(-number & all_bits(scalar));
  }
  for (unsigned bit = 3; bit <= 6; ++bit)
    values.push_back((std::uint64_t{1} << bit) & all_bits(scalar));
  const std::set<std::uint64_t> each(values.begin(), values.end());
  return {each.begin(), each.end()};
}

std::uint64_t random_value(ScalarKind scalar, std::uint64_t number) {
  const std::uint64_t random = scrambled(number);
  if (scalar == ScalarKind::boolean) return random & 1;
  if (is_microscaling(scalar)) return random & all_bits(scalar);
  if (!is_float(scalar))
    return (random & all_bits(scalar)) >> (scrambled(number + 1) % width_of(scalar));
  const std::uint64_t magnitude_and_sign = random & all_bits(scalar);
  // Two of three numbers are near 1, where most functions have interesting results.
  const std::uint64_t one = float_bits(scalar, 1.0);
  const std::uint64_t fraction = (std::uint64_t{1} << fraction_bits(scalar)) - 1;
  const std::uint64_t kind = scrambled(number + 1) % 3;
  if (kind < 2) {
    const std::uint64_t exponent = one + ((scrambled(number + 2) % 9) << fraction_bits(scalar)) -
                                   (std::uint64_t{5} << fraction_bits(scalar));
    return (magnitude_and_sign & (sign_bit(scalar) | fraction)) | exponent;
  }
  const std::uint64_t magnitude =
      (magnitude_and_sign & (sign_bit(scalar) - 1)) % infinity_bits(scalar);
  return magnitude | (magnitude_and_sign & sign_bit(scalar));
}

}  // namespace spirv_oracle::golden
