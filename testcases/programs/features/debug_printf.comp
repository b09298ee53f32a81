// debugPrintfEXT: conversions, vectors, and one line for each lane that executes it.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer 0.0=uint32:5,6,7,8 > %t.out 2>&1
// RUN: FileCheck %s --implicit-check-not='lane 0 has' --implicit-check-not='lane 2 has' < %t.out
//
// CHECK-DAG: lane 1 has 6, hexadecimal 6, float 3.000000
// CHECK-DAG: lane 3 has 8, hexadecimal 8, float 4.000000
// CHECK-DAG: vector 1, -2, 3
// CHECK-DAG: done 100%
// The components that a shorter vector lacks are zeros.
// CHECK-DAG: short [   7,    8,    0,    0] [1.5, 0.0, 0.0]{{$}}
// "ul" is hexadecimal, "lu" is not, and another letter after a specifier is text.
// CHECK-DAG: long 2000000000000001 2000000000000001 2305843009213693953 2305843009213693953 7liters
// CHECK-DAG: long vector 2000000000000001, 2 | 2305843009213693953, 2 | 2000000000000001, 2
// CHECK-DAG: pointer [0x2000000000000001] [0x0] [                 0x2] [0x2                 ]

#version 450
#extension GL_EXT_debug_printf : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    uint source[4];
};

void main()
{
    const uint id = gl_LocalInvocationIndex;
    const uint value = source[id];
    if ((id & 1) != 0)
    {
        debugPrintfEXT("lane %u has %u, hexadecimal %x, float %f\n", id, value, value, float(value) * 0.5);
    }
    if (id == 2)
    {
        debugPrintfEXT("vector %v3d\n", ivec3(1, -2, 3));
        debugPrintfEXT("done 100%%\n");
        debugPrintfEXT("short [%4v4u] [%.1v3f]", uvec2(7, 8), 1.5);
        const uint64_t large = 0x2000000000000001ul;
        debugPrintfEXT("long %ul %lx %lu %ld %dliters", large, large, large, large, 7);
        debugPrintfEXT("long vector %v2ul | %v2lu | %v2lx", u64vec2(large, 2), u64vec2(large, 2), u64vec2(large, 2));
        debugPrintfEXT("pointer [%p] [%p] [%20p] [%-20p]", large, uint64_t(0), uint64_t(2), uint64_t(2));
    }
}
