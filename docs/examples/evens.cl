kernel void evens(read_only pipe int in, write_only pipe int out) {
  int number;
  while (read_pipe(in, &number) == 0) {
    if (number % 2 == 0) write_pipe(out, &number);
  }
}
