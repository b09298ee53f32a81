// From a module to its executable form: specialization, checks, lowering.
#pragma once

#include <memory>
#include <vector>

#include "interpreter/compile/instruction/broken_constants.h"
#include "interpreter/deadline.h"
#include "interpreter/findings/finding.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/registry.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {

// An entry point, ready to run on the resources of its dispatch.
struct CompiledDispatch {
  std::unique_ptr<SpecializedModule> types;
  AddressSpace memory;  // the resources, then the objects of the program
  ResourceObjects objects;
  Program program;
  std::vector<Finding> findings;  // about limits of the device
};

// Errors: bad_input (no such entry point, a missing resource), unsupported (a capability, an extension
// or a reachable instruction; named), limit.
Result<std::unique_ptr<CompiledDispatch>> compile(const Module& module,
                                                  const InstructionRegistry& registry,
                                                  const Dispatch& dispatch,
                                                  Deadline deadline = no_deadline);

// The context of evaluate_spec_constant.
struct SpecConstantContext {
  const InstructionRegistry& registry;
  BrokenConstants& broken;  // gets the clauses that the operation breaks
  Deadline deadline = no_deadline;
  bool vulkan_environment = false;  // Dispatch::vulkan_environment
  FeatureSet features = {};         // Dispatch::features
};

// Evaluates an OpSpecConstantOp by executing its instruction; `context` is a SpecConstantContext.
Result<ConstantValue> evaluate_spec_constant(const SpecializedModule& types,
                                             const Instruction& instruction, const void* context);

}  // namespace spirv_oracle
