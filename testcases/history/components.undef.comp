// An undefined component passes through instructions whose result components depend on several operand
// components. The first note names its origin, for each of them.
//
// RUN: spirv-run %s -DFUNCTION='m2*v2' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='v2*m2' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='(m2*n2)[1]' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='inverse(m2)[0]' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='normalize(v3).zy' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='cross(v3,w3).zx' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='reflect(v3,w3).zx' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='reflect(w3,v3).zx' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='faceforward(w3,v3,w3).xy' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='refract(v3,w3,0.5).zx' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(dot(v3,w3))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(length(v3))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(distance(v3,w3))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='outerProduct(v2,w2)[1]' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='outerProduct(w2,v2)[1]' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='transpose(m2)[1]' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(determinant(m2))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='unpackHalf2x16(packHalf2x16(v2))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(unpackDouble2x32(packDouble2x32(floatBitsToUint(v2))))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='modf(v2,whole)+whole' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='whole_part(v2)' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='frexp(v2,exponents)' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(exponent_of(v2))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='mix(v2,w2,0.5)' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='clamp(v2,w2,w2)' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='v2*2' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(uaddCarry(floatBitsToUint(v2),uvec2(1),carry))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(subgroupAdd(v2))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='subgroupShuffle(v2,0)' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='subgroupInclusiveAdd(v2)' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='vec2(floatBitsToUint(v2).yy)' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// CHECK: undefined-output: {{.*}} of 0.1
// CHECK-NEXT: note: nothing has written the bytes that this reads from buffer 0.0: {{.*}} = OpLoad
//
// Implementation-dependent components before the undefined one, in the same value or earlier in the buffer,
// do not hide the origin.
// RUN: spirv-run %s -DFUNCTION='vec2(dot(vec2(open,v2.y),w2))' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='cross(vec3(open,v3.y,open),w3).xz' --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s -DFUNCTION='v2' -DMANY --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(136)' 2>&1 | FileCheck %s

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require

layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer From { float from[4]; };
#ifdef MANY
layout(std430, set = 0, binding = 1) writeonly buffer To { float many[32]; vec2 to; };
#else
layout(std430, set = 0, binding = 1) writeonly buffer To { vec2 to; };
#endif

vec2 whole_part(vec2 number) { vec2 whole; modf(number, whole); return whole; }
ivec2 exponent_of(vec2 number) { ivec2 exponents; frexp(number, exponents); return exponents; }

void main()
{
    const vec2 v2 = vec2(from[0], from[1]), w2 = vec2(2, 5);
    const vec3 v3 = vec3(from[0], from[1], from[2]), w3 = vec3(1, 2, 4);
    const mat2 m2 = mat2(v2, w2), n2 = mat2(w2, vec2(3, 1));
    const float open = round(from[2] * 0.5);  // rounds 1.5 to either neighbor
    vec2 whole;
    ivec2 exponents;
    uvec2 carry;
    to = FUNCTION;
#ifdef MANY
    for (int i = 0; i < 32; ++i) many[i] = open;
#endif
}
