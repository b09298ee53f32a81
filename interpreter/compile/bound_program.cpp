#include "interpreter/compile/bound_program.h"

#include <algorithm>
#include <utility>

#include "interpreter/checks/device_limits.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t most_programs = 16;  // that a pipeline keeps

Result<void> check_launch(const Launch& launch, bool is_kernel, Stage stage) {
  std::uint64_t groups = 1;
  for (const std::uint32_t count : launch.groups) {
    groups *= count;
    if (groups >> 40 != 0) return limit_reached("more than 2^40 workgroups");
  }
  if (launch.global_size && !is_kernel)
    return bad_input("a global size is for kernels: a dispatch of a shader counts workgroups");
  if ((launch.invocations == nullptr) != (stage == Stage::compute))
    return bad_input("only a graphics stage is run with invocations instead of workgroups");
  return {};
}

}  // namespace

Result<void> Pipeline::Programs::specialize(std::uint64_t max_memory, Deadline deadline) {
  auto entry = spirv_oracle::specialize(*module_, registry_, options_, max_memory, deadline);
  if (!entry) return tl::unexpected(entry.error());
  entry_ = std::move(*entry);
  return {};
}

std::size_t Pipeline::Programs::count() const {
  const std::lock_guard lock(mutex_);
  return recent_.size();
}

Result<std::shared_ptr<const CompiledProgram>> Pipeline::Programs::program_for(
    const ProgramRequest& request, Deadline deadline) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find_if(
      recent_, [&](const auto& compiled) { return compiled->program.request == request; });
  if (known != recent_.end()) {
    recent_.splice(recent_.begin(), recent_, known);
    return recent_.front();
  }
  auto compiled = compile(entry_, request, deadline);
  if (!compiled) return compiled;
  recent_.push_front(*compiled);
  if (recent_.size() > most_programs) recent_.pop_back();
  return compiled;
}

Result<std::unique_ptr<BoundProgram>> Pipeline::Programs::bind(const BindingRequest& request,
                                                               Deadline deadline) {
  if (const auto ok = check_launch(request.launch, is_kernel(), options_.stage); !ok)
    return tl::unexpected(ok.error());
  const std::uint64_t limit =
      request.max_memory - std::min(request.max_memory, request.memory_in_use);
  const auto does_not_fit = [&] {
    return limit_reached("memory limit reached: the buffers do not fit into " +
                         std::to_string(request.max_memory) + " bytes");
  };
  if (memory_of_contents(request.bindings) > limit) return does_not_fit();
  ProgramRequest wanted{options_, is_kernel() ? request.launch : Launch{},
                        shapes_of(request.bindings), request.instrumentation, request.max_memory};
  wanted.candidate_order = request.candidate_order.value_or(options_.candidate_order);
  auto compiled = program_for(wanted, deadline);
  if (!compiled) return tl::unexpected(compiled.error());
  auto bound = std::make_unique<BoundProgram>(std::move(*compiled));
  bound->memory = bound->compiled->memory.instance();
  if (bound->memory.used() > limit) return does_not_fit();
  bound->memory.set_limit(limit);
  bind_resources(request.bindings, bound->objects, bound->memory);
  bound->findings = exceeded_limits(bound->program, entry_->entry_point, request.launch);
  return bound;
}

Pipeline::Pipeline(std::unique_ptr<Programs> programs) : programs_(std::move(programs)) {}
Pipeline::~Pipeline() = default;

Result<std::shared_ptr<const Pipeline>> Pipeline::create(std::shared_ptr<const Module> module,
                                                         const InstructionRegistry& registry,
                                                         PipelineOptions options,
                                                         const Limits& limits) {
  auto programs = std::make_unique<Programs>(std::move(module), registry, std::move(options));
  if (const auto ok =
          programs->specialize(limits.max_memory, deadline_after(limits.timeout_seconds));
      !ok)
    return tl::unexpected(ok.error());
  return std::shared_ptr<const Pipeline>(new Pipeline(std::move(programs)));
}

const Module& Pipeline::module() const { return programs_->module(); }
const InstructionRegistry& Pipeline::registry() const { return programs_->registry(); }
const PipelineOptions& Pipeline::options() const { return programs_->options(); }
std::size_t Pipeline::program_count() const { return programs_->count(); }

Instrumentation instrumentation_of(const Policy& policy) {
  Instrumentation instrumentation;
  instrumentation.check_races = policy.check_races;
  instrumentation.check_de_facto_order = policy.check_de_facto_order;
  instrumentation.record_enclosures = policy.record_enclosures;
  instrumentation.record_exchanges = policy.record_exchanges;
  instrumentation.several_threads = policy.jobs != 1;
  return instrumentation;
}

Result<std::unique_ptr<BoundProgram>> bind_once(const Module& module,
                                                const InstructionRegistry& registry,
                                                const Dispatch& dispatch,
                                                const Instrumentation& instrumentation,
                                                Deadline deadline) {
  Pipeline::Programs programs(module, registry, dispatch);
  if (const auto ok = programs.specialize(dispatch.limits.max_memory, deadline); !ok)
    return tl::unexpected(ok.error());
  return programs.bind({dispatch, dispatch, instrumentation, dispatch.limits.max_memory}, deadline);
}

Result<std::unique_ptr<BoundProgram>> bind_once(const Module& module,
                                                const InstructionRegistry& registry,
                                                const Dispatch& dispatch) {
  return bind_once(module, registry, dispatch, instrumentation_of(dispatch),
                   deadline_after(dispatch.limits.timeout_seconds));
}

Result<ArithmeticChoices> effective_arithmetic(const Module& module,
                                               const InstructionRegistry& registry,
                                               const Dispatch& dispatch) {
  const auto bound = bind_once(module, registry, dispatch);
  if (!bound) return tl::unexpected(bound.error());
  return (*bound)->program.depends_on;
}

}  // namespace spirv_oracle
