// What a report says of a data race.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/exec/finding_log.h"
#include "memory/race_detector.h"

namespace spirv_oracle {

struct Program;
struct Clause;

// One of the two accesses.
struct RacingAccess {
  const RaceSite& site;
  std::uint32_t slot = 0;       // SubgroupId * SubgroupSize + SubgroupLocalInvocationId
  std::uint64_t workgroup = 0;  // its number
  std::string object;           // the name of the memory
  const std::vector<LoopPlace>* loops = nullptr;  // that it was made in; null: not known
};

struct RaceReport {
  const Clause* clause = nullptr;
  std::string message;
  OtherAccess other;
};

// `race`: of `access` with `other`, an earlier one. `same_value`: neither access can tell whether the other
// happened first. `customary`: they are ordered, but only by practice.
RaceReport describe_race(const Program& program, const Dim3& group_count, const Race& race,
                         const RacingAccess& access, const RacingAccess& other, bool same_value,
                         bool de_facto_order);

// The clause alone.
const Clause& race_clause(const Race& race, const RaceSite& site, const RaceSite& other,
                          bool same_value, bool de_facto_order);

}  // namespace spirv_oracle
