#version 450
layout(local_size_x = 4) in;
struct Particle { vec3 position; uint kind; };
layout(std430, set = 0, binding = 0) buffer Particles { uint count; mat2x3 turn; Particle particles[]; };
layout(std430, set = 0, binding = 1) readonly buffer Other { uint kinds[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < count) particles[i].kind = kinds[i] / (i == 2 ? 0 : 1);
}
