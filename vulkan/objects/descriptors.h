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
  std::uint32_t count = 0;  // with VARIABLE_DESCRIPTOR_COUNT: the most
  VkDescriptorBindingFlags flags = 0;
  std::vector<std::shared_ptr<Sampler>> immutable_samplers;

  bool has(VkDescriptorBindingFlags flag) const { return (flags & flag) != 0; }
  // The number of descriptors in a set that has `variable_count` of a variable number; of an inline uniform block, its bytes.
  std::uint32_t count_in_set(std::uint32_t variable_count) const {
    return has(VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT) ? variable_count : count;
  }
  // Whether command buffers that bound the set stay valid when a descriptor of the binding is updated.
  bool permits_updates_after_binding() const {
    return has(VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT |
               VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT);
  }

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
  bool is_pushed = false;  // VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
  bool needs_pool_for_updates_after_binding = false;
};

// The contents of a descriptor. Those of the members that its type uses are set.
struct Descriptor {
  bool is_written = false;
  bool is_null = false;  // written with VK_NULL_HANDLE (feature nullDescriptor)
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
  // `variable_count`: of the binding with VARIABLE_DESCRIPTOR_COUNT.
  explicit DescriptorSet(std::shared_ptr<const DescriptorSetLayout> its_layout,
                         std::uint32_t variable_count = 0);
  // A set with the same contents, for descriptors that are pushed.
  std::shared_ptr<DescriptorSet> copy() const;
  std::uint32_t count_of(const DescriptorBinding& binding) const {
    return binding.count_in_set(variable_count);
  }

  const std::shared_ptr<const DescriptorSetLayout> layout;
  const std::uint32_t variable_count;
  DescriptorPool* pool = nullptr;
  // Guards the contents: some may be updated while commands that use others execute.
  mutable std::mutex contents;
  std::map<std::uint32_t, std::vector<Descriptor>> descriptors;  // by binding and element
  std::map<std::uint32_t, ShadowedBytes> inline_blocks;          // by binding
  std::atomic<std::uint64_t> updates = 0;  // that make command buffers invalid; their number
};

struct DescriptorPool : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DESCRIPTOR_POOL;
  DescriptorPool() : Object(object_type) {}

  bool frees_sets = false;
  bool updates_after_binding = false;  // VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT
  std::uint32_t max_sets = 0;
  std::map<VkDescriptorType, std::uint64_t> available;
  std::map<std::uint64_t, std::shared_ptr<DescriptorSet>> sets;  // by handle
};

struct DescriptorUpdateTemplate : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DESCRIPTOR_UPDATE_TEMPLATE;
  DescriptorUpdateTemplate() : Object(object_type) {}

  std::vector<VkDescriptorUpdateTemplateEntry> entries;
};

// Writes descriptors of the set, whatever `write` says of it; or those of a template. Mistakes are reported.
void write_descriptors(const Device& device, DescriptorSet& set, const VkWriteDescriptorSet& write);
void write_descriptors(const Device& device, DescriptorSet& set,
                       const DescriptorUpdateTemplate& from, const void* data);

struct PipelineLayout : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_PIPELINE_LAYOUT;
  PipelineLayout() : Object(object_type) {}

  std::vector<std::shared_ptr<DescriptorSetLayout>> sets;
  std::vector<VkPushConstantRange> push_constants;
};

}  // namespace spirv_oracle::vulkan
