// The handlers behind the memory instructions.
#pragma once

#include "interpreter/ir/op.h"
#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

namespace chain_clauses {
extern const Clause index_out_of_bounds;
extern const Clause index_undefined;
extern const Clause offset_too_large;
}  // namespace chain_clauses

// operand 0: the plane of addresses; extra: in Program::data { offset (2 words), stride, count,
// alignment, slot * count } for components of `bytes` bytes (0: Booleans, one byte each in memory).
Handler access_handler(bool store, unsigned bytes);

// The words of such a record.
struct AccessWords {
  std::uint64_t offset;
  std::uint64_t stride;
  std::uint32_t count;
  std::uint32_t alignment;
  const Slot* slots;

  explicit AccessWords(const std::uint32_t* words)
      : offset(words[0] | std::uint64_t{words[1]} << 32),
        stride(words[2]),
        count(words[3]),
        alignment(words[4]),
        slots(words + 5) {}
};

// operand 0: the plane of base addresses; extra: { offset (2 words), count, (slot, bytes of the index,
// stride (2 words), bound, last) * count }. A bound of 0 is none; `last` is the largest index whose
// offset fits into 32 bits and that is below the bound.
Handler access_chain_handler();

// operand 0: the plane of addresses of the block; extra: { offset of the array, stride }.
Handler array_length_handler();

// Marks `extra` bytes at the addresses of operand 0 undefined, for the active lanes.
Handler undefine_memory_handler();

}  // namespace spirv_oracle
