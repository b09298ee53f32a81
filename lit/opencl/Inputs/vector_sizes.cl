kernel void k(global int *out) {
  int4 vector = (int4)(1, 2, 3, 4);
#ifdef CONVERT
  out[0] = convert_int2(vector).x;
#elif defined(AS_TYPE)
  out[0] = as_int2(vector).x;
#else
  out[0] = convert_int4(vector).x + as_uint4(vector).y;
#endif
}
