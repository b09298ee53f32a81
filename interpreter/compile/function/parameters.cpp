#include "interpreter/compile/function/parameters.h"

#include <utility>

#include "interpreter/checks/declared_access.h"
#include "interpreter/checks/pointer_aliasing.h"
#include "interpreter/instructions/memory/kernel_memory.h"

namespace spirv_oracle {
namespace {

std::uint32_t index_of_definition(const Module& module, Id id) {
  const Instruction* definition = module.definition(id);
  return definition == nullptr
             ? 0
             : static_cast<std::uint32_t>(definition - module.instructions().data());
}

}  // namespace

void bind_kernel_parameters(Lowering& lowering, const Function& function,
                            std::vector<Value>& locals) {
  bind_kernel_arguments(lowering, function);
  for (const Id parameter : function.parameters) {
    note_passed_pointer(lowering, function, parameter,
                        locals[parameter - function.first_local].pointer);
  }
  enter_parameters(lowering, function, locals);
  for (std::uint32_t i = 0; i < function.parameters.size(); ++i) {
    lowering.builder().set_origin(index_of_definition(lowering.module(), function.parameters[i]),
                                  0);
    check_parameter_alignment(lowering, function.parameters[i],
                              offset_in_memory(lowering.request(), i));
  }
  lowering.builder().set_origin(0, 0);
}

void bind_parameters(Lowering& lowering, const Function& callee, std::span<const Value> arguments,
                     std::vector<Value>& locals) {
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    const Id parameter = callee.parameters[i];
    Value argument = arguments[i];
    if (!lowering.fits(argument, lowering.type_id_of(parameter))) {
      lowering.fail_input("the type of an argument differs from the type of its parameter");
    }
    if (is_by_value(lowering.module(), parameter)) {
      argument = copy_for_callee(lowering, parameter, argument);
    }
    argument.bound = true;
    note_passed_pointer(lowering, callee, parameter, argument.pointer);
    note_decorations(lowering.module(), parameter, argument.pointer);
    locals[parameter - callee.first_local] = std::move(argument);
  }
}

}  // namespace spirv_oracle
