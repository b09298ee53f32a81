// Non-Uniform Instructions: integer addition and multiplication

#include "interpreter/instructions/group/combination/group_operations.h"
#include "interpreter/instructions/group/non_uniform_arithmetic.h"

namespace spirv_oracle {

template GroupCode group_code<IntegerAddition>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<IntegerMultiplication>(Lowering&, ScalarType, spv::GroupOperation);

namespace {

struct OpGroupNonUniformIAdd : GroupArithmetic<grammar::OpGroupNonUniformIAdd, IntegerAddition> {};

struct OpGroupNonUniformIMul
    : GroupArithmetic<grammar::OpGroupNonUniformIMul, IntegerMultiplication> {};

}  // namespace

std::span<const InstructionDefinition> non_uniform_integer_arithmetic_instructions() {
  return InstructionList<OpGroupNonUniformIAdd, OpGroupNonUniformIMul>::definitions;
}

}  // namespace spirv_oracle
