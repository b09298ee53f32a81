// Workgroups for the shadow runs of uncertain branches (exec/uncertain_branches.h).
#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "interpreter/exec/shadow_workgroup.h"

namespace spirv_oracle {

// Shadow runs take no longer, in records, than the run itself, unless that is short.
bool Workgroup::may_start_shadow_run() const {
  constexpr unsigned max_level = 6;
  constexpr std::uint64_t always = 200'000;
  return shadow_level_ < max_level && shadow_records_ <= always + steps_;
}

void Workgroup::start_in_shadow_of(const Workgroup& of) {
  index_ = of.index_;
  inputs_.workgroup_id = of.inputs_.workgroup_id;
  known_failures_ = of.known_failures_;
  known_outside_ = of.known_outside_;
  uncertain_stores_ = of.uncertain_stores_;
  log_ = {};
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

bool Workgroup::is_guess(const Subgroup& subgroup, const Op& op, const LaneMask& lanes) {
  std::vector<Slot> operands(std::begin(op.operand), std::end(op.operand));
  if (op.handler == subgroup.program->access_chain_handler) {
    const std::uint32_t* words = subgroup.data + op.extra;
    for (std::uint32_t i = 0; i < words[2]; ++i) operands.push_back(words[3 + 5 * i]);
  }
  LaneMask certain = lanes;
  for (const Slot slot : operands) {
    const auto& planes = subgroup.program->planes;
    const auto plane = std::ranges::lower_bound(planes, slot, {}, &Plane::slot);
    if (plane != planes.end() && plane->slot == slot)
      certain &= ~subgroup.header(slot).implementation_dependent;
  }
  return certain.none();
}

void Workgroup::end_shadow_run(std::uint64_t records) {
  // To copy and to compare the registers takes time, too.
  shadow_records_ += records + program_.planes.size() / 4 + shadow_->workgroup.shadow_records_;
  shadow_->workgroup.shadow_records_ = 0;
  possible_.merge(shadow_->workgroup.log_);
  possible_.merge(shadow_->workgroup.possible_);
  shadow_->workgroup.possible_ = {};
  has_uncertain_text_ |= shadow_->workgroup.has_uncertain_text_;
}

}  // namespace spirv_oracle
