// An array of combined image samplers whose images have different formats.
//
// RUN: spirv-run %s --strict --image 0.0[0]=rgba8:1x1:uint8:255,0,51,255 --image 0.0[1]=r32f:1x1:float32:7.5 --image 0.0[2]=rg16f:1x1:float16:1.5,-2 --image 0.0[3]=r8:1x1:uint8:51 --sampler 0.0[0]=nearest --sampler 0.0[1]=nearest --sampler 0.0[2]=nearest --sampler 0.0[3]=nearest --buffer 0.1=float32:fill(16,9) --buffer 0.2=float32:fill(16,9) --dump 0.1:float32 --dump 0.2:float32 | FileCheck %s
// CHECK: 0.1: float32[16] = 1 0 0.2 1 7.5 0 0 1 1.5 -2 0 1 0.2 0 0 1
// CHECK: 0.2: float32[16] = 1 0 0.2 1 7.5 0 0 1 1.5 -2 0 1 0.2 0 0 1

#version 450
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 4) in;
layout(set = 0, binding = 0) uniform sampler2D pictures[4];
layout(std430, set = 0, binding = 1) buffer Fetched { vec4 fetched[4]; };
layout(std430, set = 0, binding = 2) buffer Sampled { vec4 sampled[4]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  fetched[i] = texelFetch(pictures[nonuniformEXT(i)], ivec2(0), 0);
  sampled[i] = textureLod(pictures[nonuniformEXT(i)], vec2(0.5), 0.0);
}
