// One of the legal orders of execution, selected by a seed: which workgroup starts next, where
// subgroups are interrupted, which side of a branch runs first, and in which order the lanes of a
// tangle execute an atomic.
#pragma once

#include <cstdint>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "interpreter/exec/branch_sides.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/exec/state/subgroup.h"
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
class Schedule {
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

 private:
  enum class Point : std::uint8_t { none, access, atomic };

  static Point point_of(const Program& program, const Instruction& instruction);
  std::uint64_t length_of_turn();
  // Executes a record. If the tangle diverges there, any part may run first.
  const Record* execute(Subgroup& subgroup, const Record* record);
  // After a branch at which the tangle diverged: selects the other part to run first.
  static const Record* take_other_side(Subgroup& subgroup, const Record* record);
  // After a switch: puts the parts that are pending from `first` on, and the running one, into another order.
  const Record* reorder_cases(Subgroup& subgroup, const Record* record, std::size_t first);
  // Executes an atomic for one lane after the other, in any order. Returns the following record.
  const Record* execute_by_lane(Subgroup& subgroup, const Record* record, RecordObserver* watch);

  std::mt19937_64 random_;
  std::uint64_t steps_in_order_ = 0;
  // Whether either side of a branch may run first. The participants of a group instruction of
  // Workgroup scope are known only if all subgroups take the sides in the same order.
  bool varies_sides_;
  std::vector<Point> points_;  // by origin
  BranchSides sides_;
  // Blocks that several branches reach, such as a case that another one falls through to: the record at which they begin.
  std::unordered_set<const Record*> joined_blocks_;
  // Where subgroups were interrupted. May contain some that have continued elsewhere.
  std::unordered_map<const Subgroup*, const Record*> interrupted_;
};

}  // namespace spirv_oracle
