struct Pair {
  int first;
  float second;
};
kernel void memory(global float* out, constant int* in, local float* part) {
  part[0] = in[0];
  out[0] = part[0];
}
kernel void values(global float* out, float f, int i, uchar c, float4 v, short3 s, double8 d, struct Pair pair) {
  out[0] = f + i + c + v.w + s.z + (float)d.s7 + pair.first + pair.second;
}
kernel void images(read_only image1d_t line, read_only image2d_t plane, read_only image3d_t volume,
                   read_only image1d_array_t lines, read_only image2d_array_t planes, read_only image1d_buffer_t texels,
                   sampler_t sampler, global float* out) {
  out[0] = read_imagef(line, sampler, 0.0f).x + read_imagef(plane, (int2)(0)).x + read_imagef(volume, (int4)(0)).x +
           read_imagef(lines, (int2)(0)).x + read_imagef(planes, (int4)(0)).x + read_imagef(texels, 0).x;
}
