#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"

#include <algorithm>

#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/instructions/cooperative_matrix/participation.h"
#include "interpreter/ir/program.h"
#include "interpreter/lowering/emit_workgroup_sync.h"

namespace spirv_oracle {

std::uint32_t number_in_scope(const Subgroup& subgroup, unsigned lane, bool is_workgroup) {
  if (!is_workgroup) return lane;
  const SubgroupLayout& layout = subgroup.program->layout_of(subgroup.workgroup_index);
  return layout.invocation(subgroup.id, lane);
}

namespace {

// extra: { whether the scope is the workgroup, numbers by invocation }.
const Record* number_by_invocation(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  std::uint32_t* numbers = subgroup.values<std::uint32_t>(record->result);
  subgroup.header(record->result) = {};
  for (unsigned lane = 0; lane < subgroup.size; ++lane) {
    if (words[0] != 0 && !subgroup.existing.test(lane)) continue;
    numbers[lane] = words[1 + number_in_scope(subgroup, lane, words[0] != 0)];
  }
  return record + 1;
}

}  // namespace

Slot emit_number_by_invocation(Lowering& lowering, spv::Scope scope,
                               std::span<const std::uint32_t> numbers) {
  std::vector<std::uint32_t> words{scope == spv::Scope::Workgroup ? 1u : 0u};
  words.insert(words.end(), numbers.begin(), numbers.end());
  const Slot result = lowering.new_plane(ScalarType::unsigned_integer(4));
  lowering.emit(&number_by_invocation, result, {}, lowering.builder().add_shared_data(words));
  return result;
}

std::vector<MatrixHolder> holders_in_workgroup(std::span<Subgroup* const> arrived,
                                               const Record& record) {
  std::vector<MatrixHolder> holders;
  for (const Arrival& arrival : by_invocation(arrived))
    holders.push_back({arrival.subgroup, arrival.lane});
  const Subgroup& first = *arrived.front();
  if (holders.size() == first.program->layout_of(first.workgroup_index).invocation_count)
    return holders;
  const std::uint32_t* words = first.data + record.extra;
  for (Subgroup* subgroup : arrived) {
    for (std::uint32_t i = 0; i < words[0]; ++i) {
      subgroup->header(words[1 + i]) = {LaneMask::first(128), {}};
      for (unsigned lane = 0; lane < subgroup->size; ++lane)
        subgroup->indeterminate_bits.set_all(words[1 + i], lane);
    }
  }
  return {};
}

bool all_take_part(MatrixHolders holders) {
  return std::ranges::all_of(holders, [](const MatrixHolder& holder) {
    return lanes_of_tangle(*holder.subgroup).test(holder.lane);
  });
}

std::vector<Subgroup*> subgroups_of(MatrixHolders holders) {
  std::vector<Subgroup*> all;
  for (const MatrixHolder& holder : holders) {
    if (!std::ranges::count(all, holder.subgroup)) all.push_back(holder.subgroup);
  }
  return all;
}

void emit_matrix_record(Lowering& lowering, spv::Scope scope, Handler of_subgroup,
                        void (*of_workgroup)(std::span<Subgroup* const>, const Record&),
                        std::span<const std::uint32_t> words, RecordEffects effects) {
  if (lowering.function() == nullptr)
    lowering.fail_unsupported("an operation on matrices as a constant");
  const bool is_workgroup = scope == spv::Scope::Workgroup;
  if (is_workgroup) {
    emit_workgroup_sync(lowering, {.all_must_arrive = &MatrixParticipation::inactive_invocations,
                                   .combined_records = 1,
                                   .combine = of_workgroup});
    // The results of a subgroup that waits are there before its record executes.
    effects.reads.insert(effects.reads.end(), effects.writes.begin(), effects.writes.end());
  }
  std::vector<std::uint32_t> data{static_cast<std::uint32_t>(effects.writes.size())};
  data.insert(data.end(), effects.writes.begin(), effects.writes.end());
  data.insert(data.end(), words.begin(), words.end());
  const std::uint32_t record = lowering.emit(is_workgroup ? &combined_before : of_subgroup, no_slot,
                                             {no_slot, no_slot, no_slot}, lowering.add_data(data));
  lowering.describe(record, std::move(effects));
}

}  // namespace spirv_oracle
