#version 450
layout(local_size_x = 4) in;
struct S { vec4 d; uint n; vec3 e; };
struct T { S s; float f[3]; };
layout(std430, set = 0, binding = 0) buffer O { T ts[4]; T out_[4]; };
T make(T x) {
  x.s.n = x.s.n + 7u;
  return x;
}
void main() {
  uint i = gl_LocalInvocationIndex;
  T s;
  s.s.d = vec4(i, 2, 3, 4);
  s.s.n = i * 2u;
  s.s.e = vec3(1.5);
  s.f[0] = 3.0 * float(i);
  s.f[1] = 3.0 * float(i) + 1.0;
  s.f[2] = 3.0 * float(i) + 2.0;
  T c = s;
  T k = make(c);
  T b = ts[i];
  vec4 v = k.s.d * 2.0 + b.s.d;
  bool t = i > 1u;
  S sel = k.s;
  if (t) sel = b.s;
  out_[i] = k;
  out_[i].s.n = uint(v.x) + sel.n;
}
