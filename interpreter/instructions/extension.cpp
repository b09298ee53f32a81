// Extension Instructions

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/debug_printf.h"

namespace spirv_oracle {
namespace {

// Delegates to the extended set. A non-semantic instruction may always be ignored; DebugPrintf prints.
struct OpExtInst : Arrangement<grammar::OpExtInst> {
  static constexpr bool shares_planes = false;

  // Extended instructions of all sets.
  static constexpr bool takes_math_defaults = true, ignores_special_mode = true;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const std::string_view set =
        lowering.module().extended_set(instruction.id(grammar::OpExtInst::set));
    const std::uint32_t number = instruction.literal(grammar::OpExtInst::instruction);
    if (is_without_semantics(set)) {
      if (set == "NonSemantic.DebugPrintf" && number == 1)
        lower_debug_printf(lowering, instruction);
      bind_ignored(lowering, instruction);
      return;
    }
    const InstructionDefinition* definition = lowering.registry().find_extended(set, number);
    if (definition == nullptr) {
      lowering.fail_unsupported("instruction " + std::to_string(number) + " of " +
                                std::string(set));
    }
    definition->lower(lowering, instruction);
  }

  // The result of a non-semantic instruction has type void. Only instructions of its kind can use it.
  static void bind_ignored(Lowering& lowering, const Instruction& instruction) {
    lowering.bind(instruction.result, std::vector<Slot>{});
  }
};

}  // namespace

std::span<const InstructionDefinition> extension_instructions() {
  return InstructionList<OpExtInst>::definitions;
}

}  // namespace spirv_oracle
