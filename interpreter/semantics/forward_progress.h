// What no text promises: that invocations which wait for each other get on.
#pragma once

#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

// "Behaviour is undefined if invocations don't make progress" (SPV_KHR_maximal_reconvergence, issues);
// Vulkan, "Shader Memory Access Ordering", on invocations that poll memory.
struct ForwardProgress {
  static constexpr Clause none{
      "forward-progress.none", "no-forward-progress", Effect::undefined_behavior,
      "The loop never ends: all that the workgroup is and sees repeats itself"};
  static constexpr Clause other_workgroup{
      "forward-progress.other-workgroup", "no-forward-progress", Effect::implementation_defined,
      "The loop can only end if workgroups go on that need not run before this one has ended"};
};

}  // namespace spirv_oracle
