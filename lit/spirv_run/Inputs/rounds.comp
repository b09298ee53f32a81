#version 450

layout(local_size_x = 32) in;
layout(constant_id = 0) const uint rounds = 1;
layout(std430, set = 0, binding = 0) buffer Values { float values[]; };

void main()
{
    float x = values[gl_GlobalInvocationID.x];
    for (uint i = 0; i < rounds; ++i) x = x * 0.75 + 0.125;
    values[gl_GlobalInvocationID.x] = x;
}
