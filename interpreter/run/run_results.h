// Combines the results of a run from its workers and observers.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "interpreter/compile/bound_program.h"
#include "interpreter/dispatch_result.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"
#include "interpreter/run/pass.h"
#include "interpreter/run/workers.h"

namespace spirv_oracle {

// The limit at which a run has ended, for people.
std::string describe_end(WorkgroupEnd end, const Limits& limits);
// Status, counts, findings and memory. Takes the buffers out of the pass, so nothing can
// execute afterwards.
void collect(BoundProgram& compiled, const Pass& pass, const std::vector<WorkerResult>& workers,
             FindingLog& log, DispatchResult& result);
// Determines which undefined results reached the buffers, and makes their findings show such an
// occurrence.
void follow_undefined_results(const BoundProgram& compiled, Provenance& provenance, FindingLog& log,
                              DispatchResult& result);
// Adds undefined behavior on paths that this run does not take.
void add_possible_findings(const Program& program, const FindingLog& log, DispatchResult& result);
// `provenance` is null in runs without it.
void add_findings(const BoundProgram& compiled, const Provenance* provenance, const FindingLog& log,
                  DispatchResult& result);
// Adds the origin of indeterminate values in the final buffers.
void explain_buffers(const BoundProgram& compiled, Provenance& provenance, DispatchResult& result);

// By object: those of the buffers, then those of the memories. Must be called before their bytes
// are taken. No two workers have enclosed the same bytes.
std::vector<std::vector<EnclosedComponent>> enclosed_components(
    const BoundProgram& compiled, const Pass& pass, const std::deque<Enclosures>& of_workers);
// In the same order, reductions by atomics.
std::vector<std::vector<EnclosedComponent>> enclosed_reductions(
    const BoundProgram& compiled, const Pass& pass, const std::deque<Enclosures>& of_workers);
// In the same order, the words that only depend on the order in which atomics combine floats.
std::vector<std::vector<std::uint64_t>> words_of_reductions(const BoundProgram& compiled,
                                                            const Pass& pass, RaceWatch& races);
void add_enclosures(std::vector<std::vector<EnclosedComponent>>& components,
                    DispatchResult& result);
// What an enclosing run did.
struct EnclosingRun {
  bool follows_all = false;           // it tracked every freedom that the usual run tracks
  bool has_certain_branches = false;  // no branch depended on indeterminate values
  // By object: the words that only depend on the order in which atomics combine floats (RepeatedRunKnowledge::reductions), and the values
  // that these may be (Enclosures::reductions_in).
  std::vector<std::vector<std::uint64_t>> reductions;
  std::vector<std::vector<EnclosedComponent>> values_of_reductions;
};
// Moves enclosures from the result of an enclosing run to that of the usual one.
void take_enclosures(DispatchResult& enclosed, const EnclosingRun& run, DispatchResult& result);
// Marks the components that are not floats, but have an enclosure, and those that depend on a branch on floats.
void mark_rounding(const Module& module, const InstructionRegistry& registry,
                   DispatchResult& result);

}  // namespace spirv_oracle
