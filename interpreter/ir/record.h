// The executable form: one record of fixed size per component operation, with a handler that the
// lowering selects.
#pragma once

#include <cstdint>

namespace spirv_oracle {

struct Subgroup;
struct Record;

// Executes `record` for the lanes of the current tangle and returns the next record to execute. Returns
// null if the subgroup cannot continue now: it is finished, waits at a barrier, or was stopped.
using Handler = const Record* (*)(Subgroup&, const Record*);

// A component plane in the register file of a subgroup, in units of slot_unit bytes.
using Slot = std::uint32_t;
inline constexpr std::uint32_t slot_unit = 32;
inline constexpr Slot no_slot = 0xFFFFFFFF;

// A record reads at most three operand planes and writes at most one. Records with more operands
// have a list at `extra` in Program::data.
struct Record {
  Handler handler = nullptr;
  Slot result = no_slot;
  Slot operand[3] = {0, 0, 0};
  std::uint32_t extra = 0;   // meaning depends on the handler: an immediate or an index
  std::uint32_t origin = 0;  // index into Program::origins
};
static_assert(sizeof(Record) <= 32);

}  // namespace spirv_oracle
