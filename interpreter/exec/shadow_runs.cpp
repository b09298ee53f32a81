// Workgroups for the shadow runs of uncertain branches (exec/uncertain_branches.h).
#include <cstring>
#include <utility>

#include "interpreter/exec/shadow_workgroup.h"

namespace spirv_oracle {

// Shadow runs execute at most as many records as the run itself, unless the run is short.
bool Workgroup::may_start_shadow_run() const {
  constexpr unsigned max_level = 6;
  constexpr std::uint64_t always = 200'000;
  return shadow_level_ < max_level && shadow_records_ <= always + steps_;
}

void Workgroup::start_in_shadow_of(const Workgroup& of) {
  index_ = of.index_;
  inputs_.workgroup_id = of.inputs_.workgroup_id;
  if (program_.non_uniform != nullptr) set_shape(of.local_size(), of.layout());
  known_ = of.known_;
  uncertain_stores_ = of.uncertain_stores_;
  findings_.start_workgroup(inputs_.workgroup_id);
  findings_.log() = {};
  output_.clear();
  const auto subgroups = static_cast<std::uint32_t>(subgroups_.size());
  joins_.start(subgroups, false);
  uniform_results_.start(subgroups);
  async_copies_.start();
  iteration_accesses_.clear();
  pointer_accesses_.clear();
  barriers_.start(program_.has_workgroup_barrier ? subgroups : 0);
}

Subgroup* Workgroup::start_shadow_run(const Subgroup& subgroup) {
  if (!may_start_shadow_run()) return nullptr;
  if (!shadow_) shadow_ = std::make_unique<Shadow>(program_, dispatch_, memory_, shadow_level_ + 1);
  Workgroup& workgroup = shadow_->workgroup;
  workgroup.start_in_shadow_of(*this);
  Subgroup& shadow = workgroup.subgroups_[subgroup.id];
  Subgroup copy = subgroup;
  copy.registers = shadow.registers;
  copy.workgroup = &workgroup;
  copy.uncertain = &workgroup.uncertain_[subgroup.id];
  copy.recent_findings = nullptr;
  shadow = std::move(copy);
  std::memcpy(shadow.registers, subgroup.registers,
              std::size_t{program_.register_units} * slot_unit);
  return &shadow;
}

void Workgroup::end_shadow_run(std::uint64_t records) {
  // Copying and comparing the registers takes time as well.
  shadow_records_ += records + program_.planes.size() / 4 + shadow_->workgroup.shadow_records_;
  shadow_->workgroup.shadow_records_ = 0;
  findings_.take_possible(shadow_->workgroup.findings_);
  unfollowed_.text |= shadow_->workgroup.unfollowed_.text;
}

}  // namespace spirv_oracle
