// The last steps of a raw converter, for one image: color matrix and exposure, an edge-preserving (bilateral) denoise of
// the luminance, unsharp masking against it, a choice of tone curves, the sRGB transfer function, and statistics for the
// user interface (histogram, brightest pixel, number of edge pixels found by a Sobel operator).
//
// Each workgroup computes an 8 x 8 block. It needs a border of three pixels: one for the Sobel operator, which
// works on the denoised luminance, and two more for the bilateral filter. Both stages are in shared memory.
//
// RUN: %python %S/Inputs/make_photo.py %t.1 --size 43 30 --border clamp --curve reinhard
// RUN: spirv-run %s --groups 6,4 --subgroup-size 8 --buffer 0.0=@%t.1.settings --buffer 0.1=@%t.1.pixels --buffer '0.2=undef(20640)' --buffer '0.3=undef(5160)' --buffer '0.4=zero(72)' --dump 0.2:float32x4 --dump 0.3:uint8x4 --dump 0.4:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_photo.py %t.json %t.1
// RUN: %python %S/Inputs/make_photo.py %t.2 --size 24 17 --border mirror --curve filmic --exposure 1.5
// RUN: spirv-run %s --groups 3,3 --subgroup-size 16 --buffer 0.0=@%t.2.settings --buffer 0.1=@%t.2.pixels --buffer '0.2=undef(6528)' --buffer '0.3=undef(1632)' --buffer '0.4=zero(72)' --dump 0.2:float32x4 --dump 0.3:uint8x4 --dump 0.4:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_photo.py %t.json %t.2
// RUN: %python %S/Inputs/make_photo.py %t.3 --size 9 20 --border wrap --curve aces --sharpen 0.25
// RUN: spirv-run %s --groups 2,3 --subgroup-size 4 --buffer 0.0=@%t.3.settings --buffer 0.1=@%t.3.pixels --buffer '0.2=undef(2880)' --buffer '0.3=undef(720)' --buffer '0.4=zero(72)' --dump 0.2:float32x4 --dump 0.3:uint8x4 --dump 0.4:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_photo.py %t.json %t.3
// RUN: %python %S/Inputs/make_photo.py %t.4 --size 33 9 --border constant --curve linear --range-sigma 0.5
// RUN: spirv-run %s --groups 5,2 --subgroup-size 32 --buffer 0.0=@%t.4.settings --buffer 0.1=@%t.4.pixels --buffer '0.2=undef(4752)' --buffer '0.3=undef(1188)' --buffer '0.4=zero(72)' --dump 0.2:float32x4 --dump 0.3:uint8x4 --dump 0.4:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_photo.py %t.json %t.4
// RUN: spirv-run %s --groups 5,2 --subgroup-size 1 --buffer 0.0=@%t.4.settings --buffer 0.1=@%t.4.pixels --buffer '0.2=undef(4752)' --buffer '0.3=undef(1188)' --buffer '0.4=zero(72)' --dump 0.2:float32x4 --dump 0.3:uint8x4 --dump 0.4:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_photo.py %t.json %t.4
// RUN: spirv-run %s --groups 5,2 --subgroup-size 128 --buffer 0.0=@%t.4.settings --buffer 0.1=@%t.4.pixels --buffer '0.2=undef(4752)' --buffer '0.3=undef(1188)' --buffer '0.4=zero(72)' --dump 0.2:float32x4 --dump 0.3:uint8x4 --dump 0.4:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_photo.py %t.json %t.4

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

const int blockSize = 8;
const int bilateralRadius = 2;
const int sobelRadius = 1;
const int border = bilateralRadius + sobelRadius;
const int tileSize = blockSize + 2 * border;           // pixels that are loaded
const int smoothSize = blockSize + 2 * sobelRadius;    // denoised luminances

layout(local_size_x = blockSize, local_size_y = blockSize) in;

// Pixels beyond the edges of the image.
const int borderClamp = 0;
const int borderMirror = 1;
const int borderWrap = 2;
const int borderConstant = 3;

const int curveLinear = 0;
const int curveReinhard = 1;
const int curveFilmic = 2;
const int curveAces = 3;

struct BilateralSettings
{
    float spatialSigma;
    float rangeSigma;
};

layout(std140, set = 0, binding = 0) uniform Settings
{
    ivec2 size;
    int borderMode;
    int curve;
    mat3 cameraToLinear;
    BilateralSettings bilateral;
    float exposure;
    float sharpen;
    vec3 borderColor;
    float edgeThreshold;
} settings;

layout(std430, set = 0, binding = 1) readonly buffer Raw
{
    vec4 raw[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Finished
{
    vec4 finished[];
};

layout(std430, set = 0, binding = 3) writeonly buffer Packed
{
    uint packed[];
};

const int histogramBins = 16;

layout(std430, set = 0, binding = 4) buffer Statistics
{
    uint edgePixels;
    uint brightestBits; // of a float that is not negative: such bits are ordered like the floats
    uint histogram[histogramBins];
} statistics;

struct Texel
{
    vec3 color;
    float luminance;
};

struct Gradient
{
    vec2 direction; // unit length, or zero
    float magnitude;
};

shared Texel tile[tileSize][tileSize];
shared float smooth_[smoothSize][smoothSize];
shared uint blockHistogram[histogramBins];
shared uint blockBrightest;

float luminanceOf(vec3 color)
{
    return dot(color, vec3(0.2126, 0.7152, 0.0722));
}

// Mirrors an index at the first and the last pixel, without repeating them.
int mirror(int i, int n)
{
    if (n == 1)
    {
        return 0;
    }
    const int period = 2 * (n - 1);
    // Vulkan does not define remainders of negative numbers.
    const int m = abs(i) % period;
    return m < n ? m : period - m;
}

// Finds the pixel that represents `at`; false if there is none.
bool resolveBorder(inout ivec2 at)
{
    const ivec2 size = settings.size;
    if (all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, size)))
    {
        return true;
    }
    switch (settings.borderMode)
    {
    case borderConstant:
        return false;
    case borderMirror:
        at = ivec2(mirror(at.x, size.x), mirror(at.y, size.y));
        break;
    case borderWrap:
        at = ivec2((at.x + size.x * 4) % size.x, (at.y + size.y * 4) % size.y);
        break;
    case borderClamp:
    default:
        at = clamp(at, ivec2(0), size - 1);
        break;
    }
    return true;
}

Texel loadTexel(ivec2 at)
{
    vec3 color = settings.borderColor;
    if (resolveBorder(at))
    {
        color = settings.cameraToLinear * raw[at.y * settings.size.x + at.x].rgb * settings.exposure;
        color = max(color, vec3(0.0));
    }
    return Texel(color, luminanceOf(color));
}

void loadTile(ivec2 origin, uint me)
{
    for (uint i = me; i < uint(tileSize * tileSize); i += gl_WorkGroupSize.x * gl_WorkGroupSize.y)
    {
        const ivec2 at = ivec2(i % tileSize, i / tileSize);
        tile[at.y][at.x] = loadTexel(origin + at - border);
    }
}

// Weighs the neighbors of a pixel by distance and similarity.
float denoise(ivec2 centre)
{
    const float spatialScale = -0.5 / (settings.bilateral.spatialSigma * settings.bilateral.spatialSigma);
    const float rangeScale = -0.5 / (settings.bilateral.rangeSigma * settings.bilateral.rangeSigma);
    const float own = tile[centre.y][centre.x].luminance;
    float sum = 0.0;
    float weights = 0.0;
    for (int dy = -bilateralRadius; dy <= bilateralRadius; ++dy)
    {
        for (int dx = -bilateralRadius; dx <= bilateralRadius; ++dx)
        {
            const float other = tile[centre.y + dy][centre.x + dx].luminance;
            const float difference = other - own;
            const float weight = exp(float(dx * dx + dy * dy) * spatialScale + difference * difference * rangeScale);
            sum += weight * other;
            weights += weight;
        }
    }
    return sum / weights;
}

void denoiseTile(uint me)
{
    for (uint i = me; i < uint(smoothSize * smoothSize); i += gl_WorkGroupSize.x * gl_WorkGroupSize.y)
    {
        const ivec2 at = ivec2(i % smoothSize, i / smoothSize);
        smooth_[at.y][at.x] = denoise(at + bilateralRadius);
    }
}

Gradient sobel(ivec2 centre)
{
    const mat3 kernel = mat3(-1.0, -2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 1.0);
    vec2 slope = vec2(0.0);
    for (int column = 0; column < 3; ++column)
    {
        for (int row = 0; row < 3; ++row)
        {
            const float value = smooth_[centre.y + row - 1][centre.x + column - 1];
            slope += value * vec2(kernel[column][row], kernel[row][column]);
        }
    }
    const float magnitude = length(slope);
    return Gradient(magnitude > 0.0 ? slope / magnitude : vec2(0.0), magnitude);
}

vec3 filmicPart(vec3 x)
{
    const float a = 0.15, b = 0.50, c = 0.10, d = 0.20, e = 0.02, f = 0.30;
    return (x * (a * x + c * b) + d * e) / (x * (a * x + b) + d * f) - e / f;
}

vec3 toneCurve(vec3 color)
{
    vec3 result = color;
    switch (settings.curve)
    {
    case curveReinhard:
        result = color * (1.0 / (1.0 + luminanceOf(color)));
        break;
    case curveFilmic:
        result = filmicPart(2.0 * color) / filmicPart(vec3(11.2));
        break;
    case curveAces:
        result = (color * (2.51 * color + 0.03)) / (color * (2.43 * color + 0.59) + 0.14);
        break;
    case curveLinear:
        break;
    }
    return clamp(result, 0.0, 1.0);
}

vec3 encodeSrgb(vec3 linear)
{
    const vec3 low = 12.92 * linear;
    // The base is kept away from zero, where pow is not defined for every exponent.
    const vec3 high = 1.055 * pow(max(linear, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(linear, vec3(0.0031308)));
}

uint binOf(float luminance)
{
    return min(uint(luminance * float(histogramBins)), uint(histogramBins - 1));
}

void main()
{
    const uint me = gl_LocalInvocationIndex;
    const ivec2 local = ivec2(gl_LocalInvocationID.xy);
    const ivec2 origin = ivec2(gl_WorkGroupID.xy) * blockSize;
    const ivec2 pixel = origin + local;

    if (me < histogramBins)
    {
        blockHistogram[me] = 0;
    }
    else if (me == histogramBins)
    {
        blockBrightest = 0;
    }
    loadTile(origin, me);
    barrier();
    denoiseTile(me);
    barrier();

    bool isEdge = false;
    float luminance = 0.0;
    if (all(lessThan(pixel, settings.size)))
    {
        const Texel own = tile[local.y + border][local.x + border];
        const float denoised = smooth_[local.y + sobelRadius][local.x + sobelRadius];
        const Gradient gradient = sobel(local + sobelRadius);
        isEdge = gradient.magnitude > settings.edgeThreshold;

        // Adds the detail that denoising removed, scaled and with its sign.
        const float detail = own.luminance - denoised;
        luminance = max(denoised + (1.0 + settings.sharpen) * detail, 0.0);
        const float gain = own.luminance > 1e-6 ? luminance / own.luminance : 1.0;
        const vec3 color = encodeSrgb(toneCurve(own.color * gain));

        const int index = pixel.y * settings.size.x + pixel.x;
        finished[index] = vec4(color, gradient.magnitude);
        packed[index] = packUnorm4x8(vec4(color, isEdge ? 1.0 : 0.0));
        atomicAdd(blockHistogram[binOf(luminance)], 1);
    }

    const uint edges = subgroupBallotBitCount(subgroupBallot(isEdge));
    const float brightest = subgroupMax(luminance);
    if (subgroupElect())
    {
        if (edges != 0)
        {
            atomicAdd(statistics.edgePixels, edges);
        }
        atomicMax(blockBrightest, floatBitsToUint(brightest));
    }
    barrier();
    if (me < histogramBins)
    {
        atomicAdd(statistics.histogram[me], blockHistogram[me]);
    }
    else if (me == histogramBins)
    {
        atomicMax(statistics.brightestBits, blockBrightest);
    }
}
