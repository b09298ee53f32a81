// The types of descriptors.
#pragma once

#include <cstdint>
#include <string_view>

namespace spirv_oracle {

// VkDescriptorType, as far as shaders distinguish the types.
enum class DescriptorType : std::uint8_t {
  uniform_buffer,
  storage_buffer,
  uniform_texel_buffer,
  storage_texel_buffer,
  storage_image,
  acceleration_structure,
  // These may be parts of one combined image sampler.
  sampled_image,
  sampler,
  combined_image_sampler,
};

// With its article: "a uniform buffer".
constexpr std::string_view name_of(DescriptorType type) {
  switch (type) {
    case DescriptorType::uniform_buffer:
      return "a uniform buffer";
    case DescriptorType::storage_buffer:
      return "a storage buffer";
    case DescriptorType::uniform_texel_buffer:
      return "a uniform texel buffer";
    case DescriptorType::storage_texel_buffer:
      return "a storage texel buffer";
    case DescriptorType::storage_image:
      return "a storage image";
    case DescriptorType::acceleration_structure:
      return "an acceleration structure";
    case DescriptorType::sampled_image:
      return "a sampled image";
    case DescriptorType::sampler:
      return "a sampler";
    case DescriptorType::combined_image_sampler:
      break;
  }
  return "a combined image sampler";
}

}  // namespace spirv_oracle
