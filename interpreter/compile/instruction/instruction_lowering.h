// Lowers single instructions. The definition of each instruction emits its records; this class adds
// what execution modes, PipelineOptions::arithmetic and the client API require of every instruction of a
// kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "interpreter/compile/instruction/broken_constant_reports.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

class InstructionLowering final : public Lowering {
 public:
  // `broken`: the operations in specialization constants whose findings the program reports.
  InstructionLowering(const SpecializedModule& types, const InstructionRegistry& registry,
                      const ProgramRequest& request, AddressSpace& memory, ProgramBuilder& builder,
                      LoweredEntryPoint of, const BrokenConstants& broken)
      : Lowering(types, registry, request, memory, builder, std::move(of)),
        broken_constants_(*this, broken) {}

  // Lowers one instruction, except for terminators. Fails if it is not supported.
  void lower(const Instruction& instruction);

  // What lower() keeps about an instruction: for one that lowers others, which it calls.
  struct Current {
    const Instruction* instruction = nullptr;
    FloatModes modes;
    bool flushing = false;
    std::map<Slot, Slot> flushed;
    Slot first_new_slot = 0;
  };
  Current current() const {
    return {current_, current_modes_, flushing_, flushed_, first_new_slot_};
  }
  void resume(const Current& current);

  BrokenConstantReports& broken_constants() { return broken_constants_; }

 private:
  void check_operands(const Instruction& instruction, const InstructionDefinition& definition);
  // Emits what defines the result of the instruction, with the choices of PipelineOptions::arithmetic.
  void lower_with_choices(const Instruction& instruction, const InstructionDefinition& definition);

  // In float_modes.cpp:
  bool float_modes_apply(const Instruction& instruction, std::uint32_t& mode);
  void select_modes(const Instruction& instruction);
  void start_flushing(const Instruction& instruction);
  void flush_results(const Instruction& instruction);

  BrokenConstantReports broken_constants_;
  std::size_t lowered_ = 0;  // instructions, counted each time their function is inlined
};

}  // namespace spirv_oracle
