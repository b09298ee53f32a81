// What the loops of a stalled workgroup do to memory while they repeat.
#pragma once

#include <cstdint>
#include <span>

#include "interpreter/exec/stall.h"

namespace spirv_oracle {

class Workgroup;

struct StalledPeriod {
  enum class End : std::uint8_t {
    repeats,      // the loops leave the watched words unchanged in every iteration
    has_written,  // a watched word differs from the value that its reader found
    goes_on,  // a subgroup has left its loop for good: it has ended, or undefined behavior stopped it
    unknown,  // the period is too long to follow
  };
  End end = End::unknown;
  // Whether an instruction that was executed may write memory that other workgroups see.
  bool may_write = false;
};

// Runs a stalled workgroup record by record through one period of its loops. Stops in the middle if a watched word changes,
// so that its reader can run at that moment. The workgroup can continue afterwards in each case.
StalledPeriod run_stalled_period(Workgroup& workgroup, std::span<const WatchedWord> watched);

}  // namespace spirv_oracle
