#include "interpreter/ir/imported_functions.h"

#include <algorithm>
#include <charconv>

namespace spirv_oracle {
std::string_view unmangled(std::string_view name) {
  if (!name.starts_with("_Z")) return name;
  std::size_t length = 0;
  const char* const name_end = name.data() + name.size();
  const auto [digits_end, error] = std::from_chars(name.data() + 2, name_end, length);
  const std::string_view rest(digits_end, static_cast<std::size_t>(name_end - digits_end));
  return error == std::errc() && length <= rest.size() ? rest.substr(0, length) : name;
}

bool has_functions(std::string_view set) { return set.starts_with("cl_"); }

std::string imported_name(const Module& module, Id function) {
  const auto decorations = module.decorations(function);
  const auto found =
      std::ranges::find(decorations, spv::Decoration::LinkageAttributes, &Decoration::kind);
  if (found == decorations.end() || found->literals.empty()) return {};
  const std::vector<std::uint32_t>& words = found->literals;  // the name, and the linkage type
  if (static_cast<spv::LinkageType>(words.back()) != spv::LinkageType::Import) return {};
  const auto* characters = reinterpret_cast<const char*>(words.data());
  return {characters, strnlen(characters, (words.size() - 1) * sizeof(std::uint32_t))};
}

const InstructionDefinition* find_function(const InstructionRegistry& registry,
                                           std::string_view linkage_name) {
  const std::string_view name = unmangled(linkage_name);
  for (const auto& [set, definitions] : registry.extended()) {
    if (!has_functions(set)) continue;
    for (const auto& [number, definition] : definitions) {
      if (definition.name == name) return &definition;
    }
  }
  return nullptr;
}

std::string undefined_reference(const InstructionRegistry& registry, const Module& module) {
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode != spv::Op::OpFunctionCall) continue;
    std::string name = imported_name(module, instruction.id(2));
    if (!name.empty() && find_function(registry, name) == nullptr) return name;
  }
  return {};
}

const InstructionDefinition* definition_of(const InstructionRegistry& registry,
                                           const Module& module, const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpExtInst)
    return registry.find_extended(module.extended_set(instruction.id(2)), instruction.literal(3));
  if (instruction.opcode == spv::Op::OpFunctionCall) {
    const std::string imported = imported_name(module, instruction.id(2));
    const auto* function = imported.empty() ? nullptr : find_function(registry, imported);
    if (function != nullptr) return function;
  }
  return registry.find(instruction.opcode);
}

}  // namespace spirv_oracle
