// The invocations that take part in a group instruction: broadcasts, nonuniform control flow, rotation.

#include <gtest/gtest.h>

#include "builtins/group_shader_for_test.h"

namespace spirv_oracle::test {
namespace {

// --- broadcast ---

// LocalId comes from the choice of each invocation; `body` makes %id of %choice.
void expect_broadcasts(const std::string& scope, const std::string& make_id, const Dim3& size,
                       unsigned subgroup, const std::function<unsigned(unsigned)>& source_of) {
  std::mt19937_64 random(10);
  const GroupShader shader("u64", 8, make_id + "%r = OpGroupBroadcast %u64 " + scope + " %x %id\n",
                           size);
  ASSERT_NE(shader.module, nullptr);
  const unsigned count = shader.invocations;
  const ShadowedBytes values = random_values<std::uint64_t>(count, random);
  for (unsigned choice = 0; choice < (scope == "%subgroup" ? subgroup : count); ++choice) {
    const std::vector<std::uint32_t> choices(count, choice);
    const DispatchResult result = shader.run(values, subgroup, choices, choice % 3);
    ASSERT_EQ(clauses_of(result), std::vector<std::string>{});
    const unsigned whole = count / subgroup * subgroup;
    for (unsigned i = 0; i < (scope == "%subgroup" ? whole : count); ++i) {
      const unsigned first = scope == "%subgroup" ? i / subgroup * subgroup : 0;
      ASSERT_EQ(optional_element<std::uint64_t>(result.buffers.at({0, 1, 0}).contents, i),
                optional_element<std::uint64_t>(values, first + source_of(choice)))
          << choice << " to " << i;
    }
  }
}

const char* const id_of_three =
    "%cx = OpUMod %u32 %choice %four\n%cd = OpUDiv %u32 %choice %four\n"
    "%cy = OpUMod %u32 %cd %three\n%cz = OpUDiv %u32 %cd %three\n"
    "%id = OpCompositeConstruct %v3 %cx %cy %cz\n";

TEST(WorkgroupOperations, Broadcast) {
  const auto same = [](unsigned choice) { return choice; };
  for (const unsigned subgroup : {2u, 8u, 16u, 32u}) {
    expect_broadcasts("%workgroup", id_of_three, {4, 3, 2}, subgroup, same);
    expect_broadcasts("%workgroup", "%id = OpCopyObject %u32 %choice\n", {24, 1, 1}, subgroup,
                      same);
    expect_broadcasts("%workgroup",
                      "%cx = OpUMod %u32 %choice %four\n%cy = OpUDiv %u32 %choice %four\n"
                      "%id = OpCompositeConstruct %v2 %cx %cy\n",
                      {4, 6, 1}, subgroup, same);
  }
  for (const unsigned subgroup : {2u, 8u}) {
    expect_broadcasts("%subgroup", "%id = OpUConvert %u8 %choice\n", {24, 1, 1}, subgroup, same);
    expect_broadcasts("%subgroup", "%id = OpCompositeConstruct %v2 %choice %zero\n", {24, 1, 1},
                      subgroup, same);
    expect_broadcasts("%subgroup", "%id = OpCompositeConstruct %v3 %choice %zero %zero\n",
                      {24, 1, 1}, subgroup, same);
  }
}

void expect_clause(const DispatchResult& result, const std::string& clause) {
  EXPECT_EQ(clauses_of(result), std::vector<std::string>{clause});
}

TEST(WorkgroupOperations, BroadcastOfABadLocalId) {
  std::mt19937_64 random(11);
  const ShadowedBytes values = random_values<std::uint32_t>(24, random);
  const GroupShader three(
      "u32", 4, std::string(id_of_three) + "%r = OpGroupBroadcast %u32 %workgroup %x %id\n",
      {4, 3, 2});
  std::vector<std::uint32_t> choices(24, 24);
  expect_clause(three.run(values, 8, choices), "OpGroupBroadcast.local-id-out-of-range");
  choices.assign(24, 3);
  choices[20] = 4;  // in another subgroup
  expect_clause(three.run(values, 8, choices), "OpGroupBroadcast.local-id-not-uniform");
  // In range as an index, but not in its dimension.
  const GroupShader scalar("u32", 4, "%r = OpGroupBroadcast %u32 %workgroup %x %choice\n",
                           {4, 3, 2});
  choices.assign(24, 5);
  expect_clause(scalar.run(values, 8, choices), "OpGroupBroadcast.local-id-out-of-range");
  const GroupShader undefined(
      "u32", 4, "%u = OpUndef %u32\n%r = OpGroupBroadcast %u32 %workgroup %x %u\n", {4, 3, 2});
  expect_clause(undefined.run(values, 8), "OpGroupBroadcast.local-id-undefined");
  // Of a subgroup with 4 of its 16 invocations.
  const GroupShader subgroup("u32", 4, "%r = OpGroupBroadcast %u32 %subgroup %x %choice\n",
                             {20, 1, 1});
  choices.assign(24, 7);
  const DispatchResult partly = subgroup.run(values, 16, choices);
  expect_clause(partly, "OpGroupBroadcast.local-id-without-invocation");
  EXPECT_EQ(optional_element<std::uint32_t>(partly.buffers.at({0, 1, 0}).contents, 19),
            std::nullopt);
  choices.assign(24, 16);
  expect_clause(subgroup.run(values, 16, choices), "OpGroupBroadcast.local-id-out-of-range");
  // Each subgroup may name another invocation.
  for (unsigned i = 0; i < 24; ++i) choices[i] = i / 4 % 4;
  EXPECT_TRUE(subgroup.run(values, 4, choices).findings.empty());
}

// --- in non-uniform control flow ---

// The invocations that execute an instruction form its group, in whatever order the subgroups arrive.
TEST(WorkgroupOperations, GroupsOfThoseWhoExecuteTheInstruction) {
  std::mt19937_64 random(12);
  for (const auto& one : forms) {
    const std::string form = one.first;
    const char letter = one.second;
    const std::string instruction =
        std::string("OpGroupIAddNonUniformAMD %u32 %workgroup ") + form + " %x";
    const std::string body =
        replaced(replaced(when_chosen, "INSTRUCTION", instruction), "OTHERWISE", instruction);
    const auto expect = [&](const GroupShader& shader, unsigned subgroup,
                            const std::vector<std::uint32_t>& choices) {
      const ShadowedBytes values = random_values<std::uint32_t>(shader.invocations, random);
      const DispatchResult result = shader.run(values, subgroup, choices, random() % 3);
      ASSERT_EQ(clauses_of(result), std::vector<std::string>{});
      for (unsigned i = 0; i < shader.invocations; ++i) {
        const auto belongs = [&](unsigned other) { return choices[other] == choices[i]; };
        ASSERT_EQ(optional_element<std::uint32_t>(result.buffers.at({0, 1, 0}).contents, i),
                  expected<std::uint32_t>(letter, values, i, shader.invocations, belongs, 0,
                                          std::plus<std::uint32_t>()))
            << form << ", invocation " << i << " in subgroups of " << subgroup;
      }
    };
    const GroupShader small("u32", 4, body, {7, 1, 1});
    ASSERT_NE(small.module, nullptr);
    for (unsigned mask = 0; mask < 128; ++mask) {
      std::vector<std::uint32_t> choices;
      for (unsigned i = 0; i < 7; ++i) choices.push_back(mask >> i & 1);
      expect(small, 2u << (mask % 3), choices);
    }
    const GroupShader large("u32", 4, body, {128, 1, 1});
    for (unsigned i = 0; i < 20; ++i) {
      std::vector<std::uint32_t> choices;
      for (unsigned k = 0; k < 128; ++k) choices.push_back(static_cast<unsigned>(random() >> 63));
      expect(large, 4u << (i % 5), choices);
    }
  }
}

// Subgroup 0 meets others at the group instruction while subgroup 1 is already at the barrier.
TEST(WorkgroupOperations, BarriersWaitForThoseWhoExecuteAGroupInstruction) {
  const std::string body =
      replaced(replaced(when_chosen, "INSTRUCTION",
                        "OpGroupIAddNonUniformAMD %u32 %workgroup InclusiveScan %x"),
               "OTHERWISE", "OpCopyObject %u32 %zero") +
      "OpControlBarrier %workgroup %workgroup %zero\n";
  const GroupShader shader("u32", 4, body, {12, 1, 1});
  ASSERT_NE(shader.module, nullptr);
  ShadowedBytes values = ShadowedBytes::zero(48);
  for (unsigned i = 0; i < 12; ++i) values.bytes[4 * i] = std::byte{1};
  const std::vector<std::uint32_t> choices = {1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1};
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const DispatchResult result = shader.run(values, 4, choices, seed);
    EXPECT_EQ(clauses_of(result), std::vector<std::string>{});
    unsigned sum = 0;
    for (unsigned i = 0; i < 12; ++i) {
      sum += choices[i];
      EXPECT_EQ(element<std::uint32_t>(result.buffers.at({0, 1, 0}).contents, i),
                choices[i] == 0 ? 0 : sum);
    }
  }
}

TEST(WorkgroupOperations, NotAllExecute) {
  std::mt19937_64 random(13);
  const ShadowedBytes values = random_values<std::uint32_t>(8, random);
  const std::pair<const char*, const char*> instructions[] = {
      {"OpGroupIAdd", "OpGroupIAdd %u32 SCOPE Reduce %x"},
      {"OpGroupBroadcast", "OpGroupBroadcast %u32 SCOPE %x %zero"},
      {"OpGroupBitwiseXorKHR", "OpGroupBitwiseXorKHR %u32 SCOPE InclusiveScan %x"}};
  for (const auto& [name, text] : instructions) {
    for (const std::string scope : {"%workgroup", "%subgroup"}) {
      const std::string body = replaced(
          replaced(replaced(when_chosen, "INSTRUCTION", text), "OTHERWISE", "OpCopyObject %u32 %x"),
          "SCOPE", scope);
      const GroupShader shader("u32", 4, body, {8, 1, 1});
      ASSERT_NE(shader.module, nullptr);
      const std::string clause = std::string(name) + ".not-all-execute";
      // One lane is missing.
      const DispatchResult lane = shader.run(values, 4, {1, 1, 1, 1, 1, 0, 1, 1});
      expect_clause(lane, clause);
      EXPECT_EQ(lane.status, Status::undefined_behavior);
      const ShadowedBytes& out = lane.buffers.at({0, 1, 0}).contents;
      EXPECT_EQ(optional_element<std::uint32_t>(out, 7), std::nullopt);
      EXPECT_EQ(optional_element<std::uint32_t>(out, 5),
                optional_element<std::uint32_t>(values, 5));
      // A whole subgroup is missing, which is permitted at Subgroup scope.
      const DispatchResult subgroup = shader.run(values, 4, {1, 1, 1, 1, 0, 0, 0, 0});
      if (scope == "%subgroup") {
        EXPECT_TRUE(subgroup.findings.empty());
      } else {
        expect_clause(subgroup, clause);
        ASSERT_FALSE(subgroup.findings.empty());
        EXPECT_NE(subgroup.findings[0].message.find("subgroup 1 returned"), std::string::npos)
            << subgroup.findings[0].message;
      }
      EXPECT_TRUE(shader.run(values, 4, {0, 0, 0, 0, 0, 0, 0, 0}).findings.empty());
    }
  }
}

// Subgroup 0 skips the instruction in its first iteration: it arrives in another dynamic instance.
TEST(WorkgroupOperations, IterationsAreDynamicInstances) {
  const GroupShader shader("u32", 4, R"(
    OpBranch %header
    %header = OpLabel
    %i = OpPhi %u32 %zero %entry %next %continue
    %sum = OpPhi %u32 %zero %entry %sum_next %continue
    OpLoopMerge %exit %continue None
    OpBranch %body
    %body = OpLabel
    %skip = OpULessThan %bool %i %choice
    OpSelectionMerge %join None
    OpBranchConditional %skip %join %execute
    %execute = OpLabel
    %g = OpGroupIAdd %u32 %workgroup Reduce %x
    OpBranch %join
    %join = OpLabel
    %term = OpPhi %u32 %zero %body %g %execute
    OpBranch %continue
    %continue = OpLabel
    %sum_next = OpIAdd %u32 %sum %term
    %next = OpIAdd %u32 %i %one
    %more = OpULessThan %bool %next %four
    OpBranchConditional %more %header %exit
    %exit = OpLabel
    %r = OpCopyObject %u32 %sum_next
)",
                           {4, 1, 1});
  ASSERT_NE(shader.module, nullptr);
  ShadowedBytes values = ShadowedBytes::zero(16);
  for (unsigned i = 0; i < 4; ++i) values.bytes[4 * i] = std::byte{1};
  const DispatchResult fine = shader.run(values, 2, {1, 1, 1, 1});
  EXPECT_TRUE(fine.findings.empty());
  EXPECT_EQ(element<std::uint32_t>(fine.buffers.at({0, 1, 0}).contents, 3), 12u);
  const DispatchResult skipped = shader.run(values, 2, {1, 1, 0, 0});
  expect_clause(skipped, "OpGroupIAdd.not-all-execute");
  ASSERT_FALSE(skipped.findings.empty());
  EXPECT_NE(skipped.findings[0].message.find("in iteration 1"), std::string::npos)
      << skipped.findings[0].message;
}

// --- rotation at Workgroup scope ---

TEST(WorkgroupOperations, RotateTurnsWithinTheSubgroupSize) {
  std::mt19937_64 random(14);
  const ShadowedBytes values = random_values<std::uint32_t>(24, random);
  for (const std::string cluster : {"", " %four"}) {
    const GroupShader shader(
        "u32", 4, "%r = OpGroupNonUniformRotateKHR %u32 %workgroup %x %choice" + cluster + "\n",
        {24, 1, 1});
    ASSERT_NE(shader.module, nullptr);
    for (const unsigned subgroup : {4u, 8u}) {
      const unsigned size = cluster.empty() ? subgroup : 4;
      for (unsigned delta = 0; delta < 10; ++delta) {
        const DispatchResult result =
            shader.run(values, subgroup, std::vector<std::uint32_t>(24, delta));
        EXPECT_TRUE(result.findings.empty());
        for (unsigned i = 0; i < 24; ++i) {
          const unsigned from = ((i + delta) & (size - 1)) + (i & ~(size - 1));
          ASSERT_EQ(optional_element<std::uint32_t>(result.buffers.at({0, 1, 0}).contents, i),
                    optional_element<std::uint32_t>(values, from));
        }
      }
    }
    // Uniform in each subgroup, but not in the workgroup.
    std::vector<std::uint32_t> deltas(24, 1);
    for (unsigned i = 8; i < 16; ++i) deltas[i] = 2;
    expect_clause(shader.run(values, 8, deltas), "OpGroupNonUniformRotateKHR.delta-not-uniform");
  }
}

// --- invocations that are not spread linearly over the lanes ---

TEST(WorkgroupOperations, OrderIsThatOfTheInvocationsInEveryMapping) {
  std::mt19937_64 random(15);
  const ShadowedBytes values = random_values<std::uint32_t>(24, random);
  const GroupShader scan("u32", 4, "%r = OpGroupIAdd %u32 %workgroup ExclusiveScan %x\n",
                         {24, 1, 1});
  const GroupShader broadcast("u32", 4, "%r = OpGroupBroadcast %u32 %workgroup %x %choice\n",
                              {24, 1, 1});
  const GroupShader rotate(
      "u32", 4, "%r = OpGroupNonUniformRotateKHR %u32 %workgroup %x %choice %four\n", {24, 1, 1});
  const std::vector<std::uint32_t> choices(24, 13);
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const SubgroupMapping mapping{SubgroupOrder::random, seed, false};
    const DispatchResult scanned = scan.run(values, 8, choices, 0, mapping);
    const DispatchResult given = broadcast.run(values, 8, choices, 0, mapping);
    const DispatchResult turned = rotate.run(values, 8, choices, 0, mapping);
    for (unsigned i = 0; i < 24; ++i) {
      const auto result = [&](const DispatchResult& of) {
        return optional_element<std::uint32_t>(of.buffers.at({0, 1, 0}).contents, i);
      };
      EXPECT_EQ(result(scanned), expected<std::uint32_t>(
                                     'e', values, i, 24, [](unsigned) { return true; }, 0,
                                     std::plus<std::uint32_t>()));
      EXPECT_EQ(result(given), optional_element<std::uint32_t>(values, 13));
      EXPECT_EQ(result(turned), optional_element<std::uint32_t>(values, (i + 13) % 4 + i / 4 * 4));
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
