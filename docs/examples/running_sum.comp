#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) buffer Numbers
{
    uint number[];
};

layout(std430, set = 0, binding = 1) readonly buffer Same
{
    uint same[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    number[i] = same[i] + i;
}
