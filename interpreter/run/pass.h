// One of the runs in which a dispatch is executed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "interpreter/compile/bound_program.h"
#include "interpreter/deadline.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {

// What the caller requests, which each run may change for the next one, and what the runs so far found.
struct Pass : Launch, Policy, Observers {
  Pass(Pipeline::Programs& of, const Launch& launch, const Bindings& bound, const Policy& policy,
       const Observers& observers)
      : Launch(launch),
        Policy(policy),
        Observers(observers),
        programs(of),
        bindings(bound),
        deadline(deadline_after(policy.limits.timeout_seconds)) {
    if (jobs == 0) jobs = useful_jobs();
  }

  Pipeline::Programs& programs;
  const Bindings& bindings;
  Deadline deadline;
  bool debug = false;                       // as in Instrumentation
  bool record_provenance = false;           // for `explain`
  bool has_independent_workgroups = false;  // as in DispatchResult, of an earlier run
  bool follows_uncertain_branches = false;  // as in Instrumentation
  bool knows_outside_accesses = false;      // as in Instrumentation
  std::map<std::uint32_t, PipeUse> pipes;   // as in Instrumentation
  std::vector<std::vector<std::uint64_t>>
      reductions;  // RepeatedRunKnowledge::reductions of the latest run that knows them
  std::uint64_t memory_in_use = 0;                // as in BindingRequest
  std::optional<CandidateOrder> candidate_order;  // none: that of the pipeline

  // Enough for the cores, but so few that each has some workgroups, because it takes time to start one.
  std::uint32_t useful_jobs() const;
  std::uint64_t workgroups() const { return std::uint64_t{groups[0]} * groups[1] * groups[2]; }
  const Module& module() const { return programs.module(); }
  const InstructionRegistry& registry() const { return programs.registry(); }
  Result<std::unique_ptr<BoundProgram>> bind() const;
};

}  // namespace spirv_oracle
