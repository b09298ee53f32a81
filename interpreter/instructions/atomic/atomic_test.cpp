// Atomic instructions in whole dispatches. atomic_kernels_test.cpp tests single records.

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/compile/bound_program.h"
#include "interpreter/dispatch.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

using Words = std::vector<std::uint32_t>;

struct AtomicResult {
  Words words;
  std::vector<Definedness> states;  // of each word
  std::vector<std::string> clauses;
  Status status = Status::ok;
};

// A shader of 8 invocations in one subgroup. Its buffer is an array of `type` ("%uint", "%int" or "%float"). `body` may use
// the pointers %p0 .. %p3 to its first elements, %counter to a workgroup variable that is 0, and %lane, the number of the
// invocation.
std::string shader(const std::string& type, const std::string& constants, const std::string& body) {
  std::string text = R"(
    OpCapability Shader
    OpCapability AtomicFloat32AddEXT
    OpCapability AtomicFloat32MinMaxEXT
    OpExtension "SPV_EXT_shader_atomic_float_add"
    OpExtension "SPV_EXT_shader_atomic_float_min_max"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %buffer %lanes %counter
    OpExecutionMode %main LocalSize 8 1 1
    OpDecorate %array ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %int = OpTypeInt 32 1
    %float = OpTypeFloat 32
    %scope = OpConstant %uint 1
    %relaxed = OpConstant %uint 0
    %c0 = OpConstant %uint 0
    %c1 = OpConstant %uint 1
    %c2 = OpConstant %uint 2
    %c3 = OpConstant %uint 3
    %c100 = OpConstant %uint 100
    %array = OpTypeRuntimeArray )" +
                     type + R"(
    %block = OpTypeStruct %array
    %to_block = OpTypePointer StorageBuffer %block
    %to_element = OpTypePointer StorageBuffer )" +
                     type + R"(
    %to_shared = OpTypePointer Workgroup %uint
    %buffer = OpVariable %to_block StorageBuffer
    %lanes = OpVariable %to_shared Workgroup
    %counter = OpVariable %to_shared Workgroup
)" + constants + R"(
    %main = OpFunction %void None %function
    %entry = OpLabel
    OpAtomicStore %lanes %scope %relaxed %c0
    OpAtomicStore %counter %scope %relaxed %c0
    %lane = OpAtomicIIncrement %uint %lanes %scope %relaxed
)";
  for (const char* i : {"0", "1", "2", "3"}) {
    text += std::string("%p") + i + " = OpAccessChain %to_element %buffer %c0 %c" + i + "\n";
  }
  return text + body + "OpReturn\nOpFunctionEnd\n";
}

AtomicResult run_atomic(const std::string& text, const ShadowedBytes& initial,
                        std::uint32_t groups = 1, std::uint32_t jobs = 1) {
  AtomicResult result;
  const auto module = test::load(text);
  if (module == nullptr) return result;
  InstructionRegistry registry;
  register_core_instructions(registry);
  Dispatch dispatch;
  dispatch.groups = {groups, 1, 1};
  dispatch.jobs = jobs;
  dispatch.subgroup_size = 8;
  dispatch.buffers[{0, 0, 0}] = initial;
  auto ran = run(*module, registry, dispatch);
  if (!ran) {
    ADD_FAILURE() << ran.error().message << '\n' << text;
    return result;
  }
  const ShadowedBytes& contents = ran->buffers[{0, 0, 0}].contents;
  result.words.resize(contents.size() / 4);
  std::memcpy(result.words.data(), contents.bytes.data(), 4 * result.words.size());
  for (std::size_t i = 0; i < result.words.size(); ++i) {
    const Definedness* shadow = contents.shadow.data() + 4 * i;
    result.states.push_back(*std::max_element(shadow, shadow + 4));
  }
  for (const Finding& finding : ran->findings) result.clauses.push_back(finding.clause);
  result.status = ran->status;
  return result;
}

ShadowedBytes from_words(const Words& words) {
  ShadowedBytes bytes = ShadowedBytes::zero(4 * words.size());
  std::memcpy(bytes.bytes.data(), words.data(), bytes.size());
  return bytes;
}

// The words after a run in which everything is defined, and which has no findings.
Words defined_words(const AtomicResult& result) {
  EXPECT_EQ(result.clauses, std::vector<std::string>{});
  EXPECT_EQ(result.status, Status::ok);
  for (const Definedness state : result.states) EXPECT_EQ(state, Definedness::defined);
  return result.words;
}

bool has_clause(const AtomicResult& result, const std::string& clause) {
  return std::count(result.clauses.begin(), result.clauses.end(), clause) == 1;
}

TEST(Atomics, AddSubtractIncrementDecrement) {
  const std::string text = shader("%uint", "", R"(
    %r0 = OpAtomicIAdd %uint %p0 %scope %relaxed %lane
    %r1 = OpAtomicISub %uint %p1 %scope %relaxed %lane
    %r2 = OpAtomicIIncrement %uint %p2 %scope %relaxed
    %r3 = OpAtomicIDecrement %uint %p3 %scope %relaxed
  )");
  EXPECT_EQ(defined_words(run_atomic(text, from_words({10, 10, 10, 0}))),
            (Words{38, static_cast<std::uint32_t>(10 - 28), 18, static_cast<std::uint32_t>(-8)}));
}

TEST(Atomics, SignednessIsThatOfTheInstruction) {
  const std::string constants = "%minus_one = OpConstant %uint 0xFFFFFFFF\n";
  const std::string text = shader("%uint", constants, R"(
    %r0 = OpAtomicSMin %uint %p0 %scope %relaxed %minus_one
    %r1 = OpAtomicUMin %uint %p1 %scope %relaxed %minus_one
    %r2 = OpAtomicSMax %uint %p2 %scope %relaxed %minus_one
    %r3 = OpAtomicUMax %uint %p3 %scope %relaxed %minus_one
  )");
  EXPECT_EQ(defined_words(run_atomic(text, from_words({5, 5, 5, 5}))),
            (Words{0xFFFFFFFF, 5, 5, 0xFFFFFFFF}));
}

TEST(Atomics, Bitwise) {
  const std::string text = shader("%uint", "", R"(
    %r0 = OpAtomicAnd %uint %p0 %scope %relaxed %c3
    %r1 = OpAtomicOr %uint %p1 %scope %relaxed %lane
    %r2 = OpAtomicXor %uint %p2 %scope %relaxed %c1
    %r3 = OpAtomicXor %uint %p3 %scope %relaxed %lane
  )");
  EXPECT_EQ(defined_words(run_atomic(text, from_words({0xFE, 0x10, 0, 0xF0}))),
            (Words{2, 0x17, 0, 0xF0}));
}

TEST(Atomics, ResultsAreTheOriginalValuesInLaneOrder) {
  // Every invocation takes a different index and writes its number there.
  const std::string text = shader("%uint", "", R"(
    %place = OpAtomicIAdd %uint %counter %scope %relaxed %c1
    %p = OpAccessChain %to_element %buffer %c0 %place
    OpAtomicStore %p %scope %relaxed %lane
    %read = OpAtomicLoad %uint %p %scope %relaxed
    %r = OpAtomicExchange %uint %p %scope %relaxed %read
    %q = OpAtomicISub %uint %p %scope %relaxed %r
    %s = OpAtomicIAdd %uint %p %scope %relaxed %q
    %t = OpAtomicIAdd %uint %p %scope %relaxed %place
  )");
  EXPECT_EQ(defined_words(run_atomic(text, from_words(Words(8, 77)))),
            (Words{0, 2, 4, 6, 8, 10, 12, 14}));
}

TEST(Atomics, CompareExchangeStoresOnlyWhereEqual) {
  // A lock that the first invocation acquires: all others read the number that it stored.
  const std::string text = shader("%uint", "", R"(
    %next = OpIAdd %uint %lane %c1
    %r0 = OpAtomicCompareExchange %uint %p0 %scope %relaxed %relaxed %next %c0
    %r1 = OpAtomicIAdd %uint %p1 %scope %relaxed %r0
  )");
  EXPECT_EQ(defined_words(run_atomic(text, from_words({0, 0, 9, 9}))), (Words{1, 7, 9, 9}));
}

TEST(Atomics, CompareExchangeWithAnUndefinedComparatorLeavesTheMemoryUndefined) {
  const std::string text = shader("%uint", "%nothing = OpUndef %uint\n", R"(
    %r0 = OpAtomicCompareExchange %uint %p0 %scope %relaxed %relaxed %c1 %nothing
    OpAtomicStore %p1 %scope %relaxed %r0
  )");
  const AtomicResult result = run_atomic(text, from_words({0, 0, 0, 0}));
  EXPECT_EQ(result.states[0], Definedness::undefined);
}

TEST(Atomics, UndefinedValuesGoThrough) {
  const std::string text = shader("%uint", "%nothing = OpUndef %uint\n", R"(
    %r0 = OpAtomicIAdd %uint %p0 %scope %relaxed %nothing
    %r1 = OpAtomicOr %uint %p1 %scope %relaxed %c1
    OpAtomicStore %p2 %scope %relaxed %nothing
    %r3 = OpAtomicExchange %uint %p3 %scope %relaxed %c2
  )");
  ShadowedBytes initial = from_words({1, 2, 3, 4});
  initial.shadow[4] = Definedness::implementation_dependent;
  std::fill_n(initial.shadow.begin() + 12, 4, Definedness::undefined);
  const AtomicResult result = run_atomic(text, initial);
  EXPECT_EQ(result.states,
            (std::vector{Definedness::undefined, Definedness::implementation_dependent,
                         Definedness::undefined, Definedness::defined}));
  EXPECT_EQ(result.words[3], 2u);
}

TEST(Atomics, OutOfBoundsIsReported) {
  for (const char* access :
       {"%r = OpAtomicIAdd %uint %p %scope %relaxed %c1\n",
        "%r = OpAtomicLoad %uint %p %scope %relaxed\n", "OpAtomicStore %p %scope %relaxed %c1\n"}) {
    const std::string text = shader("%uint", "", std::string(R"(
      %p = OpAccessChain %to_element %buffer %c0 %c100
    )") + access);
    const AtomicResult result = run_atomic(text, from_words({1, 2, 3, 4}));
    EXPECT_EQ(result.status, Status::undefined_behavior);
    EXPECT_TRUE(has_clause(result, "memory.out-of-bounds")) << access;
    EXPECT_EQ(result.words, (Words{1, 2, 3, 4}));
  }
}

TEST(Atomics, FloatAddition) {
  const std::string constants = "%half = OpConstant %float 0.5\n";
  const std::string text = shader("%float", constants, R"(
    %f = OpConvertUToF %float %lane
    %r0 = OpAtomicFAddEXT %float %p0 %scope %relaxed %f
    %r1 = OpAtomicFAddEXT %float %p1 %scope %relaxed %half
    %r2 = OpAtomicExchange %float %p2 %scope %relaxed %half
    %r3 = OpAtomicLoad %float %p3 %scope %relaxed
  )");
  EXPECT_EQ(defined_words(run_atomic(text, from_words({0, 0, 0, 7}))),
            (Words{0x41E00000, 0x40800000, 0x3F000000, 7}));  // 28, 4, 0.5
}

TEST(Atomics, FloatMinimumAndMaximum) {
  const std::string text = shader("%float", "", R"(
    %f = OpConvertUToF %float %lane
    %r0 = OpAtomicFMinEXT %float %p0 %scope %relaxed %f
    %r1 = OpAtomicFMaxEXT %float %p1 %scope %relaxed %f
    %r2 = OpAtomicFMinEXT %float %p2 %scope %relaxed %f
    %r3 = OpAtomicFMaxEXT %float %p3 %scope %relaxed %f
  )");
  // 5, -5, and two quiet NaNs
  EXPECT_EQ(
      defined_words(run_atomic(text, from_words({0x40A00000, 0xC0A00000, 0x7FC00000, 0xFFC00000}))),
      (Words{0, 0x40E00000, 0, 0x40E00000}));
}

TEST(Atomics, FloatMinimumAndMaximumThatMayDiffer) {
  const std::string constants =
      "%minus_zero = OpConstant %float -0x0p+0\n%one = OpConstant %float 1\n";
  const std::string text = shader("%float", constants, R"(
    %r0 = OpAtomicFMinEXT %float %p0 %scope %relaxed %minus_zero
    %r1 = OpAtomicFMaxEXT %float %p1 %scope %relaxed %minus_zero
    %r2 = OpAtomicFMinEXT %float %p2 %scope %relaxed %one
    %r3 = OpAtomicFMaxEXT %float %p3 %scope %relaxed %one
  )");
  const AtomicResult result = run_atomic(text, from_words({0, 0, 0x7F800001, 0x7F800001}));
  for (const char* clause :
       {"OpAtomicFMinEXT.zeros-of-both-signs", "OpAtomicFMaxEXT.zeros-of-both-signs",
        "OpAtomicFMinEXT.signaling-nan", "OpAtomicFMaxEXT.signaling-nan"}) {
    EXPECT_TRUE(has_clause(result, clause)) << clause;
  }
  EXPECT_EQ(result.states, std::vector(4, Definedness::implementation_dependent));
  EXPECT_EQ(result.words, (Words{0x80000000, 0, 0x3F800000, 0x3F800000}));
}

// --- several workgroups on several threads ---

TEST(Atomics, WorkgroupsOnSeveralThreadsLoseNothing) {
  const std::string text = shader("%uint", "", R"(
    %r0 = OpAtomicIAdd %uint %p0 %scope %relaxed %lane
    %r1 = OpAtomicIIncrement %uint %p1 %scope %relaxed
    %even = OpBitwiseAnd %uint %lane %c2
    %p = OpAccessChain %to_element %buffer %c0 %even
    %r2 = OpAtomicISub %uint %p %scope %relaxed %c1
  )");
  const std::uint32_t groups = 300;
  for (const std::uint32_t jobs : {1u, 4u}) {
    EXPECT_EQ(defined_words(run_atomic(text, from_words({0, 0, 0, 5}), groups, jobs)),
              (Words{24 * groups, 8 * groups, 0u - 4 * groups, 5}));
  }
}

bool orders_workgroups(const std::string& body) {
  const auto module = test::load(shader("%uint", "", body + "\n"));
  if (module == nullptr) return false;
  InstructionRegistry registry;
  register_core_instructions(registry);
  Dispatch dispatch;
  dispatch.buffers[{0, 0, 0}] = from_words({0, 0, 0, 0});
  const auto compiled = bind_once(*module, registry, dispatch);
  if (!compiled) {
    ADD_FAILURE() << compiled.error().message;
    return false;
  }
  return (*compiled)->program.sharing.orders_workgroups;
}

TEST(Atomics, WorkgroupsNeedAnOrderWhereItShows) {
  // Memory that only the workgroup can access needs no order between workgroups.
  EXPECT_FALSE(orders_workgroups(""));
  EXPECT_FALSE(orders_workgroups("%r = OpAtomicExchange %uint %counter %scope %relaxed %c1"));
  // Operations that commute, and whose results are not used.
  EXPECT_FALSE(orders_workgroups(R"(%r0 = OpAtomicIAdd %uint %p0 %scope %relaxed %lane
                                    %r1 = OpAtomicXor %uint %counter %scope %relaxed %c1
                                    %r2 = OpAtomicISub %uint %p1 %scope %relaxed %c1
                                    %r3 = OpAtomicIDecrement %uint %p0 %scope %relaxed)"));
  EXPECT_FALSE(orders_workgroups(R"(%r0 = OpAtomicUMax %uint %p0 %scope %relaxed %lane
                                    %r1 = OpAtomicUMax %uint %p1 %scope %relaxed %c1)"));
  // A result that is used.
  EXPECT_TRUE(orders_workgroups(R"(%r = OpAtomicIAdd %uint %p0 %scope %relaxed %lane
                                   %sum = OpIAdd %uint %r %c1)"));
  // Operations that do not commute with each other, even with others in between.
  EXPECT_TRUE(orders_workgroups(R"(%r0 = OpAtomicIAdd %uint %p0 %scope %relaxed %lane
                                   %r1 = OpAtomicIAdd %uint %counter %scope %relaxed %lane
                                   %r2 = OpAtomicXor %uint %p0 %scope %relaxed %c1)"));
  EXPECT_TRUE(orders_workgroups(R"(%r0 = OpAtomicSMax %uint %p0 %scope %relaxed %lane
                                   %r1 = OpAtomicUMax %uint %p0 %scope %relaxed %lane)"));
  // Operations that never commute.
  EXPECT_TRUE(orders_workgroups("%r = OpAtomicLoad %uint %p0 %scope %relaxed"));
  EXPECT_TRUE(orders_workgroups("OpAtomicStore %p0 %scope %relaxed %c1"));
  EXPECT_TRUE(orders_workgroups("%r = OpAtomicExchange %uint %p0 %scope %relaxed %c1"));
  EXPECT_TRUE(
      orders_workgroups("%r = OpAtomicCompareExchange %uint %p0 %scope %relaxed %relaxed %c1 %c0"));
}

TEST(Atomics, ThreadsMakeNoDifference) {
  const std::string text = shader("%uint", "", R"(
    %n = OpAtomicIIncrement %uint %p0 %scope %relaxed
    %p = OpAccessChain %to_element %buffer %c0 %n
    OpAtomicStore %p %scope %relaxed %n
  )");
  const ShadowedBytes initial = from_words(Words(4096, 1));
  const Words expected = defined_words(run_atomic(text, initial, 200, 1));
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_EQ(defined_words(run_atomic(text, initial, 200, 4)), expected);
  }
}

}  // namespace
}  // namespace spirv_oracle
