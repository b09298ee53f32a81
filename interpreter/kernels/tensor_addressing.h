// Where the elements of a matrix are in a tensor: "Tensor Layout and View" in SPV_NV_cooperative_matrix2.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace spirv_oracle {

inline constexpr unsigned max_tensor_dimensions = 5;
// A number for each dimension, the outermost first.
using TensorCoordinates = std::array<std::uint32_t, max_tensor_dimensions>;

// Tensor Clamp Mode, with the same numbers.
enum class TensorClamp : std::uint8_t { undefined, constant, to_edge, repeat, repeat_mirrored };

// The state of a tensor layout. In registers, its numbers are in this order, with `dimensions` numbers in each list.
struct TensorLayoutState {
  enum List : unsigned { in_block_size, in_dimension, in_stride, in_offset, in_span, list_count };
  static constexpr unsigned component_count(unsigned dimensions) {
    return list_count * dimensions + 1;
  }

  unsigned dimensions = 0;
  TensorClamp clamp_mode = TensorClamp::undefined;
  TensorCoordinates block_size{}, dimension{}, stride{}, offset{}, span{};
  std::uint32_t clamp_value = 0;
};

// The state of a tensor view, likewise.
struct TensorViewState {
  enum List : unsigned { in_dimension, in_stride, list_count };
  enum Clip : unsigned { row_offset, row_span, column_offset, column_span, clip_count };
  static constexpr unsigned component_count(unsigned dimensions) {
    return list_count * dimensions + clip_count;
  }

  unsigned dimensions = 0;
  bool has_dimensions = false;
  std::array<std::uint8_t, max_tensor_dimensions> permutation{};
  TensorCoordinates dimension{}, stride{};
  std::array<std::uint32_t, clip_count> clip{};
};

// Where an element of a matrix is.
struct TensorLocation {
  enum class Kind : std::uint8_t {
    element,          // in the tensor
    clipped,          // outside the clip region of the view: the access is skipped
    clamped,          // outside the tensor: a load gives clampValue, a store is discarded
    outside,          // outside the tensor, with ClampMode Undefined
    divides_by_zero,  // the addressing calculation divides by 0
  };
  Kind kind = Kind::element;
  std::uint64_t index = 0;  // of the element, or of its block
  TensorCoordinates block{}, in_block{};
};

namespace internal {

// The coordinates of an index, of which the last one counts fastest. `order`: maps the places in that order to coordinates.
template <class Order>
bool split_index(std::uint32_t index, unsigned dimensions, const TensorCoordinates& sizes,
                 const Order& order, TensorCoordinates& coordinates) {
  for (unsigned place = dimensions; place-- > 0;) {
    const unsigned i = order(place);
    if (sizes[i] == 0) return false;
    coordinates[i] = index % sizes[i];
    index /= sizes[i];
  }
  return true;
}

// From the index of an element in the view to that in the span.
inline bool apply_view(const TensorLayoutState& layout, const TensorViewState& view,
                       std::uint32_t& index) {
  TensorCoordinates coordinates{}, stride = view.stride;
  if (!view.has_dimensions) {
    stride[view.dimensions - 1] = 1;
    for (unsigned i = view.dimensions - 1; i-- > 0;) stride[i] = stride[i + 1] * layout.span[i + 1];
  }
  const bool is_split = split_index(
      index, view.dimensions, view.has_dimensions ? view.dimension : layout.span,
      [&](unsigned place) { return view.permutation[place]; }, coordinates);
  index = 0;
  for (unsigned i = 0; i < view.dimensions; ++i) index += coordinates[i] * stride[i];
  return is_split;
}

// A coordinate that is outside 0 to size - 1.
inline TensorLocation::Kind clamp_coordinate(TensorClamp mode, std::int64_t size,
                                             std::int64_t& coordinate) {
  const auto remainder = [](std::int64_t value, std::int64_t divisor) {  // as OpSMod
    return (value % divisor + divisor) % divisor;
  };
  switch (mode) {
    case TensorClamp::undefined:
      return TensorLocation::Kind::outside;
    case TensorClamp::constant:
      return TensorLocation::Kind::clamped;
    case TensorClamp::to_edge:
      if (size == 0) return TensorLocation::Kind::divides_by_zero;
      coordinate = std::clamp<std::int64_t>(coordinate, 0, size - 1);
      break;
    case TensorClamp::repeat:
      if (size == 0) return TensorLocation::Kind::divides_by_zero;
      coordinate = remainder(coordinate, size);
      break;
    case TensorClamp::repeat_mirrored:
      if (size < 2) return TensorLocation::Kind::divides_by_zero;
      coordinate = remainder(coordinate, 2 * size - 2);
      if (coordinate >= size) coordinate = 2 * size - 2 - coordinate;
      break;
  }
  return TensorLocation::Kind::element;
}

}  // namespace internal

// The place of an element of a matrix with that many columns. `view`: null if there is none.
inline TensorLocation place_in_tensor(const TensorLayoutState& layout, const TensorViewState* view,
                                      std::uint32_t row, std::uint32_t column,
                                      std::uint32_t columns, bool is_store) {
  using Kind = TensorLocation::Kind;
  TensorLocation place;
  const auto ends = [&](Kind kind) {
    place.kind = kind;
    return kind != Kind::element;
  };
  if (view != nullptr) {
    const auto& clip = view->clip;
    // In 32 bits, an offset that is not 0 plus the greatest span wraps.
    const auto is_in = [](std::uint32_t at, std::uint32_t offset, std::uint32_t span) {
      return at >= offset && at < static_cast<std::uint32_t>(offset + span);
    };
    if (!is_in(row, clip[TensorViewState::row_offset], clip[TensorViewState::row_span]) ||
        !is_in(column, clip[TensorViewState::column_offset], clip[TensorViewState::column_span])) {
      ends(Kind::clipped);
      return place;
    }
    row -= clip[TensorViewState::row_offset];
    column -= clip[TensorViewState::column_offset];
    columns = std::min(columns, clip[TensorViewState::column_span]);
  }
  std::uint32_t index = row * columns + column;
  if (view != nullptr && !internal::apply_view(layout, *view, index)) {
    ends(Kind::divides_by_zero);
    return place;
  }
  TensorCoordinates in_span{};
  const auto same = [](unsigned i) { return i; };
  if (!internal::split_index(index, layout.dimensions, layout.span, same, in_span)) {
    ends(Kind::divides_by_zero);
    return place;
  }
  const bool discards = is_store && layout.clamp_mode != TensorClamp::undefined;
  const TensorClamp mode = discards ? TensorClamp::constant : layout.clamp_mode;
  for (unsigned i = 0; i < layout.dimensions; ++i) {
    std::int64_t coordinate = static_cast<std::int32_t>(in_span[i] + layout.offset[i]);
    const std::int64_t size = layout.dimension[i];
    const bool is_outside = coordinate < 0 || coordinate >= size;
    if (is_outside && ends(internal::clamp_coordinate(mode, size, coordinate))) return place;
    if (layout.block_size[i] == 0) {
      ends(Kind::divides_by_zero);
      return place;
    }
    place.in_block[i] = static_cast<std::uint32_t>(coordinate % layout.block_size[i]);
    place.block[i] = static_cast<std::uint32_t>(coordinate / layout.block_size[i]);
    place.index += static_cast<std::uint32_t>(place.block[i] * layout.stride[i]);
  }
  place.index = static_cast<std::uint32_t>(place.index);
  return place;
}

}  // namespace spirv_oracle
