#version 450

layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Value { TYPE value; };

void main()
{
    TYPE x = value;
    for (uint i = 0; i < 1200000; ++i) x = x * TYPE(3) / TYPE(4) + TYPE(1);
    value = x;
}
