// A store to an implementation-dependent place may change any element, so all of them become
// implementation-dependent; so does an atomic. Here the place is a sum of floats whose order matters.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=float32:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8' --buffer '0.1=uint32:fill(8,1)' --buffer '0.2=uint32:fill(8,1)' --dump 0.1 --dump 0.2 | FileCheck %s
// CHECK: 0.1: uint32[8] = 1? 1? 1? 7? 1? 1? 1? 1?
// CHECK: 0.2: uint32[8] = 1? 1? 1? 2? 1? 1? 1? 1?
//
// A sum that is the same in all orders is an ordinary place. A later store to a certain place makes that
// element certain again.
//
// RUN: spirv-run %s --subgroup-size 8 --strict --buffer '0.0=float32:0.5,0.5,0.25,0.25,0.5,0.5,0.5,0.5' --buffer '0.1=uint32:fill(8,1)' --buffer '0.2=uint32:fill(8,1)' --dump 0.1 --dump 0.2 | FileCheck %s --check-prefix=SAME
// SAME: 0.1: uint32[8] = 1 1 1 7 1 1 1 1
// SAME: 0.2: uint32[8] = 1 1 1 2 1 1 1 1
//
// RUN: spirv-run %s -DAGAIN --subgroup-size 8 --buffer '0.0=float32:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8' --buffer '0.1=uint32:fill(8,1)' --buffer '0.2=uint32:fill(8,1)' --dump 0.1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: 0.1: uint32[8] = 1? 1? 1? 8 1? 1? 1? 1?

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Parts { float parts[8]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[8]; };
layout(std430, set = 0, binding = 2) buffer Counters { uint counters[8]; };

void main()
{
    const uint place = uint(subgroupAdd(parts[gl_LocalInvocationIndex]));
    if (gl_LocalInvocationIndex == 0) {
        results[place] = 7;
#ifdef AGAIN
        results[3] = 8;
#endif
        atomicAdd(counters[place], 1);
    }
}
