// What to do about a data race: a sentence, and changes of the source that follow it.
#pragma once

#include <string>
#include <vector>

#include "interpreter/exec/report/barrier_names.h"
#include "interpreter/findings/finding.h"
#include "memory/flag_order.h"
#include "memory/race_detector.h"

namespace spirv_oracle {

struct Program;

struct Advice {
  std::string help;
  std::vector<SourceEdit> edits;  // as in Finding
};

// A race, as far as advice depends on it.
struct RaceToAdvise {
  const Program& program;
  const Race& race;
  const RaceSite& site;
  const RaceSite& other;
  SourceLanguage language = SourceLanguage::other;
  bool vulkan_memory_model = false;
  std::uint32_t loop = 0;             // the origin of a loop whose iterations differ; 0: none
  bool may_be_in_iterations = false;  // of an unknown loop
  std::string subgroup_barrier{};     // as the source calls it
  bool may_search = true;             // for a place in the control flow and in the source
};

// For two accesses of one workgroup that no barrier separates.
Advice advise_barrier(const RaceToAdvise& race);

// For two accesses that atomics would order if they had memory barriers.
Advice advise_memory_barriers(const RaceToAdvise& race, const FlagOrder::Flags& flags);

// Changes of the barrier that does not order the memory, for the edges barrier_...
std::vector<SourceEdit> edits_of_barrier(const RaceToAdvise& race);

}  // namespace spirv_oracle
