// Forward progress of invocations that wait for each other, which no specification guarantees.
#pragma once

#include "interpreter/findings/clause.h"

namespace spirv_oracle {

// "Behaviour is undefined if invocations don't make progress" (SPV_KHR_maximal_reconvergence, issues);
// Vulkan, "Shader Memory Access Ordering", on invocations that poll memory.
struct ForwardProgress {
  static constexpr Clause none{"forward-progress.none",
                               "no-forward-progress",
                               Effect::undefined_behavior,
                               "a loop never ends: the complete state of the workgroup repeats",
                               ArithmeticPoison::unchanged,
                               "if the loop waits for another invocation, wait with a barrier "
                               "instead; take and release a lock "
                               "in one iteration of the loop"};
  static constexpr Clause other_workgroup{
      "forward-progress.other-workgroup",
      "no-forward-progress",
      Effect::implementation_defined,
      "the loop ends only if other workgroups make progress, but they need not run before this one "
      "has ended",
      ArithmeticPoison::unchanged,
      "split the dispatch, or let the workgroup that finishes last do the rest: an atomic counter "
      "tells it that it is the last"};
};

}  // namespace spirv_oracle
