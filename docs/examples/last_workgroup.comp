// Sums numbers: each workgroup stores the sum of its part, and the last one to finish adds these to its own.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) readonly buffer Numbers { uint numbers[]; };
layout(set = 0, binding = 1) buffer Sums { uint finished; uint total; uint of_workgroup[]; };
shared uint sum;
shared bool is_last;
void main() {
  if (gl_LocalInvocationIndex == 0) sum = 0;
  barrier();
  atomicAdd(sum, numbers[gl_GlobalInvocationID.x]);
  barrier();
  if (gl_LocalInvocationIndex == 0) {
    of_workgroup[gl_WorkGroupID.x] = sum;
    const uint before = atomicAdd(finished, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                                  gl_SemanticsAcquireRelease);
    is_last = before == gl_NumWorkGroups.x - 1;
  }
  barrier();
  if (is_last && gl_LocalInvocationIndex == 0) {
    total = 0;
    for (uint i = 0; i < gl_NumWorkGroups.x; ++i)
      total += i == gl_WorkGroupID.x ? sum : of_workgroup[i];
  }
}
