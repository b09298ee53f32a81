#version 450
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) writeonly buffer Values { int values[]; };

void main() {
  const int id = int(gl_LocalInvocationIndex);
  int a = id;
  int b = 0;
  while (true) {
    b = a * 2 + 1;
    if (b > 90) break;
    a = b - id / 2;
    if ((a & 7) == 5) break;
    if (a > 200 || a <= 0) break;
  }
  values[id] = b;
}
