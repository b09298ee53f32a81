// A sum that depends on the order keeps its bounds through shared memory into the buffer; arithmetic on it has none.
//
// RUN: spirv-run %s --buffer '0.0=zero(64)' 2>&1 | FileCheck %s
// RUN: spirv-run %s --buffer '0.0=zero(64)' --format json | FileCheck %s --check-prefix=JSON
// CHECK: output.implementation-dependent
// CHECK: note: element 0 may have any value from 1.428966{{[0-9]*}} to 1.428969{{[0-9]*}}
// CHECK: note: the value originates here: %{{.*}} = OpGroupNonUniformFAdd
// CHECK: note: the value is used here: OpStore
// JSON: "bounds": [
// JSON: "element": 7,
// JSON-NEXT: "component": 0,
// JSON-NEXT: "low": 1.428966
// JSON-NEXT: "high": 1.428969
// JSON-NOT: "element": 8

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Sums { float sums[8]; float halves[8]; };
shared float exchanged[8];

void main()
{
    const uint i = gl_LocalInvocationIndex;
    exchanged[i] = subgroupAdd(1.0 / float(i + 3));
    barrier();
    sums[i] = exchanged[7 - i];
    halves[i] = exchanged[i] / 2;
}
