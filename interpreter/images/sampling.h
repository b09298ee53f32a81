// Computes one sample from coordinates and a sampler. The formulas are those of Vulkan, "Image Operations", and of OpenCL,
// "Image Addressing and Filtering", over exact numbers. A result that an implementation with less precision may compute
// differently is marked as implementation-dependent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "interpreter/images/filtering.h"
#include "interpreter/images/image_shape.h"
#include "memory/definedness.h"

namespace spirv_oracle {

enum class SampledDimension : std::uint8_t { one, two, three, cube };

// A component of a result: `number` for floats, `integer` for integers.
struct SampledComponent {
  double number = 0;
  std::int64_t integer = 0;
  Definedness state = Definedness::defined;
};
using SampledTexel = std::array<SampledComponent, 4>;

struct SampledImage {
  const ImageLayout* layout = nullptr;
  const std::byte* bytes = nullptr;
  const Definedness* shadow = nullptr;
  TexelFormat format;
};

struct SampleCoordinates {
  SampledDimension dimension = SampledDimension::two;
  bool arrayed = false;
  std::array<double, 3> coordinate = {};  // normalized, unless the sampler says otherwise
  double layer = 0;
  double lod = 0;
  double min_lod = 0;        // MinLod
  bool lod_is_exact = true;  // not computed from derivatives
  std::array<std::int32_t, 3> offset = {};
  bool is_kernel = false;
  Filtering filtering = Filtering::exact;
  // How far from these values an implementation may be.
  std::array<double, 3> coordinate_error = {};
  double layer_error = 0;
};

// Whether all numbers that determine the place of a sample are finite.
bool is_finite(const SampleCoordinates& place);

// The level of detail from derivatives of the coordinate in x and y ("Grad").
double lod_of_derivatives(const ImageLayout& layout, SampledDimension dimension,
                          const std::array<double, 3>& dx, const std::array<double, 3>& dy,
                          Filtering filtering = Filtering::exact);

SampledTexel sample(const SampledImage& image, const SamplerState& sampler,
                    const SampleCoordinates& place);

// Whether the sampler has no addressing mode (CLK_ADDRESS_NONE), and the sample selects a texel outside the image.
bool samples_outside(const SampledImage& image, const SamplerState& sampler,
                     const SampleCoordinates& place);

// Whether MinLod is greater than the greatest level of detail of the sampler, so that the level is undefined.
bool has_no_level(const SamplerState& sampler, const SampleCoordinates& place);

// The comparison of `reference` with the first component. The result is in the first component.
SampledTexel sample_comparison(const SampledImage& image, const SamplerState& sampler,
                               const SampleCoordinates& place, double reference);

// The level that a sample at that place would use, and its level of detail relative to the first
// level. Both are as precise as the derivatives.
struct SampledLevel {
  double level = 0;
  double lod = 0;
};
SampledLevel sampled_level(const SampledImage& image, const SamplerState& sampler,
                           const SampleCoordinates& place);

// One component of the four texels that linear filtering of the first level would use,
// counterclockwise from the lower left.
SampledTexel gather(const SampledImage& image, const SamplerState& sampler,
                    const SampleCoordinates& place, unsigned component);
SampledTexel gather_comparison(const SampledImage& image, const SamplerState& sampler,
                               const SampleCoordinates& place, double reference);

// The texel at integer coordinates of a level; z is the slice or layer. Missing components are 0,
// and alpha is 1.
SampledTexel read_texel(const SampledImage& image, std::uint32_t level, std::uint32_t x,
                        std::uint32_t y, std::uint32_t z);

}  // namespace spirv_oracle
