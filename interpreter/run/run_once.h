// One run of a dispatch.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "interpreter/dispatch_result.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/state/run_knowledge.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {

struct Pass;  // run/pass.h

// What the next round of the dispatch needs from earlier ones.
struct RepeatedRunKnowledge : RunKnowledge {
  RaceWatch::Known races;
  std::map<std::uint32_t, PipeUse> pipes;  // by the number of the argument
  bool prints = false;                     // the program has instructions that print
  // With Policy::record_enclosures, in the units of Enclosures: the work that a run has done, and that the next one may do.
  std::uint64_t enclosing_work = 0;
  std::uint64_t most_enclosing_work = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::vector<EnclosedComponent>> values_of_reductions;  // EnclosingRun
  // By object, ascending: the offsets of words whose contents only depend on the order in which atomics combine floats. None
  // without checks for races.
  std::optional<std::vector<std::vector<std::uint64_t>>> reductions;
};

struct RunOutcome {
  DispatchResult result;
  RepeatedRunKnowledge knowledge;
};

// Binds the program of the pass and executes its workgroups. `knowledge` is what earlier runs found. If several workers end
// early, one worker repeats the run, so that its results, findings and buffers do not depend on the number of threads.
Result<RunOutcome> run_once(const Pass& pass, const RepeatedRunKnowledge* knowledge);

}  // namespace spirv_oracle
