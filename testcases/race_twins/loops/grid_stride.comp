// The stride is that of all invocations.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  for (uint at = gl_GlobalInvocationID.x; at < 64; at +=
#ifdef RACE
    8
#else
    16
#endif
  ) results[at] = i;
}
