// Common parts of the group instructions on a whole scope, Workgroup or Subgroup: their records for
// either scope, and the rule that all invocations of the scope must execute them.
#pragma once

#include "interpreter/instructions/group/combination/group_operation.h"
#include "interpreter/instructions/group/combination/non_uniform_cluster.h"

namespace spirv_oracle {

// "Behavior is undefined unless all invocations within Execution execute the same dynamic instance of
// this instruction."
template <class G>
struct UniformClause {
  static constexpr Clause not_all_execute{
      internal::ClauseId<G, ".not-all-execute">::view, "group-divergence",
      Effect::undefined_behavior,
      "not all invocations of the group execute this instruction together"};
};

namespace internal {

// Which invocations must execute an instruction. Without a clause, those that do form the group.
struct Participation {
  const Clause* all_must_arrive = nullptr;
  Handler whole_subgroup = nullptr;  // reports the clause
};

[[gnu::cold, gnu::noinline]] const Record* break_incomplete(Subgroup& subgroup,
                                                            const Record* record,
                                                            const Clause& clause);

// Continues if the tangle is the whole subgroup; `extra` is the number of dependent records.
template <const Clause& NotAllExecute>
const Record* require_whole_subgroup(Subgroup& subgroup, const Record* record) {
  if (subgroup.active == subgroup.existing) [[likely]]
    return record + 1;
  return break_incomplete(subgroup, record, NotAllExecute);
}

template <class G>
constexpr Participation all_take_part() {
  return {&UniformClause<G>::not_all_execute,
          &require_whole_subgroup<UniformClause<G>::not_all_execute>};
}

// Emits the records before those of `count` components, for the scope in operand `execution`, and
// returns the handler of the latter. Fails for other scopes.
Handler emit_scope(Lowering& lowering, const Instruction& instruction, unsigned execution,
                   const Participation& participation, const GroupCode& code, std::size_t count);

}  // namespace internal

// A group operation on the whole scope.
template <class G, class Operation, bool AllTakePart>
struct ScopeArithmetic : FactsOfCombination<Operation, G::x> {
  using Grammar = G;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const auto operation = static_cast<spv::GroupOperation>(instruction.literal(G::operation));
    const ScalarType type = lowering.type(instruction.type).scalar;
    const GroupCode code = group_code<Operation>(lowering, type, operation);
    if (code.tangle == nullptr) {
      lowering.fail_unsupported("the group operation " +
                                std::to_string(instruction.literal(G::operation)) +
                                " for the type " + lowering.type_text(instruction.type));
    }
    internal::Participation participation;
    if constexpr (AllTakePart) participation = internal::all_take_part<G>();
    const std::vector<Slot> results = lowering.define(instruction).slots;
    std::vector<Slot> values;
    for (std::size_t i = 0; i < results.size(); ++i) {
      values.push_back(lowering.slot(instruction.id(G::x), i, type));
    }
    const Handler handler = internal::emit_scope(lowering, instruction, G::execution, participation,
                                                 code, results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      internal::emit_placed(lowering, handler, results[i], {{contribution_place, values[i]}});
    }
  }
};

// Requires uniform control flow.
template <class G, class Operation>
struct UniformGroupArithmetic : ScopeArithmetic<G, Operation, true> {
  static constexpr auto clauses =
      with_operation_clauses<G, Operation>(clause_list(UniformClause<G>::not_all_execute));
};

// The group is the invocations that execute it.
template <class G, class Operation>
struct TangleGroupArithmetic : ScopeArithmetic<G, Operation, false> {
  static constexpr auto clauses =
      with_operation_clauses<G, Operation>(std::array<const Clause*, 0>{});
};

}  // namespace spirv_oracle
