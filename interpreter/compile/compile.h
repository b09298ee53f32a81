// From a module to its executable form: specialization, checks, lowering.
#pragma once

#include <memory>
#include <vector>

#include "interpreter/compile/instruction/broken_constants.h"
#include "interpreter/deadline.h"
#include "interpreter/dispatch.h"
#include "interpreter/findings/finding.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/registry.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {

// An entry point of a module with the values of its specialization constants.
struct SpecializedEntryPoint {
  const InstructionRegistry& registry;
  const EntryPoint& entry_point;
  SpecializedModule types;
  BrokenConstants broken;
};

// Errors: bad_input (no such entry point, or a specialization that does not fit), unsupported (a capability or an extension;
// named), limit.
Result<std::shared_ptr<const SpecializedEntryPoint>> specialize(const Module& module,
                                                                const InstructionRegistry& registry,
                                                                const PipelineOptions& options,
                                                                Deadline deadline = no_deadline);

// A program and the memory that it expects. Nothing changes it, so several runs can use it at a time.
struct CompiledProgram {
  std::shared_ptr<const SpecializedEntryPoint> entry;
  AddressSpace memory;  // the resources, which are only reserved, then the objects of the program
  ResourceObjects objects;
  Program program;
};

// Errors: bad_input (a missing resource), unsupported (a reachable instruction; named), limit.
Result<std::shared_ptr<const CompiledProgram>> compile(
    std::shared_ptr<const SpecializedEntryPoint> entry, const ProgramRequest& request,
    Deadline deadline = no_deadline);

// The context of evaluate_spec_constant.
struct SpecConstantContext {
  const InstructionRegistry& registry;
  BrokenConstants& broken;  // gets the clauses that the operation breaks
  Deadline deadline = no_deadline;
  bool vulkan_environment = false;  // PipelineOptions::vulkan_environment
  FeatureSet features = {};         // PipelineOptions::features
};

// Evaluates an OpSpecConstantOp by executing its instruction; `context` is a SpecConstantContext.
Result<ConstantValue> evaluate_spec_constant(const SpecializedModule& types,
                                             const Instruction& instruction, const void* context);

}  // namespace spirv_oracle
