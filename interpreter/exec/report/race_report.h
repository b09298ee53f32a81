// Writes the report of a data race.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/exec/report/finding_log.h"
#include "memory/flag_order.h"
#include "memory/race_detector.h"

namespace spirv_oracle {

struct Program;
struct Clause;

// One of the two accesses.
struct RacingAccess {
  const RaceSite& site;
  std::uint32_t invocation = 0;  // SubgroupId * SubgroupSize + SubgroupLocalInvocationId
  std::uint64_t workgroup = 0;   // its number
  std::string object;            // the name of the memory
  std::string element;           // of what it accesses there, where the race is
  const std::vector<EnclosingLoop>* loops = nullptr;  // around the access; null: unknown
};

struct RaceReport {
  const Clause* clause = nullptr;
  std::string message;
  OtherAccess other;
};

struct RaceCircumstances {
  bool same_value = false;      // neither access can observe whether the other happened first
  bool de_facto_order = false;  // the accesses are ordered, but only by widespread practice
  std::optional<FlagOrder::Flags> flags = {};  // atomics that lack only memory barriers
  bool may_search = true;                      // for a place in the control flow and in the source
};

// `race`: between `access` and `other`, an earlier one.
RaceReport describe_race(const Program& program, const Dim3& group_count, const Race& race,
                         const RacingAccess& access, const RacingAccess& other,
                         const RaceCircumstances& circumstances);

// Only the clause.
const Clause& race_clause(const Race& race, const RaceSite& site, const RaceSite& other,
                          bool same_value, bool de_facto_order);

}  // namespace spirv_oracle
