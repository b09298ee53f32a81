#include "interpreter/workgroup_modes.h"

#include <algorithm>
#include <vector>

#include "interpreter/compile/compile.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {
namespace {

// The parts of the constant decorated WorkgroupSize, which takes precedence over the execution modes.
std::vector<Id> built_in_size(const Module& module) {
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode != spv::Op::OpSpecConstantComposite) continue;
    const auto built_in = module.decoration(instruction.result, spv::Decoration::BuiltIn);
    if (built_in != static_cast<std::uint32_t>(spv::BuiltIn::WorkgroupSize)) continue;
    std::vector<Id> parts;
    for (unsigned i = 2; i < instruction.operand_count(); ++i) parts.push_back(instruction.id(i));
    return parts;
  }
  return {};
}

std::vector<Id> ids_of(const Instruction& mode) {
  std::vector<Id> ids;
  for (unsigned i = 2; i < mode.operand_count(); ++i) ids.push_back(mode.id(i));
  return ids;
}

void set_size_spec_ids(const Module& module, const std::vector<Id>& parts, WorkgroupModes& modes) {
  for (std::size_t i = 0; i < std::min(parts.size(), modes.size_spec_ids.size()); ++i)
    modes.size_spec_ids[i] = module.decoration(parts[i], spv::Decoration::SpecId);
}

std::optional<std::uint32_t> number(const SpecializedModule& types, Id id) {
  const auto value = types.integer(id);
  if (!value || *value < 1 || *value > 0xFFFFFFFF) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

void read_mode(const SpecializedModule& types, const Instruction& mode, WorkgroupModes& modes) {
  switch (static_cast<spv::ExecutionMode>(mode.literal(1))) {
    case spv::ExecutionMode::LocalSizeId:
      if (built_in_size(types.module()).empty())
        set_size_spec_ids(types.module(), ids_of(mode), modes);
      break;
    case spv::ExecutionMode::LocalSizeHint:
      modes.size_hint = {mode.literal(2), mode.literal(3), mode.literal(4)};
      break;
    case spv::ExecutionMode::LocalSizeHintId: {
      Dim3 hint{1, 1, 1};
      for (unsigned i = 0; i < 3; ++i) hint[i] = number(types, mode.id(i + 2)).value_or(1);
      modes.size_hint = hint;
      break;
    }
    case spv::ExecutionMode::SubgroupSize:
      modes.subgroup_size = mode.literal(2);
      break;
    case spv::ExecutionMode::SubgroupsPerWorkgroup:
      modes.subgroups_per_workgroup = mode.literal(2);
      break;
    case spv::ExecutionMode::SubgroupsPerWorkgroupId:
      modes.subgroups_per_workgroup = number(types, mode.id(2));
      break;
    default:
      break;
  }
}

}  // namespace

Result<WorkgroupModes> workgroup_modes(
    const Module& module, const InstructionRegistry& registry, const std::string& entry_point,
    const std::map<std::uint32_t, std::uint64_t>& specialization) {
  WorkgroupModes modes;
  BrokenConstants broken;  // the run has its own
  const SpecConstantContext context{registry, broken};
  const auto types =
      SpecializedModule::create(module, specialization, &evaluate_spec_constant, &context);
  if (!types) return tl::unexpected(types.error());
  const auto entry = std::ranges::find(module.entry_points(), entry_point, &EntryPoint::name);
  if (entry == module.entry_points().end()) return modes;
  if (const auto size = local_size(*types, *entry)) modes.size = *size;
  set_size_spec_ids(module, built_in_size(module), modes);
  for (const Instruction* mode : entry->modes) read_mode(*types, *mode, modes);
  return modes;
}

}  // namespace spirv_oracle
