#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { float values[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (values[i] < 0.0) debugPrintfEXT("value %u is %f", i, values[i]);
}
