// OpCooperativeMatrixReduceNV: which elements it combines, and whether their order matters.
#pragma once

#include <cstdint>
#include <span>

#include "interpreter/instructions/cooperative_matrix/enclosed_product.h"
#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"
#include "interpreter/instructions/float_sums/component_format.h"

namespace spirv_oracle {

using ReduceMask = spv::CooperativeMatrixReduceMask;

// The group of elements that an element of the matrix belongs to, and the one that an element of the result combines.
std::uint32_t group_of_element(ReduceMask reduce, std::uint32_t columns, std::uint32_t element);
std::uint32_t group_of_result(ReduceMask reduce, std::uint32_t columns, std::uint32_t element);

// What is known about a combine function.
enum class CombineFunction : std::uint8_t {
  any_order,  // every order gives the same result
  extremum,   // the same, except for the sign of zeros and for NaNs
  sum,        // of floats
  unknown,
};
CombineFunction combination_of(const Lowering& lowering, Id function);

// Whether the sum of two or more floats, each step rounded to the format, depends on the order.
bool order_matters(std::span<const double> values, const ComponentFormat& format);

// A record after the reduction, whose words are { Reduce, CombineFunction, the matrix, the result, the result in another order }.
// Reports and marks elements that depend on the order. A sum has no result in another order.
void mark_order_dependence(MatrixHolders holders, const Record& record, const std::uint32_t* words);
// The record that follows it in a run that encloses values, with the same words.
void enclose_reduction(MatrixHolders holders, const Record& record, const std::uint32_t* words);

struct ReductionClauses {
  static constexpr Clause order{
      "OpCooperativeMatrixReduceNV.order", "order-of-operations", Effect::implementation_defined,
      "the order in which CombineFunc combines the elements may change the result"};
};

}  // namespace spirv_oracle
