// A flag is read with an atomic or plainly while another invocation sets it.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) atomicExchange(values[0], 1);
  if (i == 4) {
    uint seen = 0;
    for (uint k = 0; k < 8; ++k) {
#ifdef RACE
      seen |= values[0];
#else
      seen |= atomicOr(values[0], 0);
#endif
    }
    results[0] = seen;
  }
}
