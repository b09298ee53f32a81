// Clauses that may make the value of a float instruction undefined or implementation-dependent, in
// addition to its own: fast-math flags, and the precision that Vulkan requires.
#pragma once

#include "interpreter/findings/clause.h"

namespace spirv_oracle {

struct ValueChecks {
  static constexpr Clause nan_excluded{
      "FPFastMathMode.NotNaN", "fast-math", Effect::undefined_result,
      "An operand or the result is a NaN, and the flag NotNaN assumes that none is"};
  static constexpr Clause infinity_excluded{
      "FPFastMathMode.NotInf", "fast-math", Effect::undefined_result,
      "An operand or the result is an infinity, and the flag NotInf assumes that none is"};
  static constexpr Clause not_mathematically_defined{
      "vulkan.not-mathematically-defined", "math-domain", Effect::undefined_result,
      "The result is not mathematically defined, which Vulkan calls poison"};
  static constexpr Clause divisor_out_of_range{
      "vulkan.divisor-out-of-range", "unbounded-error", Effect::implementation_defined,
      "The magnitude of the divisor is so small or so large that no error bound of Vulkan holds"};
  static constexpr Clause formula_may_be_nan{"vulkan.formula-may-be-nan", "unbounded-error",
                                             Effect::implementation_defined,
                                             "The formula that Vulkan inherits the precision from "
                                             "may give a NaN, so any result is permitted"};
};

}  // namespace spirv_oracle
