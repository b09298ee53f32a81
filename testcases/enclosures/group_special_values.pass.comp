// SignedZeroInfNanPreserve does not apply to sums and products of a group, but it does to other additions. So a zero may have either
// sign, also in a scan and of one contribution, and the sum of an infinity is not known.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=float32:-0,-0,-0,-0,inf,1,1,1,-0,-0,-0,-0' --buffer '0.1=zero(80)' --format json | FileCheck %s
// The sum of zeros.
// CHECK: "offset": 0,
// CHECK: "low": {{-?}}0.0,
// CHECK-NEXT: "high": {{-?}}0.0,
// CHECK: "instruction": "OpGroupNonUniformFAdd"
// The sum of an infinity.
// CHECK: "offset": 16,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "any": true
// The inclusive scan of zeros; its first element has one contribution.
// CHECK: "offset": 32,
// CHECK: "low": {{-?}}0.0,
// CHECK-NEXT: "high": {{-?}}0.0,
// The identity.
// CHECK: "offset": 48,
// CHECK: "low": {{-?}}0.0,
// CHECK-NEXT: "high": {{-?}}0.0,
// An addition of two zeros is exact.
// CHECK-NOT: "offset": 64,
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=float32:-0,-0,-0,-0,inf,1,1,1,-0,-0,-0,-0' --buffer '0.1=zero(80)' --arithmetic other-zeros --dump 0.1 | FileCheck %s --check-prefix=OTHER
// OTHER: 0.1: float32[20] = 0 0 0 0 inf inf inf inf 0 0 0 0 -0 0 0 0 -0 -0 -0 -0

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);  // SignedZeroInfNanPreserve

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer In
{
    float a[];
};

layout(std430, set = 0, binding = 1) buffer Out
{
    float r[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    r[i] = subgroupAdd(a[i]);
    r[4 + i] = subgroupAdd(a[4 + i]);
    r[8 + i] = subgroupInclusiveAdd(a[8 + i]);
    r[12 + i] = subgroupExclusiveAdd(a[8 + i]);
    r[16 + i] = a[i] + a[0];
}
