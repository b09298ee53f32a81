// Explains which rule of the memory model a data race breaks, what is missing, and what to do.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/exec/report/barrier_names.h"
#include "interpreter/findings/clause.h"
#include "memory/race_site.h"

namespace spirv_oracle {

enum class MissingEdge : std::uint8_t;  // memory/race_detector.h

// The rules of the memory model ("Data Race", "Scoped Modification Order", "Private vs. Non-Private",
// "Availability and Visibility", "Location-Ordered").
namespace race_clauses {
extern const Clause data_race;
// Replaces data_race if the racing writes do not change the value.
extern const Clause same_value;
extern const Clause mixed_atomic;
extern const Clause atomic_scope;
// Reported only with Policy::check_de_facto_order, instead of the others.
extern const Clause ordered_de_facto;
extern const Clause private_access;
extern const Clause not_available;
extern const Clause not_visible;
extern const Clause different_references;
}  // namespace race_clauses

// Two accesses that race, with the facts that the explanation needs.
struct RaceFacts {
  const RaceSite& site;
  const RaceSite& other;
  MissingEdge missing;
  SourceLanguage language = SourceLanguage::other;
  bool vulkan_memory_model = false;
  std::string barrier{};  // " at line 10": the place of the barrier that `missing` concerns, or ""
  std::string subgroup_barrier = "subgroup barrier";  // as the source names it
  std::uint32_t subgroup = 0;                         // of the later access
  std::uint32_t other_subgroup = 0;
};

struct RaceExplanation {
  const Clause* clause = nullptr;
  const char* title = "";  // the beginning of the message
  std::string missing;     // a clause for the message
  // Advice; empty if the workgroup needs another barrier.
  std::string help;
};

RaceExplanation explain_race(const RaceFacts& facts);
// For accesses that are ordered only by widespread practice.
RaceExplanation explain_de_facto_order(MissingEdge missing, SourceLanguage language,
                                       StorageSemantics storage);

}  // namespace spirv_oracle
