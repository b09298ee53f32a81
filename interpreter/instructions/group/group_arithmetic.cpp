// Group and Subgroup Instructions: arithmetic

#include "interpreter/instructions/group/combination/group_float_operations.h"
#include "interpreter/instructions/group/combination/group_operations.h"
#include "interpreter/instructions/group/group_scope.h"

namespace spirv_oracle {
namespace {

struct OpGroupIAdd : UniformGroupArithmetic<grammar::OpGroupIAdd, IntegerAddition> {};

struct OpGroupFAdd
    : UniformGroupArithmetic<grammar::OpGroupFAdd, FloatAddition<grammar::OpGroupFAdd>> {};

struct OpGroupFMin : UniformGroupArithmetic<grammar::OpGroupFMin,
                                            PlainExtremum<grammar::OpGroupFMin, FloatMinimum>> {};

struct OpGroupUMin : UniformGroupArithmetic<grammar::OpGroupUMin, UnsignedMinimum> {};

struct OpGroupSMin : UniformGroupArithmetic<grammar::OpGroupSMin, SignedMinimum> {};

struct OpGroupFMax : UniformGroupArithmetic<grammar::OpGroupFMax,
                                            PlainExtremum<grammar::OpGroupFMax, FloatMaximum>> {};

struct OpGroupUMax : UniformGroupArithmetic<grammar::OpGroupUMax, UnsignedMaximum> {};

struct OpGroupSMax : UniformGroupArithmetic<grammar::OpGroupSMax, SignedMaximum> {};

}  // namespace

std::span<const InstructionDefinition> group_arithmetic_instructions() {
  return InstructionList<OpGroupIAdd, OpGroupFAdd, OpGroupFMin, OpGroupUMin, OpGroupSMin,
                         OpGroupFMax, OpGroupUMax, OpGroupSMax>::definitions;
}

}  // namespace spirv_oracle
