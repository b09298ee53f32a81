#version 450
layout(local_size_x = 4) in;
struct Ray { vec3 origin; vec4 direction; float t[2]; };
layout(std430, set = 0, binding = 0) buffer Values { float values[]; };

float scale(float x, float by) {
  float scaled = x * by;
  return scaled;
}

Ray make(float x) {
  Ray ray;
  ray.origin = vec3(x, x + 1.0, x + 2.0);
  ray.direction = vec4(0.0, scale(x, 3.0), 0.0, 1.0);
  ray.t[0] = x;
  ray.t[1] = -x;
  return ray;
}

void main() {
  uint i = gl_LocalInvocationIndex;
  float v = values[i];
  Ray ray = make(v);
  mat2 m = mat2(v, 1.0, 2.0, v);
  float s = 0.0;
  for (int k = 0; k < 3; ++k) {
    if (i % 2 == 0) s += ray.t[1] * float(k);
    else s -= 1.0;
  }
  vec2 r = m * vec2(s, ray.direction.y);
  values[i] = r.x + r.y + ray.origin.z;
}
