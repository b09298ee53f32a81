#include "interpreter/exec/stall_report.h"

#include <algorithm>
#include <utility>

#include "interpreter/exec/forward_progress.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

void end_at(Workgroup& workgroup, const Spin& spin, WorkgroupEnd end) {
  workgroup.limits().end_run_at({spin.start, workgroup.shape().id(), spin.subgroup, spin.others},
                                end);
}

// A debugger shows the subgroup at the finding's instruction.
void tell_watch(Workgroup& workgroup, const Clause& clause, const Spin& spin,
                const std::string& message) {
  RecordObserver* const watch = workgroup.observers().watch;
  if (watch == nullptr) return;
  const Subgroup& subgroup = workgroup.subgroups()[spin.subgroup];
  const std::vector<Record>& records = subgroup.program->records;
  const auto record = std::ranges::find(records, spin.origin, &Record::origin);
  if (record != records.end()) watch->note_finding(subgroup, *record, clause, spin.lanes, message);
}

// Nothing if the finding is already known.
void add_finding(Workgroup& workgroup, const Clause& clause, const Spin& spin,
                 std::string message) {
  RawFinding* const finding = workgroup.findings().add(
      clause, {spin.origin, spin.subgroup, workgroup.shape().index(), spin.steps, spin.lanes});
  if (finding == nullptr) return;
  tell_watch(workgroup, clause, spin, message);
  finding->message = std::move(message);
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
  const bool others_wait = std::ranges::any_of(workgroup.subgroups(), [](const Subgroup& subgroup) {
    return subgroup.state != SubgroupState::runnable && subgroup.state != SubgroupState::finished;
  });
  const bool is_deadlock = !spin.reads.empty() && (!spin.others.empty() || others_wait);
  add_finding(workgroup, ForwardProgress::none, spin,
              (is_deadlock ? "deadlock: " : "endless loop: ") + text_of(spin) + stall.places +
                  (is_alone ? "" : "; the other workgroups have ended or wait too"));
}

void report_no_progress(Workgroup& workgroup, const Stall& stall) {
  const Spin& spin = stall.spins.front();
  end_at(workgroup, spin, WorkgroupEnd::no_progress);
  add_finding(workgroup, ForwardProgress::other_workgroup, spin,
              "no forward progress: " + text_of(spin) + stall.places +
                  "; only another workgroup can end this loop, and no further one can start");
}

void report_order_dependence(Workgroup& workgroup, const Stall& stall) {
  const Spin& spin = stall.spins.front();
  const bool is_one = spin.lanes.count() == 1;
  end_at(workgroup, spin, WorkgroupEnd::no_progress);
  const std::string repeated = spin.reads.empty() ? "the same state" : spin.reads;
  const std::string verb = spin.reads.empty() ? "repeat" : "spin";
  add_finding(
      workgroup, ForwardProgress::other_workgroup, spin,
      "no forward progress: " + spin.who + " " + verb + (is_one ? "s " : " ") +
          (spin.reads.empty() ? "" : "on ") + repeated + stall.places +
          "; loops of the waiting workgroups keep writing memory, so whether they end depends "
          "on the order in which the workgroups run, and no order that was tried ends them");
}

void report_reliance(Workgroup& workgroup, const Spin& spin, const std::string& writer) {
  const std::string other = writer.empty() ? "another workgroup" : "workgroup " + writer;
  const std::string& reads = spin.reads.empty() ? "memory" : spin.reads;
  add_finding(workgroup, ForwardProgress::other_workgroup, spin,
              "subgroup " + std::to_string(spin.subgroup) + " of workgroup " +
                  coordinates(workgroup.shape().id()) + " spins on " + reads + ", which " + other +
                  " writes; an implementation need not run that workgroup before this one ends");
}

}  // namespace spirv_oracle
