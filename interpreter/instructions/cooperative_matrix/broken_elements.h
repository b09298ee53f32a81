// Elements of a cooperative matrix that break a clause.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/instructions/cooperative_matrix/dense_matrix.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// `elements` is in ascending order.
struct BrokenElements {
  const Clause* clause;
  Definedness mark;
  std::vector<std::size_t> elements{};

  // Marks the elements of the result. The report names the lanes that hold them, and the first of them.
  template <class Number>
  void mark_in(DenseMatrix<Number>& result) const {
    if (elements.empty()) return;
    result.marks.resize(result.elements.size());
    for (const std::size_t element : elements)
      result.marks[element] = std::max(result.marks[element], static_cast<std::uint8_t>(mark));
  }
  void report_for(MatrixHolders holders, const Record& record, const MatrixPlanes& result) const;
};

}  // namespace spirv_oracle
