// For ../arguments.test.
kernel void drain(read_only pipe int in, float factor) {
  int number;
  while (read_pipe(in, &number) == 0) printf("%g\n", number * factor);
}
