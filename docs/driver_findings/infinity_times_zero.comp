#version 450
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);  // SignedZeroInfNanPreserve
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Value { float value; };
layout(std430, set = 0, binding = 1) writeonly buffer Result { uint is_zero; };

void main() {
  is_zero = value * 0.0 == 0.0 ? 1 : 0;
}
