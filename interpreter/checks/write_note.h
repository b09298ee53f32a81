// Records beside instructions that write memory, and beside tangled ones, for shadow runs of
// uncertain branches (exec/tangles/uncertain_branches.h). Instrumentation::follows_uncertain_branches enables
// them.
#pragma once

#include <cstdint>
#include <span>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Must precede the lowering of each instruction. Finds the bytes that it may write with any indices,
// which the other records name.
void emit_notes_before(Lowering& lowering, const Instruction& instruction);

// Must precede a record that stores components with the given words (instructions/memory/access.h).
void emit_write_note(Lowering& lowering, Slot address, unsigned bytes,
                     std::span<const std::uint32_t> access_words);
// Must follow a record that loads components, whose words (instructions/memory/access.h) are at
// `data`.
void emit_read_note(Lowering& lowering, Slot address, std::uint32_t data);
// Must precede a record that writes `size` bytes.
void emit_write_note(Lowering& lowering, Slot address, std::uint64_t size);
// Must follow a record that writes `bytes` bytes atomically; a load writes none. `result`: Original
// Value, or no_slot.
void emit_atomic_note_end(Lowering& lowering, Slot address, unsigned bytes, Slot result);
// Must precede a record that writes an unknown number of bytes.
void emit_unknown_write_note(Lowering& lowering);
// Must follow a tangled instruction with these results.
void emit_membership_note(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
