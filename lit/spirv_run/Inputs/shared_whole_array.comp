#version 460
layout(local_size_x = 7) in;
layout(std430, set = 0, binding = 0) readonly buffer T { uvec2 table[4]; };
layout(std430, set = 0, binding = 1) buffer O { uint o[]; };
shared uvec2 part[4];
uvec2 entry(uint i) { return table[i & 3u]; }
void main() {
  if (gl_LocalInvocationIndex == 0) part = uvec2[4](entry(0), entry(1), entry(2), entry(3));
  barrier();
  uvec2 all[4] = part;
  if (gl_GlobalInvocationID.x < o.length()) o[gl_GlobalInvocationID.x] = all[gl_LocalInvocationIndex & 3u].y;
}
