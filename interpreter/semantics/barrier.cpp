// Barrier Instructions

#include "interpreter/semantics/barrier.h"

#include "grammar/core.h"
#include "interpreter/exec/rendezvous.h"
#include "interpreter/semantics/families.h"
#include "interpreter/semantics/lists.h"

namespace spirv_oracle {
namespace {

struct LoweredOpControlBarrier : Arrangement<grammar::OpControlBarrier> {
  static constexpr auto clauses = clause_list(OpControlBarrier::not_all_arrive);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const auto execution =
        lowering.types().integer(instruction.id(grammar::OpControlBarrier::execution));
    if (!execution) return lowering.fail_unsupported("a scope that is no constant");
    switch (static_cast<spv::Scope>(*execution)) {
      case spv::Scope::Workgroup:
        return emit_rendezvous(lowering, {.all_must_arrive = &OpControlBarrier::not_all_arrive});
      case spv::Scope::Subgroup:
      case spv::Scope::Invocation:
        return;  // the tangle is already together
      default:
        return lowering.fail_unsupported("a control barrier of this execution scope");
    }
  }
};

// Memory is coherent between all invocations here; what the barrier orders matters to race detection.
struct OpMemoryBarrier : Arrangement<grammar::OpMemoryBarrier> {
  static void arrange(Lowering&, const Instruction&) {}
};

}  // namespace

std::span<const InstructionDefinition> barrier_instructions() {
  return InstructionList<LoweredOpControlBarrier, OpMemoryBarrier>::definitions;
}

}  // namespace spirv_oracle
