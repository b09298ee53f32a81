// Non-Uniform Instructions: logical operations

#include "interpreter/instructions/group/combination/group_operations.h"
#include "interpreter/instructions/group/non_uniform_arithmetic.h"

namespace spirv_oracle {

template GroupCode group_code<LogicalAnd>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<LogicalOr>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<LogicalXor>(Lowering&, ScalarType, spv::GroupOperation);

namespace {

struct OpGroupNonUniformLogicalAnd
    : GroupArithmetic<grammar::OpGroupNonUniformLogicalAnd, LogicalAnd> {};

struct OpGroupNonUniformLogicalOr
    : GroupArithmetic<grammar::OpGroupNonUniformLogicalOr, LogicalOr> {};

struct OpGroupNonUniformLogicalXor
    : GroupArithmetic<grammar::OpGroupNonUniformLogicalXor, LogicalXor> {};

}  // namespace

std::span<const InstructionDefinition> non_uniform_logical_instructions() {
  return InstructionList<OpGroupNonUniformLogicalAnd, OpGroupNonUniformLogicalOr,
                         OpGroupNonUniformLogicalXor>::definitions;
}

}  // namespace spirv_oracle
