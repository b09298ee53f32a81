// Records that concern the invocations of a matrix's scope together: the lanes of a subgroup, or those of all subgroups of a
// workgroup.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct MatrixHolder {
  Subgroup* subgroup = nullptr;
  unsigned lane = 0;
};
// The invocations of a scope by their number in it: the lane, or LocalInvocationIndex.
using MatrixHolders = std::span<const MatrixHolder>;

// The number of an invocation in its scope; that of no invocation, if the lane has none.
std::uint32_t number_in_scope(const Subgroup& subgroup, unsigned lane, bool is_workgroup);

// What a record does with the planes of all invocations of a scope.
using MatrixAction = void (*)(MatrixHolders, const Record&);

template <MatrixAction action>
const Record* act_in_subgroup(Subgroup& subgroup, const Record* record) {
  std::array<MatrixHolder, 128> holders;
  for (unsigned lane = 0; lane < subgroup.size; ++lane) holders[lane] = {&subgroup, lane};
  action({holders.data(), subgroup.size}, *record);
  return record + 1;
}

// The invocations of the subgroups of a workgroup.
std::vector<MatrixHolder> holders_in_workgroup(std::span<Subgroup* const> subgroups);
template <MatrixAction action>
void act_in_workgroup(std::span<Subgroup* const> arrived, const Record& record) {
  action(holders_in_workgroup(arrived), record);
}

// The subgroups of a scope, each once.
std::vector<Subgroup*> subgroups_of(MatrixHolders holders);

// Emits a record with these operands that calls `action`: at Workgroup scope, when all subgroups have come to it.
void emit_matrix_record(Lowering& lowering, spv::Scope scope, Handler of_subgroup,
                        void (*of_workgroup)(std::span<Subgroup* const>, const Record&),
                        std::uint32_t data, RecordEffects effects);
template <MatrixAction action>
void emit_matrix_record(Lowering& lowering, spv::Scope scope, std::uint32_t data,
                        RecordEffects effects) {
  emit_matrix_record(lowering, scope, &act_in_subgroup<action>, &act_in_workgroup<action>, data,
                     std::move(effects));
}

}  // namespace spirv_oracle
