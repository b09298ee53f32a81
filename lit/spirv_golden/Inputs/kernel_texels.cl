kernel void copy(read_only image2d_t from, write_only image2d_t to, global float4 *numbers) {
  const size_t i = get_global_id(0);
  const float4 color = read_imagef(from, (int2)(i, 0));
  numbers[i] = color;
  write_imagef(to, (int2)(i, 0), color * 0.3f);
}
