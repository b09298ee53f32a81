#version 450
// Zeros, denormals, infinities and NaNs as operands of an instruction.
#ifdef KEEP
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);  // SignedZeroInfNanPreserve
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4464], 4459, 32);        // DenormPreserve
#endif
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float values[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float results[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  results[i] = values[i] * 1.0;
}
