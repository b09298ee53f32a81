// The clauses about the operands of instructions that load and store cooperative matrices.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/findings/clause_id.h"

namespace spirv_oracle {

// G: the instruction in the grammar.
template <class G>
struct MatrixAccessClauses {
  static constexpr Clause operand_differs{
      internal::ClauseId<G, ".operand-not-uniform">::view, "non-uniform-operand",
      Effect::undefined_behavior,
      "Pointer or Stride differs between the invocations of the matrix's scope"};
  static constexpr Clause stride_out_of_range{
      internal::ClauseId<G, ".stride-out-of-range">::view, "out-of-range",
      Effect::undefined_behavior,
      G::has_result ? std::string_view("Stride is negative")
                    : std::string_view("Stride is not greater than 0")};
  // Vulkan, VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986.
  static constexpr Clause not_aligned{
      internal::ClauseId<G, ".not-aligned">::view, "misaligned-access", Effect::undefined_behavior,
      "Pointer or Stride is not a multiple of the size of a row (or of a column, for "
      "ColumnMajorKHR), or of 16 bytes if that is less"};
};

// Of OpCooperativeMatrixLoadTensorNV and OpCooperativeMatrixStoreTensorNV.
template <class G>
struct TensorAccessClauses {
  static constexpr Clause operand_differs{
      internal::ClauseId<G, ".operand-not-uniform">::view, "non-uniform-operand",
      Effect::undefined_behavior,
      "Pointer, TensorLayout or TensorView differs between the invocations of the matrix's scope"};
  static constexpr Clause not_aligned{internal::ClauseId<G, ".not-aligned">::view,
                                      "misaligned-access", Effect::undefined_behavior,
                                      "Pointer is not a multiple of 16 bytes"};
  static constexpr Clause outside{
      internal::ClauseId<G, ".outside-tensor">::view, "out-of-bounds", Effect::undefined_behavior,
      "an element is outside the dimensions of TensorLayout, whose ClampMode is Undefined"};
  static constexpr Clause divides_by_zero{
      internal::ClauseId<G, ".size-zero">::view, "out-of-range", Effect::undefined_behavior,
      "the addressing calculation divides by a span, a dimension or a block size that is 0"};
};

struct StoredBlockClauses {
  static constexpr Clause block_size{
      "OpCooperativeMatrixStoreTensorNV.block-size", "out-of-range", Effect::undefined_behavior,
      "a block size of TensorLayout is greater than 1, so that elements of a block share a place"};
};

}  // namespace spirv_oracle
