#version 450
// Instructions with error bounds, values computed from their results, and an integer that they may decide.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float values[]; };
struct Results {
  float exponential, quotient, product_sum, root, sine, sum;
  uint rounded;
};
layout(std430, set = 0, binding = 1) writeonly buffer Out { Results results[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const float x = values[i], y = values[7 - i] + 3;
  results[i].exponential = exp(x);
  results[i].quotient = x / y;
  results[i].product_sum = x * y + y;
  results[i].root = inversesqrt(abs(x) + 0.5);
  results[i].sine = sin(x) * 2 + exp(y);
  results[i].sum = x + y;
  results[i].rounded = uint(exp(x) * 100);
}
