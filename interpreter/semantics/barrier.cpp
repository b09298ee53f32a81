// Barrier Instructions

#include "interpreter/semantics/barrier.h"

#include "grammar/core.h"
#include "interpreter/ir/function_lowering.h"
#include "interpreter/semantics/families.h"
#include "interpreter/semantics/lists.h"

namespace spirv_oracle {
namespace {

// The subgroup waits until all subgroups of the workgroup do.
const Op* wait_for_workgroup(Subgroup& subgroup, const Op* op) {
  subgroup.steps += op->extra;
  subgroup.lane_instructions += std::uint64_t{op->extra} * subgroup.active.count();
  const LaneMask missing = subgroup.existing & ~subgroup.active;
  if (missing.any()) [[unlikely]] {
    report(subgroup, *op, OpControlBarrier::not_all_arrive, subgroup.active,
           std::to_string(missing.count()) + " lanes of the subgroup are elsewhere or have ended");
    if (subgroup.state == SubgroupState::stopped) return nullptr;
  }
  subgroup.state = SubgroupState::at_barrier;
  subgroup.barrier = op;
  subgroup.resume = op + 1;
  return nullptr;
}

struct LoweredOpControlBarrier : Arrangement<grammar::OpControlBarrier> {
  static constexpr auto clauses = clause_list(OpControlBarrier::not_all_arrive);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const auto execution =
        lowering.types().integer(instruction.id(grammar::OpControlBarrier::execution));
    if (!execution) return lowering.fail_unsupported("a scope that is no constant");
    switch (static_cast<spv::Scope>(*execution)) {
      case spv::Scope::Workgroup:
        lowering.program().has_workgroup_barrier = true;
        lowering.function()->emit_control(&wait_for_workgroup);
        return;
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
