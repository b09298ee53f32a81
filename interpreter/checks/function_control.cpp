#include "interpreter/checks/function_control.h"

#include <algorithm>

#include "interpreter/checks/accessed_operands.h"
#include "interpreter/exec/report/report_always.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

bool has_control(const Module& module, const Function& function, spv::FunctionControlMask control) {
  const Instruction& definition = *module.definition(function.id);
  return (definition.literal(2) & static_cast<std::uint32_t>(control)) != 0;
}

// Whether the pointer leads to a variable of one of these functions. Built-in inputs count as well,
// because they cannot change.
bool is_owned(Lowering& lowering, Id pointer, std::span<const Function* const> functions) {
  if (lowering.type_of(pointer).storage_class == spv::StorageClass::Input) return true;
  const Id declaration = lowering.value(pointer).pointer.declaration;
  return std::ranges::any_of(functions, [&](const Function* function) {
    return declaration >= function->first_local && declaration < function->last_local;
  });
}

}  // namespace

void check_function_control(Lowering& lowering, const Instruction& instruction) {
  if (lowering.function() == nullptr) return;
  const Module& module = lowering.module();
  const std::span<const Function* const> calls = lowering.function()->calls();
  bool pure_writes = false;
  bool const_reads = false;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const bool is_const = has_control(module, *calls[i], spv::FunctionControlMask::Const);
    if (!is_const && !has_control(module, *calls[i], spv::FunctionControlMask::Pure)) continue;
    for (const MemoryOperand& access : accessed_operands(lowering, instruction)) {
      if (is_owned(lowering, instruction.id(access.operand), calls.subspan(i))) continue;
      pure_writes |= access.writes;
      const_reads |= access.reads && is_const;
    }
  }
  if (pure_writes) lowering.emit(&report_always<FunctionControl::pure_writes>, no_slot);
  if (const_reads) lowering.emit(&report_always<FunctionControl::const_reads>, no_slot);
}

}  // namespace spirv_oracle
