// From a file with a module to its dispatch, by the options of spirv-run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/run_options.h"
#include "frontend/frontend.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Loads the words of a file. Errors: those of load_in_time; of an invalid module, the message says how to select another
// environment.
Result<std::shared_ptr<const Module>> load_module_of(const ModuleFile& file,
                                                     const ModuleOptions& options);

// describe(), within the limits of the options.
ModuleInfo describe_in_time(const Module& module, const RunOptions& options);

// The dispatch with its resources, unless only the executable form is printed, which needs none. The names of resources in
// the options are bindings already (resolve_names). `notes`, errors: those of make_dispatch and add_resources.
Result<Dispatch> make_dispatch_in_time(const Module& module, const InstructionRegistry& registry,
                                       const ModuleInfo& info, const EntryPointInfo& entry,
                                       const RunOptions& options, std::vector<std::string>& notes);

// Sets what a run examines: origins of values, enclosures, orders.
void take_policy(const RunOptions& options, Dispatch& dispatch);

// Whether the inputs are kept for executions that may witness marks. Large ones are kept only on request.
bool keeps_inputs(const RunOptions& options, const Dispatch& dispatch);

}  // namespace spirv_oracle
