#include "interpreter/lowering/analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// A module with the function main and others after it. Ids are found by their OpName.
class Analyzed {
 public:
  Analyzed(const std::string& names, const std::string& main, const std::string& others = "") {
    std::string text = test::shader_header();
    for (std::size_t begin = 0; begin < names.size();) {
      const std::size_t end = std::min(names.find(' ', begin), names.size());
      const std::string name = names.substr(begin, end - begin);
      text.append("OpName %").append(name).append(" \"").append(name).append("\"\n");
      begin = end + 1;
    }
    text += R"(
%void = OpTypeVoid
%to_void = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%pair = OpTypeVector %uint 2
%true = OpConstantTrue %bool
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%four = OpConstant %uint 4
%array = OpTypeArray %uint %four
%to_uint = OpTypePointer Function %uint
%to_array = OpTypePointer Function %array
%takes_pointer = OpTypeFunction %void %to_uint
%main = OpFunction %void None %to_void
)" + main + "OpFunctionEnd\n" +
            others;
    module_ = test::parse(text);
    if (module_ == nullptr) return;
    auto types = SpecializedModule::create(*module_, {}, Limits().max_memory, nullptr, nullptr);
    if (!types) {
      ADD_FAILURE() << types.error().message;
      return;
    }
    types_ = std::make_unique<SpecializedModule>(std::move(*types));
    analysis_ = std::make_unique<ModuleAnalysis>(*types_, false);
  }

  ModuleAnalysis& analysis() { return *analysis_; }
  Id id(const std::string& name) const {
    const Id found = test::find_id(*module_, name);
    EXPECT_NE(found, 0u) << name;
    return found;
  }
  const Instruction& instruction(const std::string& name) const {
    return *module_->definition(id(name));
  }
  bool only_loaded_and_stored(const std::string& name) {
    return analysis_->only_loaded_and_stored(id(name));
  }
  bool stays_in_variable(const std::string& name) const {
    return analysis_->stays_in_variable(id(name));
  }
  bool load_may_share(const std::string& name) {
    InstructionRegistry registry;
    register_core_instructions(registry);
    return analysis_->load_may_share(registry, instruction(name));
  }
  // Of the function main.
  const FunctionAnalysis* function() {
    const auto found = analysis_->function(module_->functions().front());
    if (found) return *found;
    ADD_FAILURE() << found.error().message;
    return nullptr;
  }
  bool is_live_out(const std::string& name) {
    return function()->live_out[id(name) - module_->functions().front().first_local];
  }
  UnguaranteedReconvergence reconvergence(const std::string& label) {
    const FunctionAnalysis* analysis = function();
    const Id first_local = module_->functions().front().first_local;
    return analysis->unguaranteed_reconvergence[analysis->block_of_label[id(label) - first_local]];
  }

 private:
  std::shared_ptr<const Module> module_;
  std::unique_ptr<SpecializedModule> types_;
  std::unique_ptr<ModuleAnalysis> analysis_;
};

TEST(ModuleAnalysis, UsesAreTheOperandsOfInstructionsInFunctions) {
  Analyzed module("sum product", R"(
%entry = OpLabel
%sum = OpIAdd %uint %one %one
%product = OpIMul %uint %sum %sum
%rest = OpISub %uint %product %sum
OpReturn
)");
  ModuleAnalysis& analysis = module.analysis();
  const auto uses = analysis.uses(module.id("sum"));
  ASSERT_EQ(uses.size(), 3u);
  const std::uint32_t product = analysis.index_of(module.instruction("product"));
  EXPECT_EQ(uses[0].instruction, product);
  EXPECT_EQ(uses[0].operand, 2u);
  EXPECT_EQ(uses[1].instruction, product);
  EXPECT_EQ(uses[1].operand, 3u);
  EXPECT_EQ(uses[2].instruction, product + 1);
  EXPECT_EQ(analysis.uses(module.id("product")).size(), 1u);
}

// --- which variables can be kept in registers ---

TEST(ModuleAnalysis, LoadsAndStoresAtConstantPlacesAreSimple) {
  Analyzed module("scalar elements copied through_call", R"(
%entry = OpLabel
%scalar = OpVariable %to_uint Function
%elements = OpVariable %to_array Function
%copied = OpVariable %to_uint Function
%through_call = OpVariable %to_uint Function
OpStore %scalar %one
%a = OpLoad %uint %scalar
%second = OpAccessChain %to_uint %elements %one
OpStore %second %a
%copy = OpCopyObject %to_uint %copied
%b = OpLoad %uint %copy
%c = OpFunctionCall %void %loads %through_call
OpReturn
)",
                  R"(
%loads = OpFunction %void None %takes_pointer
%parameter = OpFunctionParameter %to_uint
%body = OpLabel
%d = OpLoad %uint %parameter
OpReturn
OpFunctionEnd
)");
  for (const char* variable : {"scalar", "elements", "copied", "through_call"})
    EXPECT_TRUE(module.only_loaded_and_stored(variable)) << variable;
}

TEST(ModuleAnalysis, OtherUsesOfAnAddressAreNotSimple) {
  Analyzed module("dynamic outside atomic through_call recursive", R"(
%entry = OpLabel
%dynamic = OpVariable %to_array Function
%outside = OpVariable %to_array Function
%atomic = OpVariable %to_uint Function
%through_call = OpVariable %to_uint Function
%recursive = OpVariable %to_uint Function
%index = OpIAdd %uint %zero %one
%element = OpAccessChain %to_uint %dynamic %index
%a = OpLoad %uint %element
%behind = OpAccessChain %to_uint %outside %four
%b = OpLoad %uint %behind
%c = OpAtomicIAdd %uint %atomic %one %zero %one
%d = OpFunctionCall %void %adds %through_call
%e = OpFunctionCall %void %again %recursive
OpReturn
)",
                  R"(
%adds = OpFunction %void None %takes_pointer
%parameter = OpFunctionParameter %to_uint
%body = OpLabel
%f = OpAtomicIAdd %uint %parameter %one %zero %one
OpReturn
OpFunctionEnd
%again = OpFunction %void None %takes_pointer
%own = OpFunctionParameter %to_uint
%its_body = OpLabel
%g = OpFunctionCall %void %again %own
OpReturn
OpFunctionEnd
)");
  for (const char* variable : {"dynamic", "outside", "atomic", "through_call", "recursive"})
    EXPECT_FALSE(module.only_loaded_and_stored(variable)) << variable;
}

TEST(ModuleAnalysis, ALongChainOfPointersNeedsNoStack) {
  std::string body = "%entry = OpLabel\n%variable = OpVariable %to_uint Function\n";
  std::string last = "%variable";
  for (unsigned i = 0; i < 50'000; ++i) {
    const std::string copy = "%copy" + std::to_string(i);
    body.append(copy).append(" = OpCopyObject %to_uint ").append(last).append("\n");
    last = copy;
  }
  Analyzed module("variable", body + "OpStore " + last + " %one\nOpReturn\n");
  EXPECT_TRUE(module.only_loaded_and_stored("variable"));
}

TEST(ModuleAnalysis, APointerAtAConstantPlaceStaysInItsVariable) {
  Analyzed module("variable inside copy dynamic outside parameter", R"(
%entry = OpLabel
%variable = OpVariable %to_array Function
%inside = OpAccessChain %to_uint %variable %one
%copy = OpCopyObject %to_uint %inside
%index = OpIAdd %uint %zero %one
%dynamic = OpAccessChain %to_uint %variable %index
%outside = OpAccessChain %to_uint %variable %four
%call = OpFunctionCall %void %other %inside
OpReturn
)",
                  R"(
%other = OpFunction %void None %takes_pointer
%parameter = OpFunctionParameter %to_uint
%body = OpLabel
OpReturn
OpFunctionEnd
)");
  for (const char* pointer : {"variable", "inside", "copy"})
    EXPECT_TRUE(module.stays_in_variable(pointer)) << pointer;
  for (const char* pointer : {"dynamic", "outside", "parameter"})
    EXPECT_FALSE(module.stays_in_variable(pointer)) << pointer;
}

// --- which loads can share registers with their variable ---

// A load of %variable, `between`, and a use of the loaded value.
bool may_share_despite(const std::string& between) {
  Analyzed module("load", R"(
%entry = OpLabel
%variable = OpVariable %to_uint Function
%other = OpVariable %to_uint Function
%load = OpLoad %uint %variable
)" + between + R"(
%use = OpIAdd %uint %load %one
OpReturn
)",
                  R"(
%called = OpFunction %void None %to_void
%body = OpLabel
OpReturn
OpFunctionEnd
)");
  return module.load_may_share("load");
}

TEST(ModuleAnalysis, ALoadSharesUntilSomethingMayChangeTheVariable) {
  EXPECT_TRUE(may_share_despite(""));
  EXPECT_TRUE(may_share_despite("OpStore %other %one"));
  EXPECT_TRUE(may_share_despite("%x = OpLoad %uint %variable"));
  EXPECT_FALSE(may_share_despite("OpStore %variable %one"));
  EXPECT_FALSE(may_share_despite("%x = OpCopyObject %to_uint %variable\nOpStore %x %one"));
  EXPECT_FALSE(may_share_despite("OpCopyMemory %variable %other"));
  EXPECT_FALSE(may_share_despite("%x = OpFunctionCall %void %called"));
  // The use is in another block.
  EXPECT_FALSE(may_share_despite("OpBranch %next\n%next = OpLabel"));
}

// `instruction` gives %same from %loaded; then the variable changes before or after the use of %same.
void check_sharing(const std::string& instruction) {
  Analyzed module("early late", R"(
%entry = OpLabel
%variable = OpVariable %to_uint Function
%early = OpLoad %uint %variable
%same = )" + test::replaced(instruction, "%loaded", "%early") +
                                    R"(
%a = OpIAdd %uint %same %one
OpStore %variable %a
%late = OpLoad %uint %variable
%same_later = )" + test::replaced(instruction, "%loaded", "%late") +
                                    R"(
OpStore %variable %one
%b = OpIAdd %uint %same_later %one
OpReturn
)");
  EXPECT_TRUE(module.load_may_share("early")) << instruction;
  EXPECT_FALSE(module.load_may_share("late")) << instruction;
}

TEST(ModuleAnalysis, AResultInTheSamePlanesIsAUseOfTheLoadedValue) {
  for (const char* instruction :
       {"OpCopyObject %uint %loaded", "OpBitcast %int %loaded", "OpExpectKHR %uint %loaded %one",
        "OpFreezeKHR %uint %loaded", "OpArithmeticFenceEXT %uint %loaded",
        "OpCompositeConstruct %pair %loaded %loaded",
        "OpCompositeConstructReplicateEXT %pair %loaded"})
    check_sharing(instruction);
}

TEST(ModuleAnalysis, AResultInOtherPlanesIsNoFurtherUse) {
  Analyzed module("load", R"(
%entry = OpLabel
%variable = OpVariable %to_uint Function
%load = OpLoad %uint %variable
%sum = OpIAdd %uint %load %one
OpStore %variable %one
%b = OpIAdd %uint %sum %one
OpReturn
)");
  EXPECT_TRUE(module.load_may_share("load"));
}

// --- control flow ---

TEST(ModuleAnalysis, ValuesOfALoopThatAreUsedAfterItAreLiveOut) {
  Analyzed module("before inside used_later by_phi", R"(
%entry = OpLabel
%before = OpIAdd %uint %one %one
OpBranch %header
%header = OpLabel
OpLoopMerge %merge %continue None
OpBranch %body
%body = OpLabel
%inside = OpIAdd %uint %before %one
%used_later = OpIAdd %uint %inside %one
%by_phi = OpIAdd %uint %one %inside
OpBranchConditional %true %continue %merge
%continue = OpLabel
OpBranch %header
%merge = OpLabel
%phi = OpPhi %uint %by_phi %body
%sum = OpIAdd %uint %used_later %before
OpReturn
)");
  EXPECT_FALSE(module.is_live_out("before"));
  EXPECT_FALSE(module.is_live_out("inside"));
  EXPECT_TRUE(module.is_live_out("used_later"));
  // The phi reads it in the loop, on the edge that the lane takes.
  EXPECT_FALSE(module.is_live_out("by_phi"));
}

TEST(ModuleAnalysis, ReconvergenceAtACaseThatAnotherFallsThroughToIsNotGuaranteed) {
  Analyzed module("first second merge", R"(
%entry = OpLabel
OpSelectionMerge %merge None
OpSwitch %one %merge 1 %first 2 %second
%first = OpLabel
OpBranch %second
%second = OpLabel
OpBranch %merge
%merge = OpLabel
OpReturn
)");
  EXPECT_EQ(module.reconvergence("first"), UnguaranteedReconvergence::none);
  EXPECT_EQ(module.reconvergence("second"), UnguaranteedReconvergence::switch_case);
  EXPECT_EQ(module.reconvergence("merge"), UnguaranteedReconvergence::none);
}

}  // namespace
}  // namespace spirv_oracle
