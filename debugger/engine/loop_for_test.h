// A shader with a divergent loop, a call, a barrier and a shuffle, for tests of the debugger.
#pragma once

#include "debugger/engine/engine_for_test.h"

namespace spirv_oracle::test {

// Compiled from this GLSL, with its line numbers:
//   8  uint twice(uint a) {
//   9    uint r = a * 2u;
//  10    return r;
//  11  }
//  12  void main() {
//  13    uint i = gl_LocalInvocationIndex;
//  14    uint sum = 0u;
//  15    for (uint k = 0u; k <= i; ++k) {
//  16      uint x = values[k];
//  17      { uint x = k + 1u; sum += x; }
//  18      sum += twice(x);
//  19    }
//  20    tile[i] = sum;
//  21    barrier();
//  22    uint other = subgroupShuffleXor(sum, 1u);
//  23    if (i < 4u) { values[i] = other + tile[7u - i]; }
//  24  }
inline const char* const loop_shader = R"(
    OpCapability Shader
    OpCapability GroupNonUniform
    OpCapability GroupNonUniformShuffle
    %2 = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %gl_LocalInvocationIndex %_ %tile
    OpExecutionMode %main LocalSize 8 1 1
    %1 = OpString "a.comp"
    OpSource GLSL 450 %1
    OpName %main "main"
    OpName %twice_u1_ "twice(u1;"
    OpName %a "a"
    OpName %r "r"
    OpName %i "i"
    OpName %gl_LocalInvocationIndex "gl_LocalInvocationIndex"
    OpName %sum "sum"
    OpName %k "k"
    OpName %x "x"
    OpName %Data "Data"
    OpMemberName %Data 0 "values"
    OpName %_ ""
    OpName %x_0 "x"
    OpName %param "param"
    OpName %tile "tile"
    OpName %other "other"
    OpDecorate %gl_LocalInvocationIndex BuiltIn LocalInvocationIndex
    OpDecorate %_runtimearr_uint ArrayStride 4
    OpDecorate %Data Block
    OpMemberDecorate %Data 0 Offset 0
    OpDecorate %_ Binding 0
    OpDecorate %_ DescriptorSet 0
    %void = OpTypeVoid
    %4 = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %_ptr_Function_uint = OpTypePointer Function %uint
    %9 = OpTypeFunction %uint %_ptr_Function_uint
    %uint_2 = OpConstant %uint 2
    %_ptr_Input_uint = OpTypePointer Input %uint
    %gl_LocalInvocationIndex = OpVariable %_ptr_Input_uint Input
    %uint_0 = OpConstant %uint 0
    %bool = OpTypeBool
    %_runtimearr_uint = OpTypeRuntimeArray %uint
    %Data = OpTypeStruct %_runtimearr_uint
    %_ptr_StorageBuffer_Data = OpTypePointer StorageBuffer %Data
    %_ = OpVariable %_ptr_StorageBuffer_Data StorageBuffer
    %int = OpTypeInt 32 1
    %int_0 = OpConstant %int 0
    %_ptr_StorageBuffer_uint = OpTypePointer StorageBuffer %uint
    %uint_1 = OpConstant %uint 1
    %int_1 = OpConstant %int 1
    %uint_8 = OpConstant %uint 8
    %_arr_uint_uint_8 = OpTypeArray %uint %uint_8
    %_ptr_Workgroup__arr_uint_uint_8 = OpTypePointer Workgroup %_arr_uint_uint_8
    %tile = OpVariable %_ptr_Workgroup__arr_uint_uint_8 Workgroup
    %_ptr_Workgroup_uint = OpTypePointer Workgroup %uint
    %uint_264 = OpConstant %uint 264
    %uint_3 = OpConstant %uint 3
    %uint_4 = OpConstant %uint 4
    %uint_7 = OpConstant %uint 7
    %v3uint = OpTypeVector %uint 3
    %90 = OpConstantComposite %v3uint %uint_8 %uint_1 %uint_1
    OpLine %1 12 11
    %main = OpFunction %void None %4
    %6 = OpLabel
    %i = OpVariable %_ptr_Function_uint Function
    %sum = OpVariable %_ptr_Function_uint Function
    %k = OpVariable %_ptr_Function_uint Function
    %x = OpVariable %_ptr_Function_uint Function
    %x_0 = OpVariable %_ptr_Function_uint Function
    %param = OpVariable %_ptr_Function_uint Function
    %other = OpVariable %_ptr_Function_uint Function
    OpLine %1 13 0
    %23 = OpLoad %uint %gl_LocalInvocationIndex
    OpStore %i %23
    OpLine %1 14 0
    OpStore %sum %uint_0
    OpLine %1 15 0
    OpStore %k %uint_0
    OpBranch %27
    %27 = OpLabel
    OpLine %1 15 0
    OpLoopMerge %29 %30 None
    OpBranch %31
    %31 = OpLabel
    OpLine %1 15 0
    %32 = OpLoad %uint %k
    %33 = OpLoad %uint %i
    %35 = OpULessThanEqual %bool %32 %33
    OpBranchConditional %35 %28 %29
    %28 = OpLabel
    OpLine %1 16 0
    %43 = OpLoad %uint %k
    %45 = OpAccessChain %_ptr_StorageBuffer_uint %_ %int_0 %43
    %46 = OpLoad %uint %45
    OpStore %x %46
    OpLine %1 17 0
    %48 = OpLoad %uint %k
    %50 = OpIAdd %uint %48 %uint_1
    OpStore %x_0 %50
    %51 = OpLoad %uint %x_0
    %52 = OpLoad %uint %sum
    %53 = OpIAdd %uint %52 %51
    OpStore %sum %53
    OpLine %1 18 0
    %55 = OpLoad %uint %x
    OpStore %param %55
    %56 = OpFunctionCall %uint %twice_u1_ %param
    %57 = OpLoad %uint %sum
    %58 = OpIAdd %uint %57 %56
    OpStore %sum %58
    OpBranch %30
    %30 = OpLabel
    OpLine %1 15 0
    %59 = OpLoad %uint %k
    %61 = OpIAdd %uint %59 %int_1
    OpStore %k %61
    OpBranch %27
    %29 = OpLabel
    OpLine %1 20 0
    %66 = OpLoad %uint %i
    %67 = OpLoad %uint %sum
    %69 = OpAccessChain %_ptr_Workgroup_uint %tile %66
    OpStore %69 %67
    OpLine %1 21 0
    OpControlBarrier %uint_2 %uint_2 %uint_264
    OpLine %1 22 0
    %72 = OpLoad %uint %sum
    %74 = OpGroupNonUniformShuffleXor %uint %uint_3 %72 %uint_1
    OpStore %other %74
    OpLine %1 23 0
    %75 = OpLoad %uint %i
    %77 = OpULessThan %bool %75 %uint_4
    OpSelectionMerge %79 None
    OpBranchConditional %77 %78 %79
    %78 = OpLabel
    OpLine %1 23 0
    %80 = OpLoad %uint %i
    %81 = OpLoad %uint %other
    %83 = OpLoad %uint %i
    %84 = OpISub %uint %uint_7 %83
    %85 = OpAccessChain %_ptr_Workgroup_uint %tile %84
    %86 = OpLoad %uint %85
    %87 = OpIAdd %uint %81 %86
    %88 = OpAccessChain %_ptr_StorageBuffer_uint %_ %int_0 %80
    OpStore %88 %87
    OpBranch %79
    %79 = OpLabel
    OpLine %1 24 0
    OpReturn
    OpFunctionEnd
    OpLine %1 8 18
    %twice_u1_ = OpFunction %uint None %9
    %a = OpFunctionParameter %_ptr_Function_uint
    %12 = OpLabel
    %r = OpVariable %_ptr_Function_uint Function
    OpLine %1 9 0
    %14 = OpLoad %uint %a
    %16 = OpIMul %uint %14 %uint_2
    OpStore %r %16
    OpLine %1 10 0
    %17 = OpLoad %uint %r
    OpReturnValue %17
    OpFunctionEnd
)";

// values[k] = 10 * k + 1; eight invocations.
inline DebuggedProgram loop_program(std::uint32_t subgroup_size) {
  DebuggedProgram program(loop_shader, subgroup_size);
  program.dispatch.buffers[{}] = words_of({1, 11, 21, 31, 41, 51, 61, 71});
  return program;
}

// The expected value: the sum of k + 1 and 2 * values[k] for k <= i.
inline std::uint32_t sum_of(std::uint32_t i) {
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k <= i; ++k) sum += k + 1 + 2 * (10 * k + 1);
  return sum;
}

}  // namespace spirv_oracle::test
