// The execution modes of SPV_KHR_float_controls while an instruction is lowered.
#include <string_view>
#include <utility>

#include "grammar/opencl_std.h"
#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/compile/instruction/instruction_lowering.h"
#include "interpreter/exec/lanes/copy.h"
#include "interpreter/exec/lanes/flush_denormals.h"

namespace spirv_oracle {
namespace {

// Instructions of GLSL.std.450 that preserve the bits of their operands.
constexpr std::uint32_t pack_double = 59, unpack_double = 65;

// "The following core SPIR-V instructions must respect the DenormFlushToZero execution mode"
bool respects_denormal_flush(const Module& module, const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpFConvert:
    case spv::Op::OpConvertFToU:
    case spv::Op::OpConvertFToS:
    case spv::Op::OpQuantizeToF16:
    case spv::Op::OpFNegate:
    case spv::Op::OpFAdd:
    case spv::Op::OpFSub:
    case spv::Op::OpFMul:
    case spv::Op::OpFDiv:
    case spv::Op::OpFRem:
    case spv::Op::OpFMod:
    case spv::Op::OpFmaKHR:
    case spv::Op::OpVectorTimesScalar:
    case spv::Op::OpMatrixTimesScalar:
    case spv::Op::OpVectorTimesMatrix:
    case spv::Op::OpMatrixTimesVector:
    case spv::Op::OpMatrixTimesMatrix:
    case spv::Op::OpOuterProduct:
    case spv::Op::OpDot:
    case spv::Op::OpFOrdEqual:
    case spv::Op::OpFUnordEqual:
    case spv::Op::OpFOrdNotEqual:
    case spv::Op::OpFUnordNotEqual:
    case spv::Op::OpFOrdLessThan:
    case spv::Op::OpFUnordLessThan:
    case spv::Op::OpFOrdGreaterThan:
    case spv::Op::OpFUnordGreaterThan:
    case spv::Op::OpFOrdLessThanEqual:
    case spv::Op::OpFUnordLessThanEqual:
    case spv::Op::OpFOrdGreaterThanEqual:
    case spv::Op::OpFUnordGreaterThanEqual:
    case spv::Op::OpGroupNonUniformAllEqual:
    case spv::Op::OpSubgroupAllEqualKHR:
    case spv::Op::OpGroupNonUniformFMin:
    case spv::Op::OpGroupNonUniformFMax:
    case spv::Op::OpGroupFMin:
    case spv::Op::OpGroupFMax:
    case spv::Op::OpAtomicFAddEXT:
    case spv::Op::OpAtomicFMinEXT:
    case spv::Op::OpAtomicFMaxEXT:
    case spv::Op::OpDPdx:
    case spv::Op::OpDPdy:
    case spv::Op::OpFwidth:
    case spv::Op::OpDPdxFine:
    case spv::Op::OpDPdyFine:
    case spv::Op::OpFwidthFine:
    case spv::Op::OpDPdxCoarse:
    case spv::Op::OpDPdyCoarse:
    case spv::Op::OpFwidthCoarse:
      return true;
    case spv::Op::OpExtInst:
      return module.extended_set(instruction.id(2)) == "GLSL.std.450" &&
             instruction.literal(3) != pack_double && instruction.literal(3) != unpack_double;
    default:
      return false;
  }
}

// "Denormalized single precision or half precision floating-point numbers passed as the input or produced as the
// output of single precision or half precision floating-point operations may be flushed to zero."
bool may_flush_in_kernels(const Module& module, const Instruction& instruction) {
  return is_of_set(module, instruction, "OpenCL.std") &&
         instruction.literal(3) <= grammar::opencl_std::fast_normalize::number;
}

// "Denormalized numbers for the half data type which may be generated when converting a float to a half using vstore_half
// and converting a half to a float using vload_half cannot be flushed to zero." The others preserve bits.
bool moves_bits_in_kernels(const Module& module, const Instruction& instruction) {
  return is_of_set(module, instruction, "OpenCL.std") &&
         instruction.literal(3) > grammar::opencl_std::fast_normalize::number;
}

}  // namespace

// A float execution mode applies to instructions that read or compute floats of its width.
bool InstructionLowering::float_modes_apply(const Instruction& instruction, std::uint32_t& mode) {
  if (float_modes().none()) return false;
  select_modes(instruction);
  if (instruction.type == 0) return false;
  switch (instruction.opcode) {
    case spv::Op::OpLoad:
    case spv::Op::OpFunctionCall:
    case spv::Op::OpVariable:
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPhi:
    case spv::Op::OpSelect:
    case spv::Op::OpBitcast:
    case spv::Op::OpCopyObject:
      return false;
    default:
      break;
  }
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
  const unsigned flushed = modes_at_hand_.flush_operands;
  const bool processor_flushes = (flushed & used) != 0 && (flushed & all_used) == all_used &&
                                 !moves_bits_in_kernels(module(), instruction);
  mode = ((modes_at_hand_.toward_zero & used) != 0 ? float_mode_toward_zero : 0) |
         (processor_flushes ? float_mode_flush_denormals : 0);
  const bool extended = instruction.opcode == spv::Op::OpExtInst;
  if ((modes_at_hand_.chosen_toward_zero & (extended ? used : widths(instruction.type))) != 0)
    chooses(&ArithmeticChoices::toward_zero);
  return mode != 0 || (modes_at_hand_.flush_results & all_used) != 0;
}

// "The math instructions are not affected by the prevailing rounding mode": OpenCL.std instructions fail if a mode is
// declared. A mode that is only chosen does not apply to them.
void InstructionLowering::select_modes(const Instruction& instruction) {
  modes_at_hand_ = float_modes();
  if (is_of_set(module(), instruction, "OpenCL.std"))
    modes_at_hand_.toward_zero &= ~float_modes().chosen_toward_zero;
}

void InstructionLowering::start_flushing(const Instruction& instruction) {
  flushing_ = (float_modes().flush_operands | float_modes().flush_results) != 0 &&
              (respects_denormal_flush(module(), instruction) ||
               (float_modes().chosen_flush != 0 && may_flush_in_kernels(module(), instruction)));
  flushed_.clear();
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
