// The precision of some functions is inherited from a formula. If the formula may give a NaN, Vulkan permits
// any result. spirv-run gives the exact result, with a mark.
// COVERS: vulkan.formula-may-be-nan
//
// RUN: spirv-run %s -DFUNCTION='tanh(x)' --buffer 0.0=float32:100,-100,80,0 --buffer '0.1=zero(16)' --buffer '0.2=zero(16)' --dump 0.2 2>&1 | FileCheck %s
// CHECK: 0.2: float32[4] = 1? -1? 1 0
// CHECK: implementation-dependent: the expression from which Vulkan derives the precision may be a NaN, so any result is permitted [vulkan.formula-may-be-nan]
// CHECK: lanes 0-1 of subgroup 0
// RUN: expect-status 3 spirv-run %s --strict -DFUNCTION='tanh(x)' --buffer 0.0=float32:100,-100,80,0 --buffer '0.1=zero(16)' --buffer '0.2=zero(16)' > /dev/null
// RUN: expect-status 3 spirv-run %s -DFUNCTION='tanh(x)' --check-arithmetic --buffer 0.0=float32:100,1,80,0 --buffer '0.1=zero(16)' --buffer '0.2=zero(16)' | FileCheck %s --check-prefix=CHOICES
// CHOICES: arithmetic low: not the same
// CHOICES: in elements 0-{{[0-9]}}: nan
//
// RUN: spirv-run %s -DFUNCTION='mod(x,y)' --buffer 0.0=float32:5,5,7,0 --buffer 0.1=float32:inf,-inf,2,3 --buffer '0.2=zero(16)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=MOD
// MOD: 0.2: float32[4] = {{[^ ]+}}? {{[^ ]+}}? 1 0
// MOD: [vulkan.formula-may-be-nan]
// RUN: spirv-run %s -DFUNCTION='normalize(vec2(x,y)).y' --buffer 0.0=float32:1e-30,0,0,3 --buffer 0.1=float32:0,-2,1e-18,4 --buffer '0.2=zero(16)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=NORMALIZE
// NORMALIZE: 0.2: float32[4] = 0? -1 1 0.8
// NORMALIZE: [vulkan.formula-may-be-nan]
//
// Operands for which the formula cannot give a NaN.
// RUN: spirv-run %s --strict -DFUNCTION='tanh(x)+mod(x,y)+mix(x,y,x)+dot(vec2(x,y),vec2(y,x))+length(vec2(x,y))+asinh(x)+fma(x,y,x)+smoothstep(y,y+1,x)' --buffer 0.0=float32:80,-60,1e-30,0 --buffer 0.1=float32:3,4,5,1e5 --buffer '0.2=zero(16)' 2>&1 | FileCheck %s --check-prefix=NUMBERS --implicit-check-not=permitted
// NUMBERS: 0.2: float32[4] =
// Core SPIR-V has no such rule.
// RUN: spirv-run %s --strict --target-env spv1.6 -DFUNCTION='tanh(x)' --buffer 0.0=float32:100,-100,80,0 --buffer '0.1=zero(16)' --buffer '0.2=zero(16)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=CORE --implicit-check-not=permitted
// CORE: 0.2: float32[4] = 1 -1 1 0

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer X { float xs[]; };
layout(std430, set = 0, binding = 1) readonly buffer Y { float ys[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Result { float result[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const float x = xs[i], y = ys[i];
    result[i] = FUNCTION;
}
