#version 450
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Numbers { int numbers[]; };

spirv_instruction(id = 138) int remainder(int a, int b);  // OpSRem

void main() {
  const uint i = gl_GlobalInvocationID.x;
  numbers[i] = remainder(numbers[i], 3);
}
