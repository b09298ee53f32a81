// Launches of stages that are not workgroups: vertices, fragments, and other invocations that a pipeline of several stages
// makes. Their inputs and outputs are in interpreter/stage_values.h.
#pragma once

#include <cstdint>
#include <map>

#include <spirv/unified1/spirv.hpp11>

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
  bool is_per_vertex = false;       // PerVertexKHR
  std::uint32_t stream = 0;         // Stream, of geometry shaders
};

// What an entry point reads and writes. Members of blocks of built-ins count only if an instruction accesses them.
struct StageInterface {
  std::map<InterfaceComponent, InterfaceVariable> inputs;
  std::map<InterfaceComponent, InterfaceVariable> outputs;
  std::map<spv::ExecutionMode, std::uint32_t> execution_modes;  // with the first literal, or 0

  bool has(spv::ExecutionMode mode) const { return execution_modes.contains(mode); }
  // The literal of a mode, or what holds without it.
  std::uint32_t literal(spv::ExecutionMode mode, std::uint32_t otherwise) const {
    const auto found = execution_modes.find(mode);
    return found == execution_modes.end() ? otherwise : found->second;
  }
};

StageInterface stage_interface(const Pipeline& pipeline);

// How many invocations a patch of tessellation control has, whose subgroups begin with a multiple of the subgroup size. The
// invocations of patch p begin with number p * patch_stride().
std::uint32_t patch_stride(const Pipeline& pipeline);

// Runs a pipeline whose PipelineOptions::stage is not compute. DispatchResult::stage has the outputs. Errors: those of run().
Result<DispatchResult> run_stage(const Pipeline& pipeline, const StageInvocations& invocations,
                                 const Bindings& bindings, const Policy& policy = {},
                                 const Observers& observers = {});

}  // namespace spirv_oracle
