#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { uint value; };

uint sum = 0;

#define TIMES4(x) x x x x
#define TIMES64(x) TIMES4(TIMES4(TIMES4(x)))
#define TIMES1024(x) TIMES4(TIMES4(TIMES64(x)))

void small() { sum += 1; }
void large() { TIMES64(small();) TIMES4(TIMES4(small();)) }
void once() { TIMES64(small();) small(); }

void main() {
#ifdef IN_LOOP
  for (int i = 0; i < 819200; ++i) large();
#else
  TIMES1024(TIMES4(TIMES4(large();)))
#endif
  once();
  value = sum;
}
