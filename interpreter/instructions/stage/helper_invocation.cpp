// Instructions of fragment shaders about helper invocations (SPV_EXT_demote_to_helper_invocation)

#include <algorithm>

#include "grammar/core.h"
#include "interpreter/exec/lanes/helper_invocations.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"

namespace spirv_oracle {
namespace {

// The plane of the input variable HelperInvocation of the entry point; no_slot: it has none.
Slot plane_of_helper_invocation(Lowering& lowering, bool& is_volatile) {
  const Module& module = lowering.module();
  for (const Id id : lowering.entry_point().interface) {
    if (module.decoration(id, spv::Decoration::BuiltIn) !=
        static_cast<std::uint32_t>(spv::BuiltIn::HelperInvocation))
      continue;
    const Value& variable = lowering.value(id);
    if (!Lowering::in_planes(variable)) return no_slot;
    is_volatile = std::ranges::any_of(module.decorations(id), [](const Decoration& decoration) {
      return decoration.kind == spv::Decoration::Volatile;
    });
    return lowering.variable_slots(variable.pointer, lowering.type_of(id).element)[0];
  }
  return no_slot;
}

struct LoweredOpDemoteToHelperInvocation : Arrangement<grammar::OpDemoteToHelperInvocation> {
  static void arrange(Lowering& lowering, const Instruction&) {
    bool is_volatile = false;
    const Slot plane = plane_of_helper_invocation(lowering, is_volatile);
    const std::uint32_t record = lowering.emit(&demote_to_helpers, plane, {}, is_volatile ? 1 : 0);
    lowering.describe(record, {.reads_result = plane != no_slot});
  }
};

struct LoweredOpIsHelperInvocation : Arrangement<grammar::OpIsHelperInvocationEXT> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.emit(&is_helper, lowering.define(instruction).slots[0]);
  }
};

}  // namespace

std::span<const InstructionDefinition> helper_invocation_instructions() {
  return InstructionList<LoweredOpDemoteToHelperInvocation,
                         LoweredOpIsHelperInvocation>::definitions;
}

}  // namespace spirv_oracle
