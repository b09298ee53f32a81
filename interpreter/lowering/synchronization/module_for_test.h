// Modules for tests of what finds patterns of synchronization.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/lowering/analysis.h"

namespace spirv_oracle::test {

// The function main of a shader. %first and %second point to the two numbers of a buffer, %a to %c are variables of the function, %pair
// has two numbers.
class SynchronizedModule {
 public:
  // `names`: the ids that a test asks for.
  SynchronizedModule(std::initializer_list<const char*> names, const std::string& main) {
    std::string text = shader_header(R"(%glsl = OpExtInstImport "GLSL.std.450")");
    for (const std::string name : names) text += "OpName %" + name + " \"" + name + "\"\n";
    text += R"(
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 4
OpDecorate %numbers DescriptorSet 0
OpDecorate %numbers Binding 0
%void = OpTypeVoid
%to_void = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%seven = OpConstant %uint 7
%block = OpTypeStruct %uint %uint
%to_block = OpTypePointer StorageBuffer %block
%to_uint = OpTypePointer StorageBuffer %uint
%to_own = OpTypePointer Function %uint
%numbers_of_pair = OpTypeVector %uint 2
%to_pair = OpTypePointer Function %numbers_of_pair
%numbers = OpVariable %to_block StorageBuffer
%main = OpFunction %void None %to_void
%begin = OpLabel
%a = OpVariable %to_own Function
%b = OpVariable %to_own Function
%c = OpVariable %to_own Function
%pair = OpVariable %to_pair Function
%first = OpAccessChain %to_uint %numbers %zero
%second = OpAccessChain %to_uint %numbers %one
)" + main + "OpReturn\nOpFunctionEnd\n";
    module_ = parse(text);
    if (module_ == nullptr) return;
    auto types = SpecializedModule::create(*module_, {}, Limits().max_memory, nullptr, nullptr);
    if (!types) {
      ADD_FAILURE() << types.error().message;
      return;
    }
    types_ = std::make_unique<SpecializedModule>(std::move(*types));
    analysis_ = std::make_unique<ModuleAnalysis>(*types_, false);
    register_core_instructions(registry_);
  }

  const Module& module() const { return *module_; }
  ModuleAnalysis& analysis() { return *analysis_; }
  const InstructionRegistry& registry() const { return registry_; }
  Id id(const std::string& name) const { return find_id(*module_, name); }
  const Instruction& instruction(const std::string& name) const {
    return *module_->definition(id(name));
  }
  // The last instruction with the opcode.
  const Instruction& last(spv::Op opcode) const {
    const Instruction* found = nullptr;
    for (const Instruction& instruction : module_->instructions()) {
      if (instruction.opcode == opcode) found = &instruction;
    }
    EXPECT_NE(found, nullptr);
    return *found;
  }

 private:
  std::shared_ptr<const Module> module_;
  std::unique_ptr<SpecializedModule> types_;
  std::unique_ptr<ModuleAnalysis> analysis_;
  InstructionRegistry registry_;
};

}  // namespace spirv_oracle::test
