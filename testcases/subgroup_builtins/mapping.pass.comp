// The invocations of each subgroup, by --subgroup-mapping: each row of the result is a subgroup of 4, in the
// order of SubgroupLocalInvocationId.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=undef(64)' | FileCheck %s --check-prefix=LINEAR
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping linear --buffer '0.0=undef(64)' | FileCheck %s --check-prefix=LINEAR
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping rows --buffer '0.0=undef(64)' | FileCheck %s --check-prefix=LINEAR
// LINEAR: 0.0: uint32[16] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping quads --buffer '0.0=undef(64)' | FileCheck %s --check-prefix=QUADS
// QUADS: 0.0: uint32[16] = 0 1 8 9 2 3 10 11 4 5 12 13 6 7 14 15
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping columns --buffer '0.0=undef(64)' | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: 0.0: uint32[16] = 0 8 1 9 2 10 3 11 4 12 5 13 6 14 7 15
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping random:4 --buffer '0.0=undef(64)' > %t.1
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping random:4 --jobs 2 --buffer '0.0=undef(64)' | diff - %t.1
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping random --buffer '0.0=undef(64)' > %t.2
// RUN: expect-status 1 diff %t.1 %t.2
//
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping random:4 --format json --buffer '0.0=undef(64)' | FileCheck %s --check-prefix=JSON
// JSON: "subgroup_mapping": "random:4"
// RUN: expect-status 2 spirv-run %s --subgroup-mapping spiral --buffer '0.0=undef(64)' 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: expect-status 2 spirv-run %s --subgroup-mapping quads:1 --buffer '0.0=undef(64)' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: unknown subgroup mapping '{{.*}}': use linear, quads, columns, rows or random[:SEED]

#version 460
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 8, local_size_y = 2) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results { uint results[16]; };

void main() {
  const uvec3 id = gl_LocalInvocationID;
  results[gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID] =
      gl_LocalInvocationIndex == id.y * 8 + id.x && gl_GlobalInvocationID == id
          ? gl_LocalInvocationIndex
          : 0xFFFF;
}
