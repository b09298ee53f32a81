// Products of matrices and vectors, component by component: the numbers whose products are added. The columns of operands are
// consecutive.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::internal {

// `sum(x, y)` adds the products x[i] * y[i]; `row_of(j)` is the factor of other[j].
template <class Row, class Sum>
Computed row_times(std::span<const Computed> other, Row row_of, Sum sum) {
  std::array<Computed, 4> row{};
  if (other.size() > row.size()) return {Interval::everything()};
  for (std::size_t j = 0; j < other.size(); ++j) row[j] = row_of(j);
  return sum(std::span<const Computed>(row.data(), other.size()), other);
}

// The columns of the matrix have as many rows as the result, or as the other operand.
template <class Sum>
Computed matrix_times_vector(const EnclosedOperands& in, Sum sum) {
  const auto vector = in.operand[1];
  const std::size_t rows = in.operand[0].size() / vector.size();
  return row_times(
      vector, [&](std::size_t j) { return in.operand[0][j * rows + in.component]; }, sum);
}

template <class Sum>
Computed vector_times_matrix(const EnclosedOperands& in, Sum sum) {
  const auto vector = in.operand[0];
  return row_times(
      vector, [&](std::size_t j) { return in.operand[1][in.component * vector.size() + j]; }, sum);
}

// Everything if the sizes do not match.
template <class Sum>
Computed matrix_times_matrix(const EnclosedOperands& in, Sum sum) {
  // The result has as many columns as the right matrix, whose columns have as many rows as the left
  // matrix has columns.
  for (std::size_t inner = 2; inner <= 4; ++inner) {
    const std::size_t rows = in.operand[0].size() / inner;
    const std::size_t columns = in.operand[1].size() / inner;
    if (rows * inner != in.operand[0].size() || columns * inner != in.operand[1].size() ||
        rows * columns != in.component_count) {
      continue;
    }
    const std::size_t row = in.component % rows;
    return row_times(
        in.operand[1].subspan(in.component / rows * inner, inner),
        [&](std::size_t k) { return in.operand[0][k * rows + row]; }, sum);
  }
  return {Interval::everything()};
}

}  // namespace spirv_oracle::internal
