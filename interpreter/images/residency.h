// Which samples access texels of a sparse image to which no memory is bound: Vulkan, "Sparse Residency".
#pragma once

#include <cstdint>

#include "interpreter/images/sampling.h"

namespace spirv_oracle {

enum class Residency : std::uint8_t {
  resident,      // no texel that the sample may access is unbound
  not_resident,  // every implementation accesses an unbound texel
  uncertain,  // another texel, within the precision of the coordinates or the level of detail, decides
};

// `gathers`: the sample accesses the four texels around its place in the first level, whatever their weights.
Residency residency_of_sample(const SampledImage& image, const SamplerState& sampler,
                              const SampleCoordinates& place, bool gathers);

}  // namespace spirv_oracle
