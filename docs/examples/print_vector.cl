kernel void print_vector(float4 position, uchar4 color) {
  printf("%5.2v4hlf has color %#v4hhx (%s)", position, color, "rgba");
}
