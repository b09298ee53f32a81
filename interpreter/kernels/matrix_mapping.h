// Which elements of a cooperative matrix the invocations of a scope hold. SPIR-V leaves that to the implementation.
#pragma once

#include <cstdint>

namespace spirv_oracle {

enum class MatrixMapping : std::uint8_t {
  rows,        // row by row: adjacent invocations hold adjacent elements of a row
  columns,     // column by column: adjacent invocations hold adjacent elements of a column
  blocks,      // each invocation holds adjacent elements of a row
  replicated,  // like rows, but two invocations hold each element
};

// The elements are numbered row by row. Each invocation holds the same number of components. If they do not come out even,
// the last ones are further copies of the first elements, so every component has the value of an element.
class MatrixElements {
 public:
  // `invocations`: a power of two.
  MatrixElements(std::uint32_t rows, std::uint32_t columns, std::uint32_t invocations,
                 MatrixMapping mapping)
      : rows_(rows), columns_(columns), invocations_(invocations), mapping_(mapping) {
    if (mapping == MatrixMapping::replicated && invocations == 1) mapping_ = MatrixMapping::rows;
  }

  std::uint32_t rows() const { return rows_; }
  std::uint32_t columns() const { return columns_; }
  std::uint32_t invocations() const { return invocations_; }
  std::uint64_t count() const { return std::uint64_t{rows_} * columns_; }
  // Per invocation.
  std::uint64_t components() const { return (count() + holders() - 1) / holders(); }
  // The number of the element that a component of an invocation holds.
  std::uint64_t element(std::uint32_t invocation, std::uint64_t component) const {
    switch (mapping_) {
      case MatrixMapping::rows:
      case MatrixMapping::replicated:
        return position(invocation, component) % count();
      case MatrixMapping::columns: {
        const std::uint64_t at = position(invocation, component) % count();
        return at % rows_ * columns_ + at / rows_;
      }
      case MatrixMapping::blocks:
        break;
    }
    return position(invocation, component) % count();
  }
  // The invocations from 0 to one less are the first holders of the elements that they hold in this component.
  std::uint32_t first_holders(std::uint64_t component) const {
    std::uint32_t holding = 0;
    while (holding < holders() && position(holding, component) < count()) ++holding;
    return holding;
  }

 private:
  // The invocations that share the elements among them; the others hold copies.
  std::uint32_t holders() const {
    return mapping_ == MatrixMapping::replicated ? invocations_ / 2 : invocations_;
  }
  // In the order of the mapping; may be past the last element.
  std::uint64_t position(std::uint32_t invocation, std::uint64_t component) const {
    if (mapping_ == MatrixMapping::blocks) return invocation * components() + component;
    return component * holders() + invocation % holders();
  }

  std::uint32_t rows_, columns_, invocations_;
  MatrixMapping mapping_;
};

}  // namespace spirv_oracle
