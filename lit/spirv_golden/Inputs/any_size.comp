#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4464], 4459, 32);  // DenormPreserve
// Results that depend on the subgroup size, on the mapping, on float controls, and on none of them.
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, set = 0, binding = 0) buffer Out { uint size; uint sum; uint corner; float small; uint total; };
shared uint all;

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) all = 0;
  barrier();
  const uint of_subgroup = subgroupAdd(1);
  const uint least = subgroupMin(i);
  if (subgroupElect()) atomicAdd(all, of_subgroup);
  barrier();
  if (i == 0) {
    size = gl_SubgroupSize;
    sum = of_subgroup;
    small = small + small;
    total = all;
  }
  if (i == 5) corner = least;
}
