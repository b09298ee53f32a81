#version 450

layout(local_size_x = 4, local_size_y = 4) in;

layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1, r8) uniform writeonly image2D result;
layout(set = 0, binding = 2, r32ui) uniform uimageBuffer histogram;

void main()
{
    const ivec2 at = ivec2(gl_LocalInvocationID.xy);
    const vec2 size = vec2(imageSize(result));
    float sum = 0;
    for (int i = -1; i <= 1; ++i)
        sum += textureLod(picture, (vec2(at.x + i, at.y) + 0.5) / size, 0).x;
    imageStore(result, at, vec4(sum / 3));
    imageAtomicAdd(histogram, int(sum), 1);
}
