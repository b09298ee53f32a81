// What block reads and writes have in common (SPV_INTEL_subgroups): a block is one access of the whole subgroup.
#pragma once

#include "interpreter/instructions/group/group_scope.h"

namespace spirv_oracle {

template <class G>
struct BlockClauses : ExchangesNothing {
  static constexpr Clause partly_filled{internal::ClauseId<G, ".partly-filled-subgroup">::view,
                                        "partial-subgroup", Effect::undefined_behavior,
                                        "the subgroup is only partly filled: SubgroupSize is "
                                        "smaller than SubgroupMaxSize"};

  // The clause that is broken if not all invocations execute it; null if they do.
  static const Clause* missing_invocations(const Subgroup& subgroup) {
    if (subgroup.active != subgroup.existing) return &UniformClause<G>::not_all_execute;
    return subgroup.existing != LaneMask::first(subgroup.size) ? &partly_filled : nullptr;
  }
};

}  // namespace spirv_oracle
