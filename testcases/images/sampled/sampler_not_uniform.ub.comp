// Invocations of a subgroup sample one image with different samplers. The sampled image must then be
// decorated NonUniform, as with different images. If all of them use the same sampler, it need not be.
// COVERS: descriptor.not-uniform
//
// RUN: expect-status 3 spirv-run %s --image 0.0=r32f:2x1:float32:1,5 --sampler 0.1[0]=nearest --sampler 0.1[1]=linear --buffer 0.2=uint32:0,1,1,0 --buffer 0.3=float32:fill(4,9) 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: undefined-behavior: the descriptor of an access is not the same for all invocations, but the operand is not decorated NonUniform: lane 0 accesses {{.*}}0.1, and lane 1 accesses {{.*}}0.1[1] [descriptor.not-uniform]
// REPORT: lanes 0-3 of subgroup 0
// REPORT: help: decorate the operand NonUniform
// RUN: spirv-run %s --strict --image 0.0=r32f:2x1:float32:1,5 --sampler 0.1[0]=nearest --sampler 0.1[1]=linear --buffer 0.2=uint32:0,0,0,0 --buffer 0.3=float32:fill(4,9) 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=undefined
// RUN: spirv-run %s --strict -DBOTH=nonuniformEXT --image 0.0=r32f:2x1:float32:1,5 --sampler 0.1[0]=nearest --sampler 0.1[1]=nearest --buffer 0.2=uint32:0,1,1,0 --buffer 0.3=float32:fill(4,9) 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=undefined
// SAME: 0.3: float32[4] = 1 1 1 1

#version 450
#extension GL_EXT_nonuniform_qualifier : require

#ifndef BOTH
#define BOTH
#endif

layout(local_size_x = 4) in;
layout(set = 0, binding = 0) uniform texture2D pictures[1];
layout(set = 0, binding = 1) uniform sampler how[2];
layout(std430, set = 0, binding = 2) readonly buffer Choices { uint choice[4]; };
layout(std430, set = 0, binding = 3) buffer Results { float result[4]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  result[i] = textureLod(BOTH(sampler2D(pictures[BOTH(0)], how[BOTH(choice[i])])), vec2(0.25, 0.5), 0.0).x;
}
