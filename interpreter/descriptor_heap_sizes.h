// What the assumed device says about descriptor heaps (VkPhysicalDeviceDescriptorHeapPropertiesEXT).
#pragma once

#include <cstdint>

namespace spirv_oracle {

// The size in bytes of image and buffer descriptors, and of acceleration structures, in the resource heap, and of samplers in
// the sampler heap. Descriptors are aligned to their size, so each is a slot of its heap.
inline constexpr std::uint32_t resource_descriptor_size = 64;
inline constexpr std::uint32_t sampler_descriptor_size = 32;

// How many slots a heap may have.
inline constexpr std::uint32_t max_heap_slots = 1u << 16;

}  // namespace spirv_oracle
