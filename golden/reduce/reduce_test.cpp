#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "golden/fuzz/fuzz_bundle.h"
#include "golden/make/make_bundle.h"
#include "golden/mutation/oracle_run.h"
#include "golden/mutation/score.h"
#include "golden/reduce/clean.h"
#include "golden/reduce/reducer.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::golden {
namespace {

Bundle fuzzed(std::uint64_t seed, std::uint64_t index) {
  const auto nothing_known = [](const std::string&, const std::string&) { return false; };
  auto made = make_fuzzed_bundle(seed, index, {.subgroup_size = 8, .statements = 20},
                                 default_registry(), nothing_known);
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*made->bundle);
}

Draft parsed(const std::vector<std::uint32_t>& words) {
  auto draft = Draft::parse(words);
  EXPECT_TRUE(draft) << draft.error().message;
  return std::move(*draft);
}

// Whether the module is valid and has the results of the bundle.
void expect_same_meaning(const Bundle& bundle, const Draft& draft, const std::string& place) {
  const auto module = load_module(draft.words(), {true, "vulkan1.3"});
  ASSERT_TRUE(module) << place << ": " << module.error().message;
  const auto dispatch = dispatch_of(bundle);
  ASSERT_TRUE(dispatch);
  const auto result = run(**module, default_registry(), *dispatch);
  ASSERT_TRUE(result) << place << ": " << result.error().message;
  EXPECT_TRUE(accepts_run(bundle, *dispatch, *result)) << place;
}

TEST(Draft, KeepsEveryWord) {
  for (std::uint64_t index = 0; index < 10; ++index) {
    const Bundle bundle = fuzzed(21, index);
    EXPECT_EQ(parsed(bundle.words).words(), bundle.words);
  }
}

TEST(Draft, CleaningKeepsTheMeaning) {
  for (std::uint64_t index = 0; index < 30; ++index) {
    const Bundle bundle = fuzzed(22, index);
    Draft draft = parsed(bundle.words);
    clean(draft);
    EXPECT_LE(draft.instruction_count(), parsed(bundle.words).instruction_count());
    expect_same_meaning(bundle, draft, bundle.name);
    const auto once = draft.words();
    clean(draft);
    EXPECT_EQ(draft.words(), once) << bundle.name;
  }
}

// Steps that only rewrite a module in another form.
TEST(CodeSteps, InliningAndSkippingBlocksKeepTheMeaning) {
  std::size_t changes = 0;
  for (std::uint64_t index = 0; index < 40; ++index) {
    const Bundle bundle = fuzzed(23, index);
    for (const CodeStep& step : code_steps()) {
      if (step.name != "inline a call" && step.name != "skip an empty block") continue;
      const Draft original = parsed(bundle.words);
      for (std::size_t i = 0; i < original.code.size(); ++i) {
        if (!step.fits(original, original.code, i)) continue;
        Draft draft = original;
        step.change(draft, draft.code, i);
        clean(draft);
        // A call in the header of a loop cannot be inlined, and some blocks may remain.
        if (!load_module(draft.words(), {true, "vulkan1.3"})) continue;
        ++changes;
        expect_same_meaning(bundle, draft, bundle.name + ": " + std::string(step.name));
      }
    }
  }
  EXPECT_GT(changes, 20u);
}

// After any step, the remaining module can be read again, whether or not it is valid.
TEST(CodeSteps, LeaveModulesThatCanBeParsed) {
  for (std::uint64_t index = 0; index < 3; ++index) {
    const Draft original = parsed(fuzzed(24, index).words);
    for (const CodeStep& step : code_steps()) {
      Draft draft = original;
      for (std::size_t i = draft.code.size(); !step.in_globals && i-- > 0;) {
        if (i < draft.code.size() && step.fits(draft, draft.code, i))
          step.change(draft, draft.code, i);
      }
      clean(draft);
      const auto again = Draft::parse(draft.words());
      ASSERT_TRUE(again) << step.name << ": " << again.error().message;
      EXPECT_EQ(again->words(), draft.words()) << step.name;
    }
  }
}

TEST(Draft, CleaningKeepsInstructionsThatAlsoStore) {
  Draft draft = parsed(test::assemble(R"(OpCapability Shader
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%x = OpConstant %float 1.5
%to_variable = OpTypePointer Function %float
%main = OpFunction %void None %fn
%entry = OpLabel
%whole = OpVariable %to_variable Function
%fraction = OpExtInst %float %glsl Modf %x %whole
%root = OpExtInst %float %glsl Sqrt %x
OpReturn
OpFunctionEnd
)"));
  clean(draft);
  EXPECT_EQ(std::ranges::count(draft.code, spv::Op::OpExtInst, &DraftInstruction::opcode), 1);
  // A step can remove it.
  const auto step = std::ranges::find(code_steps(), "remove an effect", &CodeStep::name);
  const auto found = std::ranges::find(draft.code, spv::Op::OpExtInst, &DraftInstruction::opcode);
  EXPECT_TRUE(step->fits(draft, draft.code, static_cast<std::size_t>(found - draft.code.begin())));
}

// The function of a reduction stores, so the reduction has an effect although nothing uses its result.
TEST(Draft, CleaningKeepsInstructionsThatCallAFunctionForElements) {
  Draft draft = parsed(test::assemble(R"(OpCapability Shader
OpCapability CooperativeMatrixKHR
OpCapability CooperativeMatrixReductionsNV
OpExtension "SPV_KHR_cooperative_matrix"
OpExtension "SPV_NV_cooperative_matrix2"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %stored
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%to_float = OpTypePointer Private %float
%combining = OpTypeFunction %float %float %float
%subgroup = OpConstant %uint 3
%four = OpConstant %uint 4
%accumulator = OpConstant %uint 2
%x = OpConstant %float 1.5
%matrix = OpTypeCooperativeMatrixKHR %float %subgroup %four %four %accumulator
%stored = OpVariable %to_float Private
%main = OpFunction %void None %fn
%entry = OpLabel
%all = OpCompositeConstruct %matrix %x
%rows = OpCooperativeMatrixReduceNV %matrix %all Row %combine
%unused = OpCompositeConstruct %matrix %x
OpReturn
OpFunctionEnd
%combine = OpFunction %float None %combining
%a = OpFunctionParameter %float
%b = OpFunctionParameter %float
%combine_entry = OpLabel
OpStore %stored %a
OpReturnValue %b
OpFunctionEnd
)"));
  clean(draft);
  const auto count = [&](spv::Op opcode) {
    return std::ranges::count(draft.code, opcode, &DraftInstruction::opcode);
  };
  EXPECT_EQ(count(spv::Op::OpCooperativeMatrixReduceNV), 1);
  EXPECT_EQ(count(spv::Op::OpStore), 1);
  EXPECT_EQ(count(spv::Op::OpCompositeConstruct), 1);
}

TEST(CodeSteps, RemovingAStoreLeavesTheVariableDefined) {
  const std::vector<std::uint32_t> words = test::assemble(R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %out
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%c0 = OpConstant %uint 0
%c7 = OpConstant %uint 7
%block = OpTypeStruct %uint
%to_block = OpTypePointer StorageBuffer %block
%to_uint = OpTypePointer StorageBuffer %uint
%to_variable = OpTypePointer Function %uint
%out = OpVariable %to_block StorageBuffer
%main = OpFunction %void None %fn
%entry = OpLabel
%variable = OpVariable %to_variable Function
OpStore %variable %c7
%value = OpLoad %uint %variable
%to = OpAccessChain %to_uint %out %c0
OpStore %to %value
OpReturn
OpFunctionEnd
)");
  const auto step = std::ranges::find(code_steps(), "remove an effect", &CodeStep::name);
  for (const bool is_cleaned : {false, true}) {
    Draft draft = parsed(words);
    const auto store = std::ranges::find(draft.code, spv::Op::OpStore, &DraftInstruction::opcode);
    step->change(draft, draft.code, static_cast<std::size_t>(store - draft.code.begin()));
    if (is_cleaned) clean(draft);
    const auto module = load_module(draft.words(), {true, "vulkan1.3"});
    ASSERT_TRUE(module) << module.error().message;
    Dispatch dispatch;
    dispatch.buffers[{0, 0, 0}] = ShadowedBytes::uninitialized(4);
    const auto result = run(**module, default_registry(), dispatch);
    ASSERT_TRUE(result) << result.error().message;
    const ShadowedBytes& contents = result->buffers.at({0, 0, 0}).contents;
    EXPECT_EQ(contents.shadow[0], Definedness::defined);
    EXPECT_EQ(contents.bytes[0], std::byte{0});
  }
}

Result<Reduction> reduced(const Bundle& bundle, Interest& interest) {
  return Reducer(default_registry(), interest, 20'000, [](const Reduction&) {}).reduce(bundle);
}

bool finds(const Bundle& bundle, const std::string& fault) {
  const auto interest = wrong_driver_interest(fault);
  EXPECT_TRUE(interest) << interest.error().message;
  const auto holds = (*interest)->holds(bundle);
  EXPECT_TRUE(holds) << holds.error().message;
  return *holds;
}

// The module alone: its behavior is defined, with all variations.
bool is_defined(const Bundle& bundle) {
  const auto module = load_module(bundle.words, {true, "vulkan1.3"});
  EXPECT_TRUE(module) << module.error().message;
  const auto dispatch = dispatch_of(bundle);
  EXPECT_TRUE(dispatch);
  const ModuleInfo info = describe(**module);
  const auto made = make_bundle(
      {bundle.name, "test", bundle.words, **module, info.entry_points.front(), *dispatch},
      default_registry(), {});
  EXPECT_TRUE(made) << made.error().message;
  return made->bundle.has_value();
}

TEST(Reducer, ShrinksModulesOnWhichWrongDriversDiffer) {
  constexpr std::size_t small = 90;  // instructions, half of which declare the buffers
  unsigned count = 0;
  for (const std::string fault : {"execution-mask-ignored", "reconvergence-too-late",
                                  "inactive-lanes-store", "scans-swapped"}) {
    unsigned of_fault = 0;
    for (std::uint64_t index = 0; index < 20 && of_fault < 2; ++index) {
      const Bundle bundle = fuzzed(25, index);
      if (!finds(bundle, fault)) continue;
      ++of_fault;
      const auto interest = wrong_driver_interest(fault);
      const auto reduction = reduced(bundle, **interest);
      ASSERT_TRUE(reduction) << reduction.error().message;
      const std::string place = bundle.name + ": " + fault;
      EXPECT_LE(reduction->instructions, small) << place;
      EXPECT_LT(2 * reduction->instructions, reduction->instructions_before) << place;
      EXPECT_EQ(parsed(reduction->bundle.words).instruction_count(), reduction->instructions);
      EXPECT_TRUE(is_defined(reduction->bundle)) << place;
      EXPECT_TRUE(finds(reduction->bundle, fault)) << place;
      const AcceptanceStatistics statistics = statistics_of(reduction->bundle);
      EXPECT_LT(statistics.any, statistics.components) << place;
    }
    count += of_fault;
  }
  EXPECT_GE(count, 6u);
}

TEST(Reducer, RefusesABundleThatIsNotInteresting) {
  const Bundle bundle = fuzzed(26, 0);
  const auto interest = wrong_driver_interest("bit-count-beyond-the-subgroup");
  Bundle nothing = bundle;
  nothing.words = test::assemble(R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd
)");
  const auto reduction = reduced(nothing, **interest);
  ASSERT_FALSE(reduction);
  EXPECT_EQ(reduction.error().status, Status::bad_input);
  EXPECT_NE(reduction.error().message.find("nothing to reduce"), std::string::npos);
}

// A store without its bounds check would be smaller, and undefined.
TEST(Reducer, KeepsInstructionsThatMakeTheModuleDefined) {
  const std::string text = R"(OpCapability Shader
OpCapability GroupNonUniform
OpCapability GroupNonUniformVote
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %lane %out
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %lane BuiltIn SubgroupLocalInvocationId
OpDecorate %array ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%c0 = OpConstant %uint 0
%c3 = OpConstant %uint 3
%c4 = OpConstant %uint 4
%array = OpTypeRuntimeArray %uint
%block = OpTypeStruct %array
%to_block = OpTypePointer StorageBuffer %block
%to_uint = OpTypePointer StorageBuffer %uint
%to_input = OpTypePointer Input %uint
%out = OpVariable %to_block StorageBuffer
%lane = OpVariable %to_input Input
%main = OpFunction %void None %fn
%entry = OpLabel
%id = OpLoad %uint %lane
%is_inside = OpULessThan %bool %id %c4
OpSelectionMerge %merge None
OpBranchConditional %is_inside %then %merge
%then = OpLabel
%is_first = OpGroupNonUniformElect %bool %c3
%value = OpSelect %uint %is_first %c4 %c3
%to = OpAccessChain %to_uint %out %c0 %id
OpStore %to %value
OpBranch %merge
%merge = OpLabel
OpReturn
OpFunctionEnd
)";
  const std::vector<std::uint32_t> words = test::assemble(text);
  const auto module = load_module(words, {true, "vulkan1.3"});
  ASSERT_TRUE(module) << module.error().message;
  const ModuleInfo info = describe(**module);
  Dispatch dispatch;
  dispatch.entry_point = "main";
  dispatch.subgroup_size = 8;
  dispatch.vulkan_environment = true;
  dispatch.check_races = true;
  dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(16);
  const auto made =
      make_bundle({"guarded", "test", words, **module, info.entry_points.front(), dispatch},
                  default_registry(), {});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(made->bundle);
  const auto interest = wrong_driver_interest("elect-highest");
  const auto reduction = reduced(*made->bundle, **interest);
  ASSERT_TRUE(reduction) << reduction.error().message;
  EXPECT_TRUE(is_defined(reduction->bundle));
  EXPECT_TRUE(finds(reduction->bundle, "elect-highest"));
}

}  // namespace
}  // namespace spirv_oracle::golden
