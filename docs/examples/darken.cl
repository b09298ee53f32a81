constant sampler_t at_edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void darken(read_only image2d_t in, write_only image2d_t out, global uint* bright, float factor) {
  local uint count;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (get_local_id(0) == 0) count = 0;
  const float4 color = read_imagef(in, at_edge, at);
  if (color.x > 0.5f) atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  write_imagef(out, at, color * factor);
  if (get_local_id(0) == 0) bright[get_group_id(0)] = count;
}
