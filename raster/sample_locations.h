// The standard sample locations (Vulkan, "Multisampling").
#pragma once

#include <cstdint>
#include <span>

namespace spirv_oracle {

// A position in a pixel, in sixteenths of a pixel from its upper left corner.
struct SampleLocation {
  std::int8_t x = 8, y = 8;
};

// By sample index. Empty: Vulkan has no standard locations for this number of samples.
std::span<const SampleLocation> sample_locations(std::uint32_t samples);

}  // namespace spirv_oracle
