// Non-Uniform Instructions: float minimum and maximum

#include "interpreter/instructions/group/combination/group_float_operations.h"
#include "interpreter/instructions/group/non_uniform_arithmetic.h"

namespace spirv_oracle {

namespace {

struct OpGroupNonUniformFMin
    : GroupArithmetic<grammar::OpGroupNonUniformFMin,
                      NumberExtremum<grammar::OpGroupNonUniformFMin, FloatMinimum>> {};

struct OpGroupNonUniformFMax
    : GroupArithmetic<grammar::OpGroupNonUniformFMax,
                      NumberExtremum<grammar::OpGroupNonUniformFMax, FloatMaximum>> {};

}  // namespace

std::span<const InstructionDefinition> non_uniform_float_min_max_instructions() {
  return InstructionList<OpGroupNonUniformFMin, OpGroupNonUniformFMax>::definitions;
}

}  // namespace spirv_oracle
