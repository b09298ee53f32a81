#version 450
// Offsets beyond the limits of the device: a constant one of a fetch, and one of a gather that one invocation computes.
// COVERS: device-limits.texel-offset device-limits.texel-gather-offset
//
// RUN: expect-status 3 spirv-run %s --device-limits vulkan1.0,maxTexelOffset=6 --image '0.0=r32f:32x2:float32:iota(64)' --sampler 0.0=nearest --buffer '0.1=undef(32)' 2>&1 | FileCheck %s
// CHECK-DAG: device_limits.ub.comp:[[# @LINE + 18]]: undefined-behavior: a texel offset is not between minTexelOffset and maxTexelOffset: 7 is outside the range from -8 to 6 [device-limits.texel-offset]
// CHECK-DAG: device_limits.ub.comp:[[# @LINE + 18]]: undefined-behavior: a gather offset is not between minTexelGatherOffset and maxTexelGatherOffset: 8 is outside the range from -8 to 7 [device-limits.texel-gather-offset]
// CHECK-DAG: lane 3 of subgroup 0
// CHECK: 2 undefined-behavior (kinds: device-limits)
//
// RUN: spirv-run %s --device-limits maxTexelOffset=7,maxTexelGatherOffset=8 --strict --image '0.0=r32f:32x2:float32:iota(64)' --sampler 0.0=nearest --buffer '0.1=undef(32)' | FileCheck %s --check-prefix=FINE
// RUN: spirv-run %s --strict --image '0.0=r32f:32x2:float32:iota(64)' --sampler 0.0=nearest --buffer '0.1=undef(32)' | FileCheck %s --check-prefix=FINE
// FINE: 0.1: float32[8] = 8 9 10 11

layout(local_size_x = 4) in;
layout(set = 0, binding = 0) uniform sampler2D image;
layout(std430, set = 0, binding = 1) writeonly buffer Results {
  float fetched[4];
  float gathered[4];
};

void main() {
  const int i = int(gl_LocalInvocationIndex);
  fetched[i] = texelFetchOffset(image, ivec2(1 + i, 0), 0, ivec2(7, 0)).x;
  gathered[i] = textureGatherOffset(image, vec2(0.28125, 0.5), ivec2(5 + i, 0)).x;
}
