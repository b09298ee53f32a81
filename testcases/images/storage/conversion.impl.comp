// Values that a format cannot represent. Between two numbers, either may be stored: 0.25 of 255 is 63.75. An infinity, a NaN or an
// integer that is too large has no representation. The permitted run stores representable values.
// COVERS: OpImageWrite.value-rounded OpImageWrite.small-float-rounded OpImageWrite.value-not-finite OpImageWrite.value-not-representable
//
// RUN: expect-status 0 spirv-run %s --image 0.0=rgba8:1 --image 0.1=rgba8ui:1 --image 0.2=r11f_g11f_b10f:1 --buffer 0.3=float32:0.25,inf,nan,0.2,0.1,1,-1,0 --buffer 0.4=uint32:256,255,0,0xFFFFFFFF > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --image 0.0=rgba8:1 --image 0.1=rgba8ui:1 --image 0.2=r11f_g11f_b10f:1 --buffer 0.3=float32:0.2,1,-3,7,0.5,1,-1,0 --buffer 0.4=uint32:1,255,0,9 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// VALUES: 0.0: uint8x4[1] = (64? 255? 0? 51)
// VALUES: 0.1: uint8x4[1] = (undef 255 0 undef)
// VALUES: 0.2: uint32[1] = {{[0-9]+\?}}
// REPORT-DAG: implementation-dependent: the format does not have the value, and either of the two nearest values may be stored{{.*}} [OpImageWrite.value-rounded]
// REPORT-DAG: implementation-dependent: the value is not representable as a float of 10 or 11 bits, and its rounding is not specified [OpImageWrite.small-float-rounded]
// REPORT-DAG: implementation-dependent: an infinity or a NaN is stored in a format that cannot represent it{{.*}} [OpImageWrite.value-not-finite]
// REPORT-DAG: undefined-value: the format cannot represent the integer{{.*}} [OpImageWrite.value-not-representable]
// TWIN: 0.0: uint8x4[1] = (51 255 0 255)
// TWIN: 0.1: uint8x4[1] = (1 255 0 9)
// TWIN: 0.2: uint32[1] = 1966976

#version 450

layout(local_size_x = 1) in;

layout(set = 0, binding = 0, rgba8) uniform writeonly image1D normalized;
layout(set = 0, binding = 1, rgba8ui) uniform writeonly uimage1D integers;
layout(set = 0, binding = 2, r11f_g11f_b10f) uniform writeonly image1D small_floats;

layout(std430, set = 0, binding = 3) readonly buffer Floats
{
    vec4 floats[2];
};

layout(std430, set = 0, binding = 4) readonly buffer Integers
{
    uvec4 whole;
};

void main()
{
    imageStore(normalized, 0, floats[0]);
    imageStore(small_floats, 0, floats[1]);
    imageStore(integers, 0, whole);
}
