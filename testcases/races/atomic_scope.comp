// Two atomics, one of which is outside the scope of the other, in the Vulkan memory model.
// COVERS: memory.atomics-not-mutually-ordered
//
// RUN: expect-status 3 spirv-run %s -D SCOPE=gl_ScopeSubgroup --subgroup-size 4 --buffer '0.0=zero(4)' 2>&1 | FileCheck %s --check-prefix=SUBGROUP
// SUBGROUP: atomic_scope.comp:[[#]]: undefined-behavior: data race between two atomics: invocation (4,0,0) atomically writes 'count' of buffer 0.0, and invocation (0,0,0) atomically writes it; the Memory scopes of the atomics, {{.*}}, do not include both invocations [memory.atomics-not-mutually-ordered]
// SUBGROUP: help: give both atomics a Memory scope that includes all invocations that access the memory
// RUN: expect-status 3 spirv-run %s -D SCOPE=gl_ScopeWorkgroup --groups 2 --buffer '0.0=zero(4)' 2>&1 | FileCheck %s --check-prefix=WORKGROUP
// WORKGROUP: the Memory scopes of the atomics, {{.*}}, do not include both invocations
//
// RUN: spirv-run %s -D SCOPE=gl_ScopeSubgroup --subgroup-size 8 --buffer '0.0=zero(4)' --strict 2>&1 | FileCheck %s --check-prefix=PASS8
// RUN: spirv-run %s -D SCOPE=gl_ScopeWorkgroup --subgroup-size 4 --buffer '0.0=zero(4)' --strict 2>&1 | FileCheck %s --check-prefix=PASS8
// RUN: spirv-run %s -D SCOPE=gl_ScopeQueueFamily --groups 2 --subgroup-size 4 --buffer '0.0=zero(4)' --strict 2>&1 | FileCheck %s --check-prefix=PASS16
// PASS8: {{^}}0.0: uint32[1] = 8{{$}}
// PASS8-NOT: {{.}}
// PASS16: {{^}}0.0: uint32[1] = 16{{$}}
// PASS16-NOT: {{.}}
#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Counter { uint count; };

void main() {
  atomicAdd(count, 1u, SCOPE, 0, 0);
}
