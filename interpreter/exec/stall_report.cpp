// Workgroups that repeat their state: detection and report.
#include <algorithm>

#include "interpreter/exec/forward_progress.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

bool Workgroup::is_stalled(std::uint64_t steps) {
  if (!stall_.repeats(subgroups_, steps)) return false;
  if (stall_.only_suspects()) {
    end_ = WorkgroupEnd::suspected_stall;
    budget_.stop = true;
  }
  return true;
}

Turn Workgroup::stalled_turn() const {
  return stall_.only_suspects() ? Turn::ended : Turn::stalled;
}

bool Stall::reads_shared_memory() const {
  return std::ranges::any_of(spins, &Spin::reads_shared_memory);
}

Stall Workgroup::describe_stall() {
  Stall stall;
  if (subgroups_.size() > 1) stall.places = "; " + describe_subgroups(subgroups_);
  const auto is_runnable = [](const Subgroup& subgroup) {
    return subgroup.state == SubgroupState::runnable;
  };
  // All of them may wait at a barrier inside the loop.
  if (std::ranges::none_of(subgroups_, is_runnable)) release();
  for (const std::uint32_t i : order_) {
    Subgroup& subgroup = subgroups_[i];
    if (subgroup.state == SubgroupState::finished) continue;
    const bool goes_on = is_runnable(subgroup) || barriers_.may_go_on(subgroup);
    // Of subgroups that share a register file, only the first one that has not finished has begun.
    if (filled_[i] && goes_on) stall.spins.push_back(describe_spin(subgroup));
  }
  if (stall.spins.empty()) stall.spins.push_back(describe_spin(subgroups_[order_.front()]));
  // Changes that the subgroups made just now do not come from other workgroups.
  for (Spin& spin : stall.spins) {
    for (WatchedWord& word : spin.words) word.value = word.read();
  }
  return stall;
}

void Workgroup::end_at(const Spin& spin, WorkgroupEnd end) {
  end_ = end;
  budget_.stop = true;
  limit_place_ = {spin.start, inputs_.workgroup_id, spin.subgroup, spin.others};
}

void Workgroup::report_endless(const Stall& stall, bool is_alone) {
  const Spin& spin = stall.spins.front();
  end_at(spin, WorkgroupEnd::stopped);
  RawFinding* finding = findings_.add(ForwardProgress::none,
                                      {spin.origin, spin.subgroup, index_, spin.steps, spin.lanes});
  if (finding == nullptr) return;
  const bool others_wait = std::ranges::any_of(subgroups_, [](const Subgroup& subgroup) {
    return subgroup.state != SubgroupState::runnable && subgroup.state != SubgroupState::finished;
  });
  const bool is_deadlock = !spin.reads.empty() && (!spin.others.empty() || others_wait);
  finding->message = (is_deadlock ? "deadlock: " : "endless loop: ") + text_of(spin) + stall.places;
  if (!is_alone) finding->message += "; the other workgroups have ended or wait too";
}

void Workgroup::report_no_progress(const Stall& stall) {
  const Spin& spin = stall.spins.front();
  end_at(spin, WorkgroupEnd::no_progress);
  RawFinding* finding = findings_.add(ForwardProgress::other_workgroup,
                                      {spin.origin, spin.subgroup, index_, spin.steps, spin.lanes});
  if (finding == nullptr) return;
  finding->message = "no forward progress: " + text_of(spin) + stall.places +
                     "; only another workgroup can end this loop, and no further one can start";
}

void Workgroup::report_reliance(const Spin& spin, const std::string& writer) {
  RawFinding* finding = findings_.add(ForwardProgress::other_workgroup,
                                      {spin.origin, spin.subgroup, index_, spin.steps, spin.lanes});
  if (finding == nullptr) return;
  const std::string other = writer.empty() ? "another workgroup" : "workgroup " + writer;
  const std::string& reads = spin.reads.empty() ? "memory" : spin.reads;
  finding->message = "subgroup " + std::to_string(spin.subgroup) + " of workgroup " +
                     coordinates(id()) + " spins on " + reads + ", which " + other +
                     " writes; an implementation need not run that workgroup before this one ends";
}

}  // namespace spirv_oracle
