// Two invocations write the same texel, or one reads it while another writes it, without any order. The correct version has a barrier with image semantics.
//
// RUN: expect-status 3 spirv-run %s -DORDER= --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: expect-status 3 spirv-run %s "-DORDER=memoryBarrierBuffer();barrier();" --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) 2>&1 | FileCheck %s --check-prefix=STORAGE
// RUN: spirv-run %s "-DORDER=memoryBarrierImage();barrier();" --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// RACE: undefined-behavior: data race: invocation ({{[0-9]+}},0,0) {{reads|writes}} texel ({{[0-3], [0-3]}}) of image 0.0 (format R32ui), and invocation {{.*}} [memory.data-race]
// RACE: memoryBarrierImage()
// STORAGE: the barrier at line [[#]] does not order this memory: its Memory Semantics lack ImageMemory
// TWIN: 0.1: uint32[16] = 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0

#version 450

layout(local_size_x = 16) in;

layout(set = 0, binding = 0, r32ui) uniform uimage2D image;

layout(std430, set = 0, binding = 1) buffer Results
{
    uint result[];
};

void main()
{
    const int i = int(gl_LocalInvocationIndex);
    imageStore(image, ivec2(i % 4, i / 4), uvec4(i));
    ORDER
    const int other = 15 - i;
    result[i] = imageLoad(image, ivec2(other % 4, other / 4)).x;
}
