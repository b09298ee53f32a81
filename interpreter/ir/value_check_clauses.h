// Clauses that may make the value of a float instruction undefined or implementation-dependent, in
// addition to its own: fast-math flags, and the precision that Vulkan requires.
#pragma once

#include "interpreter/findings/clause.h"

namespace spirv_oracle {

struct ValueChecks {
  static constexpr Clause nan_excluded{
      "FPFastMathMode.NotNaN", "fast-math", Effect::undefined_result,
      "an operand or the result is a NaN, but the flag NotNaN assumes that none is"};
  static constexpr Clause infinity_excluded{
      "FPFastMathMode.NotInf", "fast-math", Effect::undefined_result,
      "an operand or the result is an infinity, but the flag NotInf assumes that none is"};
  static constexpr Clause not_mathematically_defined{
      "vulkan.not-mathematically-defined", "math-domain", Effect::undefined_result,
      "the result is not mathematically defined; Vulkan makes it poison"};
  static constexpr Clause divisor_out_of_range{
      "vulkan.divisor-out-of-range", "unbounded-error", Effect::implementation_defined,
      "the magnitude of the divisor is outside the range in which Vulkan bounds the error"};
  static constexpr Clause formula_may_be_nan{"vulkan.formula-may-be-nan", "unbounded-error",
                                             Effect::implementation_defined,
                                             "the expression from which Vulkan derives the "
                                             "precision may be a NaN, so any result is permitted"};
};

}  // namespace spirv_oracle
