// Group operations on integers and Booleans against their definition.

#include <functional>
#include <limits>
#include <type_traits>

#include "interpreter/exec/lanes/indeterminate_bit_rules.h"
#include "interpreter/instructions/group/non_uniform_group_model_for_test.h"

namespace spirv_oracle {
namespace {

using test::GroupInstance;
using test::GroupOperation;
using test::lanes_text;

template <class T>
using Combine = std::function<T(T, T)>;

template <class T>
T random_value(std::mt19937_64& random) {
  switch (random() % 3) {
    case 0:
      return static_cast<T>(random() % 4);
    case 1:
      return static_cast<T>(~(random() % 3));
    default:
      return static_cast<T>(random());
  }
}

// Fills the input; some lanes undefined or implementation-dependent.
PlaneHeader random_header(std::mt19937_64& random) {
  PlaneHeader header;
  const std::uint64_t kind = random() % 4;
  if (kind == 0)
    header.undefined = {{random() & random() & random(), random() & random() & random()}};
  if (kind == 1) {
    header.implementation_dependent = {{random() & random() & random(), random() & random()}};
  }
  return header;
}

// An indeterminate contribution makes the result indeterminate, unless `is_decided(lane)`: the other contributions alone
// determine it (GroupIndeterminateBits).
template <class Decided>
void expect_header(GroupInstance& group, const LaneMask& tangle, const PlaneHeader& header,
                   Decided is_decided) {
  tangle.for_each([&](unsigned lane) {
    bool undefined = false, dependent = false;
    for (const unsigned from : group.contributors(tangle, lane)) {
      undefined |= header.undefined.test(from);
      dependent |= header.implementation_dependent.test(from);
    }
    const PlaneHeader& result = group.instance.result_header();
    if ((undefined || dependent) && !indeterminate_lanes(result).test(lane)) {
      EXPECT_TRUE(is_decided(lane)) << "lane " << lane;
      return;
    }
    EXPECT_EQ(result.undefined.test(lane), undefined);
    EXPECT_EQ(result.implementation_dependent.test(lane), dependent);
  });
}

template <class T>
void expect_group_operation(const std::string& name, const std::string& type, T identity,
                            const Combine<T>& combine) {
  std::mt19937_64 random(4);
  for (const GroupOperation& operation : test::group_operations()) {
    if (!test::takes(name, operation)) continue;
    for (const unsigned size : test::subgroup_sizes()) {
      for (const unsigned cluster : test::cluster_sizes(operation, size)) {
        GroupInstance group(name, type, operation, size, cluster);
        ASSERT_TRUE(group.instance.ready());
        test::for_each_tangle(size, random, 8, [&](const LaneMask& tangle) {
          if (!test::takes(name, tangle, size)) return;
          group.choose_groups(tangle, random);
          T* values = group.instance.input<T>(0);
          for (unsigned lane = 0; lane < size; ++lane) values[lane] = random_value<T>(random);
          const PlaneHeader header = random_header(random);
          group.instance.input_header(0) = header;
          group.instance.run(tangle);
          tangle.for_each([&](unsigned lane) {
            T expected = identity;
            bool indeterminate = false;
            for (const unsigned from : group.contributors(tangle, lane)) {
              expected = combine(expected, values[from]);
              indeterminate |= indeterminate_lanes(header).test(from);
            }
            if (!indeterminate) {
              ASSERT_EQ(group.instance.result<T>()[lane], expected)
                  << name << ' ' << type << ' ' << operation.name << ' ' << cluster << " of "
                  << size << lanes_text(tangle) << " lane " << lane;
            }
          });
          // The result has a value if it is the same for all values of the indeterminate contributions.
          expect_header(group, tangle, header, [&](unsigned lane) {
            bool same = true;
            for (const T indeterminate : {T(0), T(1), T(-1), random_value<T>(random)}) {
              T expected = identity;
              for (const unsigned from : group.contributors(tangle, lane))
                expected = combine(expected, indeterminate_lanes(header).test(from) ? indeterminate
                                                                                    : values[from]);
              same &= group.instance.result<T>()[lane] == expected;
            }
            return same;
          });
          EXPECT_TRUE(group.instance.clauses().empty());
        });
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

template <class T>
void expect_integer_operations(const std::string& type) {
  using U = std::make_unsigned_t<T>;
  using S = std::make_signed_t<T>;
  __extension__ using Wide = unsigned __int128;
  const auto expect = [&](const std::string& operation, T identity, const Combine<T>& combine) {
    const bool is_core = operation.find("Bitwise") == std::string::npos && operation != "IMul";
    expect_group_operation<T>("OpGroupNonUniform" + operation, type, identity, combine);
    expect_group_operation<T>("OpGroup" + operation + (is_core ? "" : "KHR"), type, identity,
                              combine);
    if (!is_core) return;
    expect_group_operation<T>("OpGroup" + operation + "NonUniformAMD", type, identity, combine);
  };
  expect("IAdd", 0, [](T a, T b) { return static_cast<T>(Wide(U(a)) + Wide(U(b))); });
  expect("IMul", 1, [](T a, T b) { return static_cast<T>(Wide(U(a)) * Wide(U(b))); });
  expect("SMin", T(std::numeric_limits<S>::max()),
         [](T a, T b) { return T(std::min(S(a), S(b))); });
  expect("SMax", T(std::numeric_limits<S>::min()),
         [](T a, T b) { return T(std::max(S(a), S(b))); });
  expect("UMin", T(std::numeric_limits<U>::max()),
         [](T a, T b) { return T(std::min(U(a), U(b))); });
  expect("UMax", T(0), [](T a, T b) { return T(std::max(U(a), U(b))); });
  expect("BitwiseAnd", T(~T(0)), [](T a, T b) { return T(a & b); });
  expect("BitwiseOr", T(0), [](T a, T b) { return T(a | b); });
  expect("BitwiseXor", T(0), [](T a, T b) { return T(a ^ b); });
}

TEST(NonUniformArithmetic, Integers8) {
  expect_integer_operations<std::uint8_t>("u8");
  expect_integer_operations<std::int8_t>("i8");
}
TEST(NonUniformArithmetic, Integers16) {
  expect_integer_operations<std::uint16_t>("u16");
  expect_integer_operations<std::int16_t>("i16");
}
TEST(NonUniformArithmetic, Integers32) {
  expect_integer_operations<std::uint32_t>("u32");
  expect_integer_operations<std::int32_t>("i32");
}
TEST(NonUniformArithmetic, Integers64) {
  expect_integer_operations<std::uint64_t>("u64");
  expect_integer_operations<std::int64_t>("i64");
}

void expect_logical(const std::string& name, bool identity, const Combine<bool>& combine) {
  std::mt19937_64 random(5);
  for (const GroupOperation& operation : test::group_operations()) {
    if (!test::takes(name, operation)) continue;
    for (const unsigned size : test::subgroup_sizes()) {
      for (const unsigned cluster : test::cluster_sizes(operation, size)) {
        GroupInstance group(name, "bool", operation, size, cluster);
        ASSERT_TRUE(group.instance.ready());
        test::for_each_tangle(size, random, 20, [&](const LaneMask& tangle) {
          if (!test::takes(name, tangle, size)) return;
          group.choose_groups(tangle, random);
          LaneMask truth{{random(), random()}};
          if (random() % 3 == 0) truth |= LaneMask{{random() | random(), random() | random()}};
          if (random() % 3 == 0) truth &= LaneMask{{random() & random(), random() & random()}};
          *group.instance.input<LaneMask>(0) = truth;
          const PlaneHeader header = random_header(random);
          group.instance.input_header(0) = header;
          group.instance.run(tangle);
          tangle.for_each([&](unsigned lane) {
            bool expected = identity, indeterminate = false;
            for (const unsigned from : group.contributors(tangle, lane)) {
              expected = combine(expected, truth.test(from));
              indeterminate |= indeterminate_lanes(header).test(from);
            }
            if (indeterminate) return;
            ASSERT_EQ(group.instance.truth().test(lane), expected)
                << name << ' ' << operation.name << ' ' << cluster << " of " << size
                << lanes_text(tangle) << " lane " << lane;
          });
          expect_header(group, tangle, header, [&](unsigned lane) {
            bool with[2] = {identity, identity};
            for (const unsigned from : group.contributors(tangle, lane)) {
              const bool indeterminate = indeterminate_lanes(header).test(from);
              for (const bool value : {false, true})
                with[value] = combine(with[value], indeterminate ? value : truth.test(from));
            }
            return with[0] == with[1] && with[0] == group.instance.truth().test(lane);
          });
        });
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(NonUniformArithmetic, Booleans) {
  const auto expect = [](const std::string& operation, bool identity,
                         const Combine<bool>& combine) {
    expect_logical("OpGroupNonUniform" + operation, identity, combine);
    expect_logical("OpGroup" + operation + "KHR", identity, combine);
  };
  expect("LogicalAnd", true, [](bool a, bool b) { return a && b; });
  expect("LogicalOr", false, [](bool a, bool b) { return a || b; });
  expect("LogicalXor", false, [](bool a, bool b) { return a != b; });
}

TEST(NonUniformArithmetic, EachComponentOfAVectorByItself) {
  test::Instance instance("%v = OpTypeVector %u32 3\n",
                          "%x = OpUndef %v\n%r = OpGroupNonUniformIAdd %v %subgroup Reduce %x", 8);
  ASSERT_TRUE(instance.ready());
  for (unsigned c = 0; c < 3; ++c) {
    instance.input_header(0, c) = {};
    for (unsigned lane = 0; lane < 8; ++lane) {
      instance.input<std::uint32_t>(0, c)[lane] = lane * (c == 0 ? 1 : c == 1 ? 10 : 100);
    }
  }
  instance.input_header(0, 1).undefined.set(3);
  instance.run(LaneMask{{0b10001001, 0}});
  EXPECT_EQ(instance.result<std::uint32_t>(0)[0], 10u);
  EXPECT_TRUE(instance.result_header(1).undefined.test(7));
  EXPECT_EQ(instance.result<std::uint32_t>(2)[7], 1000u);
  EXPECT_FALSE(instance.result_header(2).undefined.test(7));
}

// --- clauses ---

const std::vector<std::pair<std::string, std::string>>& instructions_and_types() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"IAdd", "u32"},       {"FAdd", "f32"},        {"IMul", "u32"},       {"FMul", "f64"},
      {"SMin", "i32"},       {"UMin", "u8"},         {"FMin", "f32"},       {"SMax", "i64"},
      {"UMax", "u16"},       {"FMax", "f16"},        {"BitwiseAnd", "u32"}, {"BitwiseOr", "u32"},
      {"BitwiseXor", "u32"}, {"LogicalAnd", "bool"}, {"LogicalOr", "bool"}, {"LogicalXor", "bool"}};
  return all;
}

void expect_undefined_behavior(test::Instance& instance, const LaneMask& tangle,
                               const std::string& clause) {
  instance.run(tangle);
  EXPECT_EQ(instance.clauses(), std::vector<std::string>{clause});
  ASSERT_EQ(instance.findings().size(), 1u);
  EXPECT_EQ(instance.findings()[0].severity, Severity::undefined_behavior);
  EXPECT_EQ(instance.reported(clause), tangle);
  EXPECT_TRUE(instance.result_header().undefined.contains(tangle));
}

TEST(NonUniformArithmetic, InvalidClusterSizes) {
  const LaneMask tangle{{0b10110, 0}};
  for (const auto& [name, type] : instructions_and_types()) {
    const std::string instruction = "OpGroupNonUniform" + name;
    const std::string text = "%x = OpUndef %" + type + "\n%r = " + instruction + " %" + type +
                             " %subgroup ClusteredReduce %x %c";
    const auto with_cluster = [&text](const std::string& constant) {
      return test::Instance(constant, text, 8);
    };
    for (const char* size : {"0", "3", "6", "12"}) {
      auto instance = with_cluster(std::string("%c = OpConstant %u32 ") + size);
      ASSERT_TRUE(instance.ready());
      instance.input_header(0) = {};
      expect_undefined_behavior(instance, tangle, instruction + ".cluster-size-not-power-of-two");
    }
    for (const char* size : {"16", "4294967296"}) {
      auto instance = with_cluster(std::string("%c = OpConstant %u64 ") + size);
      ASSERT_TRUE(instance.ready());
      expect_undefined_behavior(instance, tangle, instruction + ".cluster-size-too-large");
    }
    auto whole = with_cluster("%c = OpConstant %u8 8");
    ASSERT_TRUE(whole.ready());
    whole.input_header(0) = {};
    whole.run(LaneMask::first(1));
    for (const Finding& finding : whole.findings()) {
      EXPECT_NE(finding.severity, Severity::undefined_behavior);
    }
  }
}

TEST(NonUniformArithmetic, UndefinedClusterSize) {
  for (const auto& [name, type] : instructions_and_types()) {
    const std::string instruction = "OpGroupNonUniform" + name;
    // Without an evaluator, the result of an OpSpecConstantOp is undefined.
    test::Instance instance("%one = OpConstant %u32 1\n%c = OpSpecConstantOp %u32 UDiv %one %one\n",
                            "%x = OpUndef %" + type + "\n%r = " + instruction + " %" + type +
                                " %subgroup ClusteredReduce %x %c",
                            8);
    ASSERT_TRUE(instance.ready());
    expect_undefined_behavior(instance, LaneMask::first(8),
                              instruction + ".cluster-size-undefined");
  }
}

void set_ballots(test::Instance& instance, const std::vector<std::uint32_t>& ballots) {
  for (unsigned word = 0; word < 4; ++word) {
    instance.input_header(1, word) = {};
    for (unsigned lane = 0; lane < 8; ++lane) {
      instance.input<std::uint32_t>(1, word)[lane] = word == 0 ? ballots[lane] : 0xABCD;
    }
  }
}

TEST(NonUniformArithmetic, InvalidPartitions) {
  const LaneMask tangle{{0b0111, 0}};
  for (const auto& [name, type] : instructions_and_types()) {
    for (const char* operation :
         {"PartitionedReduceNV", "PartitionedInclusiveScanNV", "PartitionedExclusiveScanNV"}) {
      const std::string instruction = "OpGroupNonUniform" + name;
      test::Instance instance("%ballot = OpTypeVector %u32 4\n",
                              "%x = OpUndef %" + type + "\n%b = OpUndef %ballot\n%r = " +
                                  instruction + " %" + type + " %subgroup " + operation + " %x %b",
                              8);
      ASSERT_TRUE(instance.ready());
      instance.input_header(0) = {};
      std::memset(instance.input<std::uint8_t>(0), 0, 16);
      const std::string invalid = instruction + ".ballot-not-a-partition";
      set_ballots(instance, {0b011, 0b011, 0b100, 0, 0, 0, 0, 0});
      instance.run(tangle);
      EXPECT_TRUE(instance.clauses().empty());
      // A set bit of an inactive lane is valid as long as all lanes in the subset have it.
      set_ballots(instance, {0b1011, 0b1011, 0b100, 0, 0, 0, 0, 0});
      instance.run(tangle);
      EXPECT_TRUE(instance.clauses().empty());
      // A lane without its own bit.
      set_ballots(instance, {0b011, 0b001, 0b100, 0, 0, 0, 0, 0});
      expect_undefined_behavior(instance, tangle, invalid);
      set_ballots(instance, {0, 0, 0, 0, 0, 0, 0, 0});
      expect_undefined_behavior(instance, tangle, invalid);
      // Subsets that overlap.
      set_ballots(instance, {0b001, 0b011, 0b100, 0, 0, 0, 0, 0});
      expect_undefined_behavior(instance, tangle, invalid);
      set_ballots(instance, {0b1011, 0b011, 0b100, 0, 0, 0, 0, 0});
      expect_undefined_behavior(instance, tangle, invalid);
      // An undefined ballot, but not one of a lane outside of the tangle or of unused words.
      set_ballots(instance, {0b011, 0b011, 0b100, 0, 0, 0, 0, 0});
      instance.input_header(1, 0).undefined.set(5);
      instance.input_header(1, 2).undefined.set(1);
      instance.run(tangle);
      EXPECT_TRUE(instance.clauses().empty());
      instance.input_header(1, 0).undefined.set(1);
      expect_undefined_behavior(instance, tangle, instruction + ".ballot-undefined");
    }
  }
}

TEST(NonUniformArithmetic, ClustersOfAPartlyFilledSubgroup) {
  test::Instance instance(
      "%c = OpConstant %u32 4\n",
      "%x = OpUndef %u32\n%r = OpGroupNonUniformIAdd %u32 %subgroup ClusteredReduce %x %c", 16);
  ASSERT_TRUE(instance.ready());
  instance.subgroup().existing = LaneMask::first(10);
  instance.input_header(0) = {};
  for (unsigned lane = 0; lane < 16; ++lane) instance.input<std::uint32_t>(0)[lane] = 1u << lane;
  instance.run(LaneMask::first(10));
  EXPECT_EQ(instance.result<std::uint32_t>()[3], 0x000Fu);
  EXPECT_EQ(instance.result<std::uint32_t>()[8], 0x0300u);
  EXPECT_TRUE(instance.clauses().empty());
}

}  // namespace
}  // namespace spirv_oracle
