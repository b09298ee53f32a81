// Records beside instructions that write memory, and beside tangled ones: what shadow runs of uncertain branches
// (exec/uncertain_branches.h) need to know. They are emitted only where Dispatch::follows_uncertain_branches asks for
// them.
#pragma once

#include <cstdint>
#include <span>

#include "interpreter/ir/write_words.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Which bytes the instruction may write whatever its indices are.
Reach reach_of(Lowering& lowering, const Instruction& instruction);

// Before a record that stores components, whose words (instructions/memory/access.h) are given.
void emit_write_note(Lowering& lowering, Slot address, unsigned bytes,
                     std::span<const std::uint32_t> access_words);
// After a record that loads components, whose words (instructions/memory/access.h) are at `data`.
void emit_read_note(Lowering& lowering, Slot address, std::uint32_t data);
// Before a record that writes so many bytes.
void emit_write_note(Lowering& lowering, Slot address, std::uint64_t size);
// After a record that writes so many bytes atomically; a load none. `result`: Original Value, or no_slot.
void emit_atomic_note_end(Lowering& lowering, Slot address, unsigned bytes, Slot result);
// Before a record that writes a number of bytes that is not known.
void emit_unknown_write_note(Lowering& lowering);
// Before a barrier.
void emit_barrier_note(Lowering& lowering);
// After a tangled instruction with these results.
void emit_membership_note(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
