// Reads through a sampler at coordinates inside and outside an image, of two and of three dimensions, and of layers.
kernel void planes(read_only image2d_t image, sampler_t sampler, global const float* x, global float4* out) {
  const int i = get_global_id(0), j = get_global_id(1), n = get_global_size(0);
  out[j * n + i] = read_imagef(image, sampler, (float2)(x[i], x[j]));
}

kernel void volumes(read_only image3d_t image, sampler_t sampler, global const float* x, global uint4* out) {
  const int i = get_global_id(0), j = get_global_id(1), n = get_global_size(0);
  out[j * n + i] = read_imageui(image, sampler, (float4)(x[i], x[j], x[n - 1 - i], 0));
}

kernel void layers(read_only image2d_array_t image, sampler_t sampler, global const float* x, global int4* out) {
  const int i = get_global_id(0), j = get_global_id(1), n = get_global_size(0);
  out[j * n + i] = read_imagei(image, sampler, (float4)(x[i], x[j], x[i] + 0.2f, 0));
}

kernel void lines(read_only image1d_t image, sampler_t sampler, global const float* x, global float4* out) {
  out[get_global_id(0)] = read_imagef(image, sampler, x[get_global_id(0)]);
}

kernel void write(write_only image2d_t floats, write_only image2d_t integers, global const float* x) {
  const int i = get_global_id(0), n = get_global_size(0);
  write_imagef(floats, (int2)(i, 0), (float4)(x[i], x[n - 1 - i], -x[i], x[i] * 0.5f));
  write_imagei(integers, (int2)(i, 0), (int4)((int)(x[i] * 100), i, -i, (int)(x[i] * 100000)));
}
