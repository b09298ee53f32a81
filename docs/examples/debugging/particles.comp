#version 450
layout(local_size_x = 4) in;
struct Particle { vec2 position; vec2 velocity; };
layout(std430, set = 0, binding = 0) buffer Particles { Particle particles[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Energy { float energy[]; };

vec2 direction(vec2 v) {
  return v / length(v);
}

vec2 steer(Particle p, vec2 target) {
  return direction(target - p.position);
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  Particle p = particles[i];
  for (int step = 0; step < 3; ++step) {
    p.velocity = 0.5 * p.velocity + 0.25 * steer(p, vec2(2.0, 0.0));
    p.position += p.velocity;
  }
  particles[i] = p;
  energy[i] = dot(p.velocity, p.velocity);
}
