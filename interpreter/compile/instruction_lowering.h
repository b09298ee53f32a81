// Lowers instructions one by one: the definition of each emits its records, and what execution modes, Dispatch::arithmetic
// and the client API say of every instruction of a kind goes around these.
#pragma once

#include "interpreter/compile/broken_constants.h"
#include "interpreter/enclosures/float_rules.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct ErrorBound;  // ir/error_bound.h

class InstructionLowering final : public Lowering {
 public:
  using Lowering::Lowering;

  // Lowers one instruction that is no terminator. Fails if it is not supported.
  void lower(const Instruction& instruction);

  void set_broken_constants(const BrokenConstants& broken) {
    broken_constants_ = broken.empty() ? nullptr : &broken;
  }
  // Emits what reports the clauses that a constant was computed by breaking, in the lanes where a Boolean plane, if
  // there is one, has that value.
  void report_broken_constants(Id constant, Slot condition = no_slot, bool value = true);
  // What is left open in an instruction that gives or takes floats of such a type.
  FloatRules float_rules(const Instruction& instruction, ScalarType type) const;
  // The results within which the client API bounds an instruction; null: none.
  const ErrorBound* error_bound(const Instruction& instruction) const;
  // That of relaxed math (KernelMath::relaxed), where it has one.
  const ErrorBound* relaxed_bound(const Instruction& instruction) const;
  bool is_correctly_rounded(const Instruction& instruction) const;

  // Whether a rearrangement is allowed that takes this flag of FP Fast Math Mode (rearrangement.cpp).
  bool may_rearrange(const Instruction& instruction, std::uint32_t flag) const;
  // Whether the sign of a zero (NSZ), NaNs or infinities may be taken for something else by an instruction, as that
  // flag says (special_values.cpp).
  bool may_ignore_special(const Instruction& instruction, std::uint32_t flag) const;

  bool ignores_sign_of_zero(const Instruction& instruction) const override;
  void bound_further_results(const Instruction& instruction, std::uint32_t number,
                             std::span<const Slot> results) override;

 private:
  void report_broken_operands(const Instruction& instruction);  // broken_constants.cpp
  bool check_operands(const Instruction& instruction, const InstructionDefinition& definition);
  bool float_modes_apply(const Instruction& instruction, std::uint32_t& mode);
  void select_modes(const Instruction& instruction);
  void start_flushing(const Instruction& instruction);
  void flush_results(const Instruction& instruction);
  // What Dispatch::arithmetic chooses (arithmetic_choices.cpp). False: the instruction has its usual meaning.
  bool lower_as_chosen(const Instruction& instruction);
  bool lower_rearranged(const Instruction& instruction);       // rearrangement.cpp
  bool lower_assuming_finite(const Instruction& instruction);  // special_values.cpp
  void choose_results(const Instruction& instruction, const InstructionDefinition& definition);
  void bound_results(const Instruction& instruction);
  void move_within(const ErrorBound& bound, const Instruction& instruction,
                   std::span<const Slot> results);
  std::vector<std::uint32_t> bounded_operands(const ErrorBound& bound,
                                              const Instruction& instruction, std::size_t component,
                                              std::size_t component_count);
  // Looks for results that Vulkan inherits from a formula that may give a NaN.
  void check_formula(const Instruction& instruction);
  void change_special_results(const Instruction& instruction,
                              const InstructionDefinition& definition);  // special_values.cpp
  void relax_results(const Instruction& instruction, const InstructionDefinition& definition);
  // Emits the tests of values that only some modules and environments need (value_checks.cpp).
  void check_values(const Instruction& instruction, const InstructionDefinition& definition);
  void check_operands_and_results(const Instruction& instruction, std::uint32_t looks_for);
  // FP Fast Math Mode of an instruction; none: neither it nor the entry point declares one.
  std::optional<std::uint32_t> fast_math_flags(const Instruction& instruction,
                                               const InstructionDefinition& definition) const;

  const BrokenConstants* broken_constants_ = nullptr;  // null where there are none
  std::map<Id, std::uint32_t> broken_origins_;         // by the operation among the constants
  std::size_t lowered_ = 0;  // instructions, each as often as its function is inlined
};

}  // namespace spirv_oracle
