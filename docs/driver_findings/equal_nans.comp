#version 450
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);  // SignedZeroInfNanPreserve
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Value { float value; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { uint are_equal[]; };

void main() {
  are_equal[gl_LocalInvocationIndex] = subgroupAllEqual(value) ? 1 : 0;
}
