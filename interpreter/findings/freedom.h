// Dependences of results on the implementation that only other runs reveal: --check-portability and
// --check-arithmetic.
#pragma once

#include "interpreter/findings/clause.h"

namespace spirv_oracle {

struct ExecutionFreedom {
  static constexpr Clause subgroup_size{"portability.subgroup-size", "portability",
                                        Effect::implementation_defined,
                                        "results depend on the subgroup size"};
  static constexpr Clause subgroup_mapping{"portability.subgroup-mapping", "portability",
                                           Effect::implementation_defined,
                                           "results depend on which invocations form a subgroup"};
  static constexpr Clause matrix_mapping{
      "portability.matrix-mapping", "portability", Effect::implementation_defined,
      "results depend on which invocation holds which elements of a cooperative matrix"};
  static constexpr Clause candidate_order{
      "portability.candidate-order", "portability", Effect::implementation_defined,
      "results depend on the order in which ray queries report candidates, or on how often"};
  static constexpr Clause order{
      "portability.order-of-execution", "portability", Effect::implementation_defined,
      "results depend on the order in which workgroups, subgroups and lanes run"};

  static constexpr Clause filtering{"portability.filtering", "portability",
                                    Effect::implementation_defined,
                                    "results depend on the precision of texture coordinates"};
  static constexpr Clause level_of_detail{
      "portability.level-of-detail", "portability", Effect::implementation_defined,
      "results depend on how a level of detail is computed or rounded"};

  static constexpr auto clauses = clause_list(subgroup_size, subgroup_mapping, matrix_mapping,
                                              candidate_order, order, filtering, level_of_detail);
};

struct ArithmeticFreedom {
  static constexpr Clause contraction{"arithmetic.contraction", "arithmetic-freedom",
                                      Effect::implementation_defined,
                                      "results depend on whether sums of products are rounded once "
                                      "or twice; without NoContraction, both are allowed"};
  static constexpr Clause fma{"arithmetic.fma", "arithmetic-freedom",
                              Effect::implementation_defined,
                              "results depend on whether Fma of GLSL.std.450 or mad of OpenCL.std "
                              "is rounded once or twice; without NoContraction, both are allowed"};
  static constexpr Clause association{
      "arithmetic.association", "arithmetic-freedom", Effect::implementation_defined,
      "results depend on how sums and products of several operands are grouped or how x * y / y is "
      "computed; NoContraction, or fast-math flags without AllowReassoc, would fix that"};
  static constexpr Clause reciprocal{"arithmetic.reciprocal", "arithmetic-freedom",
                                     Effect::implementation_defined,
                                     "results depend on whether x / y is computed as x * (1 / y), "
                                     "which is allowed without NoContraction or with AllowRecip"};
  static constexpr Clause rounding_mode{
      "arithmetic.rounding-mode", "arithmetic-freedom", Effect::implementation_defined,
      "results depend on the rounding mode, which no execution mode declares"};
  static constexpr Clause denormals{
      "arithmetic.denormals", "arithmetic-freedom", Effect::implementation_defined,
      "results depend on whether denormals are flushed to zero, which no execution mode declares"};
  static constexpr Clause denormal_operands{
      "arithmetic.denormal-operands", "arithmetic-freedom", Effect::implementation_defined,
      "results depend on whether denormal operands are flushed to zero or only denormal results, "
      "which only DenormPreserve would fix"};
  static constexpr Clause error_bound{
      "arithmetic.error-bound", "arithmetic-freedom", Effect::implementation_defined,
      "results depend on where instruction results lie within their error bounds"};
  static constexpr Clause sign_of_zero{
      "arithmetic.sign-of-zero", "arithmetic-freedom", Effect::implementation_defined,
      "results depend on the sign of a zero, which nothing requires to be preserved"};
  static constexpr Clause nan_bits{"arithmetic.nan-bits", "arithmetic-freedom",
                                   Effect::implementation_defined,
                                   "results depend on the sign or the payload of a NaN"};
  static constexpr Clause finite{
      "arithmetic.assumed-finite", "arithmetic-freedom", Effect::implementation_defined,
      "results depend on a NaN or an infinity; without SignedZeroInfNanPreserve, implementations "
      "may assume that there are none"};
  static constexpr Clause relaxed_precision{
      "arithmetic.relaxed-precision", "arithmetic-freedom", Effect::implementation_defined,
      "results depend on how many bits operations decorated RelaxedPrecision have"};

  static constexpr auto clauses = clause_list(
      contraction, fma, association, reciprocal, rounding_mode, denormals, denormal_operands,
      error_bound, relaxed_precision, sign_of_zero, nan_bits, finite);
};

}  // namespace spirv_oracle
