#version 450
// Bodies that attract each other, 256 in each workgroup, for one step of time a round. The positions come from the source.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 1;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { float target[]; };

shared vec4 bodies[256];  // positions and masses

void main() {
  const uint local = gl_LocalInvocationID.x;
  const uint word = source[gl_GlobalInvocationID.x];
  vec3 position = vec3(word & 1023u, word >> 10u & 1023u, word >> 20u & 1023u) / 512.0 - 1.0;
  vec3 velocity = vec3(0.0);
  const float mass = 1.0 + float(word >> 30u);
  for (uint round = 0; round < rounds; ++round) {
    bodies[local] = vec4(position, mass);
    barrier();
    vec3 acceleration = vec3(0.0);
    for (uint i = 0; i < 256; ++i) {
      const vec3 offset = bodies[i].xyz - position;
      const float inverse = inversesqrt(dot(offset, offset) + 0.01);
      acceleration += bodies[i].w * inverse * inverse * inverse * offset;
    }
    velocity += acceleration / 65536.0;
    position += velocity / 64.0;
    barrier();
  }
  for (uint i = 0; i < 3; ++i) target[3u * gl_GlobalInvocationID.x + i] = position[i];
}
