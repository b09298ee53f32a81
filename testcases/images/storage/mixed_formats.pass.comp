// Arrays of descriptors whose images have different formats: each invocation reads and writes texels in the
// format of its own image. In a format with 10 bits each, (1, 0, 0) is 0x3FF.
//
// RUN: spirv-run %s --strict --image 0.0[0]=rgba8:2x1:uint8:255,0,51,255,0,0,0,0 --image 0.0[1]=r32f:1x1:float32:7.5 --image 0.0[2]=rg16f:1x1:float16:1.5,-2 --image 0.0[3]=rgba8:1x1:uint8:51,51,51,51 --image 0.1[0]=r8:4x1:uint8:fill(4,9) --image 0.1[1]=rgb10a2:4x1:uint32:fill(4,0) --image 0.1[2]=rgba32f:4x1:float32:fill(16,0) --image 0.1[3]=r8:4x1:uint8:fill(4,9) --buffer 0.2=float32:fill(16,9) --buffer 0.3=float32:fill(4,0) --dump '0.1[0]:uint8' --dump '0.1[1]:uint32' --dump '0.1[2]:float32x4' --dump '0.1[3]:uint8' --dump 0.2:float32 --dump 0.3:float32 | FileCheck %s
// CHECK: 0.1[0]: uint8[4] = 255 9 9 9
// CHECK: 0.1[1]: uint32[4] = 0 3221226495 0 0
// CHECK: 0.1[2]: float32x4[4] = (0 0 0 0) (0 0 0 0) (1 0 0 1) (0 0 0 0)
// CHECK: 0.1[3]: uint8[4] = 9 9 9 255
// CHECK: 0.2: float32[16] = 1 0 0.2 1 7.5 0 0 1 1.5 -2 0 1 0.2 0.2 0.2 0.2
// CHECK: 0.3: float32[4] = 7.5 7.5 7.5 7.5

#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_image_load_formatted : require

layout(local_size_x = 4) in;
layout(set = 0, binding = 0) uniform readonly image2D sources[4];
layout(set = 0, binding = 1) uniform image2D targets[4];
layout(std430, set = 0, binding = 2) buffer Read { vec4 texels[4]; };
layout(std430, set = 0, binding = 3) buffer Same { float same[4]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  texels[i] = imageLoad(sources[nonuniformEXT(i)], ivec2(0));
  same[i] = imageLoad(sources[gl_WorkGroupSize.x / 4], ivec2(0)).x;
  imageStore(targets[nonuniformEXT(i)], ivec2(i, 0), vec4(1, 0, 0, 1));
}
