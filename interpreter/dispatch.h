// A dispatch with all that belongs to it, for callers who run a module once. Who dispatches more than once keeps a Pipeline
// (interpreter/pipeline.h).
#pragma once

#include <memory>
#include <string>

#include "interpreter/module_info.h"
#include "interpreter/pipeline.h"

namespace spirv_oracle {

// A dispatch of a compute shader or a kernel. The caller handles everything else (API objects, file
// formats).
struct Dispatch : PipelineOptions, Launch, Bindings, Policy, Observers {};

// How many workgroups of a dispatch take turns, if memory suffices.
std::uint32_t workgroups_in_flight(const Launch& launch, const Policy& policy);

// Runs the dispatch once. DispatchResult has the contents of all resources. Errors: those of Pipeline::create and of run() with
// a pipeline.
Result<DispatchResult> run(const Module& module, const InstructionRegistry& registry,
                           Dispatch dispatch);

// The location of an instruction of the module, by its number (see ExchangedResult).
CodeLocation locate(const Module& module, const InstructionRegistry& registry,
                    std::uint32_t instruction);

// The arithmetic choices of the dispatch that have an effect in the module. Does not run anything.
Result<ArithmeticChoices> effective_arithmetic(const Module& module,
                                               const InstructionRegistry& registry,
                                               const Dispatch& dispatch);

// The executable form of the entry point as text.
Result<std::string> print_ir(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch);

}  // namespace spirv_oracle
