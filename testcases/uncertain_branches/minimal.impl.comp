// Under the minimal policy, spirv-run does not follow uncertain branches; a note says so.
//
// RUN: spirv-run %s --subgroup-size 4 --reconvergence minimal --buffer '0.0=uint32:fill(4,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s
// RUN: spirv-run %s --subgroup-size 4 --reconvergence minimal --buffer '0.0=uint32:fill(4,9)' --buffer 0.1=float32:1e8,-1e8,3,0 --format json 2>/dev/null | FileCheck %s --check-prefix=JSON
// CHECK: with --reconvergence minimal, values that depend on such branches are not marked
// JSON: "uncertain_branches": "not followed"
//
// Without such a branch spirv-run prints no note.
// RUN: spirv-run %s --subgroup-size 4 --reconvergence minimal --buffer '0.0=uint32:fill(4,9)' --buffer 0.1=float32:1,1,1,5 2>&1 | FileCheck %s --check-prefix=TWIN
// TWIN-NOT: note
// TWIN: 0.0: uint32[4] = 100 100 100 100
// TWIN-NOT: note
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));
  if (s > 2) o[i] = 100; else o[i] = 200;
}
