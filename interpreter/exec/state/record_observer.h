// Watches a run record by record, for the debugger.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

struct Clause;
struct Program;
class Workgroup;

// What the watch does when the run comes to a record.
struct RecordStep {
  std::uint32_t skips =
      0;  // the number of records, from this one on, that have no effect and are not executed
  std::uint32_t moments = 1;  // those, and the one that is executed

  // More moments than pass between two checks.
  static constexpr std::uint32_t always_look = 1u << 31;
};

// How a dispatch has ended.
struct DispatchEnd {
  std::string limit;        // that was reached, for people; "": none
  bool by_finding = false;  // nothing can run on after the last finding
};

// One thread runs the dispatch that is watched. Of the runs that one dispatch needs (run/run.cpp), a single one is watched.
class RecordObserver {
 public:
  virtual ~RecordObserver() = default;

  // The loop over records calls this before each record, and executes the record that it returns. The class that derives
  // chooses at which records look() is called.
  const Record* before(Subgroup& subgroup, const Record* record) {
    const RecordStep& step = steps_[record - subgroup.code];
    const std::uint64_t after = moment_ + step.moments;
    if (after > next_look_) [[unlikely]]
      return before_one(subgroup, record);
    moment_ = after;
    return record + step.skips;
  }

  // before(), without skipping records.
  [[gnu::noinline]] const Record* before_one(Subgroup& subgroup, const Record* record) {
    if (moment_ >= next_look_ || steps_[record - subgroup.code].moments == RecordStep::always_look)
      look(subgroup, record);
    ++moment_;
    return record;
  }

  // Before a dispatch. Returns whether other runs are to find out first which results depend on what the run itself finds,
  // so that the watched run can mark them.
  virtual bool wants_preparation() = 0;
  // After the watched run, unless it was prepared. `lacks_marks`: such results exist, and it has not marked them.
  virtual void finish_run(bool lacks_marks) = 0;
  // `program` lives until finish_dispatch().
  virtual void start_dispatch(const Program& program) = 0;
  virtual void start_workgroup(Workgroup& workgroup) = 0;
  // The workgroup has ended; its memory lives until the next one starts.
  virtual void finish_workgroup(Workgroup& workgroup) = 0;
  // The buffers still have their contents.
  virtual void finish_dispatch(const DispatchEnd& end) = 0;
  // --timeout: how long the run may take without a pause, in seconds. Only the watch, which pauses it, can see to that.
  virtual void limit_time(double /*seconds*/) {}
  // The record that is executing breaks a clause in these lanes.
  virtual void note_finding(const Subgroup& subgroup, const Record& record, const Clause& clause,
                            const LaneMask& lanes, const std::string& message) = 0;
  // Text of DebugPrintf, at once.
  virtual void print(const std::string& text) = 0;

 protected:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  // Before a record: one that is marked, or any one from `next_look_` on.
  virtual void look(Subgroup& subgroup, const Record* record) = 0;

  std::uint64_t moment_ = 0;           // moments passed so far, in all dispatches
  std::uint64_t next_look_ = 0;        // a moment, less than RecordStep::always_look ahead
  const RecordStep* steps_ = nullptr;  // by record of the program
};

}  // namespace spirv_oracle
