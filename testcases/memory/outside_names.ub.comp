// Reports about accesses out of bounds name the element by its path, up to the index that is outside.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=zero(48)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s
// CHECK: 4-byte load from 'particles[2]' of buffer 0.0 (bytes 60..63), where 'particles' has 2 elements [memory.out-of-bounds]
// CHECK: 4-byte store to 'values[-1]' of buffer 0.1 (bytes -4..-1), where 'values' has 4 elements [memory.out-of-bounds]
// RUN: spirv-run %s --strict --buffer '0.0=zero(64)' --buffer '0.1=zero(16)' --spec 0=1 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=undefined
// PASS: 0.0:

#version 450
layout(local_size_x = 1) in;
layout(constant_id = 0) const int begin = 0;

struct Particle {
  vec3 position;
  float weight;
};
layout(std430, binding = 0) buffer Particles {
  float scale;
  float bias[2];
  Particle particles[];
};
layout(std430, binding = 1) buffer Values { uint values[]; };

void main() {
  scale = particles[2].weight;
  values[int(gl_LocalInvocationIndex) + begin - 1] = 1;
}
