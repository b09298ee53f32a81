#include "amber/expect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "amber/expected_value.h"
#include "amber/script/values.h"

namespace spirv_oracle::amber {
namespace {

std::shared_ptr<const ElementLayout> layout(std::string_view type) {
  return std::make_shared<const ElementLayout>(
      layout_of(parse_amber_type(type).value(), LayoutRule::std430).value());
}

struct Values {
  ExpectValues expect;
  ShadowedBytes contents;
};

// A buffer of these literals, and an expectation of others.
Values values(std::string_view type, std::initializer_list<std::string_view> actual,
              Comparator comparator, std::initializer_list<std::string_view> expected) {
  Values result;
  result.expect.layout = layout(type);
  result.expect.comparator = comparator;
  const ScalarKind kind = result.expect.layout->fields.front().kind;
  const ScalarKind of_expected = expected_kind(kind);
  std::vector<std::uint64_t> bits;
  for (const std::string_view text : actual) bits.push_back(parse_value(kind, text).value().bits);
  for (const std::string_view text : expected)
    result.expect.bits.push_back(parse_value(of_expected, text).value().bits);
  result.contents = ShadowedBytes::zero(end_of_values(*result.expect.layout, 0, bits.size()));
  store_values(*result.expect.layout, 0, bits, result.contents);
  return result;
}

bool holds(const Values& values) {
  return compare_values(values.contents, {}, values.expect).holds();
}

bool holds(std::string_view type, std::string_view actual, Comparator comparator,
           std::string_view expected) {
  return holds(values(type, {actual}, comparator, {expected}));
}

TEST(Expect, Integers) {
  EXPECT_TRUE(holds("int8", "-1", Comparator::lt, "0"));
  EXPECT_FALSE(holds("uint8", "255", Comparator::lt, "0"));
  EXPECT_TRUE(holds("uint8", "255", Comparator::eq, "-1"));
  EXPECT_TRUE(holds("int64", "-9223372036854775808", Comparator::lt, "9223372036854775807"));
  EXPECT_TRUE(holds("uint64", "18446744073709551615", Comparator::gt, "9223372036854775808"));
  // Different, but equal as doubles.
  EXPECT_FALSE(holds("uint64", "9007199254740993", Comparator::eq, "9007199254740992"));
  EXPECT_TRUE(holds("int32", "5", Comparator::ge, "5"));
  EXPECT_FALSE(holds("int32", "5", Comparator::ne, "5"));
}

TEST(Expect, FloatsAreRoundedToTheTypeOfTheBufferButNotTo16Bits) {
  EXPECT_TRUE(holds("float", "0.1", Comparator::eq, "0.1"));
  EXPECT_FALSE(holds("float16", "0.1", Comparator::eq, "0.1"));
  EXPECT_TRUE(holds("float16", "0.1", Comparator::eq, "0.0999755859375"));
  EXPECT_TRUE(holds("float16", "0.1", Comparator::lt, "0.1"));
  EXPECT_TRUE(holds("float16", "2049", Comparator::eq, "2048"));
  EXPECT_FALSE(holds("float16", "2048", Comparator::eq, "2049"));
  EXPECT_FALSE(holds("float", "0.1", Comparator::eq, "0.1000001"));
  EXPECT_FALSE(holds("double", "0.1", Comparator::eq, "0.1000001"));
}

TEST(Expect, TheDefaultToleranceIsAMillionthOfAPerCent) {
  EXPECT_TRUE(holds("double", "1.000000009", Comparator::eq, "1"));
  EXPECT_FALSE(holds("double", "1.000000011", Comparator::eq, "1"));
  EXPECT_FALSE(holds("double", "1.000000009", Comparator::ne, "1"));
  EXPECT_TRUE(holds("double", "1.000000009", Comparator::gt, "1"));
}

TEST(Expect, SpecialFloats) {
  EXPECT_TRUE(holds("float", "inf", Comparator::eq, "inf"));
  EXPECT_FALSE(holds("float", "inf", Comparator::eq, "-inf"));
  EXPECT_TRUE(holds("float", "nan", Comparator::eq, "nan"));
  EXPECT_FALSE(holds("float", "nan", Comparator::eq, "1"));
  EXPECT_TRUE(holds("float", "nan", Comparator::ne, "1"));
  EXPECT_FALSE(holds("float", "nan", Comparator::le, "1"));
  EXPECT_TRUE(holds("float", "-0", Comparator::eq, "0"));
}

TEST(Expect, Within) {
  EXPECT_TRUE(within(99, 100, {1, false}));
  EXPECT_FALSE(within(98.9, 100, {1, false}));
  EXPECT_TRUE(within(99, 100, {1, true}));
  EXPECT_TRUE(within(-101, -100, {1, true}));
  EXPECT_FALSE(within(1e-9, 0, {50, true}));
  EXPECT_FALSE(within(std::numeric_limits<double>::infinity(), 1, {1e300, false}));
  EXPECT_FALSE(within(std::nan(""), 1, {1e300, false}));
}

TEST(Expect, OneToleranceHoldsForEveryComponent) {
  Values two = values("vec2<float>", {"1", "10", "2", "20"}, Comparator::fuzzy,
                      {"1.5", "10.5", "1.5", "20"});
  two.expect.tolerances = {{0.5, false}};
  EXPECT_TRUE(holds(two));
  two.expect.bits[3] = parse_value(ScalarKind::float32, "20.75").value().bits;
  EXPECT_FALSE(holds(two));
}

TEST(Expect, SeveralTolerancesGoByComponent) {
  Values three =
      values("vec3<float>", {"1", "10", "100"}, Comparator::fuzzy, {"1.5", "10.25", "100"});
  three.expect.tolerances = {{0.5, false}, {0, false}};
  EXPECT_FALSE(holds(three));
  three.expect.tolerances[1] = {5, true};
  EXPECT_TRUE(holds(three));
  // The third one has the default, which is far less than a step of a float.
  three.expect.bits[2] = parse_value(ScalarKind::float32, "100.00001").value().bits;
  EXPECT_FALSE(holds(three));
}

TEST(Expect, TolerancesOfIntegers) {
  Values big =
      values("uint64", {"18446744073709551615"}, Comparator::fuzzy, {"18446744073709551613"});
  big.expect.tolerances = {{1, false}};
  EXPECT_FALSE(holds(big));
  big.expect.tolerances = {{2, false}};
  EXPECT_TRUE(holds(big));
  Values negative = values("int32", {"-100"}, Comparator::fuzzy, {"100"});
  negative.expect.tolerances = {{200, true}};
  EXPECT_TRUE(holds(negative));
  negative.expect.tolerances = {{199, true}};
  EXPECT_FALSE(holds(negative));
}

TEST(Expect, DifferencesAreNamed) {
  Values vectors =
      values("vec3<int32>", {"1", "2", "3", "4", "5", "6"}, Comparator::eq, {"2", "3", "4", "7"});
  vectors.expect.first_field = 1;
  const Comparison comparison = compare_values(vectors.contents, {}, vectors.expect);
  EXPECT_EQ(comparison.compared, 4u);
  ASSERT_EQ(comparison.differing, 1u);
  EXPECT_EQ(comparison.differences[0].byte, 20u);
  EXPECT_EQ(comparison.differences[0].name, "element 1, component 1");
  EXPECT_EQ(comparison.differences[0].actual, "5");
  EXPECT_EQ(comparison.differences[0].expected, "EQ 7");
}

TEST(Expect, UndefinedValuesAreNotCompared) {
  Values undefined = values("int32", {"1", "2"}, Comparator::eq, {"1", "7"});
  undefined.contents.shadow[5] = Definedness::undefined;
  const Comparison comparison = compare_values(undefined.contents, {}, undefined.expect);
  EXPECT_TRUE(comparison.holds());
  EXPECT_EQ(comparison.compared, 1u);
  EXPECT_EQ(comparison.undefined, std::vector<std::uint64_t>{1});
}

// The comparison of an implementation-dependent value, of which this is known.
Comparison uncertain(std::string_view type, std::string_view actual, Comparator comparator,
                     std::string_view expected, const PossibleValues& possible) {
  Values value = values(type, {actual}, comparator, {expected});
  for (Definedness& byte : value.contents.shadow) byte = Definedness::implementation_dependent;
  return compare_values(value.contents, possible, value.expect);
}

enum class Decision : std::uint8_t { holds, fails, refuted, undecided };

Decision decision_of(const Comparison& comparison) {
  if (!comparison.undecided.empty()) return Decision::undecided;
  if (!comparison.refuted.empty()) return Decision::refuted;
  return comparison.holds() ? Decision::holds : Decision::fails;
}

TEST(Expect, TheValueOfTheRunCanRefuteAnExpectationButNotProveIt) {
  EXPECT_EQ(decision_of(uncertain("int32", "2", Comparator::eq, "2", {})), Decision::undecided);
  const Comparison comparison = uncertain("int32", "2", Comparator::eq, "3", {});
  EXPECT_EQ(decision_of(comparison), Decision::refuted);
  EXPECT_TRUE(comparison.holds());
  EXPECT_EQ(comparison.refutation->actual, "2");
  EXPECT_EQ(comparison.refutation->expected, "EQ 3");
}

// All values of a small range, one by one, say the same as the range: it holds, or fails, for all of them. The value of
// the run is the least one.
TEST(Expect, RangesDecideAsTheirValuesDo) {
  using enum Comparator;
  for (int low = -3; low <= 3; ++low) {
    for (int high = low; high <= 3; ++high) {
      for (int expected = -4; expected <= 4; ++expected) {
        for (const Comparator comparator : {eq, ne, lt, le, gt, ge}) {
          bool all = true, none = true;
          for (int value = low; value <= high; ++value) {
            const bool is_met =
                holds("int32", std::to_string(value), comparator, std::to_string(expected));
            all &= is_met;
            none &= !is_met;
          }
          const bool first_holds =
              holds("int32", std::to_string(low), comparator, std::to_string(expected));
          const Decision wanted = all           ? Decision::holds
                                  : none        ? Decision::fails
                                  : first_holds ? Decision::undecided
                                                : Decision::refuted;
          const EnclosedComponent integers{.bytes = 4,
                                           .is_float = false,
                                           .low = static_cast<double>(low),
                                           .high = static_cast<double>(high)};
          EXPECT_EQ(decision_of(uncertain("int32", std::to_string(low), comparator,
                                          std::to_string(expected), {{0, integers}})),
                    wanted)
              << low << ' ' << high << ' ' << expected << ' ' << comparator_name(comparator);
        }
      }
    }
  }
}

TEST(Expect, RangesOfFloats) {
  using enum Comparator;
  const double inf = std::numeric_limits<double>::infinity();
  const auto decided = [](Comparator comparator, std::string_view expected,
                          EnclosedComponent possible) {
    possible.bytes = 4;
    return decision_of(uncertain("float", "1", comparator, expected, {{0, possible}}));
  };
  EXPECT_EQ(decided(eq, "1", {.low = 1 - 1e-9, .high = 1 + 1e-9}), Decision::holds);
  EXPECT_EQ(decided(ge, "1", {.low = 1 - 1e-9, .high = 3}),
            Decision::holds);  // no float is below 1
  EXPECT_EQ(decided(ge, "1", {.low = 1 - 1e-7, .high = 3}), Decision::undecided);
  EXPECT_EQ(decided(ne, "4", {.low = 0, .high = 3}), Decision::holds);
  EXPECT_EQ(decided(lt, "4", {.low = -inf, .high = 3}), Decision::holds);
  EXPECT_EQ(decided(lt, "4", {.low = 0, .high = inf}), Decision::undecided);
  EXPECT_EQ(decided(le, "4", {.low = 0, .high = 3, .may_be_nan = true}), Decision::undecided);
  EXPECT_EQ(decided(gt, "4", {.low = 0, .high = 3}), Decision::fails);
  EXPECT_EQ(decided(eq, "1", {.is_unknown = true, .low = 1, .high = 1}), Decision::undecided);
  // The bits of 1 and 2 as floats: each value is the result of some conforming implementation.
  EXPECT_EQ(decided(eq, "1", {.low = 1, .high = 2, .values = {0x3F800000, 0x40000000}}),
            Decision::refuted);
  EXPECT_EQ(decided(ge, "1", {.low = 1, .high = 2, .values = {0x3F800000, 0x40000000}}),
            Decision::holds);
  // A range says nothing about a field of another size or kind.
  EXPECT_EQ(
      decision_of(uncertain("float16", "1", eq, "1", {{0, {.bytes = 4, .low = 1, .high = 1}}})),
      Decision::undecided);
  EXPECT_EQ(decision_of(uncertain("int32", "1", eq, "1", {{0, {.bytes = 4, .low = 1, .high = 1}}})),
            Decision::undecided);
}

// Two buffers of bytes, compared.
Result<Comparison> compare(std::string_view type, std::vector<std::uint64_t> first,
                           std::vector<std::uint64_t> second, BufferComparator comparator,
                           double tolerance) {
  Buffer a;
  a.type = parse_amber_type(type).value();
  a.layout = layout(type);
  const Buffer b = a;
  ShadowedBytes first_contents = ShadowedBytes::zero(end_of_values(*a.layout, 0, first.size()));
  ShadowedBytes second_contents = ShadowedBytes::zero(end_of_values(*a.layout, 0, second.size()));
  store_values(*a.layout, 0, first, first_contents);
  store_values(*a.layout, 0, second, second_contents);
  return compare_buffers(first_contents, a, second_contents, b, {"a", "b", comparator, tolerance});
}

TEST(ExpectBuffers, RootMeanSquareError) {
  const std::vector<std::uint64_t> first{0, 10, 20, 30};
  const std::vector<std::uint64_t> second{3, 10, 16, 30};
  // sqrt((9 + 16) / 4)
  EXPECT_TRUE(compare("uint8", first, second, BufferComparator::rmse_buffer, 2.5)->holds());
  EXPECT_FALSE(compare("uint8", first, second, BufferComparator::rmse_buffer, 2.49)->holds());
}

TEST(ExpectBuffers, Histograms) {
  const auto kind = BufferComparator::eq_histogram_emd_buffer;
  EXPECT_TRUE(compare("uint8", {1, 2, 3, 4}, {4, 3, 2, 1}, kind, 0)->holds());
  // One of four values moves by 64 of 256 bins.
  EXPECT_TRUE(compare("uint8", {0, 0, 0, 0}, {0, 0, 0, 64}, kind, 0.0625)->holds());
  EXPECT_FALSE(compare("uint8", {0, 0, 0, 0}, {0, 0, 0, 64}, kind, 0.0624)->holds());
  EXPECT_EQ(compare("uint32", {1}, {1}, kind, 0).error().status, Status::unsupported);
}

TEST(ExpectBuffers, DifferentSizes) {
  EXPECT_EQ(compare("uint8", {1}, {1, 2}, BufferComparator::eq_buffer, 0).error().status,
            Status::bad_input);
}

}  // namespace
}  // namespace spirv_oracle::amber
