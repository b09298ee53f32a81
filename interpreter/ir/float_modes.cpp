// The execution modes of SPV_KHR_float_controls while an instruction is lowered.
#include <utility>

#include "interpreter/ir/lowering.h"
#include "interpreter/semantics/families.h"
#include "interpreter/semantics/numeric/denormal.h"

namespace spirv_oracle {
namespace {

struct FlushToZero {
  template <class Bits>
  static Bits component(Bits bits) {
    return flush_denormal_bits(bits);
  }
};

Handler flush_handler(unsigned bytes) {
  using internal::component_handler;
  switch (bytes) {
    case 2:
      return component_handler<FlushToZero, std::uint16_t, std::uint16_t>();
    case 4:
      return component_handler<FlushToZero, std::uint32_t, std::uint32_t>();
    default:
      return component_handler<FlushToZero, std::uint64_t, std::uint64_t>();
  }
}

// Of GLSL.std.450; they keep bits as they are.
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

}  // namespace

void Lowering::start_flushing(const Instruction& instruction) {
  flushing_ = flush_denormals_ != 0 && respects_denormal_flush(module(), instruction);
  flushed_.clear();
}

Slot Lowering::flushed(Slot operand, ScalarType type) {
  if (type.scalar_class != ScalarType::Class::floating || !flushes_denormals(type.bytes) ||
      !check_width(operand, type.bytes)) {
    return operand;
  }
  const auto [entry, inserted] = flushed_.try_emplace(operand, operand);
  if (inserted) {
    entry->second = new_plane(type);
    emit(flush_handler(type.bytes), entry->second, {operand});
  }
  return entry->second;
}

void Lowering::flush_results(const Instruction& instruction) {
  if (!std::exchange(flushing_, false) || failed() || instruction.result == 0) return;
  const auto scalars = components(instruction.type);
  const std::vector<Slot> results = value(instruction.result).slots;
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    const bool is_float = scalars[i].scalar_class == ScalarType::Class::floating;
    // A plane that was there before is an operand's.
    if (!is_float || !flushes_denormals(scalars[i].bytes) || results[i] < first_new_slot_) continue;
    emit(flush_handler(scalars[i].bytes), results[i], {results[i]});
  }
}

std::vector<Slot> Lowering::operand_slots(Id id) {
  std::vector<Slot> slots = value(id).slots;
  if (!flushing_) return slots;
  for (std::size_t i = 0; i < slots.size() && !failed(); ++i) slots[i] = slot(id, i);
  return slots;
}

}  // namespace spirv_oracle
