// The workgroups in flight of one worker, and which of them runs.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/schedule.h"
#include "interpreter/exec/stall_report.h"
#include "interpreter/run/workers.h"

namespace spirv_oracle {

// Without a seed, and unless more are requested, workgroups run one after the other. Otherwise
// several are in flight and take turns, according to the schedule of the seed. In both cases, a
// workgroup that waits for others is set aside until they have changed what it reads. A proof about the order of atomics may
// ask for the reverse order, with pauses.
class Residents {
 public:
  // `memory`: for the first resident.
  Residents(const BoundProgram& compiled, const Pass& pass, AddressSpace& memory, Budget& budget,
            const RunObservers& observers, OrderedOutput& output);

  // Runs all workgroups, or until a limit ends the run.
  void run();
  // The results so far, also if the run ended with an exception.
  WorkerResult take_result();

 private:
  struct Resident {
    std::uint32_t number = 0;                  // in residents_
    std::unique_ptr<AddressSpace> own_memory;  // null: the memory of the first
    AddressSpace* memory = nullptr;
    std::optional<Workgroup> workgroup;
    bool is_running = false;
    bool is_paused = false;         // among paused_, waiting_ or ready_
    std::uint64_t turns = 0;        // of this workgroup
    std::uint64_t alone_after = 0;  // turns after which it must run without the others for a while
    std::optional<Stall> stall;     // it waits for other workgroups
    std::uint64_t events = 0;       // number of events when it stalled
    std::set<StallWatch::Digest>
        states;  // of this workgroup when it stalled, without shared memory
  };

  Resident* choose();
  Resident* chosen_of_running();
  // For a proof that lets workgroups wait first: one that is not paused or has waited long enough, then a new one, then the
  // one that paused last.
  Resident* chosen_for_waits();
  void take_pause(Resident& resident, OrderProof& proof);
  OrderProof* proof() const;  // null: the run has none
  OrderProof* proof_that_waits_first() const;
  // Starts the next workgroup; null if there is none, or no memory for one more.
  Resident* start_next();
  Resident* idle_resident();
  void add_resident(AddressSpace* memory, std::unique_ptr<AddressSpace> own_memory);
  bool may_add_resident();
  void switch_to(Resident& resident, bool is_new);
  void take_turn(Resident& resident);
  // Whether it runs without the others.
  void run_alone(Resident& resident);
  void end_turn(Resident& resident, Turn turn);
  void finish(Resident& resident);
  void set_aside(Resident& resident);
  void note_progress(Resident& resident);
  // Resumes workgroups that wait for words which the running one has changed. Returns whether there are any.
  bool wake_readers(const Resident& writer);
  void wake_others(const Resident& writer);
  void go_on(Resident& resident);
  // When all are stalled: resumes workgroups that wait for a value which a stalled loop only stores for a moment. Returns
  // whether there are any.
  bool find_awaited_moment();
  std::vector<WatchedWord> words_of_others(const Resident& writer) const;
  // Whether others, which read memory that is not watched, may wait for what it writes.
  bool may_be_awaited(const Resident& writer) const;
  // Ends the run, because no workgroup can continue.
  void end_stalled();
  std::size_t count_running() const;

  const BoundProgram& compiled_;
  const Pass& pass_;
  Budget& budget_;
  const RunObservers& observers_;
  OrderedOutput& output_;
  WorkgroupOrder order_;
  std::optional<Schedule> schedule_;  // none: one workgroup after the other
  // By what changes with the location for which they wait; and those for which it has changed.
  std::unordered_map<const std::uint64_t*, std::vector<Resident*>> waiting_;
  std::deque<Resident*> ready_;
  std::vector<Resident*> paused_;
  std::uint64_t alone_one_of_ = 1;
  std::uint64_t memory_of_each_;
  std::uint64_t memory_left_;  // for workgroups in flight beyond the requested ones
  std::vector<std::unique_ptr<Resident>> residents_;
  std::vector<Resident*> idle_;  // without a workgroup that has not ended
  Resident* current_ = nullptr;  // the workgroup whose records the observers get
  Resident* alone_ = nullptr;    // the workgroup that runs without the others
  std::uint64_t most_steps_alone_ = 0;
  std::size_t stalled_ = 0;   // number of stalled workgroups in flight
  std::uint64_t events_ = 0;  // number of workgroups that started, finished or resumed
  bool expects_stalls_ = false;
  std::uint64_t moments_ = 0;    // wake-ups by loops of stalled workgroups since one made progress
  std::size_t next_writer_ = 0;  // the resident that is asked first for such a moment
  bool may_depend_on_order_ = false;  // whether a stalled loop may write what another one awaits
  WorkerResult result_;
};

}  // namespace spirv_oracle
