#include "interpreter/ir/imported_functions.h"

#include <gtest/gtest.h>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

constexpr InstructionDefinition functions[] = {{"shuffle_down", "cl_vendor", 0, {}},
                                               {"shuffle_up", "cl_vendor", 1, {}}};
// Not functions: an ordinary set with a name that a function could have.
constexpr InstructionDefinition instructions[] = {{"fmin", "OpenCL.std", 28, {}}};
constexpr InstructionDefinition core_instructions[] = {
    {"OpFunctionCall", "Function", static_cast<std::uint32_t>(spv::Op::OpFunctionCall), {}},
    {"OpReturn", "Control-Flow", static_cast<std::uint32_t>(spv::Op::OpReturn), {}}};

InstructionRegistry some_registry() {
  InstructionRegistry registry;
  registry.add_extended("cl_vendor", functions);
  registry.add_extended("OpenCL.std", instructions);
  registry.add(core_instructions);
  return registry;
}

std::string found_name(std::string_view linkage_name) {
  const InstructionRegistry registry = some_registry();
  const InstructionDefinition* found = find_function(registry, linkage_name);
  return found == nullptr ? "" : std::string(found->name);
}

TEST(ImportedFunctions, AreFoundByTheirNameOrTheMangledOne) {
  EXPECT_EQ(found_name("shuffle_up"), "shuffle_up");
  // As the Itanium C++ ABI mangles shuffle_up(int, unsigned int).
  EXPECT_EQ(found_name("_Z10shuffle_upij"), "shuffle_up");
  EXPECT_EQ(found_name("_Z12shuffle_downDv4_fj"), "shuffle_down");
  EXPECT_EQ(found_name("_Z10shuffle_up"), "shuffle_up");
  EXPECT_EQ(found_name("shuffle"), "");
  EXPECT_EQ(found_name("fmin"), "");
  EXPECT_EQ(found_name(""), "");
}

TEST(ImportedFunctions, NamesThatAreNotMangledWellAreTakenAsTheyAre) {
  for (const char* name : {"_Z", "_Z9shuffle_up", "_Z11shuffle_up", "_Zshuffle_up",
                           "_Z-10shuffle_up", "_Z99999999999999999999999shuffle_up"})
    EXPECT_EQ(found_name(name), "") << name;
}

constexpr const char* module_text = R"(
OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpName %called "called"
OpName %exported "exported"
OpName %plain "plain"
OpName %unknown "unknown"
OpDecorate %called LinkageAttributes "_Z10shuffle_upij" Import
OpDecorate %unknown LinkageAttributes "_Z3fooi" Import
OpDecorate %exported LinkageAttributes "shuffle_up" Export
%void = OpTypeVoid
%float = OpTypeFloat 32
%function = OpTypeFunction %void
%one = OpConstant %float 1
%called = OpFunction %void None %function
OpFunctionEnd
%unknown = OpFunction %void None %function
OpFunctionEnd
%exported = OpFunction %void None %function
%a = OpLabel
%1 = OpFunctionCall %void %called
%2 = OpFunctionCall %void %exported
%3 = OpFunctionCall %void %plain
%4 = OpFunctionCall %void %unknown
%5 = OpExtInst %float %std fmin %one %one
OpReturn
OpFunctionEnd
%plain = OpFunction %void None %function
%b = OpLabel
OpReturn
OpFunctionEnd
)";

TEST(ImportedFunctions, OnlyImportedOnesHaveAnImportedName) {
  const auto module = test::parse(module_text);
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(imported_name(*module, test::find_id(*module, "called")), "_Z10shuffle_upij");
  EXPECT_EQ(imported_name(*module, test::find_id(*module, "exported")), "");
  EXPECT_EQ(imported_name(*module, test::find_id(*module, "plain")), "");
}

TEST(ImportedFunctions, ACallOfAFunctionThatNothingDefinesIsAnUndefinedReference) {
  const auto module = test::parse(module_text);
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(undefined_reference(some_registry(), *module), "_Z3fooi");
  InstructionRegistry registry = some_registry();
  static constexpr InstructionDefinition foo[] = {{"foo", "cl_other", 0, {}}};
  registry.add_extended("cl_other", foo);
  EXPECT_EQ(undefined_reference(registry, *module), "");
}

TEST(ImportedFunctions, ACallMeansTheFunctionOnlyIfAnExtensionSuppliesIt) {
  const auto module = test::parse(module_text);
  ASSERT_NE(module, nullptr);
  const InstructionRegistry registry = some_registry();
  std::vector<std::string> meanings;
  for (const Instruction& instruction : module->instructions()) {
    if (instruction.opcode != spv::Op::OpFunctionCall && instruction.opcode != spv::Op::OpExtInst)
      continue;
    const InstructionDefinition* found = definition_of(registry, *module, instruction);
    meanings.emplace_back(found == nullptr ? "" : found->name);
  }
  EXPECT_EQ(meanings, (std::vector<std::string>{"shuffle_up", "OpFunctionCall", "OpFunctionCall",
                                                "OpFunctionCall", "fmin"}));
}

}  // namespace
}  // namespace spirv_oracle
