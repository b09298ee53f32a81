// Loads through addresses that are null, undefined, or not a multiple of the alignment that the pointer promises.
// COVERS: memory.null-pointer memory.undefined-pointer memory.misaligned
//
// RUN: expect-status 3 spirv-run %s --memory memory=uint32:1,2,3,4,5,6 --buffer '0.0=uint64:address(memory),0,undef,address(memory+4),address(memory+16)' --buffer '0.1=undef(20)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --memory memory=uint32:1,2,3,4,5,6 --buffer '0.0=uint64:fill(5,address(memory+8))' --buffer '0.1=undef(20)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undef
// VALUES: 0.1: uint32[5] = 1 undef undef {{[^ ]+}} 5
// REPORT: undefined-behavior: misaligned access{{.*}} [memory.misaligned]
// REPORT: lane 3 of subgroup 0
// REPORT: undefined-behavior: access through a null pointer{{.*}} [memory.null-pointer]
// REPORT: lane 1 of subgroup 0
// REPORT: undefined-behavior: the pointer has an undefined value{{.*}} [memory.undefined-pointer]
// REPORT: lane 2 of subgroup 0
// REPORT: 3 undefined-behavior, 1 undefined-output
// FINE: 0.1: uint32[5] = 3 3 3 3 3

#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 5) in;

layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Word
{
    uint word;
};

layout(std430, set = 0, binding = 0) readonly buffer Address
{
    uint64_t address[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Result
{
    uint result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = Word(address[i]).word;
}
