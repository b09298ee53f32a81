// For ../build_options.test.
kernel void numbers(global int* out) {
  const TYPE version = __OPENCL_C_VERSION__;
  out[0] = NUMBER;
  out[1] = version;
}

kernel void contracted(global float* out, global const float* in) { *out = in[0] * in[1] + in[2]; }
