#version 460
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x_id = 0, local_size_y_id = 1) in;
#ifdef LINEAR
layout(derivative_group_linearNV) in;
#else
layout(derivative_group_quadsNV) in;
#endif
layout(std430, set = 0, binding = 0) writeonly buffer Results { float results[]; };

void main() {
  results[gl_LocalInvocationIndex] = dFdx(float(gl_LocalInvocationIndex));
}
