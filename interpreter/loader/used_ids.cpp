#include "interpreter/loader/used_ids.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

bool is_resource_class(spv::StorageClass storage_class) {
  return storage_class == spv::StorageClass::StorageBuffer ||
         storage_class == spv::StorageClass::Uniform ||
         storage_class == spv::StorageClass::UniformConstant ||
         storage_class == spv::StorageClass::PushConstant;
}

}  // namespace

UsedIds::UsedIds(const Module& module, Id entry)
    : module_(module), used_(module.id_count(), false) {
  work_.push_back(entry);
  used_[entry] = true;
  while (!work_.empty()) {
    const Function* function = module_.function(work_.back());
    work_.pop_back();
    for (const Block& block : function->blocks) visit(block);
  }
}

void UsedIds::visit(const Block& block) {
  for (std::uint32_t i = block.first; i <= block.last; ++i) {
    const Instruction& instruction = module_.instruction(i);
    for (unsigned k = 0; k < instruction.operand_count(); ++k) {
      if (instruction.operands[k].operand_class != OperandClass::id) continue;
      const Id id = instruction.id(k);
      if (used_[id]) continue;
      used_[id] = true;
      if (module_.function(id) != nullptr) work_.push_back(id);
    }
  }
}

std::vector<const Instruction*> resource_variables(const Module& module) {
  std::vector<const Instruction*> variables;
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (is_variable(instruction.opcode) &&
        is_resource_class(static_cast<spv::StorageClass>(instruction.literal(2)))) {
      variables.push_back(&instruction);
    }
  }
  return variables;
}

}  // namespace spirv_oracle
