// Dot products of vectors of small floats. Products of small whole numbers have one result, in every order and with every
// precision.

#include <bit>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/instructions/elementwise_for_test.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle::test {
namespace {

// Exact for small whole numbers: a 16-bit float, or the upper bits of one or of a 32-bit float. The names of types are those of
// elementwise_for_test.h.
Bits whole_number_bits(const std::string& type, int number) {
  const auto single = static_cast<float>(number);
  const Bits half = to_float16(single).bits;
  if (type == "f16") return half;
  if (type == "g8") return half >> 8;
  // Another bias, and one bit of the exponent less.
  if (type == "e8") return (half & 0x8000) >> 8 | (to_float16(single / 256).bits & 0x7FFF) >> 7;
  const Bits bits = std::bit_cast<std::uint32_t>(single);
  return type == "b16" ? bits >> 16 : bits;
}

struct DotCase {
  std::string instruction, factor, sum;
  unsigned components;
  bool accumulates = true;
  int most = 4;  // of the factors
};

class MixedDotProduct : public ::testing::TestWithParam<DotCase> {};

TEST_P(MixedDotProduct, AddsProductsOfWholeNumbers) {
  const DotCase& dot = GetParam();
  Elementwise test{dot.instruction, dot.sum, {dot.factor, dot.factor}, dot.components};
  test.result_count = 1;
  test.first_scalar = 2;
  if (dot.accumulates) test.operands.push_back(dot.sum);
  std::mt19937_64 random(5);
  const auto draw = [&](int most) {
    return static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most;
  };
  std::vector<Row> rows, expected;
  for (int i = 0; i < 500; ++i) {
    std::vector<int> factors;
    for (unsigned k = 0; k < 2 * dot.components; ++k) factors.push_back(draw(dot.most));
    const int accumulator = dot.accumulates ? draw(7) : 0;
    int sum = accumulator;
    for (unsigned k = 0; k < dot.components; ++k) sum += factors[k] * factors[k + dot.components];
    Row row;
    for (const int factor : factors) row.push_back(whole_number_bits(dot.factor, factor));
    if (dot.accumulates) row.push_back(whole_number_bits(dot.sum, accumulator));
    rows.push_back(std::move(row));
    expected.push_back({whole_number_bits(dot.sum, sum)});
  }
  const std::vector<Row> results = run_elementwise(test, rows);
  ASSERT_EQ(results.size(), rows.size());
  // A sum of negative zeros is one as well.
  const Bits magnitude = mask_of(width_of(dot.sum)) >> 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_zero = expected[i][0] == 0 && (results[i][0] & magnitude) == 0;
    ASSERT_TRUE(is_zero || results[i] == expected[i]) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllTypes, MixedDotProduct,
    ::testing::Values(DotCase{"OpFDot2MixAcc32VALVE", "f16", "f32", 2, true, 2000},
                      DotCase{"OpFDot2MixAcc32VALVE", "b16", "f32", 2, true, 250},
                      DotCase{"OpFDot2MixAcc16VALVE", "f16", "f16", 2, true, 30},
                      DotCase{"OpFDot2MixAcc16VALVE", "b16", "b16", 2, true, 10},
                      DotCase{"OpFDot4MixAcc32VALVE", "e8", "f32", 4, true, 16},
                      DotCase{"OpFDot4MixAcc32VALVE", "g8", "f32", 4, true, 8},
                      DotCase{"OpDot", "b16", "b16", 2, false, 10},
                      DotCase{"OpDot", "b16", "b16", 3, false, 8},
                      DotCase{"OpDot", "b16", "b16", 4, false, 7}),
    [](const auto& of) {
      return of.param.instruction + "_" + of.param.factor + "_" + of.param.sum + "_" +
             std::to_string(of.param.components);
    });

}  // namespace
}  // namespace spirv_oracle::test
