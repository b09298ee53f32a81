// Programs with the memory of one run, and the programs that a pipeline keeps.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "interpreter/compile/compile.h"

namespace spirv_oracle {

// A program, ready to run once on its own memory.
struct BoundProgram {
  explicit BoundProgram(std::shared_ptr<const CompiledProgram> of)
      : compiled(std::move(of)), program(compiled->program), objects(compiled->objects) {}

  std::shared_ptr<const CompiledProgram> compiled;
  const Program& program;
  const ResourceObjects& objects;
  AddressSpace memory;
  std::vector<Finding> findings;  // about limits of the device
};

// A dispatch without what the pipeline says.
struct BindingRequest {
  const Launch& launch;
  const Bindings& bindings;
  Instrumentation instrumentation;
  std::uint64_t max_memory = Limits{}.max_memory;
  std::uint64_t memory_in_use = 0;  // the part of max_memory that is already in use
  std::optional<CandidateOrder> candidate_order = {};  // instead of that of the pipeline
};

// The programs of a Pipeline. bind() may be called from several threads at a time.
class Pipeline::Programs {
 public:
  Programs(std::shared_ptr<const Module> module, const InstructionRegistry& registry,
           PipelineOptions options)
      : module_(std::move(module)), registry_(registry), options_(std::move(options)) {}

  // The caller keeps the module.
  Programs(const Module& module, const InstructionRegistry& registry,
           const PipelineOptions& options)
      : module_(std::shared_ptr<const void>(), &module), registry_(registry), options_(options) {}

  // Must succeed before anything is bound. Errors: those of specialize().
  Result<void> specialize(std::uint64_t max_memory, Deadline deadline);
  // Errors: those of compile(); bad_input and limit for a launch that is not possible.
  Result<std::unique_ptr<BoundProgram>> bind(const BindingRequest& request, Deadline deadline);

  const Module& module() const { return *module_; }
  const InstructionRegistry& registry() const { return registry_; }
  const PipelineOptions& options() const { return options_; }
  // After specialize().
  const SpecializedEntryPoint& entry() const { return *entry_; }
  std::size_t count() const;

 private:
  // The program for the request, which is compiled unless there is one.
  Result<std::shared_ptr<const CompiledProgram>> program_for(const ProgramRequest& request,
                                                             Deadline deadline);
  bool is_kernel() const { return entry_->entry_point.model == spv::ExecutionModel::Kernel; }

  std::shared_ptr<const Module> module_;
  const InstructionRegistry& registry_;
  PipelineOptions options_;
  std::shared_ptr<const SpecializedEntryPoint> entry_;
  mutable std::mutex mutex_;                                  // of what follows
  std::list<std::shared_ptr<const CompiledProgram>> recent_;  // the latest one used comes first
};

// What a run with this policy needs.
Instrumentation instrumentation_of(const Policy& policy);

// Compiles the entry point of a dispatch and binds it. Errors: those of Pipeline::create and bind(). The first one: within the
// time limit of the dispatch, as its policy needs it.
Result<std::unique_ptr<BoundProgram>> bind_once(const Module& module,
                                                const InstructionRegistry& registry,
                                                const Dispatch& dispatch);
Result<std::unique_ptr<BoundProgram>> bind_once(const Module& module,
                                                const InstructionRegistry& registry,
                                                const Dispatch& dispatch,
                                                const Instrumentation& instrumentation,
                                                Deadline deadline = no_deadline);

}  // namespace spirv_oracle
