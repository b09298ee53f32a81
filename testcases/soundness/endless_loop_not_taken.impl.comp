// The path that this run does not take waits for a flag, which another invocation sets on that path.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 2 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 2x{9,777} 2x5

#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint ticket = atomicAdd(other, 1);
  if (i == 0) {
    // Invocation 1 waits for this store, which does not depend on whether it waits.
    atomicStore(counter, 1u, gl_ScopeDevice, 0, 0);
    if (ticket == 0) o[0] = 9;
  } else {
    if (ticket == 0) {
      while (atomicLoad(counter, gl_ScopeDevice, 0, 0) == 0) {}
      o[1] = 9;
    }
  }
  o[i + 2] = 5;
}
