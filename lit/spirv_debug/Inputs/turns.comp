#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Results { uint results[]; };
shared uint total;
void main() {
  uint i = gl_LocalInvocationID.x;
  if (i == 0) total = 0;
  barrier();
  uint earlier = atomicAdd(total, i + 1u);
  atomicAdd(total, 10u);
  barrier();
  results[gl_GlobalInvocationID.x] = earlier + total;
}
