// The whole workgroup reaches the barrier, but its memory scope is Subgroup, so it orders only accesses of
// invocations in one subgroup. Two of the four readers are in the writer's subgroup, so their reads are ordered.
// COVERS: memory.data-race
//
// RUN: spirv-run %s -D SCOPE=gl_ScopeWorkgroup --subgroup-size 2 --buffer '0.0=undef(16)' --buffer '0.1=uint32:7' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.0: uint32[4] = 7 7 7 7{{$}}
// PASS-NEXT: {{^}}0.1: uint32[1] = 8{{$}}
// PASS-NOT: {{.}}
// RUN: spirv-run %s -D SCOPE=gl_ScopeSubgroup --subgroup-size 4 --buffer '0.0=undef(16)' --buffer '0.1=uint32:7' --strict 2>&1 | FileCheck %s --check-prefix=PASS
//
// RUN: expect-status 3 spirv-run %s -D SCOPE=gl_ScopeSubgroup --subgroup-size 2 --buffer '0.0=undef(16)' --buffer '0.1=uint32:7' 2>&1 | FileCheck %s --check-prefix=PART
// PART: invocation (0,0,0) writes 'value' of buffer 0.1, and invocation ([[#]],0,0) reads it; the Memory scope of the barrier at line [[#]] does not include both invocations [memory.data-race]
#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[4]; };
layout(std430, set = 0, binding = 1) buffer Value { uint value; };

void main() {
  results[gl_LocalInvocationIndex] = value;
  controlBarrier(gl_ScopeWorkgroup, SCOPE, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
  if (gl_LocalInvocationIndex == 0) value = 8;
}
