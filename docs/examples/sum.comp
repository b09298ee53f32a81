#version 450
// The sum of eight numbers. With -D FIXED, the barrier is where it must be.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint numbers[8]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sum { uint sum; };
shared uint partial[8];

void main() {
  const uint i = gl_LocalInvocationIndex;
  partial[i] = numbers[i];
#ifdef FIXED
  barrier();
#endif
  for (uint other = 4; other > 0; other /= 2) {
    if (i < other) partial[i] += partial[i + other];
    barrier();
  }
  if (i == 0) sum = partial[0];
}
