#version 450
// Vulkan, VUID-StandaloneSpirv-MemorySemantics-10871: semantics of a storage class are invalid with a relaxed order. glslang
// passes them on, in both memory models. Everything else that it emits for atomics is valid.
//
// RUN: expect-status 2 spirv-run %s -D STORAGE=gl_StorageSemanticsBuffer -D ORDER=gl_SemanticsRelaxed --buffer '0.0=zero(8)' 2>&1 | FileCheck %s
// RUN: expect-status 2 spirv-run %s -D MODEL -D STORAGE=gl_StorageSemanticsBuffer -D ORDER=gl_SemanticsRelaxed --buffer '0.0=zero(8)' 2>&1 | FileCheck %s
// CHECK: VUID-StandaloneSpirv-MemorySemantics-10871
// CHECK-SAME: semantics of a storage class need a memory order other than Relaxed: pass 0 as the storage semantics of gl_SemanticsRelaxed
// RUN: spirv-run %s -D STORAGE=0 -D ORDER=gl_SemanticsRelaxed --buffer '0.0=zero(8)' --strict | FileCheck %s --check-prefix=VALID
// RUN: spirv-run %s -D MODEL -D STORAGE=0 -D ORDER=gl_SemanticsRelaxed --buffer '0.0=zero(8)' --strict | FileCheck %s --check-prefix=VALID
// RUN: spirv-run %s -D STORAGE=gl_StorageSemanticsBuffer -D ORDER=gl_SemanticsAcquireRelease --buffer '0.0=zero(8)' --strict | FileCheck %s --check-prefix=VALID
// RUN: spirv-run %s -D MODEL -D STORAGE=gl_StorageSemanticsBuffer -D ORDER=gl_SemanticsAcquireRelease --buffer '0.0=zero(8)' --strict | FileCheck %s --check-prefix=VALID
// VALID: 0.0: uint32[2] = 3 7
// An invalid module runs all the same if the user says so.
// RUN: spirv-run %s --no-validate -D STORAGE=gl_StorageSemanticsBuffer -D ORDER=gl_SemanticsRelaxed --buffer '0.0=zero(8)' | FileCheck %s --check-prefix=VALID
#extension GL_KHR_memory_scope_semantics : require
#ifdef MODEL
#pragma use_vulkan_memory_model
#endif

layout(std430, set = 0, binding = 0) buffer Counters { uint count, other; };

void main() {
  atomicAdd(count, 1, gl_ScopeQueueFamily, 0, 0);
  atomicAdd(count, 2, gl_ScopeQueueFamily, STORAGE, ORDER);
  atomicCompSwap(other, 0, 7, gl_ScopeQueueFamily, 0, 0, 0, 0);
}
