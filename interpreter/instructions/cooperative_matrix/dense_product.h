// Products of matrices whose elements are in the registers of several invocations.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/instructions/cooperative_matrix/dense_matrix.h"
#include "interpreter/ir/record.h"

namespace spirv_oracle {

struct ProductClauses {
  const Clause* order = nullptr;
  const Clause* nan_or_denormal = nullptr;
  const Clause* product_overflows = nullptr;  // needed with SaturatingAccumulation only
};

// Matrix actions (matrix_scope.h), whose words are { Cooperative Matrix Operands, A, B, C, Result }. They report for the
// instruction of the record. Floats are added in the order of K with the precision of double, and rounded once.
void multiply_floats(MatrixHolders holders, const Record& record, const std::uint32_t* words,
                     const ProductClauses& clauses);
void multiply_integers(MatrixHolders holders, const Record& record, const std::uint32_t* words,
                       const ProductClauses& clauses);

}  // namespace spirv_oracle
