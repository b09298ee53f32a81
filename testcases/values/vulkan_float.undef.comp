// The Vulkan environment, which applies to GLSL: a result that is not mathematically defined is poison, and
// the error of a division is bounded only for divisors of 0 and from 2^-126 to 2^126.
// COVERS: vulkan.not-mathematically-defined vulkan.divisor-out-of-range
//
// RUN: spirv-run %s -D FUNCTION=x/y --target-env vulkan1.3 --buffer 0.0=float32:0,1,1,4 --buffer 0.1=float32:0,0x1p-127,0x1p127,2 --buffer '0.2=undef(16)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: float32[4] = undef {{[^ ]+}}? {{[^ ]+}}? 2
// REPORT-DAG: undefined-value: the result is not mathematically defined; Vulkan makes it poison [vulkan.not-mathematically-defined]
// REPORT-DAG: implementation-dependent: the magnitude of the divisor is outside the range in which Vulkan bounds the error [vulkan.divisor-out-of-range]
// RUN: spirv-run %s -D FUNCTION=sqrt(x) --target-env vulkan1.3 --buffer 0.0=float32:-1,0,1,4 --buffer 0.1=float32:0,0,0,0 --buffer '0.2=undef(16)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=SQRT
// SQRT: 0.2: float32[4] = undef 0 1 2
// SQRT: [vulkan.not-mathematically-defined]
//
// A division of another number by 0 is infinite. A NaN operand of a division is permitted.
// RUN: spirv-run %s -D FUNCTION=x/y --target-env vulkan1.3 --strict --buffer '0.0=float32:1,-1,8;uint32:0x7fc00000' --buffer 0.1=float32:0,0,0x1p126,2 --buffer '0.2=undef(16)' --dump 0.2 | FileCheck %s --check-prefix=FINE
// FINE: 0.2: float32[4] = inf -inf {{[^ ]+}} nan
// RUN: spirv-run %s -D FUNCTION=sqrt(x) --target-env vulkan1.3 --strict --buffer 0.0=float32:0,0,1,4 --buffer 0.1=float32:0,0,0,0 --buffer '0.2=undef(16)'
// RUN: spirv-run %s -D FUNCTION=x/y --target-env spv1.6 --strict --buffer 0.0=float32:0,1,1,4 --buffer 0.1=float32:0,0x1p-127,0x1p127,2 --buffer '0.2=undef(16)'

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
