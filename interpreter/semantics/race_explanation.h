// What a data race breaks, and what to say of it.
#pragma once

#include <cstdint>

#include "interpreter/semantics/clause.h"
#include "memory/race_site.h"

namespace spirv_oracle {

enum class MissingEdge : std::uint8_t;  // memory/race_detector.h

// The rules of the memory model ("Data Race", "Scoped Modification Order", "Private vs. Non-Private",
// "Availability and Visibility").
namespace race_clauses {
extern const Clause data_race;
extern const Clause mixed_atomic;
extern const Clause atomic_scope;
// What only Dispatch::check_customary_order asks for, in place of the others.
extern const Clause ordered_by_custom;
extern const Clause private_access;
extern const Clause not_available;
extern const Clause not_visible;
}  // namespace race_clauses

// Which rule a race breaks, what is missing, and what would make it right.
struct RaceExplanation {
  const Clause* clause = nullptr;
  const char* missing = "";
  const char* help = "";
};
RaceExplanation explain_customary_order(MissingEdge missing);
RaceExplanation explain_race(const RaceSite& site, const RaceSite& other, MissingEdge missing);
// The same in the terms of OpenCL C, if it happened in a kernel.
RaceExplanation explain_race(const RaceSite& site, const RaceSite& other, MissingEdge missing,
                             bool in_kernel);

}  // namespace spirv_oracle
