// The records of an atomic access: its own, and those that checks and the debugger need before and after it.
#pragma once

#include <cstdint>

#include "interpreter/checks/atomics/accessed_atomically.h"
#include "interpreter/checks/robust_access.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct AtomicRecord {
  Handler handler = nullptr;
  std::uint32_t extra = 0;
  AccessedAtomically accessed;
  AccessKind access_kind = AccessKind::atomic;
  AccessedPart robust_part = {};
  // False if the operand is a constant that leaves the value in memory as it is. Then it still is a write for races.
  bool may_change_value = true;
};

void emit_atomic(Lowering& lowering, const Instruction& instruction, const AtomicRecord& record);

// The plane for the original value of an instruction without a result, if a check needs it.
Slot original_plane(Lowering& lowering, ScalarType type);

// Whether only one workgroup can access the memory.
bool private_to_workgroup(Lowering& lowering, Id pointer);

}  // namespace spirv_oracle
