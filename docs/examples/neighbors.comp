#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Numbers
{
    uint number[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Sums
{
    uint sum[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    sum[i] = number[i] + number[i + 1];
}
