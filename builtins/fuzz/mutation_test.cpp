// Damaged modules without validation: each must end with a documented status, and none may crash the process. The fuzzer
// does the same for longer.
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "builtins/fuzz/mutation_for_test.h"
#include "builtins/fuzz/run_anything_for_test.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::test {
namespace {

constexpr const char* module_header = R"(
OpCapability Shader
OpCapability GroupNonUniform
OpCapability GroupNonUniformArithmetic
OpCapability GroupNonUniformBallot
OpCapability GroupNonUniformShuffle
OpCapability GroupNonUniformVote
OpCapability Int8
OpCapability Int64
OpCapability Float16
OpCapability Float64
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %index_variable %buffer %shared
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %index_variable BuiltIn GlobalInvocationId
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 16
OpDecorate %results ArrayStride 16
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%bool = OpTypeBool
%i8 = OpTypeInt 8 1
%u32 = OpTypeInt 32 0
%i64 = OpTypeInt 64 1
%f16 = OpTypeFloat 16
%f32 = OpTypeFloat 32
%f64 = OpTypeFloat 64
%v3bool = OpTypeVector %bool 3
%v3u32 = OpTypeVector %u32 3
%v2f32 = OpTypeVector %f32 2
%v4f32 = OpTypeVector %f32 4
%v4u32 = OpTypeVector %u32 4
%m2f32 = OpTypeMatrix %v2f32 2
%pair = OpTypeStruct %u32 %u32
%mixed = OpTypeStruct %i8 %f64 %v3bool
%zero = OpConstant %u32 0
%one = OpConstant %u32 1
%three = OpConstant %u32 3
%eight = OpConstant %u32 8
%wide = OpConstant %i64 81985529216486895
%small = OpConstant %i8 -3
%half = OpConstant %f16 0.5
%real = OpConstant %f32 1.25
%double = OpConstant %f64 2.5
%true = OpConstantTrue %bool
%v2 = OpConstantComposite %v2f32 %real %real
%v4 = OpConstantComposite %v4f32 %real %real %real %real
%m2 = OpConstantComposite %m2f32 %v2 %v2
%sum = OpSpecConstantOp %u32 IAdd %one %eight
%results = OpTypeRuntimeArray %v4u32
%block = OpTypeStruct %u32 %results
%local_array = OpTypeArray %u32 %eight
%block_pointer = OpTypePointer StorageBuffer %block
%u32_in_buffer = OpTypePointer StorageBuffer %u32
%v4_in_buffer = OpTypePointer StorageBuffer %v4u32
%input_pointer = OpTypePointer Input %v3u32
%shared_pointer = OpTypePointer Workgroup %local_array
%u32_shared = OpTypePointer Workgroup %u32
%array_pointer = OpTypePointer Function %local_array
%u32_pointer = OpTypePointer Function %u32
%f32_pointer = OpTypePointer Function %f32
%binary = OpTypeFunction %u32 %u32 %u32
%by_pointer = OpTypeFunction %void %u32_pointer
%buffer = OpVariable %block_pointer StorageBuffer
%index_variable = OpVariable %input_pointer Input
%shared = OpVariable %shared_pointer Workgroup
)";

constexpr const char* values = R"(
%main = OpFunction %void None %procedure
%entry = OpLabel
%whole = OpVariable %f32_pointer Function
%ids = OpLoad %v3u32 %index_variable
%x = OpCompositeExtract %u32 %ids 0
%product = OpIMul %v3u32 %ids %ids
%shifted = OpShiftLeftLogical %u32 %x %three
%quotient = OpUDiv %u32 %shifted %x
%field = OpBitFieldInsert %u32 %x %shifted %one %three
%carry = OpIAddCarry %pair %x %field
%low = OpCompositeExtract %u32 %carry 1
%float = OpConvertUToF %f32 %low
%narrow = OpFConvert %f16 %float
%rounded = OpFAdd %f16 %narrow %half
%longer = OpSConvert %i64 %small
%difference = OpISub %i64 %longer %wide
%halves = OpBitcast %v2f32 %difference
%turned = OpMatrixTimesVector %v2f32 %m2 %halves
%dot = OpDot %f32 %turned %v2
%scaled = OpVectorTimesScalar %v4f32 %v4 %dot
%shuffled = OpVectorShuffle %v4f32 %scaled %v4 0 7 2 4294967295
%inserted = OpVectorInsertDynamic %v4f32 %shuffled %dot %x
%taken = OpVectorExtractDynamic %f32 %inserted %x
%less = OpULessThan %v3bool %ids %product
%all = OpAll %bool %less
%either = OpLogicalOr %bool %all %true
%chosen = OpSelect %f32 %either %taken %dot
%struct = OpCompositeConstruct %mixed %small %double %less
%changed = OpCompositeInsert %mixed %either %struct 2 1
%back = OpCompositeExtract %bool %changed 2 0
%sine = OpExtInst %f32 %glsl Sin %chosen
%fraction = OpExtInst %f32 %glsl Modf %sine %whole
%clamped = OpExtInst %f32 %glsl FClamp %fraction %dot %real
%length = OpExtInst %f32 %glsl Length %shuffled
%packed = OpExtInst %u32 %glsl PackHalf2x16 %halves
%determinant = OpExtInst %f32 %glsl Determinant %m2
%fused = OpExtInst %f32 %glsl Fma %clamped %length %determinant
%loaded = OpLoad %f32 %whole
%added = OpFAdd %f32 %loaded %fused
%bits = OpBitcast %u32 %added
%answer = OpCompositeConstruct %v4u32 %bits %packed %sum %quotient
%target = OpAccessChain %v4_in_buffer %buffer %one %x
OpStore %target %answer
OpReturn
OpFunctionEnd
)";

constexpr const char* flow = R"(
%maximum = OpFunction %u32 None %binary
%a = OpFunctionParameter %u32
%b = OpFunctionParameter %u32
%maximum_entry = OpLabel
%greater = OpUGreaterThan %bool %a %b
OpSelectionMerge %maximum_end None
OpBranchConditional %greater %return_a %maximum_end
%return_a = OpLabel
OpReturnValue %a
%maximum_end = OpLabel
OpReturnValue %b
OpFunctionEnd
%increment = OpFunction %void None %by_pointer
%p = OpFunctionParameter %u32_pointer
%increment_entry = OpLabel
%old = OpLoad %u32 %p
%new = OpIAdd %u32 %old %one
OpStore %p %new
OpReturn
OpFunctionEnd
%main = OpFunction %void None %procedure
%entry = OpLabel
%counter = OpVariable %u32_pointer Function %zero
%array = OpVariable %array_pointer Function
%ids = OpLoad %v3u32 %index_variable
%x = OpCompositeExtract %u32 %ids 0
OpBranch %header
%header = OpLabel
%i = OpPhi %u32 %zero %entry %next %continue
%total = OpPhi %u32 %x %entry %joined %continue
OpLoopMerge %end %continue None
OpBranch %body
%body = OpLabel
%go = OpULessThan %bool %i %eight
OpBranchConditional %go %choose %end
%choose = OpLabel
%rest = OpUMod %u32 %total %three
OpSelectionMerge %joint None
OpSwitch %rest %other 0 %first 1 %second
%first = OpLabel
%f = OpFunctionCall %u32 %maximum %i %x
OpBranch %second
%second = OpLabel
%s = OpPhi %u32 %f %first %i %choose
%called = OpFunctionCall %void %increment %counter
OpBranch %joint
%other = OpLabel
%leave = OpIEqual %bool %x %three
OpBranchConditional %leave %end %joint
%joint = OpLabel
%value = OpPhi %u32 %s %second %x %other
%joined = OpIAdd %u32 %total %value
%element = OpAccessChain %u32_pointer %array %i
OpStore %element %joined
OpBranch %continue
%continue = OpLabel
%next = OpIAdd %u32 %i %one
OpBranch %header
%end = OpLabel
%last = OpAccessChain %u32_pointer %array %three
%kept = OpLoad %u32 %last
%count = OpLoad %u32 %counter
%result = OpIAdd %u32 %count %kept
%target = OpAccessChain %u32_in_buffer %buffer %one %x %zero
OpStore %target %result
OpReturn
OpFunctionEnd
)";

constexpr const char* groups = R"(
%main = OpFunction %void None %procedure
%entry = OpLabel
%ids = OpLoad %v3u32 %index_variable
%x = OpCompositeExtract %u32 %ids 0
%slot = OpUMod %u32 %x %eight
%cell = OpAccessChain %u32_shared %shared %slot
OpStore %cell %x
OpControlBarrier %three %three %eight
%head = OpAccessChain %u32_in_buffer %buffer %zero
%before = OpAtomicIAdd %u32 %head %one %zero %x
%swapped = OpAtomicCompareExchange %u32 %cell %one %zero %zero %before %x
%odd = OpBitwiseAnd %u32 %x %one
%is_odd = OpINotEqual %bool %odd %zero
OpSelectionMerge %end None
OpBranchConditional %is_odd %then %end
%then = OpLabel
%added = OpGroupNonUniformIAdd %u32 %three InclusiveScan %swapped
%ballot = OpGroupNonUniformBallot %v4u32 %three %is_odd
%bits = OpGroupNonUniformBallotBitCount %u32 %three Reduce %ballot
%other = OpGroupNonUniformShuffleXor %u32 %three %added %one
%first = OpGroupNonUniformBroadcastFirst %v3u32 %three %ids
%vote = OpGroupNonUniformAllEqual %bool %three %other
%chosen = OpSelect %u32 %vote %bits %other
%target = OpAccessChain %v4_in_buffer %buffer %one %chosen
OpStore %target %ballot
%length = OpArrayLength %u32 %buffer 1
OpStore %head %length
OpBranch %end
%end = OpLabel
OpReturn
OpFunctionEnd
)";

constexpr std::array bodies = {values, flow, groups};

TEST(MutationSeeds, Run) {
  for (const char* body : bodies) {
    Words words = assemble(std::string(module_header) + body);
    words[2] = 0x103;  // subgroups of 8; validated
    const Ending ending = run_anything(words);
    EXPECT_TRUE(ending.status == Status::ok || ending.status == Status::undefined_behavior)
        << ending.message;
  }
}

class Mutation : public testing::TestWithParam<std::size_t> {};

TEST_P(Mutation, EndsProperly) {
  const Words original = assemble(std::string(module_header) + bodies[GetParam()]);
  const Words donor =
      assemble(std::string(module_header) + bodies[(GetParam() + 1) % bodies.size()]);
  for (std::uint64_t seed = 0; seed < 700; ++seed) {
    Mutator mutator(seed);
    Words words = original;
    for (std::uint64_t i = 0; i <= seed % 3; ++i) mutator.mutate(words, donor);
    if (words.size() > 2) words[2] = static_cast<std::uint32_t>(seed % 8 | seed / 8 % 16 << 10);
    const Ending ending = run_anything(words);
    EXPECT_TRUE(ending.is_proper()) << "seed " << seed << ": status "
                                    << static_cast<int>(ending.status) << ' ' << ending.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, Mutation, testing::Range<std::size_t>(0, bodies.size()));

TEST(MutationSeeds, EndProperlyWhenTruncated) {
  const Words original = assemble(std::string(module_header) + flow);
  for (std::size_t size = 0; size < original.size(); size += 3) {
    const Ending ending = run_anything(std::span(original).first(size));
    EXPECT_TRUE(ending.is_proper()) << size << " words";
    EXPECT_NE(ending.status, Status::ok) << size << " words";
  }
}

}  // namespace
}  // namespace spirv_oracle::test
