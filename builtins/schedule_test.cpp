// The schedules that seeds select (interpreter/run/residents.h): each is a legal execution, and they differ.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t invocations = 4;  // of a workgroup
constexpr std::uint32_t entries = 3;      // that each makes

// Each invocation makes three entries in a log. In the last one is how many invocations have counted themselves in
// workgroup memory, before a barrier.
const char* const logging_shader = R"(
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %group_id %index %buffer %count
    OpExecutionMode %main LocalSize 4 1 1
    OpDecorate %group_id BuiltIn WorkgroupId
    OpDecorate %index BuiltIn LocalInvocationIndex
    OpDecorate %array ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 4
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %v3 = OpTypeVector %uint 3
    %c0 = OpConstant %uint 0
    %c1 = OpConstant %uint 1
    %c2 = OpConstant %uint 2
    %c16 = OpConstant %uint 16
    %c64 = OpConstant %uint 64
    %order = OpConstant %uint 264
    %to_v3 = OpTypePointer Input %v3
    %to_input = OpTypePointer Input %uint
    %to_shared = OpTypePointer Workgroup %uint
    %array = OpTypeRuntimeArray %uint
    %block = OpTypeStruct %uint %array
    %to_block = OpTypePointer StorageBuffer %block
    %to_word = OpTypePointer StorageBuffer %uint
    %group_id = OpVariable %to_v3 Input
    %index = OpVariable %to_input Input
    %buffer = OpVariable %to_block StorageBuffer
    %count = OpVariable %to_shared Workgroup
    %main = OpFunction %void None %function
    %entry = OpLabel
    %group3 = OpLoad %v3 %group_id
    %group = OpCompositeExtract %uint %group3 0
    %lane = OpLoad %uint %index
    %g64 = OpIMul %uint %group %c64
    %l16 = OpIMul %uint %lane %c16
    %own = OpIAdd %uint %g64 %l16
    %tickets = OpAccessChain %to_word %buffer %c0
    OpAtomicStore %count %c2 %c0 %c0
    OpControlBarrier %c2 %c2 %order
    %t0 = OpAtomicIIncrement %uint %tickets %c1 %c0
    %p0 = OpAccessChain %to_word %buffer %c1 %t0
    OpStore %p0 %own
    %counted = OpAtomicIIncrement %uint %count %c2 %c0
    %t1 = OpAtomicIIncrement %uint %tickets %c1 %c0
    %p1 = OpAccessChain %to_word %buffer %c1 %t1
    %own1 = OpIAdd %uint %own %c1
    OpStore %p1 %own1
    OpControlBarrier %c2 %c2 %order
    %all = OpAtomicLoad %uint %count %c2 %c0
    %t2 = OpAtomicIIncrement %uint %tickets %c1 %c0
    %p2 = OpAccessChain %to_word %buffer %c1 %t2
    %own2 = OpIAdd %uint %own %c2
    %own3 = OpIAdd %uint %own2 %all
    OpStore %p2 %own3
    OpReturn
    OpFunctionEnd
)";

// Who made the entries, in their order.
struct Entry {
  std::uint32_t workgroup, invocation, value;
};

class Schedules : public testing::Test {
 protected:
  Schedules() : module_(test::load(logging_shader)) {}

  std::vector<std::uint32_t> words(std::uint64_t seed, std::uint32_t in_flight,
                                   std::uint32_t groups, bool check_races = false,
                                   std::uint32_t jobs = 1) {
    Dispatch dispatch;
    dispatch.groups = {groups, 1, 1};
    dispatch.subgroup_size = 2;
    dispatch.seed = seed;
    dispatch.workgroups_in_flight = in_flight;
    dispatch.check_races = check_races;
    dispatch.jobs = jobs;
    dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(4 + 4 * groups * invocations * entries);
    const auto result = run(*module_, default_registry(), dispatch);
    if (!result) {
      ADD_FAILURE() << result.error().message;
      return {};
    }
    for (const Finding& finding : result->findings) ADD_FAILURE() << finding.clause;
    const ShadowedBytes& contents = result->buffers.at({0, 0, 0}).contents;
    std::vector<std::uint32_t> found(contents.size() / 4);
    std::memcpy(found.data(), contents.bytes.data(), contents.size());
    return found;
  }
  std::vector<Entry> log(std::uint64_t seed, std::uint32_t in_flight, std::uint32_t groups) {
    std::vector<Entry> log;
    const std::vector<std::uint32_t> all = words(seed, in_flight, groups);
    for (std::size_t i = 1; i < all.size(); ++i)
      log.push_back({all[i] / 64, all[i] / 16 % 4, all[i] % 16});
    return log;
  }

  std::shared_ptr<const Module> module_;
};

// The most workgroups that have begun and not ended at one time.
std::size_t most_in_flight(const std::vector<Entry>& log) {
  std::map<std::uint32_t, std::size_t> left;
  for (const Entry& entry : log) ++left[entry.workgroup];
  const auto total = left;
  std::set<std::uint32_t> begun;
  std::size_t most = 0;
  for (const Entry& entry : log) {
    begun.insert(entry.workgroup);
    most = std::max(most, begun.size());
    if (--left[entry.workgroup] == 0) begun.erase(entry.workgroup);
  }
  return most;
}

TEST_F(Schedules, EachIsLegal) {
  for (const std::uint32_t groups : {1u, 2u, 7u}) {
    for (const std::uint32_t in_flight : {0u, 1u, 2u, 5u}) {
      for (std::uint64_t seed = 0; seed < 25; ++seed) {
        SCOPED_TRACE(testing::Message()
                     << groups << " groups, " << in_flight << " in flight, seed " << seed);
        const std::vector<Entry> found = log(seed, in_flight, groups);
        ASSERT_EQ(found.size(), groups * invocations * entries);
        // Each invocation makes its entries once, in program order.
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> by_invocation;
        for (const Entry& entry : found)
          by_invocation[{entry.workgroup, entry.invocation}].push_back(entry.value);
        ASSERT_EQ(by_invocation.size(), groups * invocations);
        // Each last entry is 2 plus the count of its own workgroup.
        for (const auto& [who, values] : by_invocation)
          ASSERT_EQ(values, (std::vector<std::uint32_t>{0, 1, 2 + invocations}));
        // The barrier: all second entries of a workgroup come before the third ones.
        std::map<std::uint32_t, unsigned> seconds;
        for (const Entry& entry : found) {
          if (entry.value == 1) ++seconds[entry.workgroup];
          if (entry.value > 1) {
            ASSERT_EQ(seconds[entry.workgroup], invocations);
          }
        }
        const std::uint32_t usual = seed == 0 ? 1 : 4;
        ASSERT_LE(most_in_flight(found), in_flight == 0 ? usual : in_flight);
      }
    }
  }
}

TEST_F(Schedules, WithoutASeedWorkgroupsRunOneAfterTheOther) {
  const std::vector<Entry> found = log(0, 0, 5);
  EXPECT_TRUE(std::ranges::is_sorted(found, {}, &Entry::workgroup));
  EXPECT_EQ(most_in_flight(found), 1u);
}

TEST_F(Schedules, SeedsVaryWorkgroupsSubgroupsAndLanes) {
  std::set<std::uint32_t> first_workgroups, first_subgroups;
  std::set<bool> lanes_descend;
  std::size_t most = 0;
  std::set<std::vector<std::uint32_t>> all;
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    all.insert(words(seed, 0, 4));
    const std::vector<Entry> found = log(seed, 0, 4);
    first_workgroups.insert(found.front().workgroup);
    first_subgroups.insert(found.front().invocation / 2);
    lanes_descend.insert(found[0].invocation / 2 == found[1].invocation / 2 &&
                         found[0].workgroup == found[1].workgroup &&
                         found[0].invocation > found[1].invocation);
    most = std::max(most, most_in_flight(found));
  }
  EXPECT_EQ(first_workgroups.size(), 4u);
  EXPECT_EQ(first_subgroups.size(), 2u);
  EXPECT_EQ(lanes_descend.size(), 2u);
  EXPECT_EQ(most, 4u);
  EXPECT_GT(all.size(), 50u);
}

// Neither the number of threads nor observers change the schedule.
TEST_F(Schedules, ASeedAlwaysGivesTheSame) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const auto once = words(seed, 3, 6);
    EXPECT_EQ(words(seed, 3, 6), once);
    EXPECT_EQ(words(seed, 3, 6, true), once);
    EXPECT_EQ(words(seed, 3, 6, false, 4), once);
  }
}

}  // namespace
}  // namespace spirv_oracle
