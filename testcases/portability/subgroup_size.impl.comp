// A sum over the subgroup depends on its size; one over the workgroup does not.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=zero(64)' --subgroup-size 8 --portability-sizes 8,16 --check-portability | FileCheck %s
// CHECK: schedule of seed 1: the same
// CHECK: mapping quads: the same
// CHECK: subgroup size 16, maximal reconvergence: not the same [portability.subgroup-size]
// CHECK-NEXT: 0.0 (uint32) differs in elements 0-15: 16 16 16
// CHECK: portability: 2 of 10 runs differ from the reference
// COVERS: portability.subgroup-size
//
// RUN: spirv-run %s -D WORKGROUP --buffer '0.0=zero(64)' --subgroup-size 8 --portability-sizes 8,16 --check-portability | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of 10 runs

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : enable
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[16]; };
shared uint sum;

void main()
{
#ifdef WORKGROUP
    if (gl_LocalInvocationIndex == 0) sum = 0;
    barrier();
    const uint part = subgroupAdd(1);
    if (subgroupElect()) atomicAdd(sum, part);
    barrier();
    sums[gl_LocalInvocationIndex] = sum;
#else
    sums[gl_LocalInvocationIndex] = subgroupAdd(1);
#endif
}
