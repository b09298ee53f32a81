// The memory that instructions on cooperative vectors access: lines of components at byte offsets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/exec/memory_access.h"
#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Where an operand of an instruction points: a vector, or the rows or columns of a matrix. Each invocation has its own.
struct LinesInMemory {
  Id pointer = 0;
  Id offset = 0;                  // in bytes
  std::optional<Id> stride = {};  // from one line to the next, in bytes
  std::uint32_t count = 1;        // lines
  std::uint32_t bytes = 0;        // of a line
  AccessKind access = AccessKind::load;
  // Of Pointer and Offset, and of the stride; 0: no rule. They must be powers of two.
  std::uint32_t alignment = 0, stride_alignment = 0;
  Handler check = nullptr;  // check_lines<Clauses>
};

namespace internal {
const Record* check_lines(Subgroup& subgroup, const Record& record, const Clause& not_aligned,
                          const Clause* stride_not_aligned);
}  // namespace internal

// Clauses: the clauses about the alignment of the operand.
template <class Clauses>
const Record* check_lines(Subgroup& subgroup, const Record* record) {
  if constexpr (requires { Clauses::stride_not_aligned; }) {
    return internal::check_lines(subgroup, *record, Clauses::not_aligned,
                                 &Clauses::stride_not_aligned);
  } else {
    return internal::check_lines(subgroup, *record, Clauses::not_aligned, nullptr);
  }
}

// Checks the operands, and returns the planes of the addresses of all lines. Lines that are not all in one object get a
// reported address, because accesses by these instructions are not bounds-checked (Vulkan, "Robust Buffer Access").
std::vector<Slot> emit_line_addresses(Lowering& lowering, const LinesInMemory& lines);

}  // namespace spirv_oracle
