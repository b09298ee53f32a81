// Group and Subgroup Instructions: SPV_AMD_shader_ballot

#include "interpreter/instructions/group/combination/group_float_operations.h"
#include "interpreter/instructions/group/combination/group_operations.h"
#include "interpreter/instructions/group/group_scope.h"

namespace spirv_oracle {
namespace {

struct OpGroupIAddNonUniformAMD
    : TangleGroupArithmetic<grammar::OpGroupIAddNonUniformAMD, IntegerAddition> {};

struct OpGroupFAddNonUniformAMD
    : TangleGroupArithmetic<grammar::OpGroupFAddNonUniformAMD,
                            FloatAddition<grammar::OpGroupFAddNonUniformAMD>> {};

struct OpGroupFMinNonUniformAMD
    : TangleGroupArithmetic<grammar::OpGroupFMinNonUniformAMD,
                            PlainExtremum<grammar::OpGroupFMinNonUniformAMD, FloatMinimum>> {};

struct OpGroupUMinNonUniformAMD
    : TangleGroupArithmetic<grammar::OpGroupUMinNonUniformAMD, UnsignedMinimum> {};

struct OpGroupSMinNonUniformAMD
    : TangleGroupArithmetic<grammar::OpGroupSMinNonUniformAMD, SignedMinimum> {};

struct OpGroupFMaxNonUniformAMD
    : TangleGroupArithmetic<grammar::OpGroupFMaxNonUniformAMD,
                            PlainExtremum<grammar::OpGroupFMaxNonUniformAMD, FloatMaximum>> {};

struct OpGroupUMaxNonUniformAMD
    : TangleGroupArithmetic<grammar::OpGroupUMaxNonUniformAMD, UnsignedMaximum> {};

struct OpGroupSMaxNonUniformAMD
    : TangleGroupArithmetic<grammar::OpGroupSMaxNonUniformAMD, SignedMaximum> {};

}  // namespace

std::span<const InstructionDefinition> group_shader_ballot_amd_instructions() {
  return InstructionList<OpGroupIAddNonUniformAMD, OpGroupFAddNonUniformAMD,
                         OpGroupFMinNonUniformAMD, OpGroupUMinNonUniformAMD,
                         OpGroupSMinNonUniformAMD, OpGroupFMaxNonUniformAMD,
                         OpGroupUMaxNonUniformAMD, OpGroupSMaxNonUniformAMD>::definitions;
}

}  // namespace spirv_oracle
