// Shaders that store the ids of their invocations, compared with the results of find_writers.
#include "interpreter/writers.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "builtins/register_all.h"
#include "frontend/glslang_compiler.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {
namespace {

constexpr const char* head = R"(#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
)";

struct Followed {
  std::shared_ptr<const Module> module;
  DispatchResult result;
  Writers writers;

  const std::vector<Writer>& out() const { return writers.buffers.at({0, 0, 0}); }
  std::uint32_t word(std::uint64_t offset) const {
    std::uint32_t value = 0;
    std::memcpy(&value, result.buffers.at({0, 0, 0}).contents.bytes.data() + offset, 4);
    return value;
  }
  std::string origin(std::uint32_t execution) const {
    return locate(*module, default_registry(), writers.executions[execution].instruction)
        .instruction;
  }
};

Followed follow(const std::string& body, std::uint32_t subgroup_size, std::uint64_t bytes,
                Dim3 groups = {1, 1, 1}, Reconvergence reconvergence = Reconvergence::maximal) {
  ModuleOptions options;
  options.file = "writers.comp";
  const auto source = compile_source(head + body, ShaderLanguage::glsl, "compute", options);
  EXPECT_TRUE(source) << source.error().message;
  Followed followed;
  followed.module = *load_module(source->words, {true, "vulkan1.3"});
  Dispatch dispatch;
  dispatch.groups = groups;
  dispatch.subgroup_size = subgroup_size;
  dispatch.reconvergence = reconvergence;
  ShadowedBytes contents;
  contents.bytes.resize(bytes);
  contents.shadow.assign(bytes, Definedness::defined);
  dispatch.buffers[{0, 0, 0}] = contents;
  auto result = run(*followed.module, default_registry(), dispatch);
  EXPECT_TRUE(result) << result.error().message;
  followed.result = std::move(*result);
  auto writers = find_writers(*followed.module, default_registry(), dispatch);
  EXPECT_TRUE(writers) << writers.error().message;
  followed.writers = std::move(*writers);
  return followed;
}

// Each invocation stores its ids to an element that is unrelated to its position.
constexpr const char* scatter = R"(
layout(local_size_x = 24) in;
layout(std430, set = 0, binding = 0) buffer Out { uvec4 ids[]; };
void main() {
  const uint i = gl_GlobalInvocationID.x * 29 % 72;
  const uvec4 id = uvec4(gl_WorkGroupID.x, gl_SubgroupID, gl_SubgroupInvocationID, 7);
  if (i % 3 == 0) ids[i] = id; else for (uint k = 0; k < i % 3; ++k) ids[i] = id;
}
)";

TEST(FindWriters, TellsWhichInvocationStoresEachComponent) {
  for (const std::uint32_t size : {1u, 4u, 16u, 128u}) {
    for (const Reconvergence policy : {Reconvergence::maximal, Reconvergence::minimal}) {
      const Followed followed = follow(scatter, size, 72 * 16, {3, 1, 1}, policy);
      ASSERT_EQ(followed.out().size(), 72u * 4) << size;
      for (const Writer& writer : followed.out()) {
        const std::uint64_t begin = writer.offset / 16 * 16;
        EXPECT_EQ(writer.bytes, 4u);
        EXPECT_EQ(writer.workgroup[0], followed.word(begin));
        EXPECT_EQ(writer.subgroup, followed.word(begin + 4));
        EXPECT_EQ(writer.lane, followed.word(begin + 8));
        EXPECT_TRUE(writer.active.test(writer.lane));
        EXPECT_EQ(writer.value_from, 0u);
      }
    }
  }
}

TEST(FindWriters, AnOverwrittenComponentBelongsToTheLastStore) {
  const Followed followed = follow(R"(
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Out { uint last, untouched; };
void main() {
  for (uint k = 0; k < 8; ++k) {
    if (k == gl_LocalInvocationIndex) last = 10 + gl_LocalInvocationIndex;
    barrier();
  }
}
)",
                                   4, 8);
  ASSERT_EQ(followed.out().size(), 1u);
  EXPECT_EQ(followed.word(0), 17u);
  EXPECT_EQ(followed.out()[0].subgroup, 1u);
  EXPECT_EQ(followed.out()[0].lane, 3u);
  EXPECT_EQ(followed.out()[0].active, LaneMask::single(3));
}

// Bytes of a word that smaller stores overwrite.
TEST(FindWriters, StoresOfOtherSizesReplaceWhatTheyOverlap) {
  const Followed followed = follow(R"(
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Words { uint words[2]; };
layout(std430, set = 0, binding = 0) buffer Bytes { uint8_t bytes[8]; };
void main() {
  words[0] = 1;
  words[1] = 2;
  bytes[5] = uint8_t(3);
}
)",
                                   4, 8);
  ASSERT_EQ(followed.out().size(), 2u);
  EXPECT_EQ(followed.out()[0].offset, 0u);
  EXPECT_EQ(followed.out()[1].offset, 5u);
  EXPECT_EQ(followed.out()[1].bytes, 1u);
}

// The even lanes compute the sum. It passes through workgroup memory to another subgroup, and there through a shuffle.
constexpr const char* relay = R"(
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Out { uint out_[]; };
shared uint box[16];
void main() {
  const uint i = gl_LocalInvocationIndex;
  uint value = i;
  if (i % 2 == 0) value = subgroupAdd(i) + 1;
  box[i] = value * 3;
  barrier();
  uint found = box[15 - i];
  for (uint k = 0; k < i % 2; ++k) found += 2;
  out_[i] = i < 8 ? subgroupShuffleXor(found, 1) : found;
}
)";

TEST(FindWriters, FollowsValuesThroughControlFlowAndMemory) {
  const Followed followed = follow(relay, 8, 64);
  ASSERT_EQ(followed.out().size(), 16u);
  const LaneMask even{{0x55, 0}};
  for (std::uint32_t i = 0; i < 16; ++i) {
    const Writer& writer = followed.out()[i];
    EXPECT_EQ(writer.subgroup, i / 8);
    EXPECT_EQ(writer.lane, i % 8);
    std::uint32_t sum = writer.value_from;
    if (i < 8) {
      EXPECT_EQ(followed.origin(sum), "OpGroupNonUniformShuffleXor");
      EXPECT_EQ(followed.writers.executions[sum].subgroup, 0u);
      EXPECT_EQ(followed.writers.executions[sum].active, LaneMask::first(8));
      sum = followed.writers.executions[sum].before;
    }
    // Odd lanes read the values that even lanes stored.
    const bool has_sum = i < 8 || i % 2 == 1;
    ASSERT_EQ(sum != 0, has_sum) << i;
    if (!has_sum) continue;
    EXPECT_EQ(followed.origin(sum), "OpGroupNonUniformIAdd");
    EXPECT_EQ(followed.writers.executions[sum].subgroup, i < 8 ? 1u : 0u);
    EXPECT_EQ(followed.writers.executions[sum].active, even);
  }
}

TEST(FindWriters, FollowsValuesThroughAtomicsAndBallots) {
  const Followed followed = follow(R"(
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Out { uint total, count, unread; };
void main() {
  const uvec4 votes = subgroupBallot(gl_LocalInvocationIndex % 3 == 0);
  if (subgroupElect()) {
    atomicAdd(total, subgroupBallotBitCount(votes));
    atomicAdd(count, 1);
  }
}
)",
                                   4, 12);
  ASSERT_EQ(followed.out().size(), 2u);
  EXPECT_EQ(followed.word(0), 3u);
  const std::uint32_t count = followed.out()[0].value_from;
  EXPECT_EQ(followed.origin(count), "OpGroupNonUniformBallotBitCount");
  EXPECT_EQ(followed.writers.executions[count].active, LaneMask::single(0));
  const std::uint32_t ballot = followed.writers.executions[count].before;
  EXPECT_EQ(followed.origin(ballot), "OpGroupNonUniformBallot");
  EXPECT_EQ(followed.writers.executions[ballot].active, LaneMask::first(4));
  EXPECT_EQ(followed.out()[1].value_from, 0u);
}

// Without the shared memory of the first workgroup, and without its registers.
TEST(FindWriters, NothingIsLeftOfTheLastWorkgroup) {
  const Followed followed = follow(R"(
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Out { uint out_[]; };
shared uint box[4];
void main() {
  const uint i = gl_LocalInvocationIndex;
  box[i] = i;
  if (gl_WorkGroupID.x == 0) box[i] = subgroupAdd(i);
  out_[gl_GlobalInvocationID.x] = box[i];
}
)",
                                   4, 32, {2, 1, 1});
  ASSERT_EQ(followed.out().size(), 8u);
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(followed.out()[i].value_from != 0, i < 4) << i;
}

TEST(FindWriters, EndsAtTheLimitsOfTheRun) {
  ModuleOptions options;
  options.file = "endless.comp";
  const auto source = compile_source(
      "#version 450\nlayout(set = 0, binding = 0) buffer B { uint b; };\n"
      "void main() { while (b == 0) b = 0; }\n",
      ShaderLanguage::glsl, "compute", options);
  ASSERT_TRUE(source) << source.error().message;
  const auto module = load_module(source->words);
  Dispatch dispatch;
  dispatch.limits.max_steps = 1000;
  dispatch.buffers[{0, 0, 0}] = {std::vector<std::byte>(4),
                                 std::vector<Definedness>(4, Definedness::defined)};
  const auto writers = find_writers(**module, default_registry(), dispatch);
  ASSERT_FALSE(writers);
  EXPECT_EQ(writers.error().status, Status::limit);
}

}  // namespace
}  // namespace spirv_oracle::golden
