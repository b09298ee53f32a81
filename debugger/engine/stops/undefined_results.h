// Finds the results that become undefined or implementation-dependent.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "debugger/engine/program/executed_records.h"
#include "debugger/engine/program/paused_run.h"
#include "debugger/engine/stops/stop_points.h"

namespace spirv_oracle {

class UndefinedResults {
 public:
  // To be called when a dispatch starts.
  void clear() { planes_read_.clear(); }
  // The lanes in which the last instruction made a result undefined (by `kind`: implementation-dependent) from operands that
  // are not. None, unless the next record of the run begins another instruction.
  LaneMask lanes_that_begin(StopKind kind, const PausedRun& run, const ExecutedRecords& executed);

 private:
  // The planes of the operands of an instruction.
  const std::vector<Slot>& planes_read(const Program& program, std::uint32_t origin);

  std::unordered_map<std::uint32_t, std::vector<Slot>> planes_read_;  // by origin
};

}  // namespace spirv_oracle
