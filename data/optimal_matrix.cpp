#include "data/optimal_matrix.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/text.h"

namespace spirv_oracle {
namespace {

bool is_opaque_matrix(const OptimalMatrix& matrix) {
  return is_opaque(matrix.placement.layout, is_ieee_float(matrix.scalar),
                   static_cast<unsigned>(scalar_size(matrix.scalar)));
}

// Calls action(number in the order of the rows, number in memory).
template <class Action>
void for_each_element(const OptimalPlacement& placement, const Action& action) {
  for (std::uint64_t row = 0; row < placement.rows; ++row) {
    for (std::uint64_t column = 0; column < placement.columns; ++column)
      action(row * placement.columns + column, placement.place(row, column));
  }
}

}  // namespace

std::optional<OptimalLayout> optimal_layout_of(std::string_view name) {
  if (name == "inferencing_optimal") return OptimalLayout::inferencing;
  if (name == "training_optimal") return OptimalLayout::training;
  return std::nullopt;
}

Result<OptimalPlacement> parse_optimal_placement(OptimalLayout layout, std::string_view size) {
  constexpr std::uint64_t most = 1u << 16;
  const std::size_t x = size.find('x');
  if (x == std::string_view::npos)
    return bad_input(fmt::format("the size of a matrix must be ROWSxCOLUMNS, not '{}'", size));
  const auto rows = parse_unsigned(trimmed(size.substr(0, x)), "the number of rows");
  if (!rows) return tl::unexpected(rows.error());
  const auto columns = parse_unsigned(trimmed(size.substr(x + 1)), "the number of columns");
  if (!columns) return tl::unexpected(columns.error());
  if (*rows < 1 || *columns < 1 || *rows > most || *columns > most)
    return bad_input(
        fmt::format("a matrix must have from 1 to {} rows and columns, not {}", most, size));
  return OptimalPlacement{layout, *rows, *columns};
}

std::optional<Result<OptimalMatrix>> parse_optimal_matrix(std::string_view text) {
  const std::size_t colon = text.find(':'), open = text.find('(');
  if (colon == std::string_view::npos || open == std::string_view::npos || open < colon ||
      !text.ends_with(')'))
    return std::nullopt;
  const auto layout = optimal_layout_of(trimmed(text.substr(colon + 1, open - colon - 1)));
  if (!layout) return std::nullopt;
  const auto parsed = [&]() -> Result<OptimalMatrix> {
    const auto type = parse_element_type(trimmed(text.substr(0, colon)));
    if (!type) return tl::unexpected(type.error());
    if (type->components != 1) return bad_input("the elements of a matrix are scalars");
    const auto placement =
        parse_optimal_placement(*layout, trimmed(text.substr(open + 1, text.size() - open - 2)));
    if (!placement) return tl::unexpected(placement.error());
    return OptimalMatrix{type->scalar, *placement};
  };
  return parsed();
}

ShadowedBytes in_optimal_layout(const OptimalMatrix& matrix, const ShadowedBytes& elements) {
  const std::size_t size = scalar_size(matrix.scalar);
  ShadowedBytes found = ShadowedBytes::zero(matrix.placement.elements() * size);
  for_each_element(matrix.placement, [&](std::uint64_t number, std::uint64_t place) {
    std::copy_n(elements.bytes.data() + number * size, size, found.bytes.data() + place * size);
    std::copy_n(elements.shadow.data() + number * size, size, found.shadow.data() + place * size);
  });
  if (follows_definedness && is_opaque_matrix(matrix)) {
    std::ranges::replace(found.shadow, Definedness::defined, Definedness::implementation_dependent);
  }
  return found;
}

std::optional<ShadowedBytes> from_optimal_layout(const OptimalMatrix& matrix,
                                                 const ShadowedBytes& bytes) {
  const std::size_t size = scalar_size(matrix.scalar);
  if (bytes.size() < matrix.placement.elements() * size) return std::nullopt;
  ShadowedBytes found =
      ShadowedBytes::zero(matrix.placement.rows * matrix.placement.columns * size);
  for_each_element(matrix.placement, [&](std::uint64_t number, std::uint64_t place) {
    std::copy_n(bytes.bytes.data() + place * size, size, found.bytes.data() + number * size);
    std::copy_n(bytes.shadow.data() + place * size, size, found.shadow.data() + number * size);
  });
  if (is_opaque_matrix(matrix))
    std::ranges::replace(found.shadow, Definedness::implementation_dependent, Definedness::defined);
  return found;
}

}  // namespace spirv_oracle
