// Non-Uniform Instructions: integer minimum and maximum

#include "interpreter/instructions/group/combination/group_operations.h"
#include "interpreter/instructions/group/non_uniform_arithmetic.h"

namespace spirv_oracle {

template GroupCode group_code<SignedMinimum>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<UnsignedMinimum>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<SignedMaximum>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<UnsignedMaximum>(Lowering&, ScalarType, spv::GroupOperation);

namespace {

struct OpGroupNonUniformSMin : GroupArithmetic<grammar::OpGroupNonUniformSMin, SignedMinimum> {};

struct OpGroupNonUniformUMin : GroupArithmetic<grammar::OpGroupNonUniformUMin, UnsignedMinimum> {};

struct OpGroupNonUniformSMax : GroupArithmetic<grammar::OpGroupNonUniformSMax, SignedMaximum> {};

struct OpGroupNonUniformUMax : GroupArithmetic<grammar::OpGroupNonUniformUMax, UnsignedMaximum> {};

}  // namespace

std::span<const InstructionDefinition> non_uniform_integer_min_max_instructions() {
  return InstructionList<OpGroupNonUniformSMin, OpGroupNonUniformUMin, OpGroupNonUniformSMax,
                         OpGroupNonUniformUMax>::definitions;
}

}  // namespace spirv_oracle
