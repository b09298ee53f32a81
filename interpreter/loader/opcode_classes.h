// Groups of opcodes that several parts of the project tell apart.
#pragma once

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// An instruction of the sections that precede the debug instructions ("Logical Layout of a Module").
constexpr bool precedes_debug_instructions(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpCapability:
    case spv::Op::OpExtension:
    case spv::Op::OpExtInstImport:
    case spv::Op::OpMemoryModel:
    case spv::Op::OpEntryPoint:
    case spv::Op::OpExecutionMode:
    case spv::Op::OpExecutionModeId:
      return true;
    default:
      return false;
  }
}

// An instruction that ends a block; see "Block Termination Instruction" in the glossary.
constexpr bool is_block_termination(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpBranch:
    case spv::Op::OpBranchConditional:
    case spv::Op::OpSwitch:
    case spv::Op::OpKill:
    case spv::Op::OpReturn:
    case spv::Op::OpReturnValue:
    case spv::Op::OpUnreachable:
    case spv::Op::OpTerminateInvocation:
    case spv::Op::OpIgnoreIntersectionKHR:
    case spv::Op::OpTerminateRayKHR:
    case spv::Op::OpEmitMeshTasksEXT:
    case spv::Op::OpAbortKHR:
      return true;
    default:
      return false;
  }
}

// A declaration of a vector type, whose operand 1 is the type of its components.
constexpr bool is_vector_type(spv::Op opcode) {
  return opcode == spv::Op::OpTypeVector || opcode == spv::Op::OpTypeVectorIdEXT;
}

constexpr bool is_return(spv::Op opcode) {
  return opcode == spv::Op::OpReturn || opcode == spv::Op::OpReturnValue;
}

// An instruction that calls a function for the elements of a cooperative matrix, if it names one.
constexpr bool calls_for_elements(spv::Op opcode) {
  return opcode == spv::Op::OpCooperativeMatrixReduceNV ||
         opcode == spv::Op::OpCooperativeMatrixPerElementOpNV ||
         opcode == spv::Op::OpCooperativeMatrixLoadTensorNV;
}

// The function that an instruction calls; 0: none.
inline Id called_function(const Module& module, const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpFunctionCall) return instruction.id(2);
  if (!calls_for_elements(instruction.opcode)) return 0;
  for (unsigned i = 2; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Instruction* named = module.definition(instruction.id(i));
    if (named != nullptr && named->opcode == spv::Op::OpFunction) return named->result;
  }
  return 0;
}

// Debug information and other instructions without effect, which may also be between a label and the phis of its block.
inline bool is_debug_information(const Module& module, const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpLine || instruction.opcode == spv::Op::OpNoLine ||
         (instruction.opcode == spv::Op::OpExtInst &&
          is_without_semantics(module.extended_set(instruction.id(2))));
}

}  // namespace spirv_oracle
