#include "interpreter/exec/stall_report.h"

#include <algorithm>

#include "interpreter/exec/forward_progress.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/exec/workgroup_sync.h"

namespace spirv_oracle {
namespace {

void end_at(Workgroup& workgroup, const Spin& spin, WorkgroupEnd end) {
  workgroup.limits().end_run_at({spin.start, workgroup.shape().id(), spin.subgroup, spin.others},
                                end);
}

// Null if the finding is already known.
RawFinding* add_finding(Workgroup& workgroup, const Clause& clause, const Spin& spin) {
  return workgroup.findings().add(
      clause, {spin.origin, spin.subgroup, workgroup.shape().index(), spin.steps, spin.lanes});
}

}  // namespace

bool Stall::reads_shared_memory() const {
  return std::ranges::any_of(spins, &Spin::reads_shared_memory);
}

Stall describe_stall(Workgroup& workgroup) {
  WorkgroupSubgroups& subgroups = workgroup.subgroups();
  Stall stall;
  if (subgroups.size() > 1) stall.places = "; " + describe_subgroups(subgroups);
  const auto is_runnable = [](const Subgroup& subgroup) {
    return subgroup.state == SubgroupState::runnable;
  };
  // All of them may wait at a barrier inside the loop.
  if (std::ranges::none_of(subgroups, is_runnable)) release_furthest_behind(workgroup);
  for (const std::uint32_t i : subgroups.order()) {
    Subgroup& subgroup = subgroups[i];
    if (subgroup.state == SubgroupState::finished) continue;
    const bool goes_on = is_runnable(subgroup) || workgroup.state().barriers.may_go_on(subgroup);
    // Of subgroups that share a register file, only the first one that has not finished has begun.
    if (subgroups.has_begun(i) && goes_on) stall.spins.push_back(describe_spin(subgroup));
  }
  if (stall.spins.empty())
    stall.spins.push_back(describe_spin(subgroups[subgroups.order().front()]));
  // Changes that the subgroups made just now do not come from other workgroups.
  for (Spin& spin : stall.spins) {
    for (WatchedWord& word : spin.words) word.value = word.read();
  }
  return stall;
}

void report_endless(Workgroup& workgroup, const Stall& stall, bool is_alone) {
  const Spin& spin = stall.spins.front();
  end_at(workgroup, spin, WorkgroupEnd::stopped);
  RawFinding* finding = add_finding(workgroup, ForwardProgress::none, spin);
  if (finding == nullptr) return;
  const bool others_wait = std::ranges::any_of(workgroup.subgroups(), [](const Subgroup& subgroup) {
    return subgroup.state != SubgroupState::runnable && subgroup.state != SubgroupState::finished;
  });
  const bool is_deadlock = !spin.reads.empty() && (!spin.others.empty() || others_wait);
  finding->message = (is_deadlock ? "deadlock: " : "endless loop: ") + text_of(spin) + stall.places;
  if (!is_alone) finding->message += "; the other workgroups have ended or wait too";
}

void report_no_progress(Workgroup& workgroup, const Stall& stall) {
  const Spin& spin = stall.spins.front();
  end_at(workgroup, spin, WorkgroupEnd::no_progress);
  RawFinding* finding = add_finding(workgroup, ForwardProgress::other_workgroup, spin);
  if (finding == nullptr) return;
  finding->message = "no forward progress: " + text_of(spin) + stall.places +
                     "; only another workgroup can end this loop, and no further one can start";
}

void report_reliance(Workgroup& workgroup, const Spin& spin, const std::string& writer) {
  RawFinding* finding = add_finding(workgroup, ForwardProgress::other_workgroup, spin);
  if (finding == nullptr) return;
  const std::string other = writer.empty() ? "another workgroup" : "workgroup " + writer;
  const std::string& reads = spin.reads.empty() ? "memory" : spin.reads;
  finding->message = "subgroup " + std::to_string(spin.subgroup) + " of workgroup " +
                     coordinates(workgroup.shape().id()) + " spins on " + reads + ", which " +
                     other +
                     " writes; an implementation need not run that workgroup before this one ends";
}

}  // namespace spirv_oracle
