// Undefined behavior on a path that this run does not take is possible undefined behavior.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: 0.0: uint32[8] = 1? 1? 1? 1? 9 9 9 9
// REPORT: possible-undefined-behavior: {{.*}} [OpUDiv.operand-2-zero]
// REPORT: note: this run does not get here
//
// With --strict, the status is 3.
// RUN: expect-status 3 spirv-run %s --strict --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 > %t.out 2>&1
//
// If all orders give the same sum, no implementation takes that path.
// RUN: spirv-run %s --strict --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1,1,1,5 2>&1 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.0: uint32[8] = 1 1 1 1 9 9 9 9
// TWIN-NOT: possible
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));
  if (s > 2) o[i] = 1; else o[i] = 8 / (o[4 + i] - 9);
}
