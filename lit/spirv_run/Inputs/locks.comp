// All workgroups share locks, each for a counter.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) coherent buffer Counters { uint locks[64], counters[64]; };

void main() {
  const uint i = gl_LocalInvocationID.x & 63;
  for (bool done = false; !done;) {
    if (atomicCompSwap(locks[i], 0u, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire, 0,
                       gl_SemanticsRelaxed) == 0) {
      ++counters[i];
      atomicStore(locks[i], 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
      done = true;
    }
  }
}
