#include "interpreter/ir/registry.h"

#include <gtest/gtest.h>

#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle {
namespace {

constexpr auto number_of(spv::Op opcode) { return static_cast<std::uint32_t>(opcode); }

constexpr InstructionDefinition core[] = {
    {"OpIAdd", "Arithmetic", number_of(spv::Op::OpIAdd), {}},
    {"OpISub", "Arithmetic", number_of(spv::Op::OpISub), {}},
};
constexpr InstructionDefinition set_begin[] = {{"First", "Set", 1, {}}};
constexpr InstructionDefinition set_rest[] = {{"Second", "Set", 2, {}}};

TEST(InstructionRegistry, FindsWhatWasAddedAndNothingElse) {
  InstructionRegistry registry;
  EXPECT_EQ(registry.find(spv::Op::OpIAdd), nullptr);
  registry.add(core);
  ASSERT_NE(registry.find(spv::Op::OpIAdd), nullptr);
  EXPECT_EQ(registry.find(spv::Op::OpIAdd)->name, "OpIAdd");
  EXPECT_EQ(registry.find(spv::Op::OpISub)->name, "OpISub");
  EXPECT_EQ(registry.find(spv::Op::OpIMul), nullptr);
  EXPECT_EQ(registry.core().size(), 2u);
}

TEST(InstructionRegistry, DefinitionsOfASetAddUpAndSetsAreApart) {
  InstructionRegistry registry;
  registry.add_extended("Set", set_begin);
  registry.add_extended("Set", set_rest);
  registry.add_extended("Other", set_rest);
  EXPECT_EQ(registry.find_extended("Se", 1), nullptr);
  ASSERT_NE(registry.find_extended("Set", 1), nullptr);
  ASSERT_NE(registry.find_extended("Set", 2), nullptr);
  EXPECT_EQ(registry.find_extended("Set", 1)->name, "First");
  EXPECT_EQ(registry.find_extended("Set", 2)->name, "Second");
  EXPECT_EQ(registry.find_extended("Set", 3), nullptr);
  EXPECT_EQ(registry.find_extended("Other", 1), nullptr);
  EXPECT_EQ(registry.find_extended("None", 1), nullptr);
  // Numbers of an extended set are different from opcodes.
  EXPECT_EQ(registry.find(static_cast<spv::Op>(1)), nullptr);
}

TEST(InstructionRegistry, DefinitionsOfTheCoreHaveTheirEnclosureRules) {
  static constexpr EnclosureRule of_core, of_set[] = {{.number = 7}};
  InstructionDefinition definition;
  definition.number = 7;
  definition.enclosure = &of_core;
  InstructionRegistry registry;
  registry.add({&definition, 1});
  registry.add_enclosure_rules("GLSL.std.450", of_set);
  EXPECT_EQ(registry.find_enclosure_rule("", 7), &of_core);
  EXPECT_EQ(registry.find_enclosure_rule("", 8), nullptr);
  EXPECT_EQ(registry.find_enclosure_rule("GLSL.std.450", 7), &of_set[0]);
  EXPECT_EQ(registry.find_enclosure_rule("OpenCL.std", 7), nullptr);
}

TEST(InstructionRegistry, ErrorsBelongToAClientApi) {
  InstructionRegistry registry;
  register_core_instructions(registry);
  const auto error_of = [&](spv::Op opcode) {
    return registry.find_enclosure_rule("", static_cast<std::uint32_t>(opcode))->error;
  };
  EXPECT_TRUE(error_of(spv::Op::OpFDiv).of_shaders && error_of(spv::Op::OpFDiv).of_kernels);
  EXPECT_TRUE(error_of(spv::Op::OpFRem).of_shaders && !error_of(spv::Op::OpFRem).of_kernels);
  EXPECT_FALSE(error_of(spv::Op::OpFAdd).of_shaders || error_of(spv::Op::OpFAdd).of_kernels);
  // Only a formula may give a NaN.
  EXPECT_TRUE(error_of(spv::Op::OpFRem).safe.has_value());
  EXPECT_FALSE(error_of(spv::Op::OpFDiv).safe.has_value());
}

// The generated tables of the docs, and everything that asks for an opcode, rely on it.
TEST(InstructionRegistry, FindsEveryCoreInstructionByItsNumber) {
  InstructionRegistry registry;
  register_core_instructions(registry);
  EXPECT_GT(registry.core().size(), 250u);
  for (const auto& [number, definition] : registry.core()) {
    EXPECT_EQ(definition.number, number) << definition.name;
    EXPECT_TRUE(definition.name.starts_with("Op")) << definition.name;
    EXPECT_FALSE(definition.instruction_class.empty()) << definition.name;
    EXPECT_NE(definition.lower, nullptr) << definition.name;
    for (const MemoryOperand& operand : definition.memory_operands)
      EXPECT_TRUE(operand.reads || operand.writes) << definition.name;
    for (const Clause* clause : definition.clauses)
      EXPECT_TRUE(clause != nullptr && !clause->id.empty()) << definition.name;
  }
}

}  // namespace
}  // namespace spirv_oracle
