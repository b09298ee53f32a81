// Our layouts of matrices in SPV_NV_cooperative_vector that are "optimal": every implementation has its own. docs/decisions.md describes
// them. They differ from each other, and from rows and columns, so that a program that confuses layouts gets other numbers.
#pragma once

#include <cstdint>

namespace spirv_oracle {

enum class OptimalLayout : std::uint8_t { inferencing, training };

// Whether a program knows nothing about the bytes of a matrix. "Training-optimal layout with [16-bit and 32-bit floats] has the
// additional guarantee that the application can reinterpret the data as an array of elements."
constexpr bool is_opaque(OptimalLayout layout, bool is_float, unsigned bytes) {
  return layout == OptimalLayout::inferencing || !is_float || (bytes != 2 && bytes != 4);
}

// Elements are in tiles, tile after tile and row of tiles after row of tiles. The elements of a tile are consecutive: column after
// column in the layout for inferencing, and row after row in the one for training. Elements outside of the matrix are padding.
struct OptimalPlacement {
  OptimalLayout layout = OptimalLayout::inferencing;
  std::uint64_t rows = 0, columns = 0;

  constexpr std::uint64_t tile_rows() const { return is_training() ? 8 : 2; }
  constexpr std::uint64_t tile_columns() const { return is_training() ? 2 : 8; }
  constexpr std::uint64_t tiles_in_row() const { return tiles(columns, tile_columns()); }
  // Of the matrix with its padding.
  constexpr std::uint64_t elements() const {
    return tiles(rows, tile_rows()) * tiles_in_row() * tile_rows() * tile_columns();
  }
  // The number of the element in memory.
  constexpr std::uint64_t place(std::uint64_t row, std::uint64_t column) const {
    const std::uint64_t tile = row / tile_rows() * tiles_in_row() + column / tile_columns();
    const std::uint64_t row_in_tile = row % tile_rows(), column_in_tile = column % tile_columns();
    return tile * tile_rows() * tile_columns() +
           (is_training() ? row_in_tile * tile_columns() + column_in_tile
                          : column_in_tile * tile_rows() + row_in_tile);
  }

 private:
  constexpr bool is_training() const { return layout == OptimalLayout::training; }
  static constexpr std::uint64_t tiles(std::uint64_t length, std::uint64_t of_tile) {
    return (length + of_tile - 1) / of_tile;
  }
};

}  // namespace spirv_oracle
