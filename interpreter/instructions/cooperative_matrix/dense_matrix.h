// Cooperative matrices whose elements are gathered from the invocations that hold them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// A matrix in registers, as the words of a record describe it.
struct MatrixPlanes {
  std::uint32_t rows = 0, columns = 0, invocations = 0;
  ScalarType type;
  std::span<const Slot> planes;
  // By component and invocation of the scope: the number of the element, row by row. The highest bit is set for copies.
  std::span<const std::uint32_t> places;

  static constexpr std::uint32_t copy_bit = 0x80000000;
  static constexpr std::uint32_t no_element = ~0u;  // a component that is ignored
  std::size_t count() const { return std::size_t{rows} * columns; }
};

// MatrixPlanes while lowering.
struct PlacedPlanes {
  std::uint32_t rows = 0, columns = 0, invocations = 0;
  ScalarType type;
  std::vector<Slot> planes;
  std::vector<std::uint32_t> places;
};
PlacedPlanes placed_planes(const MatrixElements& elements, ScalarType type,
                           std::span<const Slot> planes);

// Appends a description, and reads one; `words` moves after it.
void append_matrix(const PlacedPlanes& matrix, std::vector<std::uint32_t>& words);
inline void append_matrix(const MatrixElements& elements, ScalarType type,
                          std::span<const Slot> planes, std::vector<std::uint32_t>& words) {
  append_matrix(placed_planes(elements, type, planes), words);
}
MatrixPlanes read_matrix(const std::uint32_t*& words);

// The elements row by row, with their marks. `Number` is double for floats, std::uint64_t for integers.
template <class Number>
struct DenseMatrix {
  std::vector<Number> elements;
  std::vector<std::uint8_t> marks;  // a Definedness for each element; empty: all are defined
};

// Integers are extended to 64 bits as `is_signed` says. An element of which invocations hold several copies has the value of its
// first holder. If the copies differ, it is implementation-dependent, because an implementation may have one of them.
DenseMatrix<double> gather_floats(MatrixHolders holders, const MatrixPlanes& matrix);
DenseMatrix<std::uint64_t> gather_integers(MatrixHolders holders, const MatrixPlanes& matrix,
                                           bool is_signed);

// Gives all invocations, active or not, their elements: rounded to the nearest value of the type, or the lowest bits.
void scatter(MatrixHolders holders, const MatrixPlanes& matrix, const DenseMatrix<double>& dense);
void scatter(MatrixHolders holders, const MatrixPlanes& matrix,
             const DenseMatrix<std::uint64_t>& dense);

}  // namespace spirv_oracle
