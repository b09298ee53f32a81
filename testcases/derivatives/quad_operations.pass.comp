// In a shader with derivatives, quad operations use the same quads: 2x2 invocations, or four with consecutive indices,
// under every mapping. In other shaders, a quad is four lanes with adjacent ids, so it depends on the mapping.
//
// RUN: spirv-run %s -D GROUP=derivative_group_quadsNV --buffer '0.0=undef(32)' --dump 0.0 | FileCheck %s --check-prefix=QUADS
// RUN: spirv-run %s -D GROUP=derivative_group_quadsNV --subgroup-size 4 --subgroup-mapping random:7 --buffer '0.0=undef(32)' --dump 0.0 | FileCheck %s --check-prefix=QUADS
// RUN: spirv-run %s -D GROUP=derivative_group_linearNV --buffer '0.0=undef(32)' --dump 0.0 | FileCheck %s --check-prefix=LINEAR
// RUN: spirv-run %s -D GROUP=derivative_group_linearNV --subgroup-size 8 --subgroup-mapping quads --buffer '0.0=undef(32)' --dump 0.0 | FileCheck %s --check-prefix=LINEAR
// RUN: spirv-run %s --buffer '0.0=undef(32)' --dump 0.0 | FileCheck %s --check-prefix=LINEAR
// RUN: spirv-run %s --subgroup-mapping quads --buffer '0.0=undef(32)' --dump 0.0 | FileCheck %s --check-prefix=QUADS
// The horizontal, vertical and diagonal neighbor, and the first invocation of the quad, in 4 bits each.
// QUADS: 0.0: uint32[8] = 5200 1344 13938 10082 20496 16640 29234 25378
// LINEAR: 0.0: uint32[8] = 4656 800 12304 8448 22132 18276 29780 25924

#version 460
#extension GL_NV_compute_shader_derivatives : enable
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 4, local_size_y = 2) in;
#ifdef GROUP
layout(GROUP) in;
#endif
layout(std430, set = 0, binding = 0) writeonly buffer Results { uint results[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  results[i] = subgroupQuadSwapHorizontal(i) << 12 | subgroupQuadSwapVertical(i) << 8 |
               subgroupQuadSwapDiagonal(i) << 4 | subgroupQuadBroadcast(i, 0);
}
