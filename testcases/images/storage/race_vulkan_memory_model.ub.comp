// Texels in the Vulkan memory model: accesses without NonPrivateTexel are private. Writes must be made
// available and visible, by MakeTexelAvailable and MakeTexelVisible or by the barrier.
//
// COVERS: memory.private-access
// RUN: expect-status 3 spirv-run %s -D QUALIFIER= -D BARRIER=AcquireRelease --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) 2>&1 | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: undefined-behavior: private access to shared memory: invocation (0,0,0) reads texel (3, 3) of image 0.0 (format R32ui), and invocation (15,0,0) writes it; the read lacks NonPrivateTexel [memory.private-access]
// PRIVATE: help: add NonPrivateTexel to its operands: declare the variable coherent
//
// COVERS: memory.not-available
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=nonprivate -D BARRIER=AcquireRelease --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) 2>&1 | FileCheck %s --check-prefix=AVAILABLE
// AVAILABLE: the write lacks MakeTexelAvailable, and no release after it has MakeAvailable, with a scope that includes both invocations [memory.not-available]
//
// COVERS: memory.not-visible
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=nonprivate -D 'BARRIER=AcquireRelease | gl_SemanticsMakeAvailable' --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) 2>&1 | FileCheck %s --check-prefix=VISIBLE
// VISIBLE: the read lacks MakeTexelVisible, and no acquire before it has MakeVisible, with a scope that includes both invocations [memory.not-visible]
//
// COVERS: memory.data-race
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=coherent -D STORAGE=gl_StorageSemanticsBuffer -D BARRIER=AcquireRelease --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) 2>&1 | FileCheck %s --check-prefix=STORAGE
// STORAGE: the barrier at line [[#]] does not order this memory: its Memory Semantics lack ImageMemory [memory.data-race]
//
// RUN: spirv-run %s -D QUALIFIER=coherent -D BARRIER=AcquireRelease --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) --strict 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: spirv-run %s -D QUALIFIER=workgroupcoherent -D BARRIER=AcquireRelease --subgroup-size 4 --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) --strict 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: spirv-run %s -D QUALIFIER=nonprivate -D 'BARRIER=AcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible' --image 0.0=r32ui:4x4:zero(64) --buffer 0.1=undef(64) --strict 2>&1 | FileCheck %s --check-prefix=TWIN
// TWIN-NOT: undefined-behavior
// TWIN: 0.1: uint32[16] = 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
// TWIN-NOT: undefined-behavior

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

layout(local_size_x = 16) in;

layout(set = 0, binding = 0, r32ui) uniform QUALIFIER uimage2D image;

layout(std430, set = 0, binding = 1) buffer Results
{
    uint result[];
};

#define AcquireRelease gl_SemanticsAcquireRelease
#ifndef STORAGE
#define STORAGE gl_StorageSemanticsImage
#endif

void main()
{
    const int i = int(gl_LocalInvocationIndex);
    imageStore(image, ivec2(i % 4, i / 4), uvec4(i));
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, STORAGE, BARRIER);
    const int other = 15 - i;
    result[i] = imageLoad(image, ivec2(other % 4, other / 4)).x;
}
