#include "interpreter/loader/operand_names.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

TEST(OperandNames, AreThoseOfTheSpecification) {
  const auto module = test::parse(R"(
OpCapability Shader
%1 = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
%2 = OpTypeInt 32 0
%3 = OpConstant %2 1
%4 = OpTypePointer Private %2
%5 = OpVariable %4 Private
%6 = OpUDiv %2 %3 %3
%7 = OpExtInst %2 %1 UClamp %3 %3 %3
OpStore %5 %3
%8 = OpTypeArray %2 %3
%9 = OpTypeArray %8 %3
%10 = OpTypePointer Private %9
%11 = OpVariable %10 Private
%12 = OpAccessChain %4 %11 %3 %3
)");
  ASSERT_NE(module, nullptr);
  std::vector<std::vector<std::string>> names;
  for (const Instruction& instruction : module->instructions()) {
    if (instruction.opcode != spv::Op::OpUDiv && instruction.opcode != spv::Op::OpExtInst &&
        instruction.opcode != spv::Op::OpStore && instruction.opcode != spv::Op::OpAccessChain)
      continue;
    names.emplace_back();
    for (unsigned i = 0; instruction.has(i); ++i)
      names.back().emplace_back(operand_name(*module, instruction, i));
  }
  const std::vector<std::vector<std::string>> expected = {{"", "", "Operand 1", "Operand 2"},
                                                          {"", "", "", "", "x", "minVal", "maxVal"},
                                                          {"Pointer", "Object"},
                                                          {"", "", "Base", "Indexes", "Indexes"}};
  EXPECT_EQ(names, expected);

  const auto instruction = [&](spv::Op opcode) {
    return *std::ranges::find(module->instructions(), opcode, &Instruction::opcode);
  };
  EXPECT_EQ(operand_named(*module, instruction(spv::Op::OpUDiv), "Operand 2"), 3u);
  EXPECT_EQ(operand_named(*module, instruction(spv::Op::OpExtInst), "maxVal"), 6u);
  EXPECT_EQ(operand_named(*module, instruction(spv::Op::OpStore), "Pointer"), 0u);
  EXPECT_EQ(operand_named(*module, instruction(spv::Op::OpStore), "Operand"), std::nullopt);
}

}  // namespace
}  // namespace spirv_oracle
