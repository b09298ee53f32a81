// The execution modes of SPV_KHR_float_controls while an instruction is lowered.
#include <utility>

#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/compile/instruction/instruction_lowering.h"
#include "interpreter/exec/lanes/copy.h"
#include "interpreter/exec/lanes/flush_denormals.h"

namespace spirv_oracle {

// A float execution mode applies to instructions that read or compute floats of its width.
bool InstructionLowering::float_modes_apply(const Instruction& instruction, std::uint32_t& mode) {
  if (float_modes().none()) return false;
  select_modes(instruction);
  if (instruction.type == 0) return false;
  const FloatFacts facts = float_facts(*this, instruction);
  if (facts.only_moves) return false;
  const auto widths = [&](Id type_id) {
    const Type& t = type(type_id);
    return t.scalar.scalar_class == ScalarType::Class::floating && t.component_count > 0
               ? unsigned{t.scalar.bytes}
               : 0u;
  };
  // Of the result, or if it is not a float, of the first operand that is.
  unsigned used = widths(instruction.type), all_used = used;
  for (unsigned i = 2; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const unsigned of_operand = widths(type_id_of(instruction.id(i)));
    if (used == 0) used = of_operand;
    all_used |= of_operand;
  }
  // The processor flushes floats of all widths. So where one of the widths preserves denormals, only records flush.
  const unsigned flushed = current_modes_.flush_operands;
  // "Denormalized numbers for the half data type which may be generated when converting a float to a half using
  // vstore_half and converting a half to a float using vload_half cannot be flushed to zero." The others preserve bits.
  const bool moves_bits = is_of_set(module(), instruction, "OpenCL.std") && !facts.computes;
  const bool processor_flushes =
      (flushed & used) != 0 && (flushed & all_used) == all_used && !moves_bits;
  mode = ((current_modes_.toward_zero & used) != 0 ? float_mode_toward_zero : 0) |
         (processor_flushes ? float_mode_flush_denormals : 0);
  const bool extended = instruction.opcode == spv::Op::OpExtInst;
  if ((current_modes_.chosen_toward_zero & (extended ? used : widths(instruction.type))) != 0)
    chooses(&ArithmeticChoices::toward_zero);
  return mode != 0 || (current_modes_.flush_results & all_used) != 0;
}

// "The math instructions are not affected by the prevailing rounding mode": OpenCL.std instructions fail if a mode is
// declared. A mode that is only chosen does not apply to them.
void InstructionLowering::select_modes(const Instruction& instruction) {
  current_modes_ = float_modes();
  if (is_of_set(module(), instruction, "OpenCL.std"))
    current_modes_.toward_zero &= ~float_modes().chosen_toward_zero;
}

void InstructionLowering::start_flushing(const Instruction& instruction) {
  flushing_ = false;
  flushed_.clear();
  if ((float_modes().flush_operands | float_modes().flush_results) == 0) return;
  const FloatFacts facts = float_facts(*this, instruction);
  // "Denormalized single precision or half precision floating-point numbers passed as the input or produced as the
  // output of single precision or half precision floating-point operations may be flushed to zero."
  const bool may_flush = float_modes().chosen_flush != 0 && facts.computes &&
                         is_of_set(module(), instruction, "OpenCL.std");
  flushing_ = (facts.flushes_denormals || may_flush) && !preserves_denormals(*this, instruction);
}

void InstructionLowering::flush_results(const Instruction& instruction) {
  if (!std::exchange(flushing_, false) || instruction.result == 0) return;
  const auto scalars = components(instruction.type);
  const std::vector<Slot> results = value(instruction.result).slots;
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    const bool is_float = scalars[i].scalar_class == ScalarType::Class::floating;
    if (!is_float || !flushes_denormals(scalars[i].bytes) || !is_of_instruction(results[i]))
      continue;
    note_flushing(scalars[i].bytes);
    const bool other_sign = program_.is_kernel() && request().arithmetic.flush_results;
    emit(other_sign ? flush_to_other_zero_handler(scalars[i].bytes)
                    : flush_handler(scalars[i].bytes),
         results[i], {results[i]});
  }
}

}  // namespace spirv_oracle
