// Conversions from and to 8-bit floats and bfloat16 in modules, of all values. float_encoding_test.cpp has the rounding of single
// numbers.

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/instructions/elementwise_for_test.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle::test {
namespace {

// The names of types are those of elementwise_for_test.h.
double number_of_type(const std::string& type, Bits bits) {
  if (type == "g8") return to_float(Float16{static_cast<std::uint16_t>(bits << 8)});
  if (type == "b16") return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
  if (type == "f16") return to_float(Float16{static_cast<std::uint16_t>(bits)});
  if (type == "f32") return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == "f64") return std::bit_cast<double>(bits);
  if (type != "e8")
    return static_cast<double>(type[0] == 'i' ? as_signed(bits, width_of(type)) : Wide{bits});
  if ((bits & 0x7F) == 0x7F) return std::nan("");
  const auto half = static_cast<std::uint16_t>((bits & 0x80) << 8 | (bits & 0x7F) << 7);
  return 256.0 * static_cast<double>(to_float(Float16{half}));
}

bool is_nan_of_type(const std::string& type, Bits bits) {
  return type[0] != 'u' && type[0] != 'i' && std::isnan(number_of_type(type, bits));
}

// The nearest 8-bit float, found among all of them.
Bits nearest_float8(const std::string& type, double value, bool saturates) {
  const Bits sign = std::signbit(value) ? 0x80 : 0;
  const Bits greatest = type == "e8" ? 0x7E : 0x7B;
  const Bits overflow = saturates ? greatest : greatest + 1;
  if (std::isnan(value)) return 0x7F;
  const double magnitude = std::fabs(value);
  // Half a unit beyond the greatest number. A tie is nearer to the greatest E4M3, which is even.
  const double end = type == "e8" ? 464 : 61440;
  if (magnitude > end || (magnitude == end && type == "g8")) return sign | overflow;
  Bits best = 0;
  for (Bits bits = 1; bits <= greatest; ++bits) {
    const double near = std::fabs(number_of_type(type, bits) - magnitude);
    const double nearest = std::fabs(number_of_type(type, best) - magnitude);
    if (near < nearest || (near == nearest && bits % 2 == 0)) best = bits;
  }
  return sign | best;
}

std::vector<Row> all_values(const std::string& type) {
  std::vector<Row> rows;
  for (Bits bits = 0; bits < Bits{1} << width_of(type); ++bits) rows.push_back({bits});
  return rows;
}

void check_all_values(const Elementwise& test, const std::vector<Row>& rows, const auto& expected) {
  SCOPED_TRACE(test.instruction + " to " + test.result + " of " + test.operands[0] + " " +
               test.decoration);
  const std::vector<Row> results = run_elementwise(test, rows);
  ASSERT_EQ(results.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Bits wanted = expected(rows[i][0]);
    if (is_nan_of_type(test.result, wanted)) {
      ASSERT_TRUE(is_nan_of_type(test.result, results[i][0])) << std::hex << rows[i][0];
    } else {
      ASSERT_EQ(results[i][0], wanted) << std::hex << "0x" << rows[i][0];
    }
  }
}

constexpr const char* saturation = "SaturatedToLargestFloat8NormalConversionEXT";

TEST(EncodedConversion, WidensEveryFloat8) {
  for (const std::string from : {"e8", "g8"}) {
    const auto value = [&](Bits bits) { return number_of_type(from, bits); };
    const std::vector<Row> all = all_values(from);
    check_all_values({"OpFConvert", "f32", {from}}, all, [&](Bits bits) {
      return Bits{std::bit_cast<std::uint32_t>(static_cast<float>(value(bits)))};
    });
    check_all_values({"OpFConvert", "f64", {from}}, all,
                     [&](Bits bits) { return std::bit_cast<Bits>(value(bits)); });
    check_all_values({"OpFConvert", "f16", {from}}, all,
                     [&](Bits bits) { return Bits{to_float16(value(bits)).bits}; });
    check_all_values({"OpFConvert", "b16", {from}}, all, [&](Bits bits) {
      return Bits{std::bit_cast<std::uint32_t>(static_cast<float>(value(bits))) >> 16};
    });
  }
}

TEST(EncodedConversion, NarrowsEveryHalfAndBfloat16) {
  for (const std::string to : {"e8", "g8"}) {
    for (const std::string from : {"f16", "b16", "e8", "g8"}) {
      if (from == to) continue;
      for (const char* decoration : {"", saturation}) {
        Elementwise test{"OpFConvert", to, {from}};
        test.decoration = decoration;
        check_all_values(test, all_values(from), [&](Bits bits) {
          return nearest_float8(to, number_of_type(from, bits), test.decoration == saturation);
        });
      }
    }
  }
}

// Through a 32-bit float, numbers would round twice.
TEST(EncodedConversion, RoundsWiderTypesOnce) {
  std::mt19937_64 random(3);
  for (const std::string to : {"e8", "g8"}) {
    std::vector<Row> doubles, floats;
    for (Bits bits = 0; bits < 0x7B; ++bits) {
      const double tie = (number_of_type(to, bits) + number_of_type(to, bits + 1)) / 2;
      for (const double near : {tie, std::nextafter(tie, 0), std::nextafter(tie, HUGE_VAL), -tie})
        doubles.push_back({std::bit_cast<Bits>(near)});
    }
    for (int i = 0; i < 1000; ++i) {
      doubles.push_back({random_value("f64", random)});
      floats.push_back({random_value("f32", random)});
    }
    for (const char* decoration : {"", saturation}) {
      Elementwise test{"OpFConvert", to, {"f64"}};
      test.decoration = decoration;
      const bool saturates = test.decoration == saturation;
      check_all_values(test, doubles, [&](Bits bits) {
        return nearest_float8(to, number_of_type("f64", bits), saturates);
      });
      test.operands = {"f32"};
      check_all_values(test, floats, [&](Bits bits) {
        return nearest_float8(to, number_of_type("f32", bits), saturates);
      });
    }
  }
}

TEST(EncodedConversion, ConvertsIntegersToFloat8) {
  std::mt19937_64 random(4);
  for (const std::string to : {"e8", "g8"}) {
    for (const std::string from : {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"}) {
      std::vector<Row> rows = width_of(from) <= 16 ? all_values(from) : std::vector<Row>{};
      for (int i = 0; i < 1000 && width_of(from) > 16; ++i)
        rows.push_back({random_value(from, random)});
      for (const char* decoration : {"", saturation}) {
        Elementwise test{from[0] == 'i' ? "OpConvertSToF" : "OpConvertUToF", to, {from}};
        test.decoration = decoration;
        check_all_values(test, rows, [&](Bits bits) {
          return nearest_float8(to, number_of_type(from, bits), test.decoration == saturation);
        });
      }
    }
  }
}

TEST(EncodedConversion, TruncatesEveryFloat8ThatFits) {
  for (const std::string from : {"e8", "g8"}) {
    for (const std::string to : {"i8", "u8", "i16", "u16", "i32", "u64"}) {
      const bool is_signed = to[0] == 'i';
      const unsigned bits_of_magnitude = width_of(to) - (is_signed ? 1 : 0);
      std::vector<Row> rows = all_values(from);
      std::erase_if(rows, [&](const Row& row) {
        const double value = std::trunc(number_of_type(from, row[0]));
        const double end = std::ldexp(1.0, static_cast<int>(bits_of_magnitude));
        return !(value < end && value >= (is_signed ? -end : 0));
      });
      check_all_values({is_signed ? "OpConvertFToS" : "OpConvertFToU", to, {from}}, rows,
                       [&](Bits bits) {
                         const auto value = static_cast<Wide>(number_of_type(from, bits));
                         return low_bits(value, width_of(to));
                       });
    }
  }
}

TEST(EncodedConversion, ConvertsVectors) {
  Elementwise test{"OpFConvert", "e8", {"f32"}};
  check_all_sizes(test, [](const Row& x) -> std::optional<Row> {
    const double value = number_of_type("f32", x[0]);
    if (std::isnan(value)) return std::nullopt;
    return Row{nearest_float8("e8", value, false)};
  });
}

// A 32-bit float whose lowest 13 bits are zeros: nearest, ties to even.
TEST(EncodedConversion, RoundsToTensorFloat32) {
  check_all_sizes({"OpRoundFToTF32INTEL", "f32", {"f32"}}, [](const Row& x) -> std::optional<Row> {
    const Bits magnitude = x[0] & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return Row{0x7FC00000};
    const Bits rounded = (magnitude + 0xFFF + (magnitude >> 13 & 1)) >> 13 << 13;
    return Row{(x[0] & 0x80000000) | rounded};
  });
}

}  // namespace
}  // namespace spirv_oracle::test
