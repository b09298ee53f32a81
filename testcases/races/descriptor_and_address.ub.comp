// A buffer and the address of its memory are two references: in the Vulkan memory model, a write through one
// is not visible through the other.
// COVERS: memory.different-references
//
// RUN: expect-status 3 spirv-run %s --memory 'all=zero(32)' --buffer '0.0=memory(all)' --buffer '0.1=zero(32)' --push 'uint64:address(all)' 2>&1 | FileCheck %s
// CHECK: undefined-behavior: write through another descriptor or address: invocation (0,0,0) reads byte 28 of memory 'all', and invocation (7,0,0) writes it through buffer 0.0; {{.*}} [memory.different-references]
//
// Another buffer, and accesses through the address alone.
// RUN: spirv-run %s --memory 'all=zero(32)' --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' --push 'uint64:address(all)' --strict 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=undefined
// PASS: 0.1: uint32[8] = 0 0 0 0 0 0 0 0
// RUN: spirv-run %s -D ALONE --memory 'all=zero(32)' --buffer '0.1=zero(32)' --push 'uint64:address(all)' --strict 2>&1 | FileCheck %s --check-prefix=ALONE --implicit-check-not=undefined
// ALONE: 0.1: uint32[8] = 7 6 5 4 3 2 1 0
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#pragma use_vulkan_memory_model
layout(local_size_x = 8) in;
layout(buffer_reference, std430) coherent buffer Reference { uint v[8]; };
layout(std430, set = 0, binding = 0) coherent buffer First { uint first[8]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[8]; };
layout(push_constant) uniform Push { Reference reference; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef ALONE
  reference.v[i] = i;
#else
  first[i] = i;
#endif
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
  results[i] = reference.v[7 - i];
}
