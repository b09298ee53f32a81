#include "interpreter/exec/workgroup.h"

#include <algorithm>
#include <cstring>

#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/report/async_copy_clauses.h"
#include "interpreter/exec/report/pipe_clauses.h"
#include "interpreter/exec/schedule.h"
#include "interpreter/exec/state/pipe_state.h"
#include "interpreter/exec/state/progress_meter.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/exec/workgroup_sync.h"

namespace spirv_oracle {
namespace {

// The number of records after which a subgroup polls: for limits, and to let others run for which it may wait.
constexpr std::uint64_t steps_between_polls = 1u << 16;

// The reservations of a workgroup that has ended must be committed.
void report_open_reservations(Workgroup& workgroup) {
  const AddressSpace& memory = workgroup.memory();
  Subgroup& first = workgroup.subgroups().front();
  for (std::uint32_t id = 1; id < memory.object_count(); ++id) {
    const ObjectEntry& object = memory.object(id);
    if (!is_pipe(object)) continue;
    const std::uint64_t count = PipeState::of(object).reservations;
    for (std::uint64_t i = 0; i < count; ++i) {
      const PipeReservation reservation = PipeReservation::of(object, i);
      if (reservation.workgroup != workgroup.shape().index() + 1 || reservation.committed != 0)
        continue;
      workgroup.findings().report(first, workgroup.program().records[reservation.record],
                                  PipeClauses::never_committed, first.existing, {});
    }
  }
}

void report_unfinished_copies(Workgroup& workgroup) {
  Subgroup& first = workgroup.subgroups().front();
  for (const auto& [event, copies] : workgroup.state().async_copies.pending()) {
    for (const AsyncCopies::Copy& copy : copies) {
      workgroup.findings().report(first, *copy.record, OpGroupAsyncCopy::never_waited_for,
                                  first.existing, {});
    }
  }
}

void report_broken_joins(Workgroup& workgroup) {
  std::vector<std::uint64_t> failed;
  const std::vector<JoinLedger::Broken> all_broken = workgroup.state().joins.judge(&failed);
  if (all_broken.empty()) return;
  const std::uint64_t index = workgroup.shape().index();
  for (const std::uint64_t path : failed) workgroup.knowledge().found.failed_joins.add(index, path);
  workgroup.findings().report_broken_joins(index, all_broken);
}

}  // namespace

Workgroup::Workgroup(const Program& program, const Launch& launch, const Policy& policy,
                     AddressSpace& memory, Budget& budget, unsigned shadow_level)
    : program_(program),
      launch_(launch),
      policy_(policy),
      memory_(memory),
      shape_(program, launch),
      subgroups_(*this, program, memory, shape_, shadow_level != 0),
      state_(budget.max_worker_memory),
      limits_(budget),
      stall_watch_(program, budget.workers == 1 ? StallWatch::Sees::everything
                                                : StallWatch::Sees::workgroup),
      findings_(program, policy, observers_, shadow_level != 0),
      output_(budget, observers_),
      shadow_runs_(*this, shadow_level) {}

Workgroup::~Workgroup() = default;

void Workgroup::start_memory() {
  observers_.values.for_each([](ValueObserver& observer) { observer.start_workgroup(); });
  for (const WorkgroupVariable& variable : program_.workgroup_variables) {
    const ObjectEntry& object = memory_.object(variable.object);
    std::memset(object.bytes, 0, variable.size);
    std::fill_n(object.shadow, variable.size, never_stored);
    for (const ByteRange& bytes : variable.initialized)
      std::fill(object.shadow + bytes.begin, object.shadow + bytes.end, Definedness::defined);
    if (const auto& accessors = object.allocation->accessors; accessors != nullptr)
      std::fill_n(accessors.get(), variable.size, 0u);
  }
}

void Workgroup::start(std::uint64_t index) {
  shape_.start_workgroup(index);
  if (program_.non_uniform != nullptr) subgroups_.take_shape();
  findings_.start_workgroup(shape_.id());
  limits_.start_workgroup();
  if (observers_.exchanges) observers_.exchanges->start_workgroup(index);
  if (observers_.races != nullptr) observers_.races->start_workgroup(index);
  stall_watch_.start_workgroup();
  start_memory();
  const bool judges_joins = program_.tangles.join_across_subgroups &&
                            !subgroups_.keeps_tangles_separate() && subgroups_.size() > 1;
  state_.start_workgroup(subgroups_.size(), judges_joins, program_.has_workgroup_barrier);
  // For a proof, the first subgroup, which usually makes the accesses for its workgroup, runs when the others have come as far
  // as they can.
  const bool descends = observers_.races != nullptr && observers_.races->order_proof() != nullptr;
  subgroups_.start_workgroup(policy_.seed, descends);
}

void Workgroup::start_in_shadow_of(const Workgroup& of) {
  shape_.start_workgroup(of.shape_.index());
  if (program_.non_uniform != nullptr) subgroups_.take_shape();
  knowledge_.of_earlier_runs = of.knowledge_.of_earlier_runs;
  knowledge_.uncertain_stores = of.knowledge_.uncertain_stores;
  const ValueObservers& outside = of.observers_.values;
  observers_.values.encloser_outside =
      outside.encloser != nullptr ? outside.encloser : outside.encloser_outside;
  findings_.start_workgroup(shape_.id());
  findings_.log() = {};
  output_.take();
  state_.start_workgroup(subgroups_.size(), false, program_.has_workgroup_barrier);
}

WorkgroupEnd Workgroup::run(std::uint64_t index) {
  start(index);
  while (run_in_order() == Turn::interrupted) {
  }
  return limits_.end();
}

Turn Workgroup::run_in_order() {
  bool all_finished = true;
  bool any_ran = false;
  const std::uint64_t steps = limits_.steps();
  for (const std::uint32_t i : subgroups_.order()) {
    Subgroup& subgroup = subgroups_[i];
    if (subgroup.state == SubgroupState::finished) continue;
    all_finished = false;
    if (subgroup.state != SubgroupState::runnable && !state_.barriers.may_go_on(subgroup)) continue;
    any_ran = true;
    do {
      const std::uint64_t before = limits_.steps();
      if (!run_subgroup(subgroup, nullptr)) return Turn::ended;
      const bool runs_alone = program_.subgroups_are_independent();
      if (runs_alone && is_stalled(limits_.steps() - before)) return stalled_turn();
    } while (subgroup.state == SubgroupState::runnable && program_.subgroups_are_independent());
  }
  if (all_finished) return finish();
  if (!any_ran) release_furthest_behind(*this);
  if (any_ran && !program_.subgroups_are_independent() && is_stalled(limits_.steps() - steps))
    return stalled_turn();
  return Turn::interrupted;
}

Turn Workgroup::run_by(Schedule& schedule) {
  bool all_finished = true;
  runnable_.clear();
  for (const std::uint32_t i : subgroups_.order()) {
    Subgroup& subgroup = subgroups_[i];
    if (subgroup.state == SubgroupState::finished) continue;
    all_finished = false;
    if (subgroup.state == SubgroupState::runnable || state_.barriers.may_go_on(subgroup))
      runnable_.push_back(i);
  }
  if (all_finished) return finish();
  if (runnable_.empty()) {
    release_furthest_behind(*this);
    return Turn::interrupted;
  }
  // Subgroups that share a register file run one after the other.
  const bool is_first = program_.subgroups_are_independent();
  if (schedule.steps_in_order() == 0) {
    const std::size_t chosen = is_first ? 0 : schedule.below(runnable_.size());
    return run_subgroup(subgroups_[runnable_[chosen]], &schedule) ? Turn::interrupted : Turn::ended;
  }
  const std::uint64_t steps = limits_.steps();
  if (is_first) runnable_.resize(1);
  for (const std::uint32_t number : runnable_) {
    if (!run_subgroup(subgroups_[number], &schedule)) return Turn::ended;
  }
  return is_stalled(limits_.steps() - steps) ? stalled_turn() : Turn::interrupted;
}

Turn Workgroup::finish() {
  state_.barriers.finish(subgroups_);
  if (std::ranges::find(subgroups_, SubgroupState::stopped, &Subgroup::state) != subgroups_.end())
    limits_.end_run(WorkgroupEnd::stopped);
  report_broken_joins(*this);
  report_unfinished_copies(*this);
  report_open_reservations(*this);
  if (observers_.races != nullptr) observers_.races->finish_workgroup();
  return Turn::finished;
}

bool Workgroup::run_subgroup(Subgroup& subgroup, Schedule* schedule) {
  subgroups_.prepare_to_run(subgroup);
  const std::uint64_t steps = subgroup.steps;
  const std::uint64_t lane_instructions = subgroup.lane_instructions;
  const bool in_short_turns = schedule != nullptr && schedule->steps_in_order() != 0;
  const std::uint64_t most = in_short_turns ? schedule->steps_in_order() : steps_between_polls;
  subgroup.step_limit = steps + std::min(most, limits_.steps_left() + 1);
  const Record* record = subgroup.resume;
  if (schedule != nullptr) {
    schedule->run(subgroup, record, observers_.watch);
  } else if (RecordObserver* watch = observers_.watch; watch != nullptr) {
    while (record != nullptr && subgroup.state == SubgroupState::runnable) {
      record = watch->before(subgroup, record);
      record = record->handler(subgroup, record);
    }
  } else if (policy_.stop_on_undefined_behavior) {
    while (record != nullptr && subgroup.state == SubgroupState::runnable)
      record = record->handler(subgroup, record);
  } else {
    while (record != nullptr) record = record->handler(subgroup, record);
  }
  limits_.count(subgroup.steps - steps, subgroup.lane_instructions - lane_instructions);
  if (subgroup.state == SubgroupState::stopped) {
    limits_.end_run(WorkgroupEnd::stopped);
    return false;
  }
  return poll(subgroup);
}

bool Workgroup::is_stalled(std::uint64_t steps) {
  if (!stall_watch_.repeats(subgroups_, steps)) return false;
  if (stall_watch_.only_suspects()) limits_.end_run(WorkgroupEnd::suspected_stall);
  return true;
}

Turn Workgroup::stalled_turn() const {
  return stall_watch_.only_suspects() ? Turn::ended : Turn::stalled;
}

WorkgroupEnd Workgroup::limit_of_memory() const {
  if (observers_.races != nullptr && observers_.races->is_out_of_memory())
    return WorkgroupEnd::race_memory_limit;
  bool is_out_of_memory =
      subgroups_.memory_of_suspended_tangles() > limits_.budget().max_worker_memory;
  const ValueObserver* const recorders[] = {observers_.values.explainer,
                                            observers_.values.encloser};
  for (const ValueObserver* observer : recorders)
    is_out_of_memory |= observer != nullptr && observer->is_out_of_memory();
  return is_out_of_memory ? WorkgroupEnd::memory_limit : WorkgroupEnd::finished;
}

bool Workgroup::must_give_up_races() const {
  constexpr std::uint64_t always_checked = 16384;  // invocations
  const RaceWatch* races = observers_.races;
  if (!policy_.may_give_up_races || races == nullptr || !races->is_looking()) return false;
  const bool is_long = races->finished() * program_.layout.invocation_count >= always_checked;
  return races->is_out_of_memory() || (is_long && races->takes_too_long());
}

bool Workgroup::poll(const Subgroup& subgroup) {
  const std::uint32_t origin =
      (subgroup.resume != nullptr ? subgroup.resume : subgroup.code)->origin;
  const Budget& budget = limits_.budget();
  if (budget.progress != nullptr)
    budget.progress->tick(budget.steps.load(std::memory_order_relaxed), origin);
  if (must_give_up_races()) observers_.races->give_up();
  const WorkgroupEnd end = limits_.reached(limit_of_memory());
  if (end == WorkgroupEnd::finished) return true;
  if (end == WorkgroupEnd::stopped) {
    limits_.end_run(end);
  } else {
    limits_.end_run_at({origin, shape_.id(), subgroup.id, describe_other_lanes(subgroup)}, end);
  }
  return false;
}

}  // namespace spirv_oracle
