// Group operations of Subgroup scope: the invocations that must take part, and the results that floats do not define.

#include <limits>

#include "interpreter/instructions/group/combination/non_uniform_for_test.h"

namespace spirv_oracle {
namespace {

using test::Instance;

Instance reduction(const std::string& name, const std::string& type, unsigned size) {
  return Instance(
      "", "%x = OpUndef %" + type + "\n%r = " + name + " %" + type + " %subgroup Reduce %x", size);
}

const std::vector<std::pair<std::string, std::string>>& uniform_instructions() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"OpGroupIAdd", "u32"},          {"OpGroupFAdd", "f16"},
      {"OpGroupFMin", "f32"},          {"OpGroupUMin", "u64"},
      {"OpGroupSMin", "i8"},           {"OpGroupFMax", "f64"},
      {"OpGroupUMax", "u16"},          {"OpGroupSMax", "i32"},
      {"OpGroupIMulKHR", "i64"},       {"OpGroupFMulKHR", "f32"},
      {"OpGroupBitwiseAndKHR", "u32"}, {"OpGroupBitwiseOrKHR", "u8"},
      {"OpGroupBitwiseXorKHR", "u64"}, {"OpGroupLogicalAndKHR", "bool"},
      {"OpGroupLogicalOrKHR", "bool"}, {"OpGroupLogicalXorKHR", "bool"}};
  return all;
}

// Every tangle other than the whole subgroup breaks the clause.
TEST(GroupArithmetic, AllLanesMustTakePart) {
  for (const auto& [name, type] : uniform_instructions()) {
    for (const unsigned existing : {8u, 5u}) {
      Instance instance = reduction(name, type, 8);
      ASSERT_TRUE(instance.ready());
      instance.subgroup().existing = instance.subgroup().alive = LaneMask::first(existing);
      instance.subgroup().frames.resize(1);
      for (unsigned mask = 1; mask < 1u << existing; ++mask) {
        instance.input_header(0) = {};
        std::memset(instance.input<std::uint8_t>(0), 0, type == "bool" ? 16 : 8);
        const LaneMask tangle{{mask, 0}};
        instance.run(tangle);
        const bool whole = tangle == LaneMask::first(existing);
        const std::string clause = name + ".not-all-execute";
        ASSERT_EQ(instance.clauses(),
                  whole ? std::vector<std::string>{} : std::vector<std::string>{clause});
        if (whole) {
          EXPECT_TRUE((instance.result_header().undefined & tangle).none());
        } else {
          EXPECT_EQ(instance.reported(clause), tangle);
          EXPECT_TRUE(instance.result_header().undefined.contains(tangle));
        }
      }
    }
  }
}

TEST(GroupArithmetic, OtherGroupOperationsAreNotSupported) {
  Instance clustered("", "%x = OpUndef %u32\n%r = OpGroupIAdd %u32 %subgroup ClusteredReduce %x",
                     8);
  ASSERT_TRUE(clustered.error().has_value());
  EXPECT_EQ(clustered.error()->status, Status::unsupported);
  Instance device("%device = OpConstant %u32 1\n",
                  "%x = OpUndef %u32\n%r = OpGroupIAdd %u32 %device Reduce %x", 8);
  ASSERT_TRUE(device.error().has_value());
  EXPECT_EQ(device.error()->status, Status::unsupported);
}

// --- floats: the text does not define the minimum of a NaN and a number ---

TEST(GroupArithmetic, ExtremaOfNanAndOfZeros) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const std::string end : {"", "NonUniformAMD"}) {
    for (const std::string name : {"OpGroupFMin", "OpGroupFMax"}) {
      Instance instance = reduction(name + end, "f32", 4);
      ASSERT_TRUE(instance.ready());
      const auto run = [&](std::initializer_list<float> values) {
        instance.input_header(0) = {};
        std::copy(values.begin(), values.end(), instance.input<float>(0));
        instance.run(LaneMask::first(4));
      };
      const auto expect = [&](const std::string& clause) {
        EXPECT_EQ(instance.clauses(), std::vector<std::string>{name + end + clause});
        EXPECT_EQ(instance.result_header().implementation_dependent & LaneMask::first(4),
                  LaneMask::first(4));
        EXPECT_TRUE(instance.result_header().undefined.none());
      };
      run({1, nan, 2, 3});
      expect(".nan");
      run({nan, nan, nan, nan});
      expect(".nan");
      run({0.0f, -0.0f, 0.0f, 0.0f});
      expect(".signed-zero");
      run({1, 2, 3, 4});
      EXPECT_TRUE(instance.clauses().empty());
      EXPECT_EQ(instance.result<float>()[2], name == "OpGroupFMin" ? 1.0f : 4.0f);
    }
  }
}

TEST(GroupArithmetic, TheOrderOfFloatAdditions) {
  for (const std::string name :
       {"OpGroupFAdd", "OpGroupFAddNonUniformAMD", "OpGroupFMulKHR", "OpGroupNonUniformFAdd"}) {
    Instance instance = reduction(name, "f32", 4);
    ASSERT_TRUE(instance.ready());
    const bool product = name == "OpGroupFMulKHR";
    const float big = 1e30f;
    const std::array<float, 4> values{big, product ? big : 1.0f, product ? 1e-30f : -big, 1.0f};
    instance.input_header(0) = {};
    std::copy(values.begin(), values.end(), instance.input<float>(0));
    instance.run(LaneMask::first(4));
    EXPECT_EQ(instance.clauses(), std::vector<std::string>{name + ".order"});
    EXPECT_TRUE(instance.result_header().implementation_dependent.contains(LaneMask::first(4)));
  }
}

}  // namespace
}  // namespace spirv_oracle
