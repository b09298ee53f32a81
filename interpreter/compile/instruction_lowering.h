// Lowers single instructions. The definition of each instruction emits its records; this class adds
// what execution modes, Dispatch::arithmetic and the client API require of every instruction of a
// kind.
#pragma once

#include "interpreter/compile/broken_constants.h"
#include "interpreter/enclosures/float_rules.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct ErrorBound;  // ir/error_bound.h

// Has the error bounds and the enclosures of relaxed math.
inline constexpr std::string_view relaxed_opencl_std = "OpenCL.std, relaxed";

class InstructionLowering final : public Lowering {
 public:
  // `broken`: the operations in specialization constants whose findings the program reports.
  InstructionLowering(const SpecializedModule& types, const InstructionRegistry& registry,
                      const Dispatch& dispatch, AddressSpace& memory, ProgramBuilder& builder,
                      LoweredEntryPoint of, const BrokenConstants& broken)
      : Lowering(types, registry, dispatch, memory, builder, std::move(of)),
        broken_constants_(broken) {}

  // Lowers one instruction, except for terminators. Fails if it is not supported.
  void lower(const Instruction& instruction);

  // Emits a report of the clauses that the computation of a constant broke; in the lanes in which
  // the Boolean plane `condition`, if any, has that value.
  void report_broken_constants(Id constant, Slot condition = no_slot, bool value = true);
  // What is permitted in an instruction with float operands or results of such a type.
  FloatRules float_rules(const Instruction& instruction, ScalarType type) const;
  // The error bound of an instruction in the client API; null: none.
  const ErrorBound* error_bound(const Instruction& instruction) const;
  // That of relaxed math (KernelMath::relaxed), where it has one.
  const ErrorBound* relaxed_bound(const Instruction& instruction) const;
  bool is_correctly_rounded(const Instruction& instruction) const;

  // Whether a rearrangement is permitted that this flag of FP Fast Math Mode enables
  // (rearrangement.cpp).
  bool may_rearrange(const Instruction& instruction, std::uint32_t flag) const;
  // Whether an instruction may ignore the sign of zeros (NSZ), NaNs or infinities, according to
  // that flag (special_values.cpp).
  bool may_ignore_special(const Instruction& instruction, std::uint32_t flag) const;

  bool ignores_sign_of_zero(const Instruction& instruction) const override;
  void bound_further_results(const Instruction& instruction, std::uint32_t number,
                             std::span<const Slot> results) override;

 private:
  // In broken_constants.cpp:
  void report_broken_operands(const Instruction& instruction);
  void note_broken_result(Id constant, bool is_first);

  void check_operands(const Instruction& instruction, const InstructionDefinition& definition);
  bool float_modes_apply(const Instruction& instruction, std::uint32_t& mode);
  void select_modes(const Instruction& instruction);
  void start_flushing(const Instruction& instruction);
  void flush_results(const Instruction& instruction);
  // Applies Dispatch::arithmetic (arithmetic_choices.cpp). False: the instruction has its usual
  // meaning.
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
  // Checks for results whose precision Vulkan inherits from a formula that may give a NaN.
  void check_formula(const Instruction& instruction);
  void change_special_results(const Instruction& instruction,
                              const InstructionDefinition& definition);  // special_values.cpp
  void relax_results(const Instruction& instruction, const InstructionDefinition& definition);
  // Emits checks of values that only some modules and environments need (value_checks.cpp).
  void check_values(const Instruction& instruction, const InstructionDefinition& definition);
  void check_operands_and_results(const Instruction& instruction, std::uint32_t looks_for);
  // The FP Fast Math Mode of an instruction; none if neither it nor the entry point declares one.
  std::optional<std::uint32_t> fast_math_flags(const Instruction& instruction,
                                               const InstructionDefinition& definition) const;

  const BrokenConstants& broken_constants_;
  std::map<Id, std::uint32_t> broken_origins_;  // by the operation among the constants
  std::size_t lowered_ = 0;  // instructions, counted each time their function is inlined
};

}  // namespace spirv_oracle
