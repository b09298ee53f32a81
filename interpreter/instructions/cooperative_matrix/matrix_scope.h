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

// Emits a record that gives each lane the number of its invocation in the list, and returns its plane.
Slot emit_number_by_invocation(Lowering& lowering, spv::Scope scope,
                               std::span<const std::uint32_t> numbers);

// What a record does with the planes of all invocations of a scope. `words` are those that emit_matrix_record() got.
using MatrixAction = void (*)(MatrixHolders, const Record&, const std::uint32_t* words);

// The words of a record begin with the planes that it writes: { number, planes }.
inline const std::uint32_t* words_after_results(const Subgroup& subgroup, const Record& record) {
  const std::uint32_t* words = subgroup.data + record.extra;
  return words + 1 + words[0];
}

template <MatrixAction action>
const Record* act_in_subgroup(Subgroup& subgroup, const Record* record) {
  std::array<MatrixHolder, 128> holders;
  for (unsigned lane = 0; lane < subgroup.size; ++lane) holders[lane] = {&subgroup, lane};
  action({holders.data(), subgroup.size}, *record, words_after_results(subgroup, *record));
  return record + 1;
}

// All invocations of the workgroup; none if some are missing, which makes the results undefined.
std::vector<MatrixHolder> holders_in_workgroup(std::span<Subgroup* const> arrived,
                                               const Record& record);
template <MatrixAction action>
void act_in_workgroup(std::span<Subgroup* const> arrived, const Record& record) {
  const std::vector<MatrixHolder> holders = holders_in_workgroup(arrived, record);
  if (!holders.empty()) action(holders, record, words_after_results(*arrived.front(), record));
}

// Whether all invocations execute the instruction. If not, the values of the others are unspecified.
bool all_take_part(MatrixHolders holders);

// The subgroups of a scope, each once.
std::vector<Subgroup*> subgroups_of(MatrixHolders holders);

// Emits a record that calls `action`: at Workgroup scope, when all subgroups have come to it.
void emit_matrix_record(Lowering& lowering, spv::Scope scope, Handler of_subgroup,
                        void (*of_workgroup)(std::span<Subgroup* const>, const Record&),
                        std::span<const std::uint32_t> words, RecordEffects effects);
template <MatrixAction action>
void emit_matrix_record(Lowering& lowering, spv::Scope scope, std::span<const std::uint32_t> words,
                        RecordEffects effects) {
  emit_matrix_record(lowering, scope, &act_in_subgroup<action>, &act_in_workgroup<action>, words,
                     std::move(effects));
}

}  // namespace spirv_oracle
