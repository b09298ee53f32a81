// Group and Subgroup Instructions: SPV_KHR_uniform_group_instructions

#include "interpreter/instructions/group/combination/group_float_operations.h"
#include "interpreter/instructions/group/combination/group_operations.h"
#include "interpreter/instructions/group/group_scope.h"

namespace spirv_oracle {
namespace {

struct OpGroupIMulKHR : UniformGroupArithmetic<grammar::OpGroupIMulKHR, IntegerMultiplication> {};

struct OpGroupFMulKHR : UniformGroupArithmetic<grammar::OpGroupFMulKHR,
                                               FloatMultiplication<grammar::OpGroupFMulKHR>> {};

struct OpGroupBitwiseAndKHR : UniformGroupArithmetic<grammar::OpGroupBitwiseAndKHR, BitwiseAnd> {};

struct OpGroupBitwiseOrKHR : UniformGroupArithmetic<grammar::OpGroupBitwiseOrKHR, BitwiseOr> {};

struct OpGroupBitwiseXorKHR : UniformGroupArithmetic<grammar::OpGroupBitwiseXorKHR, BitwiseXor> {};

struct OpGroupLogicalAndKHR : UniformGroupArithmetic<grammar::OpGroupLogicalAndKHR, LogicalAnd> {};

struct OpGroupLogicalOrKHR : UniformGroupArithmetic<grammar::OpGroupLogicalOrKHR, LogicalOr> {};

struct OpGroupLogicalXorKHR : UniformGroupArithmetic<grammar::OpGroupLogicalXorKHR, LogicalXor> {};

}  // namespace

std::span<const InstructionDefinition> group_uniform_arithmetic_instructions() {
  return InstructionList<OpGroupIMulKHR, OpGroupFMulKHR, OpGroupBitwiseAndKHR, OpGroupBitwiseOrKHR,
                         OpGroupBitwiseXorKHR, OpGroupLogicalAndKHR, OpGroupLogicalOrKHR,
                         OpGroupLogicalXorKHR>::definitions;
}

}  // namespace spirv_oracle
