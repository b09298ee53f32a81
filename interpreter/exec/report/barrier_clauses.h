// The clauses of barrier instructions.
#pragma once

#include "interpreter/findings/clause.h"

namespace spirv_oracle {

struct OpControlBarrier {
  static constexpr Clause not_all_arrive{"OpControlBarrier.not-all-arrive", "barrier-divergence",
                                         Effect::undefined_behavior,
                                         "not all invocations of the workgroup reach this barrier"};
};

struct OpControlBarrierArriveEXT {
  static constexpr Clause not_all_arrive{
      "OpControlBarrierArriveEXT.not-all-arrive", "barrier-divergence", Effect::undefined_behavior,
      "not all invocations of the workgroup execute this arrival"};
  static constexpr Clause arrived_before{
      "OpControlBarrierArriveEXT.arrived-before", "split-barrier-order", Effect::undefined_behavior,
      "an invocation arrives twice with the same execution scope without a wait in between"};
};

struct OpControlBarrierWaitEXT {
  static constexpr Clause not_all_wait{"OpControlBarrierWaitEXT.not-all-wait", "barrier-divergence",
                                       Effect::undefined_behavior,
                                       "not all invocations of the workgroup execute this wait"};
  static constexpr Clause not_all_arrived{"OpControlBarrierWaitEXT.not-all-arrived",
                                          "barrier-divergence", Effect::undefined_behavior,
                                          "not all invocations of the workgroup arrive at the "
                                          "split barrier that this instruction waits for"};
  static constexpr Clause never_arrived{"OpControlBarrierWaitEXT.never-arrived",
                                        "split-barrier-order", Effect::undefined_behavior,
                                        "an invocation waits at a split barrier without having "
                                        "arrived with the same execution scope"};
  static constexpr Clause waited_before{
      "OpControlBarrierWaitEXT.waited-before", "split-barrier-order", Effect::undefined_behavior,
      "an invocation waits twice with the same execution scope without an arrival in between"};
};

struct OpNamedBarrierInitialize {
  static constexpr Clause count_not_uniform{
      "OpNamedBarrierInitialize.count-not-uniform", "non-uniform-operand",
      Effect::undefined_behavior,
      "Subgroup Count differs between the invocations that initialize the named barrier"};
  static constexpr Clause count_undefined{"OpNamedBarrierInitialize.count-undefined",
                                          "undefined-operand", Effect::undefined_behavior,
                                          "Subgroup Count is undefined"};
};

struct OpMemoryNamedBarrier {
  static constexpr Clause not_all_arrive{
      "OpMemoryNamedBarrier.not-all-arrive", "barrier-divergence", Effect::undefined_behavior,
      "fewer subgroups than Subgroup Count reach the named barrier"};
  static constexpr Clause subgroup_diverged{
      "OpMemoryNamedBarrier.subgroup-diverged", "barrier-divergence", Effect::undefined_behavior,
      "not all invocations of the subgroup reach the named barrier together"};
  static constexpr Clause not_uniform{"OpMemoryNamedBarrier.barrier-not-uniform",
                                      "non-uniform-operand", Effect::undefined_behavior,
                                      "Named Barrier differs between invocations of the subgroup"};
  static constexpr Clause undefined_operand{"OpMemoryNamedBarrier.barrier-undefined",
                                            "undefined-operand", Effect::undefined_behavior,
                                            "Named Barrier is undefined"};
};

}  // namespace spirv_oracle
