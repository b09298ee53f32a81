// Group and Subgroup Instructions: arithmetic

#include "interpreter/instructions/group/combination/group_float_operations.h"
#include "interpreter/instructions/group/combination/group_operations.h"
#include "interpreter/instructions/group/group_scope.h"

namespace spirv_oracle {
template GroupCode group_code<PlainExtremum<FloatMinimum>>(Lowering&, ScalarType,
                                                           spv::GroupOperation);
template GroupCode group_code<PlainExtremum<FloatMaximum>>(Lowering&, ScalarType,
                                                           spv::GroupOperation);

namespace {

struct OpGroupIAdd : UniformGroupArithmetic<grammar::OpGroupIAdd, IntegerAddition> {};

struct OpGroupFAdd : UniformGroupArithmetic<grammar::OpGroupFAdd, FloatAddition> {};

struct OpGroupFMin : UniformGroupArithmetic<grammar::OpGroupFMin, PlainExtremum<FloatMinimum>> {
  static constexpr bool flushes_denormals = true;
};

struct OpGroupUMin : UniformGroupArithmetic<grammar::OpGroupUMin, UnsignedMinimum> {};

struct OpGroupSMin : UniformGroupArithmetic<grammar::OpGroupSMin, SignedMinimum> {};

struct OpGroupFMax : UniformGroupArithmetic<grammar::OpGroupFMax, PlainExtremum<FloatMaximum>> {
  static constexpr bool flushes_denormals = true;
};

struct OpGroupUMax : UniformGroupArithmetic<grammar::OpGroupUMax, UnsignedMaximum> {};

struct OpGroupSMax : UniformGroupArithmetic<grammar::OpGroupSMax, SignedMaximum> {};

}  // namespace

std::span<const InstructionDefinition> group_arithmetic_instructions() {
  return InstructionList<OpGroupIAdd, OpGroupFAdd, OpGroupFMin, OpGroupUMin, OpGroupSMin,
                         OpGroupFMax, OpGroupUMax, OpGroupSMax>::definitions;
}

}  // namespace spirv_oracle
