// The instructions that the interpreter supports, collected from the lists in the source files.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "interpreter/findings/clause.h"
#include "interpreter/ir/input.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

class Lowering;        // lowering/lowering.h
struct EnclosureRule;  // ir/enclosure_rule.h

// An operand through which an instruction accesses memory: a pointer, or an image.
struct MemoryOperand {
  unsigned operand = 0;  // its index among the operands in the grammar
  bool reads = false;
  bool writes = false;
  // Whether it accesses exactly what the pointer points to. False: at an offset, several values, or possibly nothing.
  bool only_pointee = true;
  // The operand with the number of bytes, if there is one. If it is a constant that covers the pointee, that counts as
  // only_pointee, though more may be accessed.
  std::optional<unsigned> size = {};
};

struct InstructionDefinition {
  std::string_view name;               // "OpUDiv"; extended instructions: "Pow"
  std::string_view instruction_class;  // of the grammar; extended instructions: the set's name
  std::uint32_t number = 0;            // opcode, or number within the extended set
  std::span<const Clause* const> clauses;
  // Emits the executable form of one instruction. Errors go to Lowering::fail.
  void (*lower)(Lowering&, const Instruction&) = nullptr;
  std::span<const MemoryOperand> memory_operands = {};
};

class InstructionRegistry {
 public:
  void add(std::span<const InstructionDefinition> instructions);
  // Adds definitions to an extended set. May be called several times with the same name.
  void add_extended(std::string_view set, std::span<const InstructionDefinition> instructions);
  // Sets that can be ignored need no entry: those named "NonSemantic.*", and debug information.

  // Adds the rules for the results of the instructions of an extended set, or of the core: "". They
  // must live as long as the program.
  void add_enclosure_rules(std::string_view set, std::span<const EnclosureRule> rules);
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

namespace internal {
template <class I>
constexpr std::span<const Clause* const> clauses_of() {
  if constexpr (requires { I::clauses; }) {
    static_assert(I::clauses.size() <= max_clauses, "more clauses than handlers can collect");
    return I::clauses;
  } else {
    return {};
  }
}
template <class I>
constexpr std::string_view class_of() {
  if constexpr (requires { I::Grammar::instruction_class; }) {
    return I::Grammar::instruction_class;
  } else {
    return {};
  }
}
// Whether it certainly accesses memory; others may.
template <class I>
constexpr bool accesses_memory() {
  return class_of<I>() == "Atomic";
}
template <class I>
constexpr std::span<const MemoryOperand> memory_operands_of() {
  if constexpr (requires { I::memory_operands; }) {
    return I::memory_operands;
  } else {
    static_assert(!accesses_memory<I>(), "which operands are memory_operands?");
    return {};
  }
}
template <class I>
constexpr std::uint32_t number_of() {
  if constexpr (requires { I::Grammar::opcode; }) {
    return static_cast<std::uint32_t>(I::Grammar::opcode);
  } else {
    return I::Grammar::number;
  }
}
}  // namespace internal

// The instructions of one section. Each has `Grammar` (generated), `lower<Self>` (from its family
// or its own), `clauses` if there are any, and `memory_operands` if it accesses memory.
template <class... I>
struct InstructionList {
  static constexpr std::array<InstructionDefinition, sizeof...(I)> definitions = {
      InstructionDefinition{I::Grammar::name, internal::class_of<I>(), internal::number_of<I>(),
                            internal::clauses_of<I>(), &I::template lower<I>,
                            internal::memory_operands_of<I>()}...};
};

}  // namespace spirv_oracle
