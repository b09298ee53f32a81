// Storage images: reads of texels without memory are undefined, or zero; writes are discarded. An alpha that the format lacks is 1.
// COVERS: image.read-unbound image.unbound-write-discarded
//
// RUN: expect-status 3 spirv-run %s --strict --image '0.0=rg32f:4x1,unbound(x=2):float32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(64)' 2>&1 | FileCheck %s --check-prefix=UNBOUND
// UNBOUND: 0.0: float32x2[4] = (10 10) (3 4) (5 6) (7 8)
// UNBOUND: {texels = [(1 2 0 1) (3 4 0 1) (undef undef 0 1) (7 8 0 1)]}
// UNBOUND: note: {{.*}}so the write is discarded{{.*}} [image.unbound-write-discarded]
//
// What an invocation has written there may be read again, unless the read is volatile.
// RUN: spirv-run %s --device-limits residencyNonResidentStrict=1 --image '0.0=rg32f:4x1,unbound(x=2):float32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(64)' 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: {texels = [(1 2 0 1) (3 4 0 1) (0? 0? 0 1) (7 8 0 1)]}

#version 450

layout(local_size_x = 4) in;
layout(set = 0, binding = 0, rg32f) uniform image2D image;
layout(set = 0, binding = 1) buffer Texels { vec4 texels[4]; };

void main()
{
    const int i = int(gl_LocalInvocationIndex);
    texels[i] = imageLoad(image, ivec2(i, 0));
    if (i == 0 || i == 2) imageStore(image, ivec2(i, 0), vec4(10));
}
