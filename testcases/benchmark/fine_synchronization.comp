#version 450
#extension GL_KHR_memory_scope_semantics : require
// Invocations that synchronize with each other in pairs or small groups: flags that release and acquire hand
// values on, a spin lock for every few invocations, and a counter with memory barriers.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 128;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) coherent buffer Target {
  uint handed_on[1024];
  uint flags[1024];
  uint sums[64];
  uint locks[64];
  uint arrived[64];
  uint last[];
};

const int in_buffer = gl_StorageSemanticsBuffer;

void main() {
  const uint i = gl_LocalInvocationID.x;
  uint sum = 0;
  for (uint round = 1; round <= rounds; ++round) {
    const uint place = 256 * (round & 3);
    handed_on[place + i] = sum + source[(256 * round + i) & 16383];
    atomicStore(flags[place + i], round, gl_ScopeDevice, in_buffer, gl_SemanticsRelease);
    if (i >= 32) {
      const uint before = place + i - 32;
      while (atomicLoad(flags[before], gl_ScopeDevice, in_buffer, gl_SemanticsAcquire) != round) {
      }
      sum = 3 * sum + handed_on[before];
    }

    const uint lock = i & 63;
    bool done = false;
    while (!done) {
      if (atomicCompSwap(locks[lock], 0u, 1u, gl_ScopeDevice, in_buffer, gl_SemanticsAcquire, 0,
                         gl_SemanticsRelaxed) == 0) {
        sums[lock] += sum;
        atomicStore(locks[lock], 0u, gl_ScopeDevice, in_buffer, gl_SemanticsRelease);
        done = true;
      }
    }

    last[256 * (round & 3) + i] = sum;
    memoryBarrierBuffer();
    if (atomicAdd(arrived[round & 63], 1) % 256 == 255) {
      memoryBarrierBuffer();
      sum += last[256 * (round & 3) + 7];
    }
    barrier();
  }
}
