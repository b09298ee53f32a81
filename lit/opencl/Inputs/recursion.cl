int factorial(int n) {
  return n < 2 ? 1 :
         n * factorial(n - 1);
}
kernel void recursive(global int* out) { *out = factorial(5); }
