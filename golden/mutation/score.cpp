#include "golden/mutation/score.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "builtins/register_all.h"
#include "golden/draws/draw_run.h"
#include "golden/mutation/faulty_registry.h"
#include "golden/mutation/oracle_run.h"
#include "golden/step_limit.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {
namespace {

// What a run with a wrong driver shows.
struct WrongRun {
  bool is_accepted = false;
  bool ends = true;
};
using RunWith = std::function<WrongRun(const InstructionRegistry&)>;

// The wrong drivers of a bundle that were tried.
class Trials {
 public:
  Trials(const Bundle& bundle, const IsNeeded& is_needed)
      : bundle_(bundle), is_needed_(is_needed) {}

  // Faults of the instructions in a module.
  void try_instructions(const std::vector<Fault>& faults, const Module& module,
                        const RunWith& run_with);
  bool is_needed(std::string_view instruction, std::string_view fault) const {
    return is_needed_ == nullptr || is_needed_(instruction, fault);
  }
  void add(const std::string& instruction, std::string_view fault, const WrongRun& run) {
    trials_.push_back({instruction, std::string(fault), !run.is_accepted, run.ends});
  }
  std::vector<FaultTrial> take() { return std::move(trials_); }

 private:
  // Every module of the suite computes indices, so arithmetic is only tested in modules about it.
  bool is_tested(std::string_view instruction) const {
    const std::size_t space = instruction.rfind(' ');  // after the name of an extended set
    const bool is_function = space != std::string_view::npos;
    if (bundle_.source != "suite" || (!is_function && !computes_alone(instruction))) return true;
    const std::string_view name = is_function ? instruction.substr(space + 1) : instruction;
    return bundle_.name.starts_with(fmt::format("{}.", name));
  }
  // The faults of one instruction. `registry_of` creates the wrong driver.
  template <class RegistryOf>
  void try_instruction(const std::vector<Fault>& faults, const std::string& name,
                       const RunWith& run_with, const RegistryOf& registry_of);

  const Bundle& bundle_;
  const IsNeeded& is_needed_;
  std::vector<FaultTrial> trials_;
};

template <class RegistryOf>
void Trials::try_instruction(const std::vector<Fault>& faults, const std::string& name,
                             const RunWith& run_with, const RegistryOf& registry_of) {
  if (!is_tested(name)) return;
  for (const Fault& fault : faults) {
    if (!fault.concerns(name) || bundle_.assumptions.subgroup_size < fault.least_size) continue;
    if (fault.of_draws && !bundle_.draw) continue;
    if (!why_equivalent(fault.name, name).empty() || !is_needed(name, fault.name)) continue;
    add(name, fault.name, run_with(registry_of(fault)));
  }
}

void Trials::try_instructions(const std::vector<Fault>& faults, const Module& module,
                              const RunWith& run_with) {
  std::set<spv::Op> opcodes;
  std::set<std::pair<std::string, std::uint32_t>> extended;
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpExtInst)
      extended.emplace(module.extended_set(instruction.id(2)), instruction.literal(3));
    else
      opcodes.insert(instruction.opcode);
  }
  for (const spv::Op opcode : opcodes) {
    const InstructionDefinition* definition = default_registry().find(opcode);
    if (definition == nullptr) continue;
    try_instruction(faults, std::string(definition->name), run_with,
                    [opcode](const Fault& fault) { return FaultyRegistry(fault, opcode); });
  }
  for (const auto& function : extended) {
    const auto* definition = default_registry().find_extended(function.first, function.second);
    if (definition == nullptr) continue;
    try_instruction(faults, fmt::format("{} {}", function.first, definition->name), run_with,
                    [&function](const Fault& fault) {
                      return FaultyRegistry(fault, function.first, function.second);
                    });
  }
}

Error not_accepted(const Bundle& bundle) {
  return {
      Status::bad_input,
      fmt::format("{}: the results of this spirv-golden are not accepted: make the bundle again",
                  bundle.name)};
}

WrongRun run_dispatch(const Bundle& bundle, const Module& module,
                      const InstructionRegistry& registry, const Dispatch& dispatch) {
  const auto result = run(module, registry, dispatch);
  return {result && accepts_run(bundle, dispatch, *result),
          result && result->status != Status::limit};
}

Result<void> try_dispatch(const Bundle& bundle, const FaultsToTry& faults, Trials& trials) {
  const auto module = load_module(bundle.words, {.validate = false, .target_env = ""});
  if (!module) return tl::unexpected(module.error());
  auto dispatch = dispatch_of(bundle);
  if (!dispatch) return tl::unexpected(dispatch.error());
  const auto right = run(**module, default_registry(), *dispatch);
  if (!right) return tl::unexpected(right.error());
  if (!accepts_run(bundle, *dispatch, *right)) return tl::unexpected(not_accepted(bundle));
  dispatch->limits.max_steps = step_limit_of_changed(right->steps);
  trials.try_instructions(faults.instructions, **module, [&](const InstructionRegistry& registry) {
    return run_dispatch(bundle, **module, registry, *dispatch);
  });
  for (const DriverFault& fault : faults.drivers) {
    if (!trials.is_needed("driver", fault.name)) continue;
    std::vector<std::uint32_t> words = bundle.words;
    Dispatch changed = *dispatch;
    if (!fault.change(words, changed)) continue;
    const auto other = load_module(words, {.validate = false, .target_env = ""});
    if (other)
      trials.add("driver", fault.name, run_dispatch(bundle, **other, default_registry(), changed));
  }
  return {};
}

WrongRun run_draw(const Bundle& bundle, const Bundle& changed, const InstructionRegistry& registry,
                  const DrawChoices& choices, const Policy& policy) {
  const auto drawing = BundleDrawing::create(changed, registry);
  if (!drawing) return {};
  const auto drawn = drawing->draw(choices, policy);
  return {drawn && accepts_draw(bundle, *drawn), drawn && drawn->result.status != Status::limit};
}

Result<void> try_draw(const Bundle& bundle, const FaultsToTry& faults, Trials& trials) {
  const auto drawing = BundleDrawing::create(bundle, default_registry());
  if (!drawing) return tl::unexpected(drawing.error());
  const auto right = drawing->draw({}, {});
  if (!right) return tl::unexpected(right.error());
  if (!accepts_draw(bundle, *right)) return tl::unexpected(not_accepted(bundle));
  Policy policy;
  policy.limits.max_steps = step_limit_of_changed(right->result.steps);
  for (const auto& [stage, module] : drawing->modules()) {
    trials.try_instructions(faults.instructions, *module, [&](const InstructionRegistry& registry) {
      return run_draw(bundle, bundle, registry, {}, policy);
    });
  }
  for (const DrawFault& fault : faults.draws) {
    if (!trials.is_needed("draw", fault.name)) continue;
    Bundle changed = bundle;
    DrawChoices choices;
    if (fault.change(changed, choices))
      trials.add("draw", fault.name,
                 run_draw(bundle, changed, default_registry(), choices, policy));
  }
  return {};
}

}  // namespace

FaultsToTry every_fault() {
  FaultsToTry faults;
  faults.instructions = all_faults();
  faults.drivers.assign(all_driver_faults().begin(), all_driver_faults().end());
  faults.draws.assign(all_draw_faults().begin(), all_draw_faults().end());
  return faults;
}

Result<std::vector<FaultTrial>> try_faults(const Bundle& bundle, const FaultsToTry& faults,
                                           const IsNeeded& is_needed) {
  Trials trials(bundle, is_needed);
  const auto done =
      bundle.draw ? try_draw(bundle, faults, trials) : try_dispatch(bundle, faults, trials);
  if (!done) return tl::unexpected(done.error());
  return trials.take();
}

}  // namespace spirv_oracle::golden
