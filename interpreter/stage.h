// Launches of stages that are not workgroups: vertices, fragments, and other invocations that a pipeline of several stages
// makes. Their inputs and outputs are in interpreter/stage_values.h.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "interpreter/bindings.h"
#include "interpreter/dispatch_result.h"
#include "interpreter/pipeline.h"
#include "interpreter/policy.h"
#include "interpreter/stage_values.h"

namespace spirv_oracle {

// How a scalar of an interface is declared.
struct InterfaceVariable {
  unsigned bits = 32;  // of a scalar; 1: a Boolean
  bool is_float = false;
  bool is_signed = false;
  bool is_flat = false;             // Flat
  bool has_no_perspective = false;  // NoPerspective
  bool is_centroid = false;         // Centroid
  bool is_sample = false;           // Sample
};

// What an entry point reads and writes. Members of blocks of built-ins count only if an instruction accesses them.
struct StageInterface {
  std::map<InterfaceComponent, InterfaceVariable> inputs;
  std::map<InterfaceComponent, InterfaceVariable> outputs;
  std::set<std::uint32_t> execution_modes;  // spv::ExecutionMode: EarlyFragmentTests, ...
};

StageInterface stage_interface(const Pipeline& pipeline);

// Runs a pipeline whose PipelineOptions::stage is not compute. DispatchResult::stage has the outputs. Errors: those of run().
Result<DispatchResult> run_stage(const Pipeline& pipeline, const StageInvocations& invocations,
                                 const Bindings& bindings, const Policy& policy = {},
                                 const Observers& observers = {});

}  // namespace spirv_oracle
