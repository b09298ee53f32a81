// Barriers order the atomics of one workgroup: a histogram, a vote, a counter that is reset, and a maximum in
// shared memory are certain after them. So are sums over all workgroups at the end of the dispatch.
//
// RUN: spirv-run %s --strict --groups 3 --subgroup-size 4 --buffer '0.0=zero(24)' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict --groups 3 --subgroup-size 1 --buffer '0.0=zero(24)' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict --groups 3 --subgroup-size 128 --buffer '0.0=zero(24)' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 | FileCheck %s
// CHECK: {{^}}0.0: uint32[6] = 4095 16 4095 16 4095 16{{$}}
// CHECK: {{^}}0.1: uint32[4] = 12 12 12 12{{$}}
// CHECK-NOT: {{.}}
//
// Without the barrier before it, the maximum depends on which invocation came first.
// RUN: spirv-run %s -D NO_BARRIER --groups 3 --subgroup-size 4 --buffer '0.0=zero(24)' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 | FileCheck %s --check-prefix=OPEN
// OPEN: {{^}}0.0: uint32[6] = {{[0-9]+}}? 16 {{[0-9]+}}? 16 {{[0-9]+}}? 16{{$}}
// OPEN: {{^}}0.1: uint32[4] = 12 12 12 12{{$}}

#version 450
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[]; };
layout(std430, set = 0, binding = 1) buffer Histogram { uint histogram[4]; };
shared uint bins[4];
shared uint votes;
shared uint counter;

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (i < 4) bins[i] = 0;
    if (i == 0) votes = counter = 0;
    barrier();
    atomicAdd(bins[i % 4], 1);
    atomicMax(votes, i * 273);
    for (uint round = 0; round < 3; ++round) {
        atomicAdd(counter, 1);
        barrier();
        if (i == 0) {
#ifndef NO_BARRIER
            results[2 * gl_WorkGroupID.x] = votes;
#endif
            results[2 * gl_WorkGroupID.x + 1] = atomicExchange(counter, 0);
        }
        barrier();
    }
#ifdef NO_BARRIER
    const uint before = atomicMax(votes, i == 0 ? 5000 : 0);
    atomicMax(votes, 6000 + i);
    if (i == 0) results[2 * gl_WorkGroupID.x] = before;
#endif
    if (i < 4) atomicAdd(histogram[i], bins[i]);
}
