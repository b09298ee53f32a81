#version 450
// The last workgroup that exchanges leaves its number; each one stores the number before its own.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Last { uint last; };
layout(std430, set = 0, binding = 1) buffer Earlier { uint earlier[]; };

void main() {
  earlier[gl_WorkGroupID.x] = atomicExchange(last, gl_WorkGroupID.x + 1);
}
