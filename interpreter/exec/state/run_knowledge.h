// What one run of a dispatch passes on to the next one. Results may depend on facts that are found later, so the
// dispatch runs again with that knowledge (run/run.cpp).
#pragma once

#include "interpreter/exec/state/guarantee.h"
#include "interpreter/exec/state/outside_accesses.h"

namespace spirv_oracle {

// The facts that a run found and the next run needs.
struct RunKnowledge {
  FailedJoins failed_joins;
  OutsideAccesses outside_accesses;
  // A branch, or the place of a write, depends on an implementation-dependent value, which this run
  // does not examine.
  bool uncertain_branches = false;

  void merge(const RunKnowledge& other) {
    failed_joins.merge(other.failed_joins);
    outside_accesses.merge(other.outside_accesses);
    uncertain_branches |= other.uncertain_branches;
  }
};

// Whether there are uncertain values whose effects no run examines.
struct UnfollowedValues {
  bool branches = false;  // conditions or selectors of branches
  bool text = false;      // in text of DebugPrintf, which has no marks

  void merge(const UnfollowedValues& other) {
    branches |= other.branches;
    text |= other.text;
  }
};

class UncertainStores;  // exec/tangles/uncertain_branches.h

// What a workgroup knows of the run and of earlier ones, and what it adds.
struct WorkgroupKnowledge {
  inline static const RunKnowledge nothing;

  const RunKnowledge* of_earlier_runs = &nothing;
  RunKnowledge found;
  UnfollowedValues unfollowed;
  // Bytes that stores with uncertain addresses may have written, in all workgroups of the run. Not null with
  // Instrumentation::follows_uncertain_branches.
  UncertainStores* uncertain_stores = nullptr;
};

}  // namespace spirv_oracle
