// Whether parts of a dispatch that ran at the same time were independent of each other, so that any order gives their results.
#pragma once

#include <span>

#include "memory/race_shadow.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// The accesses of some workgroups to an object.
struct RecordedAccesses {
  const RaceShadow& shadow;
  std::span<const RaceSite> sites;  // by RaceRecord::site()
};

// Whether two groups of workgroups may have accessed the same byte of an object, at least one of them with a write. Atomics that
// are mutually ordered do not count: the caller knows that they commute, and that their results are not used.
bool may_conflict(const RecordedAccesses& first, const RecordedAccesses& second);

}  // namespace spirv_oracle
