// Nothing has written the shared variable, so the results of the atomics are undefined in any order: the report names this
// origin. The twin initializes it; then the values depend on the order.
// RUN: spirv-run %s --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --implicit-check-not='depends on the order'
// CHECK: 0.0: uint32[4] = undef undef undef undef
// CHECK: undefined-output: elements 0-3 of 0.0 (uint32) are undefined after the run
// CHECK: note: nothing has written the bytes that this reads from 'c'
// RUN: spirv-run %s -D INITIALIZED --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undefined
// TWIN: implementation-dependent: elements 0-3 of 0.0 (uint32) are implementation-dependent after the run
// TWIN: note: the value depends on the order of the atomic accesses to 'c'
#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[]; };
shared uint c;

void main() {
#ifdef INITIALIZED
  if (gl_LocalInvocationIndex == 0) c = 0;
  barrier();
#endif
  results[gl_LocalInvocationIndex] = atomicAdd(c, 1);
}
