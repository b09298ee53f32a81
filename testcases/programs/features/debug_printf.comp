// debugPrintfEXT: conversions, vectors, and one line for each lane that executes it.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer 0.0=uint32:5,6,7,8 > %t.out 2>&1
// RUN: FileCheck %s --implicit-check-not='lane 0 has' --implicit-check-not='lane 2 has' < %t.out
//
// CHECK-DAG: lane 1 has 6, hexadecimal 6, float 3.000000
// CHECK-DAG: lane 3 has 8, hexadecimal 8, float 4.000000
// CHECK-DAG: vector 1, -2, 3
// CHECK-DAG: done 100%

#version 450
#extension GL_EXT_debug_printf : require

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
    }
}
