// The numbers that implementations may give a sample of a shader: with every place to which coordinates and levels may snap,
// and with the error of filtering. Vulkan, "Limits" (subTexelPrecisionBits, mipmapPrecisionBits) and "Floating-Point
// Computation".
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "interpreter/images/sampling.h"
#include "interpreter/kernels/number_format.h"

namespace spirv_oracle {

// The numbers that a shader may read from a component of a texel, if this program reads `number`. Infinite: nothing is known.
using RangeOfTexel = Range (*)(const TexelComponent& component, double number);

// For each component: every result is in one of these ranges. Empty: nothing is known about the component.
using SampledRanges = std::array<std::vector<Range>, 4>;

// For floats. None if nothing is known: the level of detail is computed from derivatives and matters, the sample leaves the
// face of a cube, or it may select too many texels.
std::optional<SampledRanges> sample_ranges(const SampledImage& image, const SamplerState& sampler,
                                           const SampleCoordinates& place, RangeOfTexel of_texel);

}  // namespace spirv_oracle
