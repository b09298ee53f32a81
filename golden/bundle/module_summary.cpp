#include "golden/bundle/module_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "grammar/core.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {
namespace {

// Classes of the grammar whose instructions do not characterize the purpose of a module.
constexpr std::array<std::string_view, 9> plain_classes{
    "Annotation", "Composite",     "Constant-Creation", "Debug",           "Function",
    "Memory",     "Miscellaneous", "Mode-Setting",      "Type-Declaration"};
constexpr std::array<std::string_view, 3> more_plain_classes{"Control-Flow", "Extension",
                                                             "Reserved"};

constexpr std::array<std::string_view, 17> operations_with_form{
    "IAdd",       "FAdd",       "IMul",      "FMul",       "SMin",          "UMin",
    "FMin",       "SMax",       "UMax",      "FMax",       "BitwiseAnd",    "BitwiseOr",
    "BitwiseXor", "LogicalAnd", "LogicalOr", "LogicalXor", "BallotBitCount"};

// The operand "Operation" of group instructions, after result type, result and scope.
constexpr unsigned operation_operand = 3;

std::string_view form_name(std::uint32_t operation) {
  switch (static_cast<spv::GroupOperation>(operation)) {
    case spv::GroupOperation::Reduce:
      return " Reduce";
    case spv::GroupOperation::InclusiveScan:
      return " InclusiveScan";
    case spv::GroupOperation::ExclusiveScan:
      return " ExclusiveScan";
    case spv::GroupOperation::ClusteredReduce:
      return " ClusteredReduce";
    default:
      return "";
  }
}

bool is_plain(std::string_view instruction_class) {
  return std::ranges::count(plain_classes, instruction_class) != 0 ||
         std::ranges::count(more_plain_classes, instruction_class) != 0;
}

std::string core_name(const Instruction& instruction, const InstructionRegistry& registry) {
  const InstructionDefinition* definition = registry.find(instruction.opcode);
  if (definition == nullptr || is_plain(definition->instruction_class)) return "";
  std::string name(definition->name);
  const bool is_group = name.starts_with("OpGroup") || name.starts_with("OpSubgroup");
  const bool has_form =
      is_group && std::ranges::any_of(operations_with_form, [&name](std::string_view operation) {
        return name.ends_with(operation) || name.ends_with(fmt::format("{}KHR", operation));
      });
  return has_form ? name + std::string(form_name(instruction.literal(operation_operand))) : name;
}

std::string extended_name(const Instruction& instruction, const Module& module,
                          const InstructionRegistry& registry) {
  const std::string_view set = module.extended_set(instruction.id(2));
  const InstructionDefinition* definition = registry.find_extended(set, instruction.literal(3));
  return definition == nullptr ? "" : fmt::format("{} {}", set, definition->name);
}

std::string name_of(const Instruction& instruction, const Module& module,
                    const InstructionRegistry& registry) {
  return instruction.opcode == spv::Op::OpExtInst ? extended_name(instruction, module, registry)
                                                  : core_name(instruction, registry);
}

std::string_view float_control_name(std::uint32_t mode) {
  switch (static_cast<spv::ExecutionMode>(mode)) {
    case spv::ExecutionMode::DenormPreserve:
      return "DenormPreserve";
    case spv::ExecutionMode::DenormFlushToZero:
      return "DenormFlushToZero";
    case spv::ExecutionMode::SignedZeroInfNanPreserve:
      return "SignedZeroInfNanPreserve";
    case spv::ExecutionMode::RoundingModeRTE:
      return "RoundingModeRTE";
    case spv::ExecutionMode::RoundingModeRTZ:
      return "RoundingModeRTZ";
    default:
      return "";
  }
}

}  // namespace

std::vector<std::string> capability_names(const Module& module) {
  std::vector<std::string> names;
  for (const spv::Capability capability : module.capabilities()) {
    const auto number = static_cast<std::uint32_t>(capability);
    const auto found =
        std::ranges::find(grammar::capability_table, number, &grammar::CapabilityInfo::number);
    names.push_back(found == std::ranges::end(grammar::capability_table) ? std::to_string(number)
                                                                         : found->name);
  }
  return names;
}

std::string instruction_name(const Module& module, const InstructionRegistry& registry,
                             std::uint32_t instruction) {
  return name_of(module.instruction(instruction), module, registry);
}

std::vector<std::string> instruction_names(const Module& module,
                                           const InstructionRegistry& registry) {
  std::set<std::string> names;
  for (const Instruction& instruction : module.instructions().subspan(1)) {
    std::string name = name_of(instruction, module, registry);
    if (!name.empty()) names.insert(std::move(name));
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> float_controls(const Module& module, const std::string& entry_point) {
  std::vector<std::string> controls;
  for (const EntryPoint& entry : module.entry_points()) {
    if (entry.name != entry_point) continue;
    for (const Instruction* mode : entry.modes) {
      const std::string_view name = float_control_name(mode->literal(1));
      if (!name.empty()) controls.push_back(fmt::format("{} {}", name, mode->literal(2)));
    }
  }
  std::ranges::sort(controls);
  return controls;
}

}  // namespace spirv_oracle::golden
