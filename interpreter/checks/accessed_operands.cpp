#include "interpreter/checks/accessed_operands.h"

#include "grammar/opencl_std.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

// Extended instructions store through their pointers, but for these.
bool loads_through_pointer(const Module& module, const Instruction& instruction) {
  namespace opencl = grammar::opencl_std;
  if (module.extended_set(instruction.id(2)) != "OpenCL.std") return false;
  switch (instruction.literal(3)) {
    case opencl::vloadn::number:
    case opencl::vload_half::number:
    case opencl::vload_halfn::number:
    case opencl::vloada_halfn::number:
    case opencl::prefetch::number:
      return true;
    default:
      return false;
  }
}

// It prints pointers, and its strings are constants.
bool is_printf(const Module& module, const Instruction& instruction) {
  return module.extended_set(instruction.id(2)) == "OpenCL.std" &&
         instruction.literal(3) == grammar::opencl_std::printf::number;
}

std::vector<AccessedOperand> by_instruction(Lowering& lowering, const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpLoad:  // of a descriptor, it accesses no memory
      if (lowering.type(instruction.type).is_descriptor()) return {};
      return {{2, true, false}};
    case spv::Op::OpAtomicLoad:
    case spv::Op::OpSubgroupBlockReadINTEL:
      return {{2, true, false}};
    case spv::Op::OpStore:
    case spv::Op::OpAtomicStore:
    case spv::Op::OpAtomicFlagClear:
    case spv::Op::OpSubgroupBlockWriteINTEL:
      return {{0, false, true}};
    case spv::Op::OpImageRead:
    case spv::Op::OpImageFetch:
    case spv::Op::OpImageSampleImplicitLod:
    case spv::Op::OpImageSampleDrefImplicitLod:
    case spv::Op::OpImageSampleProjImplicitLod:
    case spv::Op::OpImageSampleProjDrefImplicitLod:
    case spv::Op::OpImageSampleExplicitLod:
    case spv::Op::OpImageSampleDrefExplicitLod:
    case spv::Op::OpImageSampleProjExplicitLod:
    case spv::Op::OpImageSampleProjDrefExplicitLod:
    case spv::Op::OpImageGather:
    case spv::Op::OpImageDrefGather:
      return {{2, true, false}};
    case spv::Op::OpImageWrite:
      return {{0, false, true}};
    case spv::Op::OpCopyMemory:
    case spv::Op::OpCopyMemorySized:
      return {{0, false, true}, {1, true, false}};
    case spv::Op::OpAtomicExchange:
    case spv::Op::OpAtomicCompareExchange:
    case spv::Op::OpAtomicCompareExchangeWeak:
    case spv::Op::OpAtomicIIncrement:
    case spv::Op::OpAtomicIDecrement:
    case spv::Op::OpAtomicIAdd:
    case spv::Op::OpAtomicISub:
    case spv::Op::OpAtomicSMin:
    case spv::Op::OpAtomicUMin:
    case spv::Op::OpAtomicSMax:
    case spv::Op::OpAtomicUMax:
    case spv::Op::OpAtomicAnd:
    case spv::Op::OpAtomicOr:
    case spv::Op::OpAtomicXor:
    case spv::Op::OpAtomicFMinEXT:
    case spv::Op::OpAtomicFMaxEXT:
    case spv::Op::OpAtomicFAddEXT:
    case spv::Op::OpAtomicFlagTestAndSet:
      return {{2, true, true}};
    case spv::Op::OpExtInst: {
      std::vector<AccessedOperand> accesses;
      if (is_without_semantics(lowering.module().extended_set(instruction.id(2))) ||
          is_printf(lowering.module(), instruction)) {
        return {};
      }
      const bool loads = loads_through_pointer(lowering.module(), instruction);
      for (unsigned i = 4; i < instruction.operand_count(); ++i)
        accesses.push_back({i, loads, !loads});
      return accesses;
    }
    default:
      return {};
  }
}

// A pointer, or a descriptor of an image, which is the address of its texels.
bool is_bound_pointer(Lowering& lowering, const Instruction& instruction, unsigned operand) {
  if (!instruction.has(operand) ||
      instruction.operands[operand].operand_class != OperandClass::id ||
      !(lowering.type_of(instruction.id(operand)).kind == Type::Kind::pointer ||
        lowering.type_of(instruction.id(operand)).is_descriptor())) {
    return false;
  }
  const Value* local = lowering.function() == nullptr
                           ? nullptr
                           : lowering.function()->local_value(instruction.id(operand));
  return local == nullptr || local->bound;
}

}  // namespace

std::vector<AccessedOperand> accessed_operands(Lowering& lowering, const Instruction& instruction) {
  std::vector<AccessedOperand> accesses = by_instruction(lowering, instruction);
  std::erase_if(accesses, [&](const AccessedOperand& access) {
    return !is_bound_pointer(lowering, instruction, access.operand);
  });
  return accesses;
}

}  // namespace spirv_oracle
