#include "interpreter/ir/registry.h"

#include <iterator>

#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle {
namespace {

// Most lists are in ascending order.
void add_all(std::span<const InstructionDefinition> instructions,
             std::map<std::uint32_t, InstructionDefinition>& definitions) {
  auto next = definitions.end();
  for (const InstructionDefinition& definition : instructions)
    next = std::next(definitions.emplace_hint(next, definition.number, definition));
}

}  // namespace

void InstructionRegistry::add(std::span<const InstructionDefinition> instructions) {
  add_all(instructions, core_);
}

void InstructionRegistry::add_extended(std::string_view set,
                                       std::span<const InstructionDefinition> instructions) {
  add_all(instructions, extended_[std::string(set)]);
}

void InstructionRegistry::add_enclosure_rules(std::string_view set,
                                              std::span<const EnclosureRule> rules) {
  auto& entries = enclosure_rules_[std::string(set)];
  for (const EnclosureRule& rule : rules) entries.emplace(rule.number, &rule);
}

const EnclosureRule* InstructionRegistry::find_enclosure_rule(std::string_view set,
                                                              std::uint32_t number) const {
  if (set.empty()) {
    const InstructionDefinition* definition = find(static_cast<spv::Op>(number));
    return definition == nullptr ? nullptr : definition->enclosure;
  }
  const auto entries = enclosure_rules_.find(set);
  if (entries == enclosure_rules_.end()) return nullptr;
  const auto found = entries->second.find(number);
  return found == entries->second.end() ? nullptr : found->second;
}

void InstructionRegistry::add_input(spv::BuiltIn built_in, InputProvider provider) {
  inputs_[built_in] = provider;
}

InputProvider InstructionRegistry::find_input(spv::BuiltIn built_in) const {
  const auto found = inputs_.find(built_in);
  return found == inputs_.end() ? nullptr : found->second;
}

const InstructionDefinition* InstructionRegistry::find(spv::Op opcode) const {
  const auto found = core_.find(static_cast<std::uint32_t>(opcode));
  return found == core_.end() ? nullptr : &found->second;
}

const InstructionDefinition* InstructionRegistry::find_extended(std::string_view set,
                                                                std::uint32_t number) const {
  const auto entries = extended_.find(set);
  if (entries == extended_.end()) return nullptr;
  const auto found = entries->second.find(number);
  return found == entries->second.end() ? nullptr : &found->second;
}

}  // namespace spirv_oracle
