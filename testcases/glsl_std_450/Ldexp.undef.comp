// An exponent above 128 makes the result undefined, even if the product would be finite; so does a product
// that is not finite. Below -126, the result may be 0.
// COVERS: GLSL.std.450.Ldexp.exp-too-large GLSL.std.450.Ldexp.exp-too-small GLSL.std.450.Ldexp.product-too-large
//
// RUN: spirv-run %s --buffer 0.0=float32:0x1p-10,1,0.5,2,1,-4 --buffer 0.1=int32:129,128,128,-127,-126,3 --buffer '0.2=undef(24)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: float32[6] = undef undef 1.70141{{[0-9]*}}e+38 {{(1.17549[0-9]*e-38|0)\?}} 1.17549{{[0-9]*}}e-38 -32
// REPORT: undefined-value: exp (exponent[i]) is greater than +128{{.*}} [GLSL.std.450.Ldexp.exp-too-large]
// REPORT: lane 0 of subgroup 0
// REPORT: consequence: {{.*}}undefined-output: 
// REPORT: implementation-dependent: exp (exponent[i]) is less than -126{{.*}} [GLSL.std.450.Ldexp.exp-too-small]
// REPORT: lane 3 of subgroup 0
// REPORT: undefined-value: the product is too large{{.*}} [GLSL.std.450.Ldexp.product-too-large]
// REPORT: lane 1 of subgroup 0
// REPORT: 2 undefined-value, 1 undefined-output, 2 implementation-dependent
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:0x1p-10,0.5,0.5,2,1,-4 --buffer 0.1=int32:128,128,128,-126,-126,3 --buffer '0.2=undef(24)'

#version 450

layout(local_size_x = 6) in;

layout(std430, set = 0, binding = 0) readonly buffer X
{
    float x[];
};

layout(std430, set = 0, binding = 1) readonly buffer Exponent
{
    int exponent[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Result
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = ldexp(x[i], exponent[i]);
}
