// Fast Fourier transform of 256 complex points, radix 2, decimation in time, in shared memory; one workgroup for each
// transform. The twiddle factors exp(-2 pi i k / 256) come from a table, as sin and cos are only loosely specified.
// Push constant: 0 for the forward transform, 1 for the inverse one.
//
// RUN: %python %S/Inputs/make_fft.py %t.twiddle.bin %t.signal.bin
// RUN: spirv-run %s --groups 4 --subgroup-size 8 --push uint32:0 --buffer 0.0=@%t.twiddle.bin --buffer 0.1=@%t.signal.bin --buffer '0.2=undef(8192)' --dump 0.1:float32 --dump 0.2:float32 --output 0.2=%t.spectrum.bin --format json > %t.json
// RUN: %python %S/Inputs/check_fft.py %t.json forward
// RUN: spirv-run %s --groups 4 --subgroup-size 32 --push uint32:1 --buffer 0.0=@%t.twiddle.bin --buffer 0.1=@%t.spectrum.bin --buffer '0.2=undef(8192)' --dump 0.1:float32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_fft.py %t.json inverse %t.signal.bin
// RUN: spirv-run %s --groups 4 --subgroup-size 1 --push uint32:0 --buffer 0.0=@%t.twiddle.bin --buffer 0.1=@%t.signal.bin --buffer '0.2=undef(8192)' --dump 0.1:float32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_fft.py %t.json forward
// RUN: spirv-run %s --groups 4 --subgroup-size 128 --push uint32:1 --buffer 0.0=@%t.twiddle.bin --buffer 0.1=@%t.spectrum.bin --buffer '0.2=undef(8192)' --dump 0.1:float32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_fft.py %t.json inverse %t.signal.bin

#version 450

const uint points = 256;
const int logPoints = 8;

layout(local_size_x = points / 2) in;

layout(push_constant) uniform Direction
{
    uint inverse;
};

layout(std430, set = 0, binding = 0) readonly buffer Twiddle
{
    vec2 twiddle[points / 2];
};

layout(std430, set = 0, binding = 1) readonly buffer Signal
{
    vec2 signal[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Spectrum
{
    vec2 spectrum[];
};

shared vec2 work[points];

vec2 complexProduct(vec2 a, vec2 b)
{
    return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

void main()
{
    const uint first = gl_WorkGroupID.x * points;
    const uint me = gl_LocalInvocationIndex;
    for (uint i = me; i < points; i += gl_WorkGroupSize.x)
    {
        work[bitfieldReverse(i) >> (32 - logPoints)] = signal[first + i];
    }
    barrier();

    for (uint span = 1; span < points; span *= 2)
    {
        const uint k = me % span;
        const uint low = 2 * span * (me / span) + k;
        vec2 factor = twiddle[k * (points / 2 / span)];
        if (inverse != 0)
        {
            factor.y = -factor.y;
        }
        const vec2 a = work[low];
        const vec2 b = complexProduct(work[low + span], factor);
        work[low] = a + b;
        work[low + span] = a - b;
        barrier();
    }

    const float scale = inverse != 0 ? 1.0 / float(points) : 1.0;
    for (uint i = me; i < points; i += gl_WorkGroupSize.x)
    {
        spectrum[first + i] = work[i] * scale;
    }
}
