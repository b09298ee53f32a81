// Products of matrices whose elements are in the registers of several invocations.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/cooperative_matrix/dense_matrix.h"
#include "interpreter/ir/record.h"

namespace spirv_oracle {

// What the results of a product of floats may depend on.
template <class G>
struct FloatProductClauses {
  static constexpr Clause order{
      internal::ClauseId<G, ".order">::view, "order-of-operations", Effect::implementation_defined,
      "the order and the internal precision of the operations may change the result"};
  static constexpr Clause nan_or_denormal{
      internal::ClauseId<G, ".nan-or-denormal">::view, "nan-or-denormal",
      Effect::implementation_defined,
      "an operand or the result is a NaN or a denormal, and no float control defines how it is "
      "treated"};
};

struct ReportedClauses {
  const Clause* order = nullptr;
  const Clause* nan_or_denormal = nullptr;
  const Clause* product_overflows = nullptr;  // needed with SaturatingAccumulation only
};

// Matrix actions (matrix_scope.h), whose words are { Cooperative Matrix Operands, A, B, C, Result }. They report for the
// instruction of the record. Floats are added in the order of K with the precision of double, and rounded once.
void multiply_floats(MatrixHolders holders, const Record& record, const std::uint32_t* words,
                     const ReportedClauses& clauses);
void multiply_integers(MatrixHolders holders, const Record& record, const std::uint32_t* words,
                       const ReportedClauses& clauses);

}  // namespace spirv_oracle
