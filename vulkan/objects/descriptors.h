// Descriptor sets, their layouts, pools and templates.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "vulkan/objects/buffer.h"
#include "vulkan/objects/image.h"

namespace spirv_oracle::vulkan {

struct DescriptorBinding {
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  std::uint32_t count = 0;
  std::vector<std::shared_ptr<Sampler>> immutable_samplers;

  bool operator==(const DescriptorBinding&) const = default;
};

bool has_sampler(VkDescriptorType type);
bool is_dynamic(VkDescriptorType type);

struct DescriptorSetLayout : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT;
  DescriptorSetLayout() : Object(object_type) {}

  // The number of dynamic descriptors, in the order of their bindings.
  std::uint32_t dynamic_count() const;

  std::map<std::uint32_t, DescriptorBinding> bindings;  // by number
};

// The contents of a descriptor. Those of the members that its type uses are set.
struct Descriptor {
  bool is_written = false;
  std::shared_ptr<Buffer> buffer;
  std::uint64_t offset = 0, range = 0;  // of the buffer; VK_WHOLE_SIZE
  std::shared_ptr<BufferView> view;
  std::shared_ptr<ImageView> image;
  VkImageLayout image_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  std::shared_ptr<Sampler> sampler;
};

struct DescriptorPool;

struct DescriptorSet : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DESCRIPTOR_SET;
  explicit DescriptorSet(std::shared_ptr<const DescriptorSetLayout> its_layout);

  const std::shared_ptr<const DescriptorSetLayout> layout;
  DescriptorPool* pool = nullptr;
  std::map<std::uint32_t, std::vector<Descriptor>> descriptors;  // by binding and element
  std::map<std::uint32_t, ShadowedBytes> inline_blocks;          // by binding
  std::atomic<std::uint64_t> updates = 0;                        // their number
};

struct DescriptorPool : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DESCRIPTOR_POOL;
  DescriptorPool() : Object(object_type) {}

  bool frees_sets = false;
  std::uint32_t max_sets = 0;
  std::map<VkDescriptorType, std::uint64_t> available;
  std::map<std::uint64_t, std::shared_ptr<DescriptorSet>> sets;  // by handle
};

struct DescriptorUpdateTemplate : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DESCRIPTOR_UPDATE_TEMPLATE;
  DescriptorUpdateTemplate() : Object(object_type) {}

  std::vector<VkDescriptorUpdateTemplateEntry> entries;
};

struct PipelineLayout : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_PIPELINE_LAYOUT;
  PipelineLayout() : Object(object_type) {}

  std::vector<std::shared_ptr<DescriptorSetLayout>> sets;
  std::vector<VkPushConstantRange> push_constants;
};

}  // namespace spirv_oracle::vulkan
