// The limits of the exponent for doubles.
// COVERS: GLSL.std.450.Ldexp.exp-too-large GLSL.std.450.Ldexp.exp-too-small GLSL.std.450.Ldexp.product-too-large
//
// RUN: spirv-run %s --buffer 0.0=float64:0x1p-10,1,0.5,2,1 --buffer 0.1=int32:1025,1024,1024,-1023,-1022 --buffer '0.2=undef(40)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: float64[5] = undef undef 8.98846{{[0-9]*}}e+307 {{(2.22507[0-9]*e-308|0)\?}} 2.22507{{[0-9]*}}e-308
// REPORT: undefined-value: exp (exponent[i]) is greater than {{.*}} [GLSL.std.450.Ldexp.exp-too-large]
// REPORT: lane 0 of subgroup 0
// REPORT: consequence: {{.*}}undefined-output: 
// REPORT: implementation-dependent: exp (exponent[i]) is less than {{.*}} [GLSL.std.450.Ldexp.exp-too-small]
// REPORT: lane 3 of subgroup 0
// REPORT: undefined-value: the product is too large{{.*}} [GLSL.std.450.Ldexp.product-too-large]
// REPORT: lane 1 of subgroup 0
// REPORT: 2 undefined-value, 1 undefined-output, 2 implementation-dependent
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float64:0x1p-10,0.5,0.5,2,1 --buffer 0.1=int32:1024,1024,1024,-1022,-1022 --buffer '0.2=undef(40)'

#version 450

layout(local_size_x = 5) in;

layout(std430, set = 0, binding = 0) readonly buffer X
{
    double x[];
};

layout(std430, set = 0, binding = 1) readonly buffer Exponent
{
    int exponent[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Result
{
    double result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = ldexp(x[i], exponent[i]);
}
