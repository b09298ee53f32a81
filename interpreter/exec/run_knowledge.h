// What the runs of one dispatch tell each other. Results may depend on what is found after them, so the dispatch runs
// again with that knowledge (run/run.cpp).
#pragma once

#include "interpreter/exec/guarantee.h"
#include "interpreter/exec/outside_accesses.h"

namespace spirv_oracle {

// What a run found that the next one has to know.
struct RunKnowledge {
  FailedJoins failed_joins;
  OutsideAccesses outside_accesses;
  // A branch or the place of a write rests on an implementation-dependent value, which this run does not follow.
  bool uncertain_branches = false;

  void merge(const RunKnowledge& other) {
    failed_joins.merge(other.failed_joins);
    outside_accesses.merge(other.outside_accesses);
    uncertain_branches |= other.uncertain_branches;
  }
};

// Uncertain values that no run follows.
struct UnfollowedValues {
  bool branches = false;  // that decide branches
  bool text = false;      // in text of DebugPrintf, which has no marks

  void merge(const UnfollowedValues& other) {
    branches |= other.branches;
    text |= other.text;
  }
};

}  // namespace spirv_oracle
