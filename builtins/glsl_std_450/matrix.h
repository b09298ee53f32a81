// The mathematics of the Matrix Functions. matrix.cpp applies it to lanes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace spirv_oracle::glsl_std_450 {

// A square matrix as its columns.
template <class T, std::size_t N>
using SquareMatrix = std::array<std::array<T, N>, N>;

// The matrix without one column and one row.
template <class T, std::size_t N>
constexpr SquareMatrix<T, N - 1> minor_of(const SquareMatrix<T, N>& m, std::size_t column,
                                          std::size_t row) {
  SquareMatrix<T, N - 1> result{};
  for (std::size_t c = 0; c + 1 < N; ++c) {
    for (std::size_t r = 0; r + 1 < N; ++r) {
      result[c][r] = m[c < column ? c : c + 1][r < row ? r : r + 1];
    }
  }
  return result;
}

// Laplace expansion along the first column.
template <class T, std::size_t N>
constexpr T determinant(const SquareMatrix<T, N>& m) {
  if constexpr (N == 1) {
    return m[0][0];
  } else {
    T sum = m[0][0] * determinant(minor_of(m, 0, 0));
    for (std::size_t row = 1; row < N; ++row) {
      const T term = m[0][row] * determinant(minor_of(m, 0, row));
      sum = row % 2 == 0 ? sum + term : sum - term;
    }
    return sum;
  }
}

// The transposed cofactors divided by the determinant.
template <class T, std::size_t N>
constexpr SquareMatrix<T, N> inverse(const SquareMatrix<T, N>& m) {
  const T divisor = determinant(m);
  SquareMatrix<T, N> result{};
  for (std::size_t c = 0; c < N; ++c) {
    for (std::size_t r = 0; r < N; ++r) {
      const T cofactor = determinant(minor_of(m, c, r));
      result[r][c] = ((c + r) % 2 == 0 ? cofactor : -cofactor) / divisor;
    }
  }
  return result;
}

// The greatest sum of magnitudes of a column; not finite if a component is not.
template <class T, std::size_t N>
constexpr T norm(const SquareMatrix<T, N>& m) {
  T greatest = 0;
  for (const auto& column : m) {
    T sum = 0;
    for (const T value : column) sum += value < 0 ? -value : value;
    if (!(sum <= std::numeric_limits<T>::max())) return sum;
    greatest = std::max(greatest, sum);
  }
  return greatest;
}

// "Singular or poorly conditioned (nearly singular)": the distance of a matrix from the nearest
// singular one, relative to its norm, is the reciprocal of its condition number. Here, a matrix is
// nearly singular if that distance is at most `epsilon`, the spacing of the numbers in it. Matrices
// with infinities or NaN have no inverse either.
template <class T, std::size_t N>
constexpr bool nearly_singular(const SquareMatrix<T, N>& m, const SquareMatrix<T, N>& inverse_of_m,
                               T epsilon) {
  const T condition = norm(m) * norm(inverse_of_m);
  return !(condition * epsilon < 1);
}

}  // namespace spirv_oracle::glsl_std_450
