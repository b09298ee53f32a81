#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer T { uint table[4]; };
layout(std430, set = 0, binding = 1) buffer O { uint o[]; };
#ifdef NESTED
shared uint parts[2][4];
#define PART parts[1]
#else
shared uint part[4];
#define PART part
#endif

uint entry(uint i) { return table[i & 3u]; }

void main() {
  PART[gl_LocalInvocationIndex] = entry(gl_LocalInvocationIndex);
  barrier();
  o[gl_LocalInvocationIndex] = PART[(gl_LocalInvocationIndex + 1u) % 4u];
}
