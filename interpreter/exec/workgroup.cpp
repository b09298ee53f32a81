#include "interpreter/exec/workgroup.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <type_traits>

#include "interpreter/exec/async_copy_clauses.h"
#include "interpreter/exec/pipe_clauses.h"
#include "interpreter/exec/pipe_state.h"
#include "interpreter/exec/progress_meter.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/record_watch.h"
#include "interpreter/exec/report.h"
#include "interpreter/exec/schedule.h"
#include "interpreter/exec/shadow_workgroup.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/ir/registry.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {
namespace {

// The number of records after which a subgroup polls: for limits, and to let others run for which it may wait.
constexpr std::uint64_t steps_between_polls = 1u << 16;

template <class T>
void fill_plane(Subgroup& subgroup, Slot slot, std::uint64_t bits) {
  std::fill_n(subgroup.values<T>(slot), subgroup.padded_lanes, static_cast<T>(bits));
}

// The reservations of a workgroup that has ended must be committed.
void report_open_reservations(const Program& program, const AddressSpace& memory,
                              std::uint64_t index, Subgroup& first, WorkgroupFindings& findings) {
  for (std::uint32_t id = 1; id < memory.object_count(); ++id) {
    const ObjectEntry& object = memory.object(id);
    if (!is_pipe(object)) continue;
    const std::uint64_t count = PipeState::of(object).reservations;
    for (std::uint64_t i = 0; i < count; ++i) {
      const PipeReservation reservation = PipeReservation::of(object, i);
      if (reservation.workgroup != index + 1 || reservation.committed != 0) continue;
      findings.report(first, program.ops[reservation.record], PipeClauses::never_committed,
                      first.existing, {});
    }
  }
}

}  // namespace

Workgroup::Workgroup(const Program& program, const Dispatch& dispatch, AddressSpace& memory,
                     Budget& budget, unsigned shadow_level)
    : program_(program),
      dispatch_(dispatch),
      memory_(memory),
      budget_(budget),
      shadow_level_(shadow_level),
      stall_(program, dispatch,
             budget.workers == 1 ? StallWatch::Sees::everything : StallWatch::Sees::workgroup),
      iteration_accesses_(budget.max_worker_memory / 8),
      pointer_accesses_(budget.max_worker_memory / 8),
      findings_(program, dispatch, shadow_level != 0) {
  inputs_.group_count = dispatch.groups;
  inputs_.subgroup_size = program.subgroup_size;
  inputs_.is_kernel = program.is_kernel();
  inputs_.global_offset = dispatch.global_offset;
  inputs_.work_dimensions = dispatch.work_dimensions;
  layout_ = &program.layout;
  if (layout_->subgroup_count == 0) {  // the program was not compiled for a dispatch
    linear_layout_ =
        make_subgroup_layout(program.local_size, program.subgroup_size, {}, QuadGroup::lanes);
    layout_ = &linear_layout_;
  }
  if (program.non_uniform != nullptr)
    inputs_.enqueued = {*dispatch.global_size, program.local_size, layout_->subgroup_count};
  all_subgroups_.resize(layout_->subgroup_count);
  subgroups_ = all_subgroups_;
  if (dispatch.reconvergence == Reconvergence::minimal && !program.maximally_reconverges &&
      !program.is_kernel()) {
    separate_.resize(subgroups_.size());
  }
  if (dispatch.follows_uncertain_branches && separate_.empty())
    uncertain_.resize(subgroups_.size());
  create_registers();
  set_shape(program.local_size, *layout_);
}

Workgroup::~Workgroup() = default;

std::string coordinates(const Dim3& workgroup) {
  return "(" + std::to_string(workgroup[0]) + "," + std::to_string(workgroup[1]) + "," +
         std::to_string(workgroup[2]) + ")";
}

std::uint64_t memory_of_registers(const Program& program) {
  const std::uint64_t subgroups = program.layout.subgroup_count;
  const std::uint64_t files = program.subgroups_are_independent() ? 1 : subgroups;
  return files * program.register_units * slot_unit +
         subgroups * program.frame_count * sizeof(Frame);
}

void Workgroup::create_registers() {
  const std::size_t bytes =
      (std::size_t{program_.register_units} * slot_unit + 63) / 64 * 64 + 2 * register_margin;
  const bool shared = program_.subgroups_are_independent() || shadow_level_ != 0;
  registers_.resize(shared ? 1 : subgroups_.size());
  for (Registers& file : registers_) {
    auto* memory = static_cast<std::byte*>(std::aligned_alloc(64, bytes));
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, bytes);
    file.reset(memory);
  }
  for (std::uint32_t id = 0; id < subgroups_.size(); ++id) {
    Subgroup& subgroup = subgroups_[id];
    subgroup.registers = registers_[shared ? 0 : id].get() + register_margin;
    subgroup.size = program_.subgroup_size;
    subgroup.padded_lanes = (program_.subgroup_size + 7) / 8 * 8;
    subgroup.memory = &memory_;
    subgroup.code = program_.ops.data();
    subgroup.data = program_.data.data();
    subgroup.program = &program_;
    subgroup.workgroup = this;
    subgroup.id = id;
    subgroup.frames.resize(program_.frame_count);
    if (program_.watches_tangles) subgroup.groups_at_header.resize(program_.frame_count);
    subgroup.reconvergence_points.resize(program_.reconvergence_points.size());
    subgroup.occupied.resize((program_.reconvergence_points.size() + 63) / 64);
    if (!separate_.empty()) subgroup.separate = &separate_[id];
    if (!uncertain_.empty()) subgroup.uncertain = &uncertain_[id];
    fill_constants(subgroup);
  }
}

void Workgroup::record_exchanges_in(ExchangeLog& log) {
  const Dim3& size = program_.local_size;
  log.invocations_per_workgroup = std::uint64_t{size[0]} * size[1] * size[2];
  exchanges_.emplace(log);
}

void Workgroup::record_exchange(const Subgroup& subgroup, unsigned lane, const Exchange& exchange) {
  if (exchanges_) exchanges_->add(layout_->invocation(subgroup.id, lane), exchange);
}

void Workgroup::fill_constants(Subgroup& subgroup) {
  for (const ConstantPlane& constant : program_.constants) {
    PlaneHeader& header = subgroup.header(constant.slot);
    header = {};
    if (follows_definedness && constant.undefined) header.undefined = LaneMask::first(128);
    for_width(constant.type.bytes, [&]<class T>() {
      if constexpr (std::is_same_v<T, bool>) {
        subgroup.truth(constant.slot) = constant.bits != 0 ? LaneMask::first(128) : LaneMask{};
      } else {
        fill_plane<T>(subgroup, constant.slot, constant.bits);
      }
    });
  }
}

void Workgroup::fill_lane_addresses(Subgroup& subgroup) {
  for (const LaneAddressPlane& plane : program_.lane_addresses) {
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const std::uint64_t invocation =
          subgroup.existing.test(lane) ? layout_->invocation(subgroup.id, lane) : 0;
      subgroup.values<std::uint64_t>(plane.slot)[lane] = plane.base + invocation * plane.pitch;
    }
  }
}

void Workgroup::set_shape(const Dim3& local_size, const SubgroupLayout& layout) {
  layout_ = &layout;
  inputs_.local_size = local_size;
  inputs_.layout = &layout;
  subgroups_ = std::span(all_subgroups_).first(layout.subgroup_count);
  order_.resize(subgroups_.size());
  for (Subgroup& subgroup : subgroups_) {
    subgroup.existing = layout.existing(subgroup.id);
    fill_lane_addresses(subgroup);
  }
}

void Workgroup::start_memory() {
  observers_.for_each([](ValueObserver& observer) { observer.start_workgroup(); });
  for (const WorkgroupVariable& variable : program_.workgroup_variables) {
    const ObjectEntry& object = memory_.object(variable.object);
    std::memset(object.bytes, 0, variable.size);
    std::fill_n(object.shadow, variable.size, never_stored);
    std::fill_n(object.shadow, variable.initialized, Definedness::defined);
    if (const auto& accessors = object.allocation->accessors; accessors != nullptr)
      std::fill_n(accessors.get(), variable.size, 0u);
  }
}

void Workgroup::start(Subgroup& subgroup) {
  subgroup.workgroup_index = index_;
  subgroup.recent_findings = findings_.only_counts_further() ? &findings_.log().recent() : nullptr;
  subgroup.active = subgroup.existing;
  subgroup.alive = subgroup.existing;
  subgroup.pending.clear();
  if (subgroup.separate != nullptr) subgroup.separate->clear();
  if (subgroup.uncertain != nullptr) subgroup.uncertain->start();
  subgroup.graph = Subgroup::no_graph;
  std::ranges::fill(subgroup.reconvergence_points, Waiting{});
  std::ranges::fill(subgroup.occupied, 0);
  subgroup.depth = 0;
  subgroup.guarantee = {};
  subgroup.path = 0;
  subgroup.steps = 0;
  subgroup.lane_instructions = 0;
  subgroup.state = SubgroupState::runnable;
  subgroup.resume = subgroup.code;
}

void Workgroup::start(std::uint64_t index) {
  index_ = index;
  const Dim3& groups = dispatch_.groups;
  inputs_.workgroup_id = {static_cast<std::uint32_t>(index % groups[0]),
                          static_cast<std::uint32_t>(index / groups[0] % groups[1]),
                          static_cast<std::uint32_t>(index / groups[0] / groups[1])};
  if (program_.non_uniform != nullptr)
    set_shape(program_.local_size_of(index), program_.layout_of(index));
  findings_.start_workgroup(inputs_.workgroup_id);
  end_ = WorkgroupEnd::finished;
  if (exchanges_) exchanges_->start_workgroup(index);
  if (races_ != nullptr) races_->start_workgroup(index);
  stall_.start_workgroup();
  start_memory();
  joins_.start(static_cast<std::uint32_t>(subgroups_.size()),
               program_.joins_across_subgroups && separate_.empty() && subgroups_.size() > 1);
  uniform_results_.start(static_cast<std::uint32_t>(subgroups_.size()));
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  if (dispatch_.seed != 0) {
    std::mt19937_64 random(dispatch_.seed * 0x9E3779B97F4A7C15ull + index);
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
  }
  for (Subgroup& subgroup : subgroups_) start(subgroup);
  async_copies_.start();
  iteration_accesses_.clear();
  pointer_accesses_.clear();
  barriers_.start(program_.has_workgroup_barrier ? subgroups_.size() : 0);
  filled_.assign(subgroups_.size(), false);
}

WorkgroupEnd Workgroup::run(std::uint64_t index) {
  start(index);
  while (run_in_order() == Turn::interrupted) {
  }
  return end_;
}

void Workgroup::fill_inputs(Subgroup& subgroup) {
  if (filled_[subgroup.id]) return;
  filled_[subgroup.id] = true;
  write_inputs(subgroup);
}

void Workgroup::write_inputs(Subgroup& subgroup) const {
  for (const InputPlane& plane : program_.inputs)
    program_.registry->find_input(plane.built_in)(inputs_, subgroup, plane);
}

bool Workgroup::owns_registers(std::uint32_t id) const {
  if (!filled_[id] || registers_.size() == subgroups_.size()) return filled_[id];
  // They share a register file, and run one after the other.
  const auto last =
      std::find_if(order_.rbegin(), order_.rend(), [&](std::uint32_t i) { return filled_[i]; });
  return *last == id;
}

Turn Workgroup::run_in_order() {
  bool all_finished = true;
  bool any_ran = false;
  const std::uint64_t steps = steps_;
  for (const std::uint32_t i : order_) {
    Subgroup& subgroup = subgroups_[i];
    if (subgroup.state == SubgroupState::finished) continue;
    all_finished = false;
    if (subgroup.state != SubgroupState::runnable && !barriers_.may_go_on(subgroup)) continue;
    any_ran = true;
    fill_inputs(subgroup);
    do {
      const std::uint64_t before = steps_;
      if (!run_subgroup(subgroup, nullptr)) return Turn::ended;
      const bool runs_alone = program_.subgroups_are_independent();
      if (runs_alone && is_stalled(steps_ - before)) return stalled_turn();
    } while (subgroup.state == SubgroupState::runnable && program_.subgroups_are_independent());
  }
  if (all_finished) return finish();
  if (!any_ran) release();
  if (any_ran && !program_.subgroups_are_independent() && is_stalled(steps_ - steps))
    return stalled_turn();
  return Turn::interrupted;
}

Turn Workgroup::run_by(Schedule& schedule) {
  bool all_finished = true;
  runnable_.clear();
  for (const std::uint32_t i : order_) {
    Subgroup& subgroup = subgroups_[i];
    if (subgroup.state == SubgroupState::finished) continue;
    all_finished = false;
    if (subgroup.state == SubgroupState::runnable || barriers_.may_go_on(subgroup))
      runnable_.push_back(i);
  }
  if (all_finished) return finish();
  if (runnable_.empty()) {
    release();
    return Turn::interrupted;
  }
  const auto run_one = [&](std::uint32_t number) {
    fill_inputs(subgroups_[number]);
    return run_subgroup(subgroups_[number], &schedule);
  };
  // Subgroups that share a register file run one after the other.
  const bool is_first = program_.subgroups_are_independent();
  if (schedule.steps_in_order() == 0) {
    const std::size_t chosen = is_first ? 0 : schedule.below(runnable_.size());
    return run_one(runnable_[chosen]) ? Turn::interrupted : Turn::ended;
  }
  const std::uint64_t steps = steps_;
  if (is_first) runnable_.resize(1);
  for (const std::uint32_t number : runnable_) {
    if (!run_one(number)) return Turn::ended;
  }
  return is_stalled(steps_ - steps) ? stalled_turn() : Turn::interrupted;
}

Turn Workgroup::finish() {
  barriers_.finish(subgroups_);
  if (std::ranges::find(subgroups_, SubgroupState::stopped, &Subgroup::state) != subgroups_.end()) {
    end_ = WorkgroupEnd::stopped;
    budget_.stop = true;
  }
  report_broken_joins();
  report_unfinished_copies();
  report_open_reservations(program_, memory_, index_, subgroups_.front(), findings_);
  if (races_ != nullptr) races_->finish_workgroup();
  return Turn::finished;
}

bool Workgroup::run_subgroup(Subgroup& subgroup, Schedule* schedule) {
  const std::uint64_t steps = subgroup.steps;
  const std::uint64_t lane_instructions = subgroup.lane_instructions;
  const std::uint64_t used = budget_.steps.load(std::memory_order_relaxed);
  const std::uint64_t left = budget_.max_steps - std::min(budget_.max_steps, used);
  const bool in_short_turns = schedule != nullptr && schedule->steps_in_order() != 0;
  const std::uint64_t most = in_short_turns ? schedule->steps_in_order() : steps_between_polls;
  subgroup.step_limit = steps + std::min(most, left + 1);
  const Op* op = subgroup.resume;
  if (schedule != nullptr) {
    schedule->run(subgroup, op, watch_);
  } else if (watch_ != nullptr) {
    while (op != nullptr && subgroup.state == SubgroupState::runnable) {
      op = watch_->before(subgroup, op);
      op = op->handler(subgroup, op);
    }
  } else if (dispatch_.stop_on_undefined_behavior) {
    while (op != nullptr && subgroup.state == SubgroupState::runnable)
      op = op->handler(subgroup, op);
  } else {
    while (op != nullptr) op = op->handler(subgroup, op);
  }
  steps_ += subgroup.steps - steps;
  lane_instructions_ += subgroup.lane_instructions - lane_instructions;
  budget_.steps.fetch_add(subgroup.steps - steps, std::memory_order_relaxed);
  if (subgroup.state == SubgroupState::stopped) {
    end_ = WorkgroupEnd::stopped;
    budget_.stop = true;
    return false;
  }
  return poll(subgroup);
}

WorkgroupEnd Workgroup::reached_limit() const {
  if (budget_.steps.load(std::memory_order_relaxed) > budget_.max_steps)
    return WorkgroupEnd::step_limit;
  if (budget_.output.load(std::memory_order_relaxed) > budget_.max_output)
    return WorkgroupEnd::output_limit;
  if (races_ != nullptr && races_->is_out_of_memory()) return WorkgroupEnd::race_memory_limit;
  if (is_out_of_memory()) return WorkgroupEnd::memory_limit;
  if (budget_.interrupt != nullptr && budget_.interrupt->load(std::memory_order_relaxed))
    return WorkgroupEnd::interrupted;
  if (budget_.deadline != std::chrono::steady_clock::time_point::max() &&
      std::chrono::steady_clock::now() > budget_.deadline)
    return WorkgroupEnd::time_limit;
  return budget_.stop.load(std::memory_order_relaxed) ? WorkgroupEnd::stopped
                                                      : WorkgroupEnd::finished;
}

bool Workgroup::is_out_of_memory() const {
  std::uint64_t separate = 0;
  for (const SeparateTangles& tangles : separate_)
    separate += tangles.suspended() * std::uint64_t{program_.register_units} * slot_unit;
  return separate > budget_.max_worker_memory ||
         (observers_.explainer != nullptr && observers_.explainer->is_out_of_memory()) ||
         (observers_.encloser != nullptr && observers_.encloser->is_out_of_memory());
}

bool Workgroup::must_give_up_races() const {
  constexpr std::uint64_t always_checked = 16384;  // invocations
  const bool is_long = races_->finished() * program_.layout.invocation_count >= always_checked;
  return races_->is_out_of_memory() || (is_long && races_->is_laborious());
}

bool Workgroup::poll(Subgroup& subgroup) {
  if (budget_.progress != nullptr) {
    const Op* at = subgroup.resume != nullptr ? subgroup.resume : subgroup.code;
    budget_.progress->tick(budget_.steps.load(std::memory_order_relaxed), at->origin);
  }
  const bool looks_for_races = races_ != nullptr && races_->is_looking();
  if (dispatch_.may_give_up_races && looks_for_races && must_give_up_races()) races_->give_up();
  end_ = reached_limit();
  if (end_ == WorkgroupEnd::finished) return true;
  if (end_ != WorkgroupEnd::stopped) {
    const Op* at = subgroup.resume != nullptr ? subgroup.resume : subgroup.code;
    limit_place_ = {at->origin, inputs_.workgroup_id, subgroup.id, describe_other_lanes(subgroup)};
  }
  budget_.stop = true;
  return false;
}

void Workgroup::print(const std::string& line) {
  if (watch_ != nullptr) return watch_->print(line);
  if (budget_.output.fetch_add(line.size() + 1) + line.size() + 1 > budget_.max_output) return;
  output_ += line;
  output_ += '\n';
}

void Workgroup::release() {
  std::vector<Subgroup*> waiting, arrived;
  for (Subgroup& subgroup : subgroups_) {
    if (subgroup.state == SubgroupState::at_barrier) waiting.push_back(&subgroup);
  }
  if (waiting.empty()) return barriers_.release(subgroups_, describe_subgroups(subgroups_));
  const auto earlier = [](const Subgroup* a, const Subgroup* b) { return waits_earlier(*a, *b); };
  const Subgroup& first = **std::ranges::min_element(waiting, earlier);
  for (Subgroup* subgroup : waiting) {
    if (wait_at_same_instance(*subgroup, first)) arrived.push_back(subgroup);
  }
  const bool all_must_arrive = workgroup_sync_at(first, *first.barrier).all_must_arrive != nullptr;
  if (all_must_arrive && arrived.size() != subgroups_.size()) return release_incomplete(waiting);
  const bool broken = all_must_arrive && std::ranges::any_of(arrived, [](const Subgroup* subgroup) {
                        return subgroup->active != subgroup->existing;
                      });
  release_together(arrived, broken);
}

void Workgroup::release_together(const std::vector<Subgroup*>& arrived, bool broken) {
  const Subgroup& first = *arrived.front();
  combine_at(workgroup_sync_at(first, *first.barrier), arrived, broken);
  for (Subgroup* subgroup : arrived) {
    if (subgroup->state == SubgroupState::at_barrier) subgroup->state = SubgroupState::runnable;
  }
}

void Workgroup::release_incomplete(const std::vector<Subgroup*>& waiting) {
  const std::string places = describe_subgroups(subgroups_);
  barriers_.release(subgroups_, places);
  for (Subgroup* subgroup : waiting) {
    const Op& op = *subgroup->barrier;
    const Clause* clause = workgroup_sync_at(*subgroup, op).all_must_arrive;
    if (clause == nullptr) continue;
    findings_.report(*subgroup, op, *clause, subgroup->active, places);
    if (subgroup->state == SubgroupState::at_barrier) release_together({subgroup}, true);
  }
}

void Workgroup::report_unfinished_copies() {
  for (const auto& [event, copies] : async_copies_.pending()) {
    for (const AsyncCopies::Copy& copy : copies) {
      findings_.report(subgroups_.front(), *copy.op, OpGroupAsyncCopy::never_waited_for,
                       subgroups_.front().existing, {});
    }
  }
}

void Workgroup::report_broken_joins() {
  std::vector<std::uint64_t> failed;
  const std::vector<JoinLedger::Broken> all_broken = joins_.judge(&failed);
  if (all_broken.empty()) return;
  for (const std::uint64_t path : failed) learned_.failed_joins.add(index_, path);
  findings_.report_broken_joins(index_, all_broken);
}

}  // namespace spirv_oracle
