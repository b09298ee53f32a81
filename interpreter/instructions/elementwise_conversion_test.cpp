// The conversion instructions over every pair of types: against exact numbers, rounded once. Values
// that the result type cannot hold are undefined behavior and excluded here.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/instructions/elementwise_for_test.h"

namespace spirv_oracle::test {
namespace {

struct RoundingCase {
  std::string modes, decoration;
  Rounding rounding;
};

// --- between floats and integers ---

// The integer part, where the width holds it.
Model truncated(const FloatFormat& from, unsigned width, bool is_signed) {
  return [=](const Row& x) -> std::optional<Row> {
    const Number number = Number::of_float(x[0], from);
    if (is_nan(x[0], from) ||
        mpfr_cmpabs(number.get(), Number::of_integer(Wide{1} << 65).get()) > 0)
      return std::nullopt;
    const Wide value = number.integer_part();
    const Wide end = Wide{1} << (is_signed ? width - 1 : width);
    if (value >= end || value < (is_signed ? -end : 0)) return std::nullopt;
    return Row{low_bits(value, width)};
  };
}

TEST(ElementwiseConversion, FloatsLoseTheirFraction) {
  for (const std::string& from : float_types()) {
    for (const std::string& to : integer_types()) {
      check_all_sizes({"OpConvertFToS", to, {from}},
                      truncated(format_of(from), width_of(to), true));
      if (to[0] != 'u') continue;
      check_all_sizes({"OpConvertFToU", to, {from}},
                      truncated(format_of(from), width_of(to), false));
    }
  }
}

Model nearest_float(const FloatFormat& to, unsigned width, bool is_signed, Rounding rounding) {
  return [=](const Row& x) -> std::optional<Row> {
    const Wide value = is_signed ? as_signed(x[0], width) : Wide{x[0]};
    return Row{Number::of_integer(value).to_float(to, rounding)};
  };
}

TEST(ElementwiseConversion, IntegersAreRoundedOnce) {
  for (const std::string& to : float_types()) {
    const std::string toward_zero =
        "OpExecutionMode %main RoundingModeRTZ " + std::to_string(width_of(to));
    for (const RoundingCase& rounding : {RoundingCase{"", "", Rounding::to_nearest_even},
                                         RoundingCase{toward_zero, "", Rounding::toward_zero}}) {
      for (const std::string& from : integer_types()) {
        for (const bool is_signed : {false, true}) {
          Elementwise test{is_signed ? "OpConvertSToF" : "OpConvertUToF", to, {from}};
          test.modes = rounding.modes;
          check_all_sizes(
              test, nearest_float(format_of(to), width_of(from), is_signed, rounding.rounding));
        }
      }
    }
  }
}

// --- between widths ---

TEST(ElementwiseConversion, IntegersAreTruncatedOrExtended) {
  for (const std::string& from : integer_types()) {
    for (const std::string& to : integer_types()) {
      if (width_of(from) == width_of(to)) continue;
      check_all_sizes({"OpSConvert", to, {from}}, [&](const Row& x) -> std::optional<Row> {
        return Row{low_bits(as_signed(x[0], width_of(from)), width_of(to))};
      });
      if (to[0] != 'u') continue;
      check_all_sizes({"OpUConvert", to, {from}}, [&](const Row& x) -> std::optional<Row> {
        return Row{low_bits(Wide{x[0]}, width_of(to))};
      });
    }
  }
}

Model rounded_to(const FloatFormat& from, const FloatFormat& to, Rounding rounding) {
  return [=](const Row& x) -> std::optional<Row> {
    return Row{Number::of_float(x[0], from).to_float(to, rounding)};
  };
}

TEST(ElementwiseConversion, FloatsAreRoundedOnce) {
  for (const std::string& from : float_types()) {
    for (const std::string& to : float_types()) {
      if (from == to) continue;
      Elementwise test{"OpFConvert", to, {from}};
      check_all_sizes(test, rounded_to(format_of(from), format_of(to), Rounding::to_nearest_even));
      test.modes = "OpExecutionMode %main RoundingModeRTZ " + std::to_string(width_of(to));
      check_all_sizes(test, rounded_to(format_of(from), format_of(to), Rounding::toward_zero));
    }
  }
}

// "If an instruction is decorated with FPRoundingMode ... RoundingModeRTZ is ignored". In shaders, the decoration only
// applies to stores of 16-bit floats.
TEST(ElementwiseConversion, TheDecorationComesBeforeTheMode) {
  const std::string toward_zero = "OpExecutionMode %main RoundingModeRTZ 16";
  for (const std::string from : {"f32", "f64"}) {
    for (const RoundingCase& rounding :
         {RoundingCase{"", "FPRoundingMode RTZ", Rounding::toward_zero},
          RoundingCase{"", "FPRoundingMode RTE", Rounding::to_nearest_even},
          RoundingCase{"", "FPRoundingMode RTP", Rounding::up},
          RoundingCase{"", "FPRoundingMode RTN", Rounding::down},
          RoundingCase{toward_zero, "FPRoundingMode RTE", Rounding::to_nearest_even},
          RoundingCase{toward_zero, "FPRoundingMode RTP", Rounding::up},
          RoundingCase{toward_zero, "FPRoundingMode RTZ", Rounding::toward_zero}}) {
      Elementwise test{"OpFConvert", "f16", {from}};
      test.modes = rounding.modes;
      test.decoration = rounding.decoration;
      check_elementwise(test, rounded_to(format_of(from), format_of("f16"), rounding.rounding));
      test.components = 3;
      test.validate = false;  // the components are taken apart before they are stored
      check_elementwise(test, rounded_to(format_of(from), format_of("f16"), rounding.rounding));
    }
  }
}

// Excludes numbers below the least normal number of 16 bits that would round to it: the specification says that they become
// zero, and does not mention rounding.
TEST(ElementwiseConversion, QuantizationRoundsTo16BitsWithoutDenormals) {
  const FloatFormat half = format_of("f16"), single = format_of("f32");
  const Bits least_normal = Bits{1} << half.fraction_bits;
  check_all_sizes({"OpQuantizeToF16", "f32", {"f32"}}, [&](const Row& x) -> std::optional<Row> {
    const Number number = Number::of_float(x[0], single);
    const Bits rounded = number.to_float(half, Rounding::to_nearest_even);
    const Bits cut = number.to_float(half, Rounding::toward_zero);
    const Bits magnitude = rounded & ~half.sign();
    if (magnitude < least_normal) return Row{x[0] & single.sign()};
    if (magnitude == least_normal && cut != rounded) return std::nullopt;
    return Row{Number::of_float(rounded, half).to_float(single, Rounding::to_nearest_even)};
  });
}

// --- bits ---

TEST(ElementwiseConversion, BitcastsOfOneWidthKeepTheBits) {
  for (const std::string& from : all_scalar_types()) {
    for (const std::string& to : all_scalar_types()) {
      if (from == to || width_of(from) != width_of(to)) continue;
      Elementwise test{"OpBitcast", to, {from}};
      for (test.components = 1; test.components <= 4; ++test.components) {
        std::vector<Row> rows;
        std::mt19937_64 random(test.components);
        for (unsigned i = 0; i < 200; ++i) {
          rows.emplace_back();
          for (unsigned c = 0; c < test.components; ++c)
            rows.back().push_back(random_value(from, random));
        }
        EXPECT_EQ(run_elementwise(test, rows), rows) << from << " to " << to;
      }
    }
  }
}

// "any single component of S (mapping to multiple components of L) maps its lower-ordered bits to the
// lower-numbered components of L": as if both lay in memory, the least significant byte first.
TEST(ElementwiseConversion, BitcastsOfOtherWidthsKeepTheOrderOfTheBits) {
  const auto one_number = [](const Row& components, unsigned width) {
    __extension__ unsigned __int128 low = 0, high = 0;
    for (std::size_t i = 0; i < components.size(); ++i) {
      const std::size_t at = i * width;
      (at < 128 ? low : high) |= static_cast<decltype(low)>(components[i]) << (at % 128);
    }
    return std::pair(low, high);
  };
  std::mt19937_64 random(5);
  for (const std::string& from : all_scalar_types()) {
    for (const std::string& to : all_scalar_types()) {
      for (unsigned components = 1; components <= 4; ++components) {
        const unsigned bits = components * width_of(from);
        const unsigned count = bits / width_of(to);
        const bool is_multiple = count % components == 0 || components % std::max(count, 1u) == 0;
        if (count == components || count * width_of(to) != bits || count > 4 || !is_multiple)
          continue;
        Elementwise test{"OpBitcast", to, {from}, components};
        test.result_count = count;
        std::vector<Row> rows(100, Row(components));
        for (Row& row : rows) {
          for (Bits& component : row) component = random_value(from, random);
        }
        const std::vector<Row> results = run_elementwise(test, rows);
        ASSERT_EQ(results.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
          ASSERT_TRUE(one_number(rows[i], width_of(from)) == one_number(results[i], width_of(to)))
              << from << " to " << to << ": " << internal::hex_text(rows[i]) << " became "
              << internal::hex_text(results[i]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
