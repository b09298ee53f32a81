// Writes the report of a data race.
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
  std::string place;            // in it: "byte 4", "texel (1, 0)"
  const std::vector<LoopPlace>* loops = nullptr;  // around the access; null: unknown
};

struct RaceReport {
  const Clause* clause = nullptr;
  std::string message;
  OtherAccess other;
};

// `race`: between `access` and `other`, an earlier one. `same_value`: neither access can observe
// whether the other happened first. The last parameter: the accesses are ordered, but only by
// widespread practice.
RaceReport describe_race(const Program& program, const Dim3& group_count, const Race& race,
                         const RacingAccess& access, const RacingAccess& other, bool same_value,
                         bool de_facto_order);

// Only the clause.
const Clause& race_clause(const Race& race, const RaceSite& site, const RaceSite& other,
                          bool same_value, bool de_facto_order);

}  // namespace spirv_oracle
