// The records that look for data races, beside accesses and barriers. They are emitted only where
// Dispatch::check_races asks for them.
#pragma once

#include <optional>
#include <span>

#include "interpreter/lowering/lowering.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// What Scope <id> and Memory Semantics <id> say; fails where they are no constants.
MemorySemantics memory_semantics(Lowering& lowering, Id scope, Id semantics);

// The site of an access of the instruction at hand through `pointer`, with the memory operands that
// begin at `operands` (0: none); none where the memory is not shared, or races are not looked for.
std::optional<RaceSite> race_site(Lowering& lowering, Id pointer, const Instruction& instruction,
                                  unsigned operands, bool store);

// The same for an instruction that accesses an image with these operands.
struct ImageOperands;  // lowering/image_operands.h
std::optional<RaceSite> image_race_site(Lowering& lowering, const ImageOperands& operands,
                                        bool store);

// Components that an access record reads or writes (see access_handler).
struct AccessedComponents {
  Slot address = 0;
  std::uint64_t offset = 0;
  std::uint64_t stride = 0;
  std::uint32_t count = 1;
  unsigned bytes = 4;
  bool is_generic = false;  // may be memory of either storage class semantics
  // By component: what is stored. None where that is not known, or the access is a load.
  std::span<const Slot> stored = {};
};
// Before a store is executed, for the journal of values (exec/race_journal.h).
void emit_race_check(Lowering& lowering, const RaceSite& site, const AccessedComponents& accessed);

// After the record of a load that has a race check.
void emit_race_check_end(Lowering& lowering);

// The number by which records refer to the site.
std::uint32_t add_race_site(Lowering& lowering, RaceSite site);

// After the record of an atomic instruction.
struct AccessedAtomically {
  Slot address = 0;
  Slot result = no_slot;      // Original Value, also of those that do not return it
  Slot comparator = no_slot;  // of a compare-exchange
  Slot value = no_slot;       // what is combined with Original Value, or stored
  bool reads = true;
  bool writes = true;
  unsigned bytes = 4;
};
void emit_race_check(Lowering& lowering, const Instruction& instruction,
                     const AccessedAtomically& accessed);

// Where a control barrier of that scope is; the second of a workgroup's after its record.
void emit_race_barrier(Lowering& lowering, MemoryScope execution, const MemorySemantics& semantics);
void emit_race_barrier_end(Lowering& lowering, const MemorySemantics& semantics);
void emit_race_memory_barrier(Lowering& lowering, const MemorySemantics& semantics);
void emit_race_split_barrier(Lowering& lowering, bool arrival, MemoryScope execution,
                             const MemorySemantics& semantics);
void emit_race_named_barrier(Lowering& lowering, bool arrival, Slot barrier,
                             const MemorySemantics& semantics);

}  // namespace spirv_oracle
