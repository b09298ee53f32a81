// One of the legal orders of execution, selected by a seed: which workgroup starts next, where
// subgroups are interrupted, which tangle of a subgroup continues, in which order the lanes of a
// tangle execute an atomic, and which atomics take effect late.
#pragma once

#include <cstdint>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "interpreter/exec/atomic_reordering.h"
#include "interpreter/exec/shared_access.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/exec/tangles/reconvergence_paths.h"
#include "interpreter/exec/tangles/reconvergence_point.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

// The numbers from 0 to count - 1 without repetition: ascending for the seed 0, otherwise in random
// order. Its memory grows only with the numbers drawn so far.
class WorkgroupOrder {
 public:
  WorkgroupOrder(std::uint64_t count, std::uint64_t seed);
  bool empty() const { return next_ == count_; }
  std::uint64_t next();

 private:
  std::uint64_t count_;
  bool ascending_;
  std::mt19937_64 random_;
  std::uint64_t next_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t>
      moved_;  // by place; numbers that are not listed are at their place
};

// The schedule of one run. Its decisions depend only on the seed and on the executed instructions
// that access shared memory, so observers do not change them.
class Schedule : public TangleChoice {
 public:
  Schedule(const Program& program, std::uint64_t seed);

  // Until the next call, subgroups run one after the other for that number of steps each, without
  // interruption. 0: returns to the usual schedule.
  void run_in_order(std::uint64_t steps_of_each) { steps_in_order_ = steps_of_each; }
  std::uint64_t steps_in_order() const { return steps_in_order_; }

  // A number below `count`.
  std::uint64_t below(std::uint64_t count) { return random_() % count; }

  // Runs the subgroup from a record until it stops, or is interrupted before an instruction that
  // accesses memory which other invocations see.
  void run(Subgroup& subgroup, const Record* record, RecordObserver* watch);

  // In kernels: any tangle that does not change where lanes reconverge.
  std::uint32_t next_point(const Subgroup& subgroup) override;

 private:
  std::uint64_t length_of_turn();
  // At an atomic instruction. Returns the record with which the run goes on: the same one to execute it now, or, if it is deferred
  // or the tangle pauses, another one.
  const Record* may_postpone(Subgroup& subgroup, const Record* record);
  // Whether the deferred instruction executes before the one that begins with the record.
  bool must_execute_deferred(Subgroup& subgroup, const Record* record);
  // Executes a record. If the tangle diverges there, any part may run first.
  const Record* execute(Subgroup& subgroup, const Record* record);
  // After a branch or switch: puts the parts that are pending from `first` on, and the running one, into another order.
  const Record* reorder(Subgroup& subgroup, const Record* record, std::size_t first);
  // Before an atomic, another tangle of the subgroup may continue. Returns the record with which execution goes on.
  const Record* may_pause(Subgroup& subgroup, const Record* record);
  // The running tangle pauses in favor of a pending one, unless others may still join that one.
  const Record* run_pending(Subgroup& subgroup, const Record* record, Pending* chosen);
  // Executes an atomic instruction, for all lanes or for one after the other, in any order. Returns the following record.
  const Record* execute_atomic(Subgroup& subgroup, const Record* record, RecordObserver* watch);
  const Record* execute_by_lane(Subgroup& subgroup, const Record* record, RecordObserver* watch);

  std::mt19937_64 random_;
  std::uint64_t steps_in_order_ = 0;
  // Whether any tangle of a subgroup may continue. The participants of a group instruction of
  // Workgroup scope are known only if all subgroups run their tangles in the same order.
  bool varies_tangles_;
  std::vector<SharedAccess> accesses_;  // by origin
  ReconvergencePaths paths_;
  AtomicReordering reordering_;
  // Blocks that several branches reach, such as a case that another one falls through to: the record at which they begin.
  std::unordered_set<const Record*> joined_blocks_;
  // Where subgroups were interrupted. May contain some that have continued elsewhere.
  std::unordered_map<const Subgroup*, const Record*> interrupted_;
};

}  // namespace spirv_oracle
