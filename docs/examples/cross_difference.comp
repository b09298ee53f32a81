#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Points { vec2 points[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Areas { float areas[]; };

void main() {
  const vec2 p = points[gl_LocalInvocationIndex];
  areas[gl_LocalInvocationIndex] = p.x * p.y - p.y * p.x;
}
