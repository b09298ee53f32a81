// Non-Uniform Instructions: float addition and multiplication

#include "interpreter/instructions/group/combination/group_float_operations.h"
#include "interpreter/instructions/group/non_uniform_arithmetic.h"

namespace spirv_oracle {

namespace {

struct OpGroupNonUniformFAdd : GroupArithmetic<grammar::OpGroupNonUniformFAdd,
                                               FloatAddition<grammar::OpGroupNonUniformFAdd>> {};

struct OpGroupNonUniformFMul
    : GroupArithmetic<grammar::OpGroupNonUniformFMul,
                      FloatMultiplication<grammar::OpGroupNonUniformFMul>> {};

}  // namespace

std::span<const InstructionDefinition> non_uniform_float_arithmetic_instructions() {
  return InstructionList<OpGroupNonUniformFAdd, OpGroupNonUniformFMul>::definitions;
}

}  // namespace spirv_oracle
