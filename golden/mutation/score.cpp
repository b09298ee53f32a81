#include "golden/mutation/score.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "builtins/register_all.h"
#include "golden/mutation/faulty_registry.h"
#include "golden/mutation/oracle_run.h"
#include "golden/step_limit.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {
namespace {

class Trials {
 public:
  Trials(const Bundle& bundle, const Module& module, Dispatch dispatch, const IsNeeded& is_needed)
      : bundle_(bundle), module_(module), dispatch_(std::move(dispatch)), is_needed_(is_needed) {}

  // The correct oracle must pass.
  Result<void> check();
  void try_all(const std::vector<Fault>& faults);
  void try_all(std::span<const DriverFault> faults);
  std::vector<FaultTrial> take() { return std::move(trials_); }

 private:
  void try_driver(const std::string& instruction, std::string_view fault, const Module& module,
                  const InstructionRegistry& registry, const Dispatch& dispatch) {
    const auto result = run(module, registry, dispatch);
    trials_.push_back({instruction, std::string(fault),
                       !result || !accepts_run(bundle_, dispatch, *result),
                       result && result->status != Status::limit});
  }
  // Every module of the suite computes indices, so arithmetic is only tested in modules about it.
  bool is_tested(std::string_view instruction) const {
    const std::size_t space = instruction.rfind(' ');  // after the name of an extended set
    const bool is_function = space != std::string_view::npos;
    if (bundle_.source != "suite" || (!is_function && !computes_alone(instruction))) return true;
    const std::string_view name = is_function ? instruction.substr(space + 1) : instruction;
    return bundle_.name.starts_with(fmt::format("{}.", name));
  }
  bool is_needed(std::string_view instruction, std::string_view fault) const {
    return is_needed_ == nullptr || is_needed_(instruction, fault);
  }
  // The faults of one instruction. `registry_of` creates the wrong driver.
  template <class RegistryOf>
  void try_instruction(const std::vector<Fault>& faults, const std::string& name,
                       const RegistryOf& registry_of);

  const Bundle& bundle_;
  const Module& module_;
  Dispatch dispatch_;
  const IsNeeded& is_needed_;
  std::vector<FaultTrial> trials_;
};

Result<void> Trials::check() {
  const auto result = run(module_, default_registry(), dispatch_);
  if (!result) return tl::unexpected(result.error());
  if (!accepts_run(bundle_, dispatch_, *result)) {
    return bad_input(
        fmt::format("{}: the results of this spirv-golden are not accepted: make the bundle again",
                    bundle_.name));
  }
  dispatch_.limits.max_steps = step_limit_of_changed(result->steps);
  return {};
}

template <class RegistryOf>
void Trials::try_instruction(const std::vector<Fault>& faults, const std::string& name,
                             const RegistryOf& registry_of) {
  if (!is_tested(name)) return;
  for (const Fault& fault : faults) {
    if (!fault.concerns(name) || dispatch_.subgroup_size < fault.least_size) continue;
    if (!why_equivalent(fault.name, name).empty() || !is_needed(name, fault.name)) continue;
    try_driver(name, fault.name, module_, registry_of(fault), dispatch_);
  }
}

void Trials::try_all(const std::vector<Fault>& faults) {
  std::set<spv::Op> opcodes;
  std::set<std::pair<std::string, std::uint32_t>> extended;
  for (const Instruction& instruction : module_.instructions()) {
    if (instruction.opcode == spv::Op::OpExtInst)
      extended.emplace(module_.extended_set(instruction.id(2)), instruction.literal(3));
    else
      opcodes.insert(instruction.opcode);
  }
  for (const spv::Op opcode : opcodes) {
    const InstructionDefinition* definition = default_registry().find(opcode);
    if (definition == nullptr) continue;
    try_instruction(faults, std::string(definition->name),
                    [opcode](const Fault& fault) { return FaultyRegistry(fault, opcode); });
  }
  for (const auto& function : extended) {
    const auto* definition = default_registry().find_extended(function.first, function.second);
    if (definition == nullptr) continue;
    try_instruction(faults, fmt::format("{} {}", function.first, definition->name),
                    [&function](const Fault& fault) {
                      return FaultyRegistry(fault, function.first, function.second);
                    });
  }
}

void Trials::try_all(std::span<const DriverFault> faults) {
  for (const DriverFault& fault : faults) {
    if (!is_needed("driver", fault.name)) continue;
    std::vector<std::uint32_t> words = bundle_.words;
    Dispatch dispatch = dispatch_;
    if (!fault.change(words, dispatch)) continue;
    const auto module = load_module(words, {.validate = false, .target_env = ""});
    if (!module) continue;
    try_driver("driver", fault.name, **module, default_registry(), dispatch);
  }
}

}  // namespace

Result<std::vector<FaultTrial>> try_faults(const Bundle& bundle, const std::vector<Fault>& faults,
                                           std::span<const DriverFault> driver_faults,
                                           const IsNeeded& is_needed) {
  const auto module = load_module(bundle.words, {.validate = false, .target_env = ""});
  if (!module) return tl::unexpected(module.error());
  auto dispatch = dispatch_of(bundle);
  if (!dispatch) return tl::unexpected(dispatch.error());
  Trials trials(bundle, **module, std::move(*dispatch), is_needed);
  if (auto done = trials.check(); !done) return tl::unexpected(done.error());
  trials.try_all(faults);
  trials.try_all(driver_faults);
  return trials.take();
}

}  // namespace spirv_oracle::golden
