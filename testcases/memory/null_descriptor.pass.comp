// A null descriptor gives zeros and has no size, at any index; its neighbors in the array are as usual. Images have zeros in
// all components, also in those that their format lacks.
//
// RUN: spirv-run %s --buffer 0.0=undef(48) --buffer 0.1[0]=uint32:10,11 --null-descriptor 0.1[1] --buffer 0.1[2]=uint32:30 --image 0.2[0]=r8:1x1:uint8:255 --null-descriptor 0.2[1] --image 0.2[2]=rgba8:2x1:uint8:fill(8,255) 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.0: uint32[12] = 10 0 30 2 0 1 255 0 255 1 0 2
// CHECK: 0.1[0]: uint32[2] = 110 11
// CHECK: 0.1[2]: uint32[1] = 130
//
// Robust access does not matter.
// RUN: spirv-run %s --robust-buffer-access --robust-image-access --buffer 0.0=undef(48) --buffer 0.1[0]=uint32:10,11 --null-descriptor 0.1[1] --buffer 0.1[2]=uint32:30 --image 0.2[0]=r8:1x1:uint8:255 --null-descriptor 0.2[1] --image 0.2[2]=rgba8:2x1:uint8:fill(8,255) 2>&1 | FileCheck %s --implicit-check-not=undef

#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_image_load_formatted : require

layout(local_size_x = 3) in;

layout(std430, binding = 0) buffer Results { uint results[12]; };
layout(std430, binding = 1) buffer Data { uint data[]; } parts[3];
layout(binding = 2) uniform image2D pictures[3];

void main()
{
    const uint i = gl_LocalInvocationIndex;
    results[i] = parts[nonuniformEXT(i)].data[0];
    results[3 + i] = parts[nonuniformEXT(i)].data.length();
    results[6 + i] = uint(255 * imageLoad(pictures[nonuniformEXT(i)], ivec2(0)).a);
    results[9 + i] = uint(imageSize(pictures[nonuniformEXT(i)]).x);
    imageStore(pictures[nonuniformEXT(i)], ivec2(0), vec4(1));
    parts[nonuniformEXT(i)].data[0] += 100;
    if (i == 1)
        atomicMax(parts[nonuniformEXT(i)].data[1 << 20], 7);
}
