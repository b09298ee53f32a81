// One workgroup: its subgroups, its memory, and the order in which the subgroups run.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/exec/report/workgroup_findings.h"
#include "interpreter/exec/report/workgroup_observers.h"
#include "interpreter/exec/stall.h"
#include "interpreter/exec/state/budget.h"
#include "interpreter/exec/state/run_knowledge.h"
#include "interpreter/exec/state/workgroup_shape.h"
#include "interpreter/exec/tangles/shadow_runs.h"
#include "interpreter/exec/workgroup_output.h"
#include "interpreter/exec/workgroup_state.h"
#include "interpreter/exec/workgroup_subgroups.h"
#include "interpreter/ir/program.h"
#include "memory/address_space.h"

namespace spirv_oracle {

class Schedule;  // exec/schedule.h

// How the turn of a workgroup ended.
enum class Turn : std::uint8_t {
  interrupted,
  finished,
  stalled,  // it continues in this way until others change memory
  ended,    // the run ends
};

// Runs workgroups one after the other, with the same registers. Handlers use its parts; each part begins anew, or
// continues, when the next workgroup starts, as its class says.
class Workgroup {
 public:
  // `shadow_level`: the nesting depth of shadow runs.
  Workgroup(const Program& program, const Launch& launch, const Policy& policy,
            AddressSpace& memory, Budget& budget, unsigned shadow_level = 0);
  ~Workgroup();

  WorkgroupEnd run(std::uint64_t index);
  // In turns: start() starts a workgroup, and the others run it until its turn ends. In order: all
  // subgroups, one after the other, each until it waits or has run for long.
  void start(std::uint64_t index);
  Turn run_in_order();
  // Runs one subgroup until the schedule interrupts it.
  Turn run_by(Schedule& schedule);
  // For ShadowRuns: starts the same workgroup as the other one, without running it.
  void start_in_shadow_of(const Workgroup& of);

  const Program& program() const { return program_; }
  const Launch& launch() const { return launch_; }
  const Policy& policy() const { return policy_; }
  AddressSpace& memory() { return memory_; }
  const AddressSpace& memory() const { return memory_; }

  const WorkgroupShape& shape() const { return shape_; }
  WorkgroupSubgroups& subgroups() { return subgroups_; }
  const WorkgroupSubgroups& subgroups() const { return subgroups_; }
  WorkgroupState& state() { return state_; }
  WorkgroupLimits& limits() { return limits_; }
  const WorkgroupLimits& limits() const { return limits_; }
  StallWatch& stall_watch() { return stall_watch_; }
  WorkgroupKnowledge& knowledge() { return knowledge_; }
  WorkgroupObservers& observers() { return observers_; }
  WorkgroupFindings& findings() { return findings_; }
  WorkgroupOutput& output() { return output_; }
  ShadowRuns& shadow_runs() { return shadow_runs_; }

 private:
  void start_memory();
  // Runs one subgroup until it stops, or according to a schedule. False if the whole run ends.
  bool run_subgroup(Subgroup& subgroup, Schedule* schedule);
  Turn finish();
  bool poll(const Subgroup& subgroup);
  // Whether race detection needs too much memory or time.
  bool must_give_up_races() const;
  // The limit of memory that was reached; `finished` if none.
  WorkgroupEnd limit_of_memory() const;
  // Whether the subgroups repeat their state forever. If that is only a suspicion, ends the run.
  bool is_stalled(std::uint64_t steps);
  Turn stalled_turn() const;

  const Program& program_;
  const Launch& launch_;
  const Policy& policy_;
  AddressSpace& memory_;
  WorkgroupShape shape_;
  WorkgroupSubgroups subgroups_;
  std::vector<std::uint32_t> runnable_;  // subgroups; used while one is selected
  WorkgroupState state_;
  WorkgroupLimits limits_;
  StallWatch stall_watch_;
  WorkgroupKnowledge knowledge_;
  WorkgroupObservers observers_;
  WorkgroupFindings findings_;
  WorkgroupOutput output_;
  ShadowRuns shadow_runs_;
};

}  // namespace spirv_oracle
