// The unit of the clock of TimeAMD is not defined, so what it says differs between implementations. Without the clock, there is no finding.
// COVERS: SPV_AMD_gcn_shader.TimeAMD.value
//
// RUN: spirv-run %s --buffer '0.0=uint32:fill(2,9)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: 0.0: uint32[2] = {{[0-9]+}}? {{[0-9]+}}?
// REPORT: the value of a clock differs between implementations [SPV_AMD_gcn_shader.TimeAMD.value]
// RUN: spirv-run %s -DWITHOUT_CLOCK --strict --buffer '0.0=uint32:fill(2,9)' 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=clock
// TWIN: 0.0: uint32[2] = 1 1

#version 450
#extension GL_AMD_gcn_shader : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 2) in;

layout(std430, set = 0, binding = 0) buffer Times { uint times[]; };

void main() {
#ifdef WITHOUT_CLOCK
  times[gl_LocalInvocationIndex] = 1;
#else
  times[gl_LocalInvocationIndex] = uint(timeAMD());
#endif
}
