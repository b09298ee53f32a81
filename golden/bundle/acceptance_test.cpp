#include "golden/bundle/acceptance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

constexpr ScalarKind half = ScalarKind::float16;

std::uint64_t half_bits(double value) { return float_bits(half, value); }

Acceptance half_range(double low, double high, SpecialValues special = {}) {
  Acceptance range;
  range.kind = AcceptanceKind::range;
  range.low = half_bits(low);
  range.high = half_bits(high);
  range.special = special;
  return range;
}

// The rule as docs/golden.md states it, over numbers.
bool is_in_range(double value, bool is_negative, double low, double high,
                 const SpecialValues& special) {
  if (std::isnan(value)) return special.nan;
  if (std::isinf(value)) return is_negative ? special.negative_infinity : special.positive_infinity;
  if (value == 0) return is_negative ? special.negative_zero : special.positive_zero;
  return low <= value && value <= high;
}

TEST(Acceptance, RangesOfHalvesFollowTheRule) {
  const std::vector<SpecialValues> flags{{},
                                         {.nan = true},
                                         {.positive_infinity = true, .negative_zero = true},
                                         {.negative_infinity = true, .positive_zero = true}};
  const std::vector<std::pair<double, double>> bounds{{-1, 1}, {1, 2},          {-3, -0.5},
                                                      {2, 1},  {-65504, 65504}, {0, 1e-5}};
  for (const SpecialValues& special : flags) {
    for (const auto& [low, high] : bounds) {
      const Acceptance range = half_range(low, high, special);
      const double exact_low = float_value(half, range.low);
      const double exact_high = float_value(half, range.high);
      for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
        ASSERT_EQ(accepts(half, range, 0, bits),
                  is_in_range(float_value(half, bits), (bits & 0x8000) != 0, exact_low, exact_high,
                              special))
            << low << ".." << high << " bits " << bits;
      }
    }
  }
}

TEST(Acceptance, WidthCountsTheNumbersInARange) {
  for (const auto& [low, high] :
       std::vector<std::pair<double, double>>{{1, 1}, {-1, 1}, {0.25, 3}, {-2, -1.5}, {-0.0, 1}}) {
    const Acceptance range = half_range(low, high, {.positive_zero = true});
    std::uint64_t count = 0;  // with one zero
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      const double value = float_value(half, bits);
      if (bits != 0x8000 && low <= value && value <= high) ++count;
    }
    EXPECT_EQ(width_in_ulp(half, range), count - 1) << low << ".." << high;
  }
}

TEST(Acceptance, IntegersCompareInTheOrderOfTheirType) {
  Acceptance range;
  range.kind = AcceptanceKind::range;
  range.low = 0xFE;  // -2
  range.high = 1;
  for (int value = -128; value < 128; ++value) {
    EXPECT_EQ(accepts(ScalarKind::int8, range, 0, static_cast<std::uint8_t>(value)),
              -2 <= value && value <= 1)
        << value;
  }
  range.low = 1;
  range.high = 0xFE;
  for (unsigned value = 0; value < 256; ++value)
    EXPECT_EQ(accepts(ScalarKind::uint8, range, 0, value), 1 <= value && value <= 0xFE) << value;
  range.low = 0x8000000000000000;
  range.high = 0x8000000000000001;
  EXPECT_TRUE(accepts(ScalarKind::uint64, range, 0, 0x8000000000000001));
  EXPECT_FALSE(accepts(ScalarKind::uint64, range, 0, 0x7FFFFFFFFFFFFFFF));
  EXPECT_FALSE(accepts(ScalarKind::int64, range, 0, 0));
}

TEST(Acceptance, ExactNanSetAndAny) {
  const std::uint64_t minus_zero = 0x80000000, quiet = 0x7FC00000, other_nan = 0xFF800001;
  Acceptance acceptance;
  EXPECT_TRUE(accepts(ScalarKind::float32, acceptance, minus_zero, minus_zero));
  EXPECT_FALSE(accepts(ScalarKind::float32, acceptance, minus_zero, 0));
  acceptance.kind = AcceptanceKind::nan;
  EXPECT_TRUE(accepts(ScalarKind::float32, acceptance, quiet, other_nan));
  EXPECT_FALSE(accepts(ScalarKind::float32, acceptance, quiet, 0x7F800000));
  acceptance.kind = AcceptanceKind::set;
  acceptance.set = {3, 5};
  EXPECT_TRUE(accepts(ScalarKind::uint32, acceptance, 3, 5));
  EXPECT_FALSE(accepts(ScalarKind::uint32, acceptance, 3, 4));
  acceptance.kind = AcceptanceKind::any;
  EXPECT_TRUE(accepts(ScalarKind::uint32, acceptance, 3, 4));
}

// An independent form of an output: the acceptance of each byte's component.
std::map<std::uint64_t, AcceptanceKind> kinds_by_offset(const OutputAcceptance& output) {
  std::map<std::uint64_t, AcceptanceKind> kinds;
  for (const AcceptanceRun& run : output) {
    for (std::uint64_t i = 0; i < run.count; ++i)
      kinds[run.offset + i * scalar_size(run.type)] = run.acceptance.kind;
  }
  return kinds;
}

TEST(Acceptance, ReplacementsChangeTheirComponentsAlone) {
  OutputAcceptance output;
  append(output, {0, 6, ScalarKind::uint32, {}});
  append(output, {24, 3, ScalarKind::uint8, {}});
  append(output, {27, 1, ScalarKind::uint8, {}});
  ASSERT_EQ(output.size(), 2u);
  Acceptance any;
  any.kind = AcceptanceKind::any;
  for (unsigned mask = 0; mask < 1u << 10; ++mask) {
    std::map<std::uint64_t, Acceptance> replacements;
    auto expected = kinds_by_offset(output);
    for (unsigned i = 0; i < 10; ++i) {
      if ((mask >> i & 1) == 0) continue;
      const std::uint64_t offset = i < 6 ? i * 4 : 24 + i - 6;
      replacements[offset] = any;
      expected[offset] = AcceptanceKind::any;
    }
    const OutputAcceptance replaced = with_replaced(output, replacements);
    ASSERT_EQ(kinds_by_offset(replaced), expected) << mask;
    EXPECT_EQ(replaced.back().end(), 28u);
  }
}

TEST(Acceptance, StatisticsCountComponentsAndTakeTheMedianWidth) {
  OutputAcceptance output;
  append(output, {0, 4, half, {}});
  append(output, {8, 1, half, half_range(1, 1 + 3 / 1024.0)});
  append(output, {10, 1, half, half_range(1, 1 + 5 / 1024.0)});
  append(output, {12, 1, half, half_range(1, 1 + 900 / 1024.0)});
  const AcceptanceStatistics statistics = statistics_of({&output, &output});
  EXPECT_EQ(statistics.components, 14u);
  EXPECT_EQ(statistics.exact, 8u);
  EXPECT_EQ(statistics.range, 6u);
  EXPECT_EQ(statistics.median_range_ulp, 5u);
}

AcceptanceRun permutation_of(std::vector<std::uint64_t> values) {
  AcceptanceRun run{4, values.size(), ScalarKind::uint32, {}};
  run.acceptance.kind = AcceptanceKind::permutation;
  std::ranges::sort(values);
  run.acceptance.set = std::move(values);
  return run;
}

// By counting: a component is surplus if its value occurs before it as often as in the list.
TEST(Acceptance, APermutationHasEachValueAsOftenAsItsList) {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    std::vector<std::uint64_t> values(1 + random() % 6), contents(values.size());
    for (auto& value : values) value = random() % 4;
    for (auto& value : contents) value = random() % 4;
    std::vector<std::byte> bytes(4);
    for (const std::uint64_t value : contents) append_bits(value, 4, bytes);
    std::vector<std::uint64_t> expected;
    for (std::size_t k = 0; k < contents.size(); ++k) {
      const auto before =
          std::count(contents.begin(), contents.begin() + static_cast<long>(k), contents[k]);
      const auto permitted = std::ranges::count(values, contents[k]);
      if (permitted != 0 && before >= permitted) expected.push_back(4 + 4 * k);
    }
    EXPECT_EQ(surplus_in(permutation_of(values), bytes), expected);
  }
}

TEST(Acceptance, PermutationsStayApartAndWhole) {
  OutputAcceptance output;
  AcceptanceRun first = permutation_of({1, 2}), second = permutation_of({1, 2});
  second.offset = first.end();
  append(output, first);
  append(output, second);
  ASSERT_EQ(output.size(), 2u);
  // Without one of its components, nothing is known about the other one.
  Acceptance any;
  any.kind = AcceptanceKind::any;
  const OutputAcceptance replaced = with_replaced(output, {{second.offset, any}});
  EXPECT_EQ(replaced[0], first);
  for (std::size_t i = 1; i < replaced.size(); ++i)
    EXPECT_EQ(replaced[i].acceptance.kind, AcceptanceKind::any);
  EXPECT_EQ(replaced.back().end(), second.end());
}

}  // namespace
}  // namespace spirv_oracle::golden
