// The relational and logical instructions, against definitions on bits: floats in the order of their
// magnitudes and signs, integers in the order of 128-bit integers, Booleans by truth tables.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/instructions/elementwise_for_test.h"

namespace spirv_oracle::test {
namespace {

// --- floats ---

enum class Order { less, equal, greater, unordered };

Order order_of(Bits a, Bits b, const FloatFormat& format) {
  if (is_nan(a, format) || is_nan(b, format)) return Order::unordered;
  const auto place = [&](Bits bits) {  // both zeros have the same
    const Wide magnitude = bits & ~format.sign();
    return is_negative(bits, format) ? -magnitude : magnitude;
  };
  if (place(a) == place(b)) return Order::equal;
  return place(a) < place(b) ? Order::less : Order::greater;
}

// In which orders of its operands an instruction gives true.
struct FloatComparison {
  const char* name;
  std::vector<Order> truths;
  bool kernel = false;
};

const std::vector<FloatComparison>& float_comparisons() {
  using enum Order;
  static const std::vector<FloatComparison> all{
      {"OpFOrdEqual", {equal}},
      {"OpFUnordEqual", {equal, unordered}},
      {"OpFOrdNotEqual", {less, greater}},
      {"OpFUnordNotEqual", {less, greater, unordered}},
      {"OpFOrdLessThan", {less}},
      {"OpFUnordLessThan", {less, unordered}},
      {"OpFOrdGreaterThan", {greater}},
      {"OpFUnordGreaterThan", {greater, unordered}},
      {"OpFOrdLessThanEqual", {less, equal}},
      {"OpFUnordLessThanEqual", {less, equal, unordered}},
      {"OpFOrdGreaterThanEqual", {greater, equal}},
      {"OpFUnordGreaterThanEqual", {greater, equal, unordered}},
      {"OpLessOrGreater", {less, greater}, true},
      {"OpOrdered", {less, equal, greater}, true},
      {"OpUnordered", {unordered}, true}};
  return all;
}

TEST(ElementwiseRelational, FloatsAreComparedByTheirOrder) {
  for (const FloatComparison& comparison : float_comparisons()) {
    for (const std::string& type : float_types()) {
      const FloatFormat format = format_of(type);
      check_all_sizes({.instruction = comparison.name,
                       .result = "bool",
                       .operands = {type, type},
                       .validate = !comparison.kernel},
                      [&](const Row& x) -> std::optional<Row> {
                        const Order order = order_of(x[0], x[1], format);
                        return Row{std::ranges::count(comparison.truths, order) != 0};
                      });
    }
  }
}

// A denormal is then the same as zero.
TEST(ElementwiseRelational, FlushedDenormalsEqualZero) {
  for (const FloatComparison& comparison : float_comparisons()) {
    if (comparison.kernel) continue;
    for (const std::string& type : float_types()) {
      const FloatFormat format = format_of(type);
      const auto flush = [&](Bits bits) {
        return (bits & ~format.sign()) <= format.fraction() ? 0 : bits;
      };
      Elementwise test{comparison.name, "bool", {type, type}};
      test.modes = "OpExecutionMode %main DenormFlushToZero " + std::to_string(width_of(type));
      check_elementwise(test, [&](const Row& x) -> std::optional<Row> {
        const Order order = order_of(flush(x[0]), flush(x[1]), format);
        return Row{std::ranges::count(comparison.truths, order) != 0};
      });
    }
  }
}

// The class of a float, by its exponent and fraction.
struct FloatTest {
  const char* name;
  std::function<bool(Bits exponent, Bits fraction, Bits greatest_exponent, bool negative)> holds;
  bool kernel = false;
};

TEST(ElementwiseRelational, FloatsAreClassifiedByExponentAndFraction) {
  const std::vector<FloatTest> all{
      {"OpIsNan", [](Bits e, Bits f, Bits most, bool) { return e == most && f != 0; }},
      {"OpIsInf", [](Bits e, Bits f, Bits most, bool) { return e == most && f == 0; }},
      {"OpIsFinite", [](Bits e, Bits, Bits most, bool) { return e != most; }, true},
      {"OpIsNormal", [](Bits e, Bits, Bits most, bool) { return e != 0 && e != most; }, true},
      {"OpSignBitSet", [](Bits, Bits, Bits, bool negative) { return negative; }, true}};
  for (const FloatTest& test : all) {
    for (const std::string& type : float_types()) {
      const FloatFormat format = format_of(type);
      check_all_sizes({.instruction = test.name,
                       .result = "bool",
                       .operands = {type},
                       .validate = !test.kernel},
                      [&](const Row& x) -> std::optional<Row> {
                        const Bits exponent = (x[0] & ~format.sign()) >> format.fraction_bits;
                        const Bits most = format.infinity() >> format.fraction_bits;
                        return Row{test.holds(exponent, x[0] & format.fraction(), most,
                                              is_negative(x[0], format))};
                      });
    }
  }
}

// --- integers ---

struct IntegerComparison {
  const char* name;
  bool is_signed;
  std::function<bool(Wide, Wide)> holds;
};

TEST(ElementwiseRelational, IntegersAreReadAsTheInstructionSays) {
  const std::vector<IntegerComparison> all{
      {"OpIEqual", false, [](Wide a, Wide b) { return a == b; }},
      {"OpINotEqual", false, [](Wide a, Wide b) { return a != b; }},
      {"OpULessThan", false, [](Wide a, Wide b) { return a < b; }},
      {"OpSLessThan", true, [](Wide a, Wide b) { return a < b; }},
      {"OpUGreaterThan", false, [](Wide a, Wide b) { return a > b; }},
      {"OpSGreaterThan", true, [](Wide a, Wide b) { return a > b; }},
      {"OpULessThanEqual", false, [](Wide a, Wide b) { return a <= b; }},
      {"OpSLessThanEqual", true, [](Wide a, Wide b) { return a <= b; }},
      {"OpUGreaterThanEqual", false, [](Wide a, Wide b) { return a >= b; }},
      {"OpSGreaterThanEqual", true, [](Wide a, Wide b) { return a >= b; }}};
  for (const IntegerComparison& comparison : all) {
    for (const std::string& type : integer_types()) {
      const unsigned width = width_of(type);
      check_all_sizes(
          {comparison.name, "bool", {type, "u" + type.substr(1)}},
          [&](const Row& x) -> std::optional<Row> {
            if (!comparison.is_signed) return Row{comparison.holds(Wide{x[0]}, Wide{x[1]})};
            return Row{comparison.holds(as_signed(x[0], width), as_signed(x[1], width))};
          });
    }
  }
}

// --- Booleans ---

struct TruthTable {
  const char* name;
  std::vector<Bits> results;  // by Operand 1 + 2 * Operand 2
};

TEST(ElementwiseRelational, LogicalInstructionsFollowTheirTruthTables) {
  const std::vector<TruthTable> all{{"OpLogicalEqual", {1, 0, 0, 1}},
                                    {"OpLogicalNotEqual", {0, 1, 1, 0}},
                                    {"OpLogicalOr", {0, 1, 1, 1}},
                                    {"OpLogicalAnd", {0, 0, 0, 1}},
                                    {"OpLogicalNot", {1, 0}}};
  for (const TruthTable& table : all) {
    check_all_sizes(
        {table.name, "bool", std::vector<std::string>(table.results.size() / 2, "bool")},
        [&](const Row& x) -> std::optional<Row> {
          return Row{table.results[x[0] + (x.size() == 2 ? 2 * x[1] : 0)]};
        });
  }
}

TEST(ElementwiseRelational, SelectTakesObject1WhereTheConditionHolds) {
  std::vector<std::string> types = all_scalar_types();
  types.push_back("bool");
  for (const std::string& type : types) {
    const Model model = [](const Row& x) -> std::optional<Row> {
      return Row{x[0] != 0 ? x[1] : x[2]};
    };
    check_all_sizes({"OpSelect", type, {"bool", type, type}}, model);
  }
}

// Of vectors of 2 to 4 components, every one: their bits are the components.
TEST(ElementwiseRelational, AnyAndAllLookAtEveryComponent) {
  for (unsigned count = 2; count <= 4; ++count) {
    std::vector<Row> rows;
    for (Bits bits = 0; bits < (Bits{1} << count); ++bits) {
      rows.emplace_back();
      for (unsigned c = 0; c < count; ++c) rows.back().push_back(bits >> c & 1);
    }
    for (const bool all : {false, true}) {
      Elementwise test{all ? "OpAll" : "OpAny", "bool", {"bool"}, count};
      test.result_count = 1;
      const std::vector<Row> results = run_elementwise(test, rows);
      ASSERT_EQ(results.size(), rows.size());
      for (Bits bits = 0; bits < rows.size(); ++bits) {
        const bool expected = all ? bits == rows.size() - 1 : bits != 0;
        EXPECT_EQ(results[bits][0], Bits{expected}) << test.instruction << " of bits " << bits;
      }
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
