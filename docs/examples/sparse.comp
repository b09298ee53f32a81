#version 450
#extension GL_ARB_sparse_texture2 : require

layout(local_size_x = 4) in;

layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Results { float result[4]; };

void main()
{
    const vec2 at = vec2((gl_LocalInvocationIndex + 0.5) / 4, 0.125);
    vec4 texel;
    float level = 0;
    while (!sparseTexelsResidentARB(sparseTextureLodARB(picture, at, level, texel)) && level < 2)
        level += 1;
    result[gl_LocalInvocationIndex] = texel.x;
}
