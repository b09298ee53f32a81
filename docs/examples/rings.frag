#version 450
layout(location = 0) out vec4 color;

void main() {
  const float radius = distance(gl_FragCoord.xy, vec2(4));
  color = vec4(vec3(step(2, radius) * step(radius, 4)), 1);
}
