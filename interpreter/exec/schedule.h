// One of the legal orders of execution, chosen by a seed: which workgroup starts next, where subgroups are interrupted,
// which side of a branch runs first, and in which order the lanes of a tangle execute an atomic.
#pragma once

#include <cstdint>
#include <random>
#include <unordered_map>
#include <vector>

#include "interpreter/exec/record_watch.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/exec/trace.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

// The numbers from 0 on, each once: ascending for the seed 0, and otherwise in any order. What it takes grows with the
// numbers that have been drawn only.
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
  std::unordered_map<std::uint64_t, std::uint64_t> moved_;  // by place; others are where they were
};

// What sees each record before it is executed. Null: nothing does.
struct RecordObservers {
  TraceRecorder* trace = nullptr;
  RecordWatch* watch = nullptr;

  void before(Subgroup& subgroup, const Op* op) const {
    if (trace != nullptr) trace->record(subgroup, *op);
    if (watch != nullptr) watch->before(subgroup, op);
  }
};

// Where one run is interrupted. The decisions depend on the seed and on which instructions that access shared memory are
// executed, so they are the same whatever else looks on.
class Schedule {
 public:
  Schedule(const Program& program, std::uint64_t seed);

  // Until it is called again, subgroups run one after the other, so many steps each, and are not interrupted. 0: the usual
  // way again.
  void run_in_order(std::uint64_t steps_of_each) { steps_in_order_ = steps_of_each; }
  std::uint64_t steps_in_order() const { return steps_in_order_; }

  // Less than `count`.
  std::uint64_t below(std::uint64_t count) { return random_() % count; }

  // Runs the subgroup from a record on until it stops by itself, or is interrupted before an instruction that accesses
  // memory that other invocations see.
  void run(Subgroup& subgroup, const Op* op, const RecordObservers& observers);

 private:
  enum class Point : std::uint8_t { none, access, atomic };

  static Point point_of(const Program& program, const Instruction& instruction);
  std::uint64_t length_of_turn();
  // After a branch at which the tangle has parted: the other part runs first.
  static const Op* take_other_side(Subgroup& subgroup, const Op* op);
  // Executes an atomic for one lane after the other, in any order; returns the record behind it.
  const Op* execute_by_lane(Subgroup& subgroup, const Op* op, const RecordObservers& observers);

  std::mt19937_64 random_;
  std::uint64_t steps_in_order_ = 0;
  // Whether either side of a branch may run first. Those who execute a group instruction of Workgroup scope are known
  // only if all subgroups take the sides in the same order.
  bool varies_sides_;
  std::vector<Point> points_;  // by origin
  // Where subgroups were interrupted; those that went on elsewhere since may be among them.
  std::unordered_map<const Subgroup*, const Op*> interrupted_;
};

}  // namespace spirv_oracle
