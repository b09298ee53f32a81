// Non-Uniform Instructions: bitwise operations

#include "interpreter/instructions/group/combination/group_operations.h"
#include "interpreter/instructions/group/non_uniform_arithmetic.h"

namespace spirv_oracle {

template GroupCode group_code<BitwiseAnd>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<BitwiseOr>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<BitwiseXor>(Lowering&, ScalarType, spv::GroupOperation);

namespace {

struct OpGroupNonUniformBitwiseAnd
    : GroupArithmetic<grammar::OpGroupNonUniformBitwiseAnd, BitwiseAnd> {};

struct OpGroupNonUniformBitwiseOr
    : GroupArithmetic<grammar::OpGroupNonUniformBitwiseOr, BitwiseOr> {};

struct OpGroupNonUniformBitwiseXor
    : GroupArithmetic<grammar::OpGroupNonUniformBitwiseXor, BitwiseXor> {};

}  // namespace

std::span<const InstructionDefinition> non_uniform_bitwise_instructions() {
  return InstructionList<OpGroupNonUniformBitwiseAnd, OpGroupNonUniformBitwiseOr,
                         OpGroupNonUniformBitwiseXor>::definitions;
}

}  // namespace spirv_oracle
