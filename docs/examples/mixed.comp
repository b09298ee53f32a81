#version 450
layout(local_size_x = 1) in;
struct Particle { vec3 position; uint kind; };
layout(std430, set = 0, binding = 0) buffer Particles { Particle particles[]; };

void main() {
  particles[1].position = particles[0].position + vec3(1.0);
}
