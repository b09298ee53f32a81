#include "rays/acceleration_structure.h"

namespace spirv_oracle {

InverseTransform inverse_of(const Transform& transform) {
  const auto m = [&](std::size_t row, std::size_t column) {
    return static_cast<double>(transform[row % 3][column % 3]);
  };
  const auto cofactor = [&](std::size_t row, std::size_t column) {
    return m(row + 1, column + 1) * m(row + 2, column + 2) -
           m(row + 1, column + 2) * m(row + 2, column + 1);
  };
  InverseTransform inverse{};
  const double determinant =
      m(0, 0) * cofactor(0, 0) + m(0, 1) * cofactor(0, 1) + m(0, 2) * cofactor(0, 2);
  if (determinant == 0) return inverse;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      inverse[row][column] = cofactor(column, row) / determinant;
      inverse[row][3] -= inverse[row][column] * static_cast<double>(transform[column][3]);
    }
  }
  return inverse;
}

bool is_translation(const Transform& transform) {
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      if (transform[row][column] != (row == column ? 1.0F : 0.0F)) return false;
    }
  }
  return true;
}

}  // namespace spirv_oracle
