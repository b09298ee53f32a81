// The mathematics of the Matrix Functions. matrix.cpp applies it to lanes.
#pragma once

#include <array>
#include <cstddef>

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

// The sum of the magnitudes of all terms that the determinant adds.
template <class T, std::size_t N>
constexpr T sum_of_magnitudes(const SquareMatrix<T, N>& m) {
  const auto magnitude = [](T x) { return x < 0 ? -x : x; };
  if constexpr (N == 1) {
    return magnitude(m[0][0]);
  } else {
    T sum = 0;
    for (std::size_t row = 0; row < N; ++row)
      sum += magnitude(m[0][row]) * sum_of_magnitudes(minor_of(m, 0, row));
    return sum;
  }
}

// "Singular or poorly conditioned (nearly singular)": here, a matrix is nearly singular if rounding alone may make its
// determinant 0. A scaled row or column does not change that. `epsilon`: the spacing of the numbers in it near 1.
// Matrices with infinities or NaN have no inverse either.
template <class T, std::size_t N>
constexpr bool nearly_singular(const SquareMatrix<T, N>& m, T epsilon) {
  const T divisor = determinant(m);
  const T distance = divisor < 0 ? -divisor : divisor;
  return !(distance > static_cast<T>(N) * epsilon * sum_of_magnitudes(m));
}

}  // namespace spirv_oracle::glsl_std_450
