// Lanes with different selectors need not stay together, even if all of them lead to the default case. In workgroup 1, the
// selectors are equal, but on another implementation, one of them may be 0: the atomics of both workgroups have no order.
// RUN: spirv-run %s --groups 2 --subgroup-size 2 --buffer '0.0=zero(20)' --dump 0.0:uint32 2>/dev/null | FileCheck %s
// RUN: spirv-run %s --groups 2 --subgroup-size 2 --buffer '0.0=zero(20)' --dump 0.0:uint32 --no-explain 2>/dev/null | FileCheck %s
// CHECK: 0.0: uint32[5] = 5 1? 0? 1? 0?
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Results { uint counter; uint elected[4]; };
void main() {
  bool is_elected = false;
  switch (atomicMax(counter, 5)) {
    default: is_elected = subgroupElect();
  }
  elected[gl_GlobalInvocationID.x] = is_elected ? 1 : 0;
}
