// The clamp of a NaN component is undefined, and so is the packed component. A component exactly halfway
// between two integers (0.5 * 127) may become either. Components beyond the limits are
// clamped; without SignedZeroInfNanPreserve, an infinite one may give anything.
// COVERS: GLSL.std.450.PackSnorm4x8.component-nan GLSL.std.450.PackSnorm4x8.fraction-half
//
// RUN: spirv-run %s --buffer '0.0=uint32:0x7fc00000;float32:1,-1,0,0.5,1,0,-1,inf,-inf,7,-7' --buffer '0.1=undef(12)' --dump 0.1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: uint32[3] = undef {{(2164293439|2164293440)\?}} 2172617087?
// A NaN does not affect the bits of the other components. What depends on a rounding is marked as a whole.
// RUN: spirv-run %s --buffer '0.0=uint32:0x7fc00000;float32:1,-1,0,0.5,1,0,-1,inf,-inf,7,-7' --buffer '0.1=undef(12)' --dump 0.1:uint8x4 | FileCheck %s --check-prefix=BYTES
// BYTES: 0.1: uint8x4[3] = (undef 127 129 0) ({{(63|64)\?}} 127? 0? 129?) (127? 129? 127? 129?)
// REPORT: undefined-value: a component of v (v[i]) is a NaN [GLSL.std.450.PackSnorm4x8.component-nan]
// REPORT: lane 0 of subgroup 0
// REPORT: consequence: {{.*}}undefined-output: 
// REPORT: implementation-dependent: a component of v (v[i]) is halfway between two integers; either may be the result [GLSL.std.450.PackSnorm4x8.fraction-half]
// REPORT: lane 1 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output, 2 implementation-dependent
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:1,-1,0,1,1,0,-1,0,9,-9,7,-7 --buffer '0.1=undef(12)'

#version 450

layout(local_size_x = 3) in;

layout(std430, set = 0, binding = 0) readonly buffer V
{
    vec4 v[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Result
{
    uint result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = packSnorm4x8(v[i]);
}
