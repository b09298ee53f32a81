#include "debugger/engine/program/executed_records.h"

#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

void ExecutedRecords::clear() {
  last_ = {};
  last_results_.clear();
  last_of_.clear();
}

void ExecutedRecords::note(const Subgroup& subgroup, const Record& record, std::uint64_t moment,
                           bool every) {
  if (last_.record == nullptr || last_.record->origin != record.origin) last_results_.clear();
  if (record.result != no_slot) last_results_.push_back(record.result);
  last_ = {&record, &subgroup, subgroup.workgroup_index, subgroup.active, lanes_of_tangle(subgroup),
           moment};
  if (every) {
    last_of_[&subgroup] = last_;
  } else {
    last_of_.clear();
  }
}

bool ExecutedRecords::is_in_other_tangle(const Subgroup& next, std::uint64_t moment) const {
  if (!is_last_before(moment)) return false;
  return last_.record == nullptr || last_.subgroup != &next ||
         last_.workgroup != next.workgroup_index || !(last_.tangle == lanes_of_tangle(next));
}

const ExecutedRecord* ExecutedRecords::last_of(const Subgroup& subgroup) const {
  const auto found = last_of_.find(&subgroup);
  if (found == last_of_.end() || found->second.workgroup != subgroup.workgroup_index)
    return nullptr;
  return &found->second;
}

void ExecutedRecords::assume_last(const std::vector<Workgroup*>& workgroups,
                                  const Subgroup& executing, std::uint64_t moment) {
  for (const Workgroup* workgroup : workgroups) {
    for (const Subgroup& subgroup : workgroup->subgroups())
      last_of_[&subgroup] = {nullptr,
                             &subgroup,
                             workgroup->shape().index(),
                             subgroup.active,
                             lanes_of_tangle(subgroup),
                             0};
  }
  if (last_.record != nullptr && is_last_before(moment)) {
    last_of_[last_.subgroup] = last_;
  } else {
    last_of_.erase(&executing);
  }
}

}  // namespace spirv_oracle
