// Watches a run record by record, for the debugger.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

struct Clause;
struct Program;
class Workgroup;

// One thread runs the dispatch that is watched. Runs that only prepare it (run/run.cpp) are not watched.
class RecordWatch {
 public:
  virtual ~RecordWatch() = default;

  // The loop over records calls this before each record. The class that derives chooses at which ones look() is called.
  void before(Subgroup& subgroup, const Op* op) {
    if (moment_ >= next_look_ || marks_[op - subgroup.code] != 0) [[unlikely]]
      look(subgroup, op);
    ++moment_;
  }

  // `program` lives until finish_dispatch().
  virtual void start_dispatch(const Program& program) = 0;
  virtual void start_workgroup(Workgroup& workgroup) = 0;
  // The workgroup has ended; its memory lives until the next one starts.
  virtual void finish_workgroup(Workgroup& workgroup) = 0;
  // The buffers still have their contents.
  virtual void finish_dispatch() = 0;
  // The record that is executing breaks a clause in these lanes.
  virtual void note_finding(const Subgroup& subgroup, const Op& op, const Clause& clause,
                            const LaneMask& lanes, const std::string& message) = 0;
  // Text of DebugPrintf, at once.
  virtual void print(const std::string& line) = 0;

 protected:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  // Before a record: one that is marked, or any one from `next_look_` on.
  virtual void look(Subgroup& subgroup, const Op* op) = 0;

  std::uint64_t moment_ = 0;             // records executed so far, in all dispatches
  std::uint64_t next_look_ = 0;          // a moment
  const std::uint8_t* marks_ = nullptr;  // by record of the program; not 0: look
};

}  // namespace spirv_oracle
