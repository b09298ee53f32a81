#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform texture2D pictures[2];
layout(set = 0, binding = 1) uniform sampler samplers[2];
layout(std430, set = 0, binding = 2) writeonly buffer Colors { vec4 colors[2]; };

void main()
{
    colors[0] = textureLod(sampler2D(pictures[0], samplers[1]), vec2(0.5), 0.0);
    colors[1] = textureLod(sampler2D(pictures[1], samplers[0]), vec2(0.5), 0.0);
}
