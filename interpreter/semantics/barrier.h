// Barrier Instructions: their clauses, which the executor reports.
#pragma once

#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

struct OpControlBarrier {
  static constexpr Clause not_all_arrive{
      "OpControlBarrier.not-all-arrive", "barrier-divergence", Effect::undefined_behavior,
      "Not all invocations of the workgroup execute the same dynamic instance of the barrier"};
};

}  // namespace spirv_oracle
