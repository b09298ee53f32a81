// Partly filled subgroups: SubgroupSize is the same in all, and so are the masks, but no tangle contains a
// lane without an invocation. 10 invocations in 5x2: with `rows`, each row has a subgroup that is not full. A
// row of the result: SubgroupId, NumSubgroups, SubgroupSize, ballot of all, SubgroupGeMask, sum of ones.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=undef(240)' --dump 0.0:uint32x2 | FileCheck %s --check-prefix=LINEAR
// RUN: spirv-run %s --subgroup-size 8 --subgroup-mapping rows --require-full-subgroups --buffer '0.0=undef(240)' --dump 0.0:uint32x2 | FileCheck %s --check-prefix=LINEAR
// LINEAR: (0 2) (8 255) (255 8)
// LINEAR: (1 2) (8 3) (255 2) (1 2) (8 3) (254 2)
// RUN: spirv-run %s --subgroup-size 8 --subgroup-mapping rows --buffer '0.0=undef(240)' --dump 0.0:uint32x2 | FileCheck %s --check-prefix=ROWS
// ROWS: (0 2) (8 31) (255 5)
// ROWS: (1 2) (8 31) (240 5)

#version 460
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 5, local_size_y = 2) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results { uint results[10][6]; };

void main() {
  results[gl_LocalInvocationIndex] =
      uint[](gl_SubgroupID, gl_NumSubgroups, gl_SubgroupSize, subgroupBallot(true).x,
             gl_SubgroupGeMask.x, subgroupAdd(1u));
}
