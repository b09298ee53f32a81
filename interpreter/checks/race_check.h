// The records that detect data races at accesses and barriers. Policy::check_races enables
// them.
#pragma once

#include <optional>
#include <span>

#include "interpreter/checks/atomics/accessed_atomically.h"
#include "interpreter/lowering/lowering.h"
#include "interpreter/lowering/memory_access_operands.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// The values of Scope <id> and Memory Semantics <id>. Fails if they are not constants.
MemorySemantics memory_semantics(Lowering& lowering, Id scope, Id semantics);

// The site of an access of the current instruction through `pointer`, with these operands. None if the memory is not shared,
// or if the run does not detect races.
std::optional<RaceSite> race_site(Lowering& lowering, Id pointer,
                                  const MemoryModelOperands& operands, bool store);

// The site of an instruction that accesses an image with these operands.
std::optional<RaceSite> image_race_site(Lowering& lowering, const MemoryModelOperands& operands,
                                        bool store);

// Components that an access record reads or writes (see access_handler).
struct AccessedComponents {
  Slot address = 0;
  std::uint64_t offset = 0;
  std::uint64_t stride = 0;
  std::uint32_t count = 1;
  unsigned bytes = 4;
  bool is_generic = false;  // may be memory of any storage class
  // By component: the stored values. Empty if they are unknown, or if the access is a load.
  std::span<const Slot> stored = {};
};
// Must precede the store, because of the journal of values (exec/race_journal.h).
void emit_race_check(Lowering& lowering, const RaceSite& site, const AccessedComponents& accessed);

// Emits the check for accesses of a number of bytes that is in the plane `size`.
void emit_sized_race_check(Lowering& lowering, const RaceSite& site, Slot address,
                           const Plane& size, bool is_generic);

// Must follow the record of a load with a race check.
void emit_race_check_end(Lowering& lowering);

// Must follow the lowering of the whole program. Finds the buffers that need no check (MemorySharing::own_parts).
void note_own_parts(Lowering& lowering);

// The number of the site in records.
std::uint32_t add_race_site(Lowering& lowering, RaceSite site);

// Must follow the record of an atomic instruction.
void emit_race_check(Lowering& lowering, const Instruction& instruction,
                     const AccessedAtomically& accessed);

// To be emitted at a control barrier of this scope; for a workgroup barrier, the second record
// follows the barrier.
void emit_race_barrier(Lowering& lowering, MemoryScope execution, const MemorySemantics& semantics);
void emit_race_barrier_end(Lowering& lowering, const MemorySemantics& semantics);
void emit_race_memory_barrier(Lowering& lowering, const MemorySemantics& semantics);
void emit_race_split_barrier(Lowering& lowering, bool arrival, MemoryScope execution,
                             const MemorySemantics& semantics);
void emit_race_named_barrier(Lowering& lowering, bool arrival, Slot barrier,
                             const MemorySemantics& semantics);

}  // namespace spirv_oracle
