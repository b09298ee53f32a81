// Arrays of buffers: indices that are constant, dynamically uniform and non-uniform; buffers of different lengths.
//
// RUN: spirv-run %s --subgroup-size 8 --push uint32:2 --buffer '0.0[0]=uint32:iota(4,100)' --buffer '0.0[1]=uint32:iota(5,200)' --buffer '0.0[2]=uint32:iota(6,300)' --buffer '0.0[3]=uint32:iota(16,400)' --buffer '0.1=undef(64)' --buffer '0.2=undef(64)' --buffer '0.3=undef(64)' --buffer '1.0[0]=uint32:7' --buffer '1.0[1]=uint32:8' --dump 0.1:uint32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.1 300 301 302 303 304 305 300 301 302 303 304 305 300 301 302 303
// RUN: %python %S/Inputs/check_values.py %t.json 0.2 100 201 302 403 100 200 300 407 100 204 304 411 100 203 302 415
// RUN: %python %S/Inputs/check_values.py %t.json 0.3 47 58 67 168 47 58 67 168 47 58 67 168 47 58 67 168
// RUN: spirv-run %s --subgroup-size 16 --push uint32:1 --buffer '0.0[0]=uint32:iota(4,100)' --buffer '0.0[1]=uint32:iota(5,200)' --buffer '0.0[2]=uint32:iota(6,300)' --buffer '0.0[3]=uint32:iota(16,400)' --buffer '0.1=undef(64)' --buffer '0.2=undef(64)' --buffer '0.3=undef(64)' --buffer '1.0[0]=uint32:7' --buffer '1.0[1]=uint32:8' --dump 0.1:uint32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.1 200 201 202 203 204 200 201 202 203 204 200 201 202 203 204 200
// RUN: %python %S/Inputs/check_values.py %t.json 0.2 100 201 302 403 100 200 300 407 100 204 304 411 100 203 302 415
// RUN: %python %S/Inputs/check_values.py %t.json 0.3 47 58 67 168 47 58 67 168 47 58 67 168 47 58 67 168

#version 450
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 16) in;

layout(push_constant) uniform Push
{
    uint which;
};

layout(std430, set = 0, binding = 0) readonly buffer Parts
{
    uint values[];
} parts[4];

layout(std430, set = 0, binding = 1) writeonly buffer Uniform
{
    uint uniformIndex[16];
};

layout(std430, set = 0, binding = 2) writeonly buffer NonUniform
{
    uint nonUniformIndex[16];
};

layout(std430, set = 0, binding = 3) writeonly buffer Lengths
{
    uint lengths[16];
};

layout(std430, set = 1, binding = 0) readonly buffer Small
{
    uint value;
} small[2];

void main()
{
    const uint id = gl_LocalInvocationIndex;
    uniformIndex[id] = parts[which].values[id % uint(parts[which].values.length())];

    const uint own = id & 3;
    const uint length = uint(parts[nonuniformEXT(own)].values.length());
    nonUniformIndex[id] = parts[nonuniformEXT(own)].values[id % length];
    lengths[id] = length * 10 + small[nonuniformEXT(id & 1)].value;
}
