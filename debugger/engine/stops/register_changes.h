// How a record changes the registers of a watched variable.
#pragma once

#include <string>
#include <vector>

#include "debugger/engine/program/paused_run.h"
#include "debugger/engine/program/scalar_text.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// The values of planes before the next record of the run, by lane of `lanes`, and then by plane. Undefined where the variable
// begins: its registers may have values of an earlier subgroup.
std::vector<Scalar> watched_registers(const PausedRun& run, const std::vector<Slot>& planes,
                                      const LaneMask& lanes);

struct RegisterChanges {
  LaneMask lanes;    // those in which the value has changed
  std::string text;  // for people: " lane 0: 1 -> 2, lane 3: 1 -> 5"
};
// Compares the values that watched_registers() returned with those in the subgroup now.
RegisterChanges changed_registers(const Program& program, const Subgroup& subgroup,
                                  const std::vector<Slot>& planes, const LaneMask& lanes,
                                  const std::vector<Scalar>& before);

}  // namespace spirv_oracle
