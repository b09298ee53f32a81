// One workgroup: its subgroups, its memory, and the order in which the subgroups run.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interpreter/exec/access_history.h"
#include "interpreter/exec/async_copies.h"
#include "interpreter/exec/barriers.h"
#include "interpreter/exec/exchange_log.h"
#include "interpreter/exec/run_knowledge.h"
#include "interpreter/exec/separate_tangles.h"
#include "interpreter/exec/stall.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/exec/uncertain_branches.h"
#include "interpreter/exec/uniform_results.h"
#include "interpreter/exec/value_observer.h"
#include "interpreter/exec/workgroup_findings.h"
#include "interpreter/ir/input.h"
#include "interpreter/ir/program.h"
#include "memory/address_space.h"

namespace spirv_oracle {

class ProgressMeter;  // exec/progress_meter.h
class RaceWatch;      // exec/race_watch.h
class RecordWatch;    // exec/record_watch.h
class Schedule;       // exec/schedule.h

// The limits of a run, shared by all workers.
struct Budget {
  std::uint64_t max_steps = 0;
  std::uint64_t max_output = 0;  // bytes of DebugPrintf
  std::uint64_t max_worker_memory =
      ~std::uint64_t{0};  // bytes that a worker may allocate while it runs
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* interrupt = nullptr;  // null: nothing interrupts
  ProgressMeter* progress = nullptr;             // null: no progress is shown
  std::uint32_t workers = 1;
  std::uint32_t residents = 1;  // workgroups in flight per worker, at most
  std::atomic<std::uint64_t> steps{0};
  std::atomic<std::uint64_t> output{0};
  std::atomic<bool> stop{false};
};

enum class WorkgroupEnd : std::uint8_t {
  finished,
  step_limit,
  time_limit,
  output_limit,
  race_memory_limit,
  memory_limit,
  out_of_memory,  // of the host
  interrupted,
  no_progress,      // unless other workgroups run
  suspected_stall,  // only a single worker can confirm it
  stopped
};

// How the turn of a workgroup ended.
enum class Turn : std::uint8_t {
  interrupted,
  finished,
  stalled,  // it continues in this way until others change memory
  ended,    // the run ends
};

// The coordinates as text.
std::string coordinates(const Dim3& workgroup);

// What a stalled workgroup waits for.
struct Stall {
  std::vector<Spin> spins;  // of each running subgroup
  std::string places;       // the places of all of them
  // Whether other workgroups may end it.
  bool reads_shared_memory() const;
};

// The bytes of the registers and frames of a workgroup.
std::uint64_t memory_of_registers(const Program& program);

// The place where a limit was reached, for reports.
struct LimitPlace {
  std::uint32_t origin = 0;
  Dim3 workgroup{};
  std::uint32_t subgroup = 0;
  std::string others;  // the places of the other lanes of the subgroup, if they are elsewhere
};

// Runs workgroups one after the other, with the same registers.
class Workgroup {
 public:
  // `shadow_level`: the nesting depth of shadow runs.
  Workgroup(const Program& program, const Dispatch& dispatch, AddressSpace& memory, Budget& budget,
            unsigned shadow_level = 0);
  ~Workgroup();

  WorkgroupEnd run(std::uint64_t index);

  // The same in turns: starts a workgroup, and runs it until its turn ends. In order: all
  // subgroups, one after the other, each until it waits or has run for long.
  void start(std::uint64_t index);
  Turn run_in_order();
  // Runs one subgroup until the schedule interrupts it.
  Turn run_by(Schedule& schedule);
  // How it ended, if it has.
  WorkgroupEnd end() const { return end_; }
  // From now on, checks at once and often whether it stalls.
  void expect_stall() { stall_.expect(); }
  // Executes the repeated actions once more, to describe them.
  Stall describe_stall();
  // Ends the run: nothing ends the loop, or only a workgroup that cannot be started.
  void report_endless(const Stall& stall, bool is_alone);
  void report_no_progress(const Stall& stall);
  // Reports that a subgroup continued after another workgroup had written the awaited value;
  // `writer`: "" if unknown.
  void report_reliance(const Spin& spin, const std::string& writer);

  // From now on, lets `watch` see every record; null: none.
  void watch_records_with(RecordWatch* watch) {
    watch_ = watch;
    findings_.set_watch(watch);
  }
  // From now on, records exchanges.
  void record_exchanges_in(ExchangeLog& log);
  // From now on, detects races.
  void watch_races_with(RaceWatch& races) { races_ = &races; }
  void stop_watching_races() { races_ = nullptr; }
  RaceWatch* races() { return races_; }  // null: it does not detect races

  // What an earlier run of the dispatch found; lives as long as the workgroup.
  void set_knowledge(const RunKnowledge& known) { known_ = &known; }
  const RunKnowledge& known() const { return *known_; }
  bool join_is_known_to_fail(std::uint64_t path) const {
    return known_->failed_joins.contains(index_, path);
  }
  // What this run has found.
  RunKnowledge& learned() { return learned_; }
  UnfollowedValues& unfollowed() { return unfollowed_; }

  // Bytes that stores with uncertain addresses may have written, in all workgroups of the run.
  // Needed with Dispatch::follows_uncertain_branches.
  void set_uncertain_stores(UncertainStores* stores) { uncertain_stores_ = stores; }
  UncertainStores& uncertain_stores() { return *uncertain_stores_; }
  // A copy of a subgroup in a separate workgroup, which executes what other implementations may
  // execute. It shares the memory; everything else is separate. Null if there have been too many.
  Subgroup* start_shadow_run(const Subgroup& subgroup);
  // Ends a shadow run that executed `records` records. Its findings become possible undefined
  // behavior.
  void end_shadow_run(std::uint64_t records);
  // Calls `action` with the address and the size of each object that may be written.
  template <class Action>
  void for_each_writable_object(const Action& action) const;

  void set_observers(const ValueObservers& observers) {
    observers_ = observers;
    findings_.set_explainer(observers.explainer);
  }
  const ValueObservers& observers() const { return observers_; }

  WorkgroupFindings& findings() { return findings_; }
  JoinLedger& joins() { return joins_; }
  UniformResults& uniform_results() { return uniform_results_; }
  // Text of DebugPrintf since the last call.
  std::string take_output() { return std::exchange(output_, {}); }
  // Drops text that exceeds the budget; the run then ends at the next poll.
  void print(const std::string& line);
  void record_exchange(const Subgroup& subgroup, unsigned lane, const Exchange& exchange);
  const Dispatch& dispatch() const { return dispatch_; }
  const Subgroup& subgroup(std::uint32_t id) const { return subgroups_[id]; }
  // Whether the registers of a subgroup hold its values: it has begun, and no other subgroup has used them since.
  bool owns_registers(std::uint32_t id) const;
  // Writes the built-in inputs of a subgroup of this workgroup into its registers.
  void write_inputs(Subgroup& subgroup) const;
  std::span<const Subgroup> subgroups() const { return subgroups_; }
  const SubgroupLayout& layout() const { return *layout_; }
  const Dim3& local_size() const { return inputs_.local_size; }
  const Dim3& id() const { return inputs_.workgroup_id; }
  std::uint64_t index() const { return index_; }
  const Dim3& group_count() const { return inputs_.group_count; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t lane_instructions() const { return lane_instructions_; }
  Barriers& barriers() { return barriers_; }
  AsyncCopies& async_copies() { return async_copies_; }
  AccessHistory<IterationAccesses>& iteration_accesses() { return iteration_accesses_; }
  AccessHistory<PointerAccesses>& pointer_accesses() { return pointer_accesses_; }
  const LimitPlace& limit_place() const { return limit_place_; }

 private:
  struct Shadow;
  inline static const RunKnowledge no_knowledge;
  bool may_start_shadow_run() const;
  // Starts a workgroup for shadow runs with the state of the other one.
  void start_in_shadow_of(const Workgroup& of);

  struct AlignedDelete {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  using Registers = std::unique_ptr<std::byte, AlignedDelete>;

  void create_registers();
  // Sets the size of the workgroup, and the lanes of its subgroups.
  void set_shape(const Dim3& local_size, const SubgroupLayout& layout);
  void fill_constants(Subgroup& subgroup);
  void fill_lane_addresses(Subgroup& subgroup);
  void start(Subgroup& subgroup);
  void start_memory();
  // Runs one subgroup until it stops, or according to a schedule. False if the whole run ends.
  bool run_subgroup(Subgroup& subgroup, Schedule* schedule);
  void fill_inputs(Subgroup& subgroup);
  Turn finish();
  bool poll(Subgroup& subgroup);
  // Whether race detection needs too much memory or time.
  bool must_give_up_races() const;
  // Whether it uses more than its share of memory, in addition to its registers.
  bool is_out_of_memory() const;
  // The limit that was reached; `finished` if none.
  WorkgroupEnd reached_limit() const;
  // Whether the subgroups repeat their state forever. If that is only a suspicion, ends the run.
  bool is_stalled(std::uint64_t steps);
  Turn stalled_turn() const;
  void end_at(const Spin& spin, WorkgroupEnd end);
  void report_broken_joins();
  void report_unfinished_copies();
  // All subgroups wait or have ended: releases those that are furthest behind.
  void release();
  void release_together(const std::vector<Subgroup*>& arrived, bool broken);
  // The same for subgroups that wait where all must arrive, because some never will.
  void release_incomplete(const std::vector<Subgroup*>& waiting);

  const Program& program_;
  const Dispatch& dispatch_;
  AddressSpace& memory_;
  Budget& budget_;
  SubgroupLayout linear_layout_;  // for programs without one
  const SubgroupLayout* layout_ = nullptr;
  InputContext inputs_;
  std::uint64_t index_ = 0;
  std::vector<Subgroup> all_subgroups_;    // as many as the largest workgroup has
  std::span<Subgroup> subgroups_;          // those of the running workgroup
  std::vector<SeparateTangles> separate_;  // by subgroup, under the minimal policy
  std::vector<std::uint32_t> order_;       // in which the subgroups run
  std::vector<bool> filled_;               // by subgroup: whether it has its inputs
  std::vector<std::uint32_t> runnable_;    // subgroups; used while one is selected
  std::vector<Registers> registers_;
  JoinLedger joins_;
  RunKnowledge learned_;
  const RunKnowledge* known_ = &no_knowledge;
  UnfollowedValues unfollowed_;
  UncertainStores* uncertain_stores_ = nullptr;
  std::vector<UncertainBranches> uncertain_;  // by subgroup
  std::unique_ptr<Shadow> shadow_;            // made when it is first needed
  unsigned shadow_level_ = 0;
  std::uint64_t shadow_records_ = 0;
  ValueObservers observers_;
  StallWatch stall_;
  UniformResults uniform_results_;
  Barriers barriers_;
  AsyncCopies async_copies_;
  AccessHistory<IterationAccesses> iteration_accesses_;
  AccessHistory<PointerAccesses> pointer_accesses_;
  RecordWatch* watch_ = nullptr;
  RaceWatch* races_ = nullptr;
  std::optional<ExchangeRecorder> exchanges_;
  WorkgroupFindings findings_;
  std::string output_;
  std::uint64_t steps_ = 0;
  std::uint64_t lane_instructions_ = 0;
  WorkgroupEnd end_ = WorkgroupEnd::finished;
  LimitPlace limit_place_;
};

template <class Action>
void Workgroup::for_each_writable_object(const Action& action) const {
  for (std::uint32_t id = 1; id < memory_.object_count(); ++id) {
    const ObjectEntry& object = memory_.object(id);
    if (object.allocation != nullptr && object.allocation->writable && object.size != 0)
      action(AddressSpace::base_of(id), object.size);
  }
}

}  // namespace spirv_oracle
