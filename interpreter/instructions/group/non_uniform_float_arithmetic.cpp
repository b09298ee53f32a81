// Non-Uniform Instructions: float addition and multiplication

#include "interpreter/instructions/group/combination/group_float_operations.h"
#include "interpreter/instructions/group/non_uniform_arithmetic.h"

namespace spirv_oracle {

template GroupCode group_code<FloatAddition>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<FloatMultiplication>(Lowering&, ScalarType, spv::GroupOperation);

namespace {

struct OpGroupNonUniformFAdd : GroupArithmetic<grammar::OpGroupNonUniformFAdd, FloatAddition> {};

struct OpGroupNonUniformFMul
    : GroupArithmetic<grammar::OpGroupNonUniformFMul, FloatMultiplication> {};

}  // namespace

std::span<const InstructionDefinition> non_uniform_float_arithmetic_instructions() {
  return InstructionList<OpGroupNonUniformFAdd, OpGroupNonUniformFMul>::definitions;
}

}  // namespace spirv_oracle
