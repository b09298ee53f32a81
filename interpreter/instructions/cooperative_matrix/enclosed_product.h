// Which values OpCooperativeMatrixMulAddKHR may give with floats.
#pragma once

#include "interpreter/instructions/cooperative_matrix/dense_matrix.h"
#include "interpreter/ir/record.h"

namespace spirv_oracle {

// For a run that encloses values: the record after the product, with its words. Each result is a sum of the products and C in
// any order, in which each step rounds in any direction with at least the precision of the result, and may flush denormals.
void enclose_product(MatrixHolders holders, const Record& record, const std::uint32_t* words);

}  // namespace spirv_oracle
