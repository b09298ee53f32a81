// Matrices in memory: their layouts, and where their elements are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/instructions/cooperative_vector/vector_address.h"
#include "interpreter/kernels/optimal_layout.h"
#include "interpreter/loader/types/types.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Cooperative Vector Matrix Layout.
struct CooperativeVectorMatrixLayout {
  std::optional<OptimalLayout> optimal = {};  // none: rows or columns
  bool is_column_major = false;

  const char* name() const;
  // Of a matrix with elements of this type.
  bool is_opaque(ScalarType type) const;
};
// The operand MemoryLayout. Fails if it is not a known constant.
CooperativeVectorMatrixLayout matrix_layout(Lowering& lowering, Id memory_layout);

struct MatrixInMemory {
  Id pointer = 0;
  Id offset = 0;
  std::optional<Id> stride = {};  // required of rows and columns
  CooperativeVectorMatrixLayout layout;
  std::uint32_t rows = 0, columns = 0;
  ScalarType type;
  AccessKind access = AccessKind::load;
  // Of Pointer and Offset, and of the stride; 0: no rule.
  std::uint32_t alignment = 0, stride_alignment = 0;
  Handler check = nullptr;  // check_lines<Clauses>
};

struct ElementPlace {
  Slot address = no_slot;  // the plane of the addresses of its line
  std::uint64_t offset = 0;
};

// Checks the operands. Returns the places of the elements row by row.
std::vector<ElementPlace> emit_matrix_places(Lowering& lowering, const MatrixInMemory& matrix);

// Elements that are consecutive in memory, and their planes.
struct ElementRun {
  ElementPlace first;
  std::vector<Slot> planes;
};
std::vector<ElementRun> consecutive_elements(const std::vector<ElementPlace>& places,
                                             const std::vector<Slot>& planes, unsigned bytes);

// Must follow the loads of elements in an opaque layout. Reports `not_converted` for defined bytes other than 0, which no conversion has
// written, and takes the others as known unless the program may write to the buffer.
struct OpaqueElements {
  ScalarType type;
  Slot address = no_slot;  // the plane of the addresses of the matrix
  std::vector<Slot> planes;
  Handler take = nullptr;  // take_opaque_elements<Clauses>
};
void emit_opaque_elements(Lowering& lowering, const OpaqueElements& elements);

namespace internal {
const Record* take_opaque_elements(Subgroup& subgroup, const Record& record,
                                   const Clause& not_converted);
}  // namespace internal

template <class Clauses>
const Record* take_opaque_elements(Subgroup& subgroup, const Record* record) {
  return internal::take_opaque_elements(subgroup, *record, Clauses::not_converted);
}

}  // namespace spirv_oracle
