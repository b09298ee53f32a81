// Records beside instructions that write memory, and beside tangled ones: what shadow runs of uncertain branches
// (exec/uncertain_branches.h) need to know. They are emitted only where Dispatch::follows_uncertain_branches asks for
// them.
#pragma once

#include <cstdint>
#include <span>

#include "interpreter/ir/lowering.h"

namespace spirv_oracle {

// What the record before a write refers to, in Program::data.
struct WriteNote {
  std::uint64_t offset = 0;  // of the first component, from the address of operand 0
  std::uint64_t stride = 0;
  std::uint32_t count = 1;
  std::uint32_t bytes = 4;  // of a component
  Reach reach;

  static constexpr std::size_t words = 11;
  static WriteNote read(const std::uint32_t* data);
};

// Which bytes the instruction may write whatever its indices are.
Reach reach_of(Lowering& lowering, const Instruction& instruction);

// Before a record that stores components, whose words (semantics/access.h) are given.
void emit_write_note(Lowering& lowering, Slot address, unsigned bytes,
                     std::span<const std::uint32_t> access_words);
// After a record that loads components, whose words (semantics/access.h) are at `data`.
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

// The record before a write.
const Op* note_write(Subgroup& subgroup, const Op* op);

}  // namespace spirv_oracle
