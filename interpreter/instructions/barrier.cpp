// Barrier Instructions

#include "interpreter/exec/report/barrier_clauses.h"

#include "grammar/core.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/exec/barriers.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/group/combination/non_uniform.h"
#include "interpreter/instructions/image/read_write_image.h"
#include "interpreter/instructions/pipe/pipe.h"
#include "interpreter/lowering/emit_workgroup_sync.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

using SplitScope = Barriers::SplitScope;

void account(Subgroup& subgroup, const Record* record) {
  subgroup.steps += record->extra;
  subgroup.lane_instructions += std::uint64_t{record->extra} * subgroup.active.count();
}

// Reports `clause` unless the tangle is the whole subgroup. False if the run must stop.
bool check_together(Subgroup& subgroup, const Record* record, const Clause& clause) {
  if (subgroup.existing == subgroup.active) [[likely]]
    return true;
  report(subgroup, *record, clause, subgroup.active, describe_other_lanes(subgroup, record));
  return subgroup.state != SubgroupState::stopped;
}

spv::Scope execution_scope(Lowering& lowering, const Instruction& instruction, unsigned operand) {
  const auto scope = lowering.types().integer(instruction.id(operand));
  if (!scope) lowering.fail_unsupported("a scope that is not a constant");
  return static_cast<spv::Scope>(*scope);
}

// The memory that a barrier orders. Only race detection needs it.
template <class G>
MemorySemantics semantics_to_check(Lowering& lowering, const Instruction& instruction) {
  if (!lowering.request().check_races) return {};
  return memory_semantics(lowering, instruction.id(G::memory), instruction.id(G::semantics));
}

// "When used with the TessellationControl execution model, it also implicitly synchronizes the Output Storage Class".
void synchronize_outputs(const Lowering& lowering, MemorySemantics& semantics) {
  if (!lowering.request().check_races || !lowering.program().has_patches()) return;
  semantics.acquire = semantics.release = true;
  if (semantics.scope == MemoryScope::invocation || semantics.scope == MemoryScope::subgroup)
    semantics.scope = MemoryScope::workgroup;
  semantics.storage[static_cast<std::size_t>(StorageSemantics::workgroup_memory)] = true;
}

constexpr spv::MemorySemanticsMask acquire_release =
    spv::MemorySemanticsMask::AcquireRelease | spv::MemorySemanticsMask::SequentiallyConsistent;

// --- OpControlBarrier ---

struct LoweredOpControlBarrier : Arrangement<grammar::OpControlBarrier> {
  // OpenCL's environment: "when the Scope for Execution is Subgroup".
  static constexpr Clause subgroup_diverged{
      "OpControlBarrier.subgroup-diverged", "barrier-divergence", Effect::undefined_behavior,
      "in a kernel, not all invocations of the subgroup execute the barrier together"};
  static constexpr auto clauses = clause_list(OpControlBarrier::not_all_arrive, subgroup_diverged);

  static const Record* check_subgroup(Subgroup& subgroup, const Record* record) {
    return check_together(subgroup, record, subgroup_diverged) ? record + 1 : nullptr;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const spv::Scope scope = execution_scope(lowering, instruction, Grammar::execution);
    MemorySemantics semantics = semantics_to_check<Grammar>(lowering, instruction);
    if (scope == spv::Scope::Workgroup) synchronize_outputs(lowering, semantics);
    emit_image_fence(lowering, instruction.id(Grammar::semantics), acquire_release);
    switch (scope) {
      case spv::Scope::Workgroup:
        emit_race_barrier(lowering, MemoryScope::workgroup, semantics);
        emit_pipe_barrier(lowering);
        emit_workgroup_sync(lowering, {.all_must_arrive = &OpControlBarrier::not_all_arrive});
        return emit_race_barrier_end(lowering, semantics);
      case spv::Scope::Subgroup:  // the scope restricted tangle is together in any case
        if (lowering.program().is_kernel())
          lowering.describe(lowering.emit(&check_subgroup, no_slot), {.is_control_flow = true});
        return emit_race_barrier(lowering, MemoryScope::subgroup, semantics);
      case spv::Scope::Invocation:
        return emit_race_barrier(lowering, MemoryScope::invocation, semantics);
      default:
        lowering.fail_unsupported("a control barrier of execution scope " +
                                  std::to_string(static_cast<std::uint32_t>(scope)));
    }
  }
};

// Memory is coherent between all invocations here, so memory semantics only matter to race detection.
struct OpMemoryBarrier : Arrangement<grammar::OpMemoryBarrier> {
  static constexpr bool depends_on_tangle = false;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_race_memory_barrier(lowering, semantics_to_check<Grammar>(lowering, instruction));
    emit_image_fence(lowering, instruction.id(Grammar::semantics), acquire_release);
  }
};

// --- split barriers ---

template <SplitScope Scope>
const Record* arrive(Subgroup& subgroup, const Record* record) {
  account(subgroup, record);
  if (Scope == SplitScope::workgroup &&
      !check_together(subgroup, record, OpControlBarrierArriveEXT::not_all_arrive)) {
    return nullptr;
  }
  const LaneMask again = subgroup.workgroup->state().barriers.arrive(subgroup, record, Scope);
  if (again.any()) [[unlikely]]
    report(subgroup, *record, OpControlBarrierArriveEXT::arrived_before, again);
  return subgroup.state == SubgroupState::stopped ? nullptr : record + 1;
}

template <SplitScope Scope>
const Record* wait(Subgroup& subgroup, const Record* record) {
  account(subgroup, record);
  if (Scope == SplitScope::workgroup &&
      !check_together(subgroup, record, OpControlBarrierWaitEXT::not_all_wait)) {
    return nullptr;
  }
  Barriers& barriers = subgroup.workgroup->state().barriers;
  const Barriers::NotArrived missing = barriers.wait(subgroup, Scope);
  if ((missing.never | missing.waited).any()) [[unlikely]] {
    if (missing.never.any()) {
      report(subgroup, *record, OpControlBarrierWaitEXT::never_arrived, missing.never);
    }
    if (missing.waited.any()) {
      report(subgroup, *record, OpControlBarrierWaitEXT::waited_before, missing.waited);
    }
    return subgroup.state == SubgroupState::stopped ? nullptr : record + 1;
  }
  if (Scope == SplitScope::subgroup) return record + 1;  // the tangle has arrived
  barriers.wait_for_arrivals(subgroup, record);
  return nullptr;
}

// "must not have any non-relaxed memory order set other than" Release, or Acquire.
void check_memory_order(Lowering& lowering, const Instruction& instruction, unsigned operand,
                        spv::MemorySemanticsMask allowed) {
  using Mask = spv::MemorySemanticsMask;
  const auto semantics = lowering.types().integer(instruction.id(operand));
  const auto orders = static_cast<std::int64_t>(
      Mask::Acquire | Mask::Release | Mask::AcquireRelease | Mask::SequentiallyConsistent);
  if (!lowering.request().vulkan_environment || !semantics ||
      (*semantics & orders & ~static_cast<std::int64_t>(allowed)) == 0) {
    return;
  }
  lowering.fail_input("Vulkan allows only these memory orders here: None and " +
                      std::string(allowed == Mask::Release ? "Release" : "Acquire"));
}

template <class G>
void lower_split(Lowering& lowering, const Instruction& instruction, Handler of_subgroup,
                 Handler of_workgroup) {
  const spv::Scope scope = execution_scope(lowering, instruction, G::execution);
  lowering.builder().note_workgroup_barrier();
  constexpr bool is_arrival = std::is_same_v<G, grammar::OpControlBarrierArriveINTEL>;
  const MemorySemantics semantics = semantics_to_check<G>(lowering, instruction);
  const MemoryScope execution =
      scope == spv::Scope::Workgroup ? MemoryScope::workgroup : MemoryScope::subgroup;
  if (is_arrival) emit_race_split_barrier(lowering, true, execution, semantics);
  if (scope == spv::Scope::Workgroup) {
    lowering.function()->emit_control(of_workgroup);
  } else if (scope == spv::Scope::Subgroup) {
    lowering.function()->emit_control(of_subgroup);
  } else {
    lowering.fail_unsupported("a split barrier of execution scope " +
                              std::to_string(static_cast<std::uint32_t>(scope)));
  }
  if (is_arrival) return;
  emit_race_split_barrier(lowering, false, execution, semantics);
  emit_image_fence(lowering, instruction.id(G::semantics),
                   spv::MemorySemanticsMask::Acquire | acquire_release);
}

struct LoweredOpControlBarrierArriveEXT : Arrangement<grammar::OpControlBarrierArriveEXT> {
  using Clauses = OpControlBarrierArriveEXT;
  static constexpr auto clauses = clause_list(Clauses::not_all_arrive, Clauses::arrived_before);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    check_memory_order(lowering, instruction, Grammar::semantics,
                       spv::MemorySemanticsMask::Release);
    lower_split<Grammar>(lowering, instruction, &arrive<SplitScope::subgroup>,
                         &arrive<SplitScope::workgroup>);
  }
};

struct LoweredOpControlBarrierWaitEXT : Arrangement<grammar::OpControlBarrierWaitEXT> {
  using Clauses = OpControlBarrierWaitEXT;
  static constexpr auto clauses = clause_list(Clauses::not_all_wait, Clauses::not_all_arrived,
                                              Clauses::never_arrived, Clauses::waited_before);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    check_memory_order(lowering, instruction, Grammar::semantics,
                       spv::MemorySemanticsMask::Acquire);
    lower_split<Grammar>(lowering, instruction, &wait<SplitScope::subgroup>,
                         &wait<SplitScope::workgroup>);
  }
};

// --- named barriers ---

// The value of a named barrier is its number within the workgroup.
struct LoweredOpNamedBarrierInitialize {
  using Grammar = grammar::OpNamedBarrierInitialize;
  using Clauses = OpNamedBarrierInitialize;
  static constexpr auto clauses = clause_list(Clauses::count_not_uniform, Clauses::count_undefined);

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const internal::UniformOperand count =
        internal::look_for_uniform_operand(subgroup, record->operand[0], 4);
    bool agrees = true;
    const std::uint32_t number = subgroup.workgroup->state().barriers.make_named(
        subgroup, record, static_cast<std::uint32_t>(count.value), agrees);
    subgroup.active.for_each(
        [&](unsigned lane) { subgroup.values<std::uint32_t>(record->result)[lane] = number; });
    PlaneHeader& header = subgroup.header(record->result);
    header.undefined &= ~subgroup.active;
    header.implementation_dependent &= ~subgroup.active;
    if (count.uniformity == internal::Uniformity::undefined) {
      report(subgroup, *record, Clauses::count_undefined, subgroup.active);
    } else if (count.uniformity == internal::Uniformity::different) {
      report(subgroup, *record, Clauses::count_not_uniform, subgroup.active);
    } else if (!agrees) {
      report(subgroup, *record, Clauses::count_not_uniform, subgroup.active,
             "this subgroup passes " + std::to_string(count.value) + ", but another one passed " +
                 std::to_string(subgroup.workgroup->state().barriers.subgroup_count(number)));
    }
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id count = instruction.id(Grammar::subgroup_count);
    lowering.builder().note_workgroup_barrier();
    const Slot operand = lowering.slot(count, 0, ScalarType::unsigned_integer(4));
    const Slot result = lowering.define(instruction).slots[0];
    lowering.check_width(result, 4);
    lowering.emit(&execute, result, {operand});
  }
};

struct LoweredOpMemoryNamedBarrier : Arrangement<grammar::OpMemoryNamedBarrier> {
  using Clauses = OpMemoryNamedBarrier;
  static constexpr auto clauses = clause_list(Clauses::not_all_arrive, Clauses::subgroup_diverged,
                                              Clauses::not_uniform, Clauses::undefined_operand);

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    account(subgroup, record);
    if (!check_together(subgroup, record, Clauses::subgroup_diverged)) return nullptr;
    const internal::UniformOperand barrier =
        internal::look_for_uniform_operand(subgroup, record->operand[0], 4);
    if (barrier.uniformity != internal::Uniformity::uniform) {
      report(subgroup, *record,
             barrier.uniformity == internal::Uniformity::undefined ? Clauses::undefined_operand
                                                                   : Clauses::not_uniform,
             subgroup.active);
      return subgroup.state == SubgroupState::stopped ? nullptr : record + 1;
    }
    subgroup.workgroup->state().barriers.arrive_at_named(subgroup, record,
                                                         static_cast<std::uint32_t>(barrier.value));
    return subgroup.state == SubgroupState::runnable ? record + 1 : nullptr;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.builder().note_workgroup_barrier();
    const Slot barrier = lowering.slot(instruction.id(Grammar::named_barrier));
    lowering.check_width(barrier, 4);
    const MemorySemantics semantics = semantics_to_check<Grammar>(lowering, instruction);
    emit_image_fence(lowering, instruction.id(Grammar::semantics), acquire_release);
    emit_race_named_barrier(lowering, true, barrier, semantics);
    lowering.function()->emit_control(&execute, {barrier});
    emit_race_named_barrier(lowering, false, barrier, semantics);
  }
};

}  // namespace

std::span<const InstructionDefinition> barrier_instructions() {
  return InstructionList<LoweredOpControlBarrier, OpMemoryBarrier, LoweredOpControlBarrierArriveEXT,
                         LoweredOpControlBarrierWaitEXT, LoweredOpNamedBarrierInitialize,
                         LoweredOpMemoryNamedBarrier>::definitions;
}

}  // namespace spirv_oracle
