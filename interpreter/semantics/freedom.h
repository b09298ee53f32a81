// What results depend on and the specifications leave to the implementation. Runs with other choices show it:
// --check-portability and --check-arithmetic.
#pragma once

#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

struct ExecutionFreedom {
  static constexpr Clause subgroup_size{"portability.subgroup-size", "portability",
                                        Effect::implementation_defined,
                                        "Results depend on how many invocations a subgroup has"};
  static constexpr Clause subgroup_mapping{"portability.subgroup-mapping", "portability",
                                           Effect::implementation_defined,
                                           "Results depend on which invocations form a subgroup"};
  static constexpr Clause order{"portability.order-of-execution", "portability",
                                Effect::implementation_defined,
                                "Results depend on the order in which subgroups run"};

  static constexpr auto clauses = clause_list(subgroup_size, subgroup_mapping, order);
};

struct ArithmeticFreedom {
  static constexpr Clause contraction{"arithmetic.contraction", "arithmetic-freedom",
                                      Effect::implementation_defined,
                                      "Results depend on whether sums of products are rounded once "
                                      "or twice, as without NoContraction "
                                      "they may"};
  static constexpr Clause fma{"arithmetic.fma", "arithmetic-freedom",
                              Effect::implementation_defined,
                              "Results depend on whether Fma of GLSL.std.450 is rounded once or "
                              "twice, as without NoContraction it may"};
  static constexpr Clause rounding_mode{
      "arithmetic.rounding-mode", "arithmetic-freedom", Effect::implementation_defined,
      "Results depend on the rounding mode, which no execution mode declares"};
  static constexpr Clause denormals{
      "arithmetic.denormals", "arithmetic-freedom", Effect::implementation_defined,
      "Results depend on whether denormals are flushed to zero, which no execution mode declares"};
  static constexpr Clause relaxed_precision{
      "arithmetic.relaxed-precision", "arithmetic-freedom", Effect::implementation_defined,
      "Results depend on how many bits operations decorated RelaxedPrecision have"};

  static constexpr auto clauses =
      clause_list(contraction, fma, rounding_mode, denormals, relaxed_precision);
};

}  // namespace spirv_oracle
