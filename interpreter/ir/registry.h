// The instructions that the interpreter supports, collected from the lists in the source files.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "interpreter/findings/clause.h"
#include "interpreter/ir/input.h"
#include "interpreter/ir/instruction_facts.h"
#include "interpreter/ir/lane_exchange.h"
#include "interpreter/loader/module.h"
#include "memory/atomic_operation.h"

namespace spirv_oracle {

class Lowering;        // lowering/lowering.h
struct EnclosureRule;  // ir/enclosure_rule.h

// What the declaration of an instruction says (ir/instruction_list.h).
struct InstructionDefinition {
  std::string_view name;               // "OpUDiv"; extended instructions: "Pow"
  std::string_view instruction_class;  // of the grammar; extended instructions: the set's name
  std::uint32_t number = 0;            // opcode, or number within the extended set
  std::span<const Clause* const> clauses;
  // Emits the executable form of one instruction. Errors go to Lowering::fail.
  void (*lower)(Lowering&, const Instruction&) = nullptr;
  std::span<const MemoryOperand> memory_operands = {};
  std::optional<AtomicOperation> atomic_operation = {};
  LaneExchange exchange = {};
  bool depends_on_tangle = false;  // "Tangled Instruction"
  Signedness signedness = {};
  SourceOperator source_operator = {};
  FloatFacts floats = {};
  ComponentRule depends = &depends_by_component;
  const EnclosureRule* enclosure = nullptr;  // of core instructions
  ComparedIntegers compared_integers = {};
  bool shares_planes = false;  // the result may be in the planes of operands
};

class InstructionRegistry {
 public:
  void add(std::span<const InstructionDefinition> instructions);
  // Adds definitions to an extended set. May be called several times with the same name.
  void add_extended(std::string_view set, std::span<const InstructionDefinition> instructions);
  // Sets that can be ignored need no entry: those named "NonSemantic.*", and debug information.

  // Adds the rules for the results of the instructions of an extended set. They must live as long as the program.
  void add_enclosure_rules(std::string_view set, std::span<const EnclosureRule> rules);
  // `set`: "" for the core.
  const EnclosureRule* find_enclosure_rule(std::string_view set, std::uint32_t number) const;

  // Adds the provider of a built-in input variable.
  void add_input(spv::BuiltIn built_in, InputProvider provider);
  InputProvider find_input(spv::BuiltIn built_in) const;  // null: not supported

  const InstructionDefinition* find(spv::Op opcode) const;
  const InstructionDefinition* find_extended(std::string_view set, std::uint32_t number) const;

  // All definitions by number, for the generated tables.
  const std::map<std::uint32_t, InstructionDefinition>& core() const { return core_; }
  const std::map<std::string, std::map<std::uint32_t, InstructionDefinition>, std::less<>>&
  extended() const {
    return extended_;
  }

 private:
  std::map<std::uint32_t, InstructionDefinition> core_;
  std::map<spv::BuiltIn, InputProvider> inputs_;
  std::map<std::string, std::map<std::uint32_t, const EnclosureRule*>, std::less<>>
      enclosure_rules_;
  std::map<std::string, std::map<std::uint32_t, InstructionDefinition>, std::less<>> extended_;
};

// Registers all supported instructions of the core specification.
void register_core_instructions(InstructionRegistry& registry);

}  // namespace spirv_oracle
