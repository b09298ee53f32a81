// Random calls that create, use and destroy objects, except for commands.
#pragma once

#include <array>
#include <span>

#include "vulkan/test/random_handles_for_test.h"

namespace spirv_oracle::vulkan::test {

using ShaderWords = std::vector<std::uint32_t>;

class RandomObjects {
 public:
  RandomObjects(RandomBytes& bytes, RandomHandles& handles, std::span<const ShaderWords> shaders)
      : bytes_(bytes), handles_(handles), shaders_(shaders) {}

  void call_one() {
    using Function = void (RandomObjects::*)();
    static constexpr Function functions[] = {&RandomObjects::memory,
                                             &RandomObjects::memory,
                                             &RandomObjects::map,
                                             &RandomObjects::buffer,
                                             &RandomObjects::buffer,
                                             &RandomObjects::bind,
                                             &RandomObjects::bind,
                                             &RandomObjects::buffer_view,
                                             &RandomObjects::image,
                                             &RandomObjects::image_view,
                                             &RandomObjects::sampler,
                                             &RandomObjects::set_layout,
                                             &RandomObjects::pool,
                                             &RandomObjects::sets,
                                             &RandomObjects::update,
                                             &RandomObjects::update,
                                             &RandomObjects::update_template,
                                             &RandomObjects::layout,
                                             &RandomObjects::shader,
                                             &RandomObjects::pipeline,
                                             &RandomObjects::cache,
                                             &RandomObjects::private_data,
                                             &RandomObjects::name,
                                             &RandomObjects::destroy_any};
    (this->*functions[bytes_.number(std::size(functions))])();
  }

  VkWriteDescriptorSet random_write();
  const ShaderWords& shader_words(std::size_t number) const { return shaders_[number]; }

 private:
  VkDevice device() { return bytes_.one_in(16) ? handles_.pick<VkDevice>() : main_device(); }
  VkDevice main_device() { return handles_.all<VkDevice>().front(); }

  void memory();
  void map();
  void buffer();
  void bind();
  void buffer_view();
  void image();
  void image_view();
  void sampler();
  void set_layout();
  void pool();
  void sets();
  void update();
  void update_template();
  void layout();
  void shader();
  void pipeline();
  void cache();
  void private_data();
  void name();
  void destroy_any();
  template <class F, class Handle>
  void destroy(const char* function) {
    call<F>(function, device(), handles_.pick<Handle>(), nullptr);
  }
  VkFormat format() {
    constexpr VkFormat formats[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8_UINT,
                                    VK_FORMAT_R32G32B32A32_SFLOAT};
    return bytes_.one_in(16) ? static_cast<VkFormat>(bytes_.number(200))
                             : formats[bytes_.number(std::size(formats))];
  }
  VkDescriptorType descriptor_type() {
    return bytes_.one_in(32)   ? static_cast<VkDescriptorType>(bytes_.size32(1000) & 0x7FFFFFFF)
           : bytes_.one_in(16) ? VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK
           : bytes_.one_in(2)  ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                               : static_cast<VkDescriptorType>(bytes_.number(11));
  }

  RandomBytes& bytes_;
  RandomHandles& handles_;
  std::span<const ShaderWords> shaders_;
  // What the structure of the last random_write() points to.
  std::array<VkDescriptorBufferInfo, 4> buffer_infos_{};
  std::array<VkDescriptorImageInfo, 4> image_infos_{};
  std::array<VkBufferView, 4> views_{};
  std::array<std::uint32_t, 16> block_data_{};
  VkWriteDescriptorSetInlineUniformBlock block_{};
};

inline void RandomObjects::memory() {
  auto info = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  auto flags = structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  flags.flags = bytes_.number(8);
  if (bytes_.one_in(8)) info.pNext = &flags;
  info.allocationSize = 64 * bytes_.number(20);
  info.memoryTypeIndex = bytes_.one_in(32) ? bytes_.size32(4) : bytes_.number(2);
  VkDeviceMemory made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkAllocateMemory>("vkAllocateMemory", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

// Only whole memories are mapped, and written to while they exist.
inline void RandomObjects::map() {
  const auto memory = handles_.pick<VkDeviceMemory>();
  void* data = nullptr;
  const VkDeviceSize offset = bytes_.one_in(8) ? bytes_.size(100) : 0;
  const VkDeviceSize size = bytes_.one_in(8) ? bytes_.size(100) : VK_WHOLE_SIZE;
  const VkResult result =
      call<PFN_vkMapMemory>("vkMapMemory", device(), memory, offset, size, 0u, &data);
  if (result == VK_SUCCESS) *static_cast<std::uint8_t*>(data) = 3;
  auto range = structure<VkMappedMemoryRange>(VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE);
  range.memory = memory;
  range.size = VK_WHOLE_SIZE;
  if (bytes_.one_in(4))
    call<PFN_vkFlushMappedMemoryRanges>("vkFlushMappedMemoryRanges", device(), 1u, &range);
  if (!bytes_.one_in(8)) call<PFN_vkUnmapMemory>("vkUnmapMemory", device(), memory);
}

inline void RandomObjects::buffer() {
  auto info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = bytes_.size(300);
  info.usage = bytes_.one_in(4) ? bytes_.number(1u << 9) : 0x1FF;
  VkBuffer made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkCreateBuffer>("vkCreateBuffer", device(), &info, nullptr, &made);
  handles_.add(result, made);
  auto address = structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  address.buffer = made;
  if (bytes_.one_in(8))
    call<PFN_vkGetBufferDeviceAddress>("vkGetBufferDeviceAddress", device(), &address);
}

inline void RandomObjects::bind() {
  const auto memory = handles_.pick<VkDeviceMemory>();
  const VkDeviceSize offset = bytes_.one_in(4) ? bytes_.size(300) : 16 * bytes_.number(4);
  if (bytes_.one_in(4)) {
    VkMemoryRequirements needs;
    const auto image = handles_.pick<VkImage>();
    call<PFN_vkGetImageMemoryRequirements>("vkGetImageMemoryRequirements", device(), image, &needs);
    call<PFN_vkBindImageMemory>("vkBindImageMemory", device(), image, memory, offset);
  } else {
    call<PFN_vkBindBufferMemory>("vkBindBufferMemory", device(), handles_.pick<VkBuffer>(), memory,
                                 offset);
  }
}

inline void RandomObjects::buffer_view() {
  auto info = structure<VkBufferViewCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO);
  info.buffer = handles_.pick<VkBuffer>();
  info.format = format();
  info.offset = bytes_.one_in(4) ? bytes_.size(300) : 0;
  info.range = bytes_.one_in(2) ? VK_WHOLE_SIZE : bytes_.size(300);
  VkBufferView made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkCreateBufferView>("vkCreateBufferView", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::image() {
  auto info = structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.flags = bytes_.one_in(8) ? bytes_.number(64) : 0;
  info.imageType = static_cast<VkImageType>(bytes_.number(bytes_.one_in(16) ? 5 : 3));
  info.format = format();
  info.extent = {bytes_.number(6), bytes_.number(6), bytes_.number(3)};
  if (!bytes_.one_in(8)) {
    info.extent = {1 + bytes_.number(6), 1 + bytes_.number(6), 1};
    if (info.imageType == VK_IMAGE_TYPE_1D) info.extent.height = 1;
    if (info.imageType == VK_IMAGE_TYPE_3D) info.extent.depth = 1 + bytes_.number(3);
  }
  info.mipLevels = bytes_.one_in(16) ? bytes_.size32(40) : 1 + bytes_.number(2);
  info.arrayLayers = bytes_.one_in(16) ? bytes_.number(40) : 1 + bytes_.number(2);
  info.samples = bytes_.one_in(16) ? static_cast<VkSampleCountFlagBits>(bytes_.number(9))
                                   : VK_SAMPLE_COUNT_1_BIT;
  info.usage = bytes_.one_in(4) ? bytes_.number(256) : 0xF;
  VkImage made = VK_NULL_HANDLE;
  const VkResult result = call<PFN_vkCreateImage>("vkCreateImage", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::image_view() {
  auto info = structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  info.image = handles_.pick<VkImage>();
  info.viewType = static_cast<VkImageViewType>(bytes_.number(bytes_.one_in(8) ? 9 : 3));
  info.format = format();
  info.components.r = static_cast<VkComponentSwizzle>(bytes_.one_in(16) ? bytes_.number(9) : 0);
  info.subresourceRange = {bytes_.one_in(16) ? bytes_.number(8) : 1u, bytes_.size32(3),
                           bytes_.one_in(4) ? VK_REMAINING_MIP_LEVELS : bytes_.size32(3),
                           bytes_.size32(3),
                           bytes_.one_in(4) ? VK_REMAINING_ARRAY_LAYERS : bytes_.size32(3)};
  VkImageView made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkCreateImageView>("vkCreateImageView", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::sampler() {
  auto info = structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
  info.magFilter = static_cast<VkFilter>(bytes_.number(3));
  info.addressModeU = static_cast<VkSamplerAddressMode>(bytes_.number(6));
  info.addressModeV = info.addressModeW = static_cast<VkSamplerAddressMode>(bytes_.number(5));
  info.borderColor = static_cast<VkBorderColor>(bytes_.number(7));
  info.anisotropyEnable = bytes_.one_in(16) ? VK_TRUE : VK_FALSE;
  info.compareOp = static_cast<VkCompareOp>(bytes_.number(9));
  info.compareEnable = bytes_.number(2);
  info.unnormalizedCoordinates = bytes_.one_in(4) ? VK_TRUE : VK_FALSE;
  VkSampler made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkCreateSampler>("vkCreateSampler", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::set_layout() {
  std::array<VkDescriptorSetLayoutBinding, 3> bindings{};
  std::array<VkDescriptorBindingFlags, 3> binding_flags{};
  const VkSampler samplers[] = {handles_.pick<VkSampler>(), handles_.pick<VkSampler>(),
                                handles_.pick<VkSampler>()};
  for (std::uint32_t i = 0; i < bindings.size(); ++i) {
    bindings[i] = {bytes_.one_in(16) ? bytes_.size32(4) : i, descriptor_type(), bytes_.number(4),
                   VK_SHADER_STAGE_COMPUTE_BIT, bytes_.one_in(8) ? samplers : nullptr};
    if (bindings[i].descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
      bindings[i].descriptorCount *= 4;
    if (bindings[i].pImmutableSamplers == nullptr && bytes_.one_in(16))
      bindings[i].descriptorCount = bytes_.size32(300);
    binding_flags[i] = bytes_.number(16);
  }
  auto flags = structure<VkDescriptorSetLayoutBindingFlagsCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
  flags.bindingCount = bytes_.number(4);
  flags.pBindingFlags = binding_flags.data();
  auto info = structure<VkDescriptorSetLayoutCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  if (bytes_.one_in(4)) info.pNext = &flags;
  info.flags = bytes_.one_in(4) ? bytes_.number(4) : 0;
  info.bindingCount = bytes_.number(4);
  info.pBindings = bindings.data();
  VkDescriptorSetLayout made = VK_NULL_HANDLE;
  const VkResult result = call<PFN_vkCreateDescriptorSetLayout>("vkCreateDescriptorSetLayout",
                                                                device(), &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::pool() {
  if (bytes_.one_in(4)) {
    call<PFN_vkResetDescriptorPool>("vkResetDescriptorPool", device(),
                                    handles_.pick<VkDescriptorPool>(), 0u);
    return;
  }
  std::array<VkDescriptorPoolSize, 12> sizes{};
  for (std::uint32_t i = 0; i < 11; ++i)
    sizes[i] = {static_cast<VkDescriptorType>(i), bytes_.size32(100)};
  sizes[11] = {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, bytes_.size32(100)};
  auto blocks = structure<VkDescriptorPoolInlineUniformBlockCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO);
  blocks.maxInlineUniformBlockBindings = bytes_.number(10);
  auto info = structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  info.pNext = &blocks;
  info.flags = bytes_.number(4);
  info.maxSets = bytes_.number(20);
  info.poolSizeCount = bytes_.number(13);
  info.pPoolSizes = sizes.data();
  VkDescriptorPool made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkCreateDescriptorPool>("vkCreateDescriptorPool", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::sets() {
  const auto pool = handles_.pick<VkDescriptorPool>();
  if (bytes_.one_in(4)) {
    const auto sets = handles_.pick_some<VkDescriptorSet>(3);
    call<PFN_vkFreeDescriptorSets>("vkFreeDescriptorSets", device(), pool,
                                   static_cast<std::uint32_t>(sets.size()), sets.data());
    return;
  }
  const auto layouts = handles_.pick_some<VkDescriptorSetLayout>(3);
  std::vector<VkDescriptorSet> made(layouts.size());
  const std::uint32_t counts[] = {bytes_.size32(5), bytes_.size32(5)};
  auto variable = structure<VkDescriptorSetVariableDescriptorCountAllocateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
  variable.descriptorSetCount = static_cast<std::uint32_t>(layouts.size());
  variable.pDescriptorCounts = counts;
  auto info =
      structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  if (bytes_.one_in(4)) info.pNext = &variable;
  info.descriptorPool = pool;
  info.descriptorSetCount = static_cast<std::uint32_t>(layouts.size());
  info.pSetLayouts = layouts.data();
  const VkResult result =
      call<PFN_vkAllocateDescriptorSets>("vkAllocateDescriptorSets", device(), &info, made.data());
  for (const VkDescriptorSet set : made) handles_.add(result, set);
}

inline VkWriteDescriptorSet RandomObjects::random_write() {
  for (std::size_t i = 0; i < buffer_infos_.size(); ++i) {
    buffer_infos_[i] = {handles_.pick<VkBuffer>(), bytes_.one_in(4) ? bytes_.size(100) : 0,
                        bytes_.one_in(2) ? VK_WHOLE_SIZE : bytes_.size(300)};
    image_infos_[i] = {handles_.pick<VkSampler>(), handles_.pick<VkImageView>(),
                       VK_IMAGE_LAYOUT_GENERAL};
    views_[i] = handles_.pick<VkBufferView>();
  }
  block_ = structure<VkWriteDescriptorSetInlineUniformBlock>(
      VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK);
  block_.dataSize = 4 * bytes_.number(8);
  block_.pData = block_data_.data();
  auto write = structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
  write.pNext = bytes_.one_in(8) ? nullptr : &block_;
  write.dstSet = handles_.pick<VkDescriptorSet>();
  write.dstBinding = bytes_.size32(4);
  write.dstArrayElement = bytes_.one_in(4) ? bytes_.size32(4) : 0;
  write.descriptorCount = bytes_.number(5);
  write.descriptorType = descriptor_type();
  if (write.descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
    write.descriptorCount = bytes_.one_in(4) ? bytes_.number(40) : block_.dataSize;
  write.pBufferInfo = buffer_infos_.data();
  write.pImageInfo = image_infos_.data();
  write.pTexelBufferView = views_.data();
  return write;
}

inline void RandomObjects::update() {
  if (!bytes_.one_in(4)) {
    const VkWriteDescriptorSet write = random_write();
    call<PFN_vkUpdateDescriptorSets>("vkUpdateDescriptorSets", device(), 1u, &write, 0u, nullptr);
    return;
  }
  auto copy = structure<VkCopyDescriptorSet>(VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET);
  copy.srcSet = handles_.pick<VkDescriptorSet>();
  copy.srcBinding = bytes_.size32(4);
  copy.srcArrayElement = bytes_.one_in(2) ? 0 : bytes_.size32(9);
  copy.dstSet = handles_.pick<VkDescriptorSet>();
  copy.dstBinding = bytes_.size32(4);
  copy.dstArrayElement = bytes_.one_in(2) ? 0 : bytes_.size32(9);
  copy.descriptorCount = bytes_.size32(9);
  call<PFN_vkUpdateDescriptorSets>("vkUpdateDescriptorSets", device(), 0u, nullptr, 1u, &copy);
}

// All types of infos are at the beginning of the same data.
inline void RandomObjects::update_template() {
  union Info {
    VkDescriptorBufferInfo buffer;
    VkDescriptorImageInfo image;
    VkBufferView view;
    std::uint32_t words[8];
  };
  if (bytes_.one_in(2)) {
    std::array<VkDescriptorUpdateTemplateEntry, 2> entries{};
    for (VkDescriptorUpdateTemplateEntry& entry : entries)
      entry = {bytes_.size32(4), bytes_.number(2), bytes_.number(3), descriptor_type(), 0,
               sizeof(Info)};
    auto info = structure<VkDescriptorUpdateTemplateCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO);
    info.descriptorUpdateEntryCount = bytes_.number(3);
    info.pDescriptorUpdateEntries = entries.data();
    info.descriptorSetLayout = handles_.pick<VkDescriptorSetLayout>();
    VkDescriptorUpdateTemplate made = VK_NULL_HANDLE;
    const VkResult result = call<PFN_vkCreateDescriptorUpdateTemplate>(
        "vkCreateDescriptorUpdateTemplate", device(), &info, nullptr, &made);
    return handles_.add(result, made);
  }
  std::array<Info, 2> data{};
  for (Info& one : data) {
    switch (bytes_.number(3)) {
      case 0:
        one.buffer = {handles_.pick<VkBuffer>(), 0, VK_WHOLE_SIZE};
        break;
      case 1:
        one.image = {handles_.pick<VkSampler>(), handles_.pick<VkImageView>(),
                     VK_IMAGE_LAYOUT_GENERAL};
        break;
      default:
        one.view = handles_.pick<VkBufferView>();
    }
  }
  call<PFN_vkUpdateDescriptorSetWithTemplate>(
      "vkUpdateDescriptorSetWithTemplate", device(), handles_.pick<VkDescriptorSet>(),
      handles_.pick<VkDescriptorUpdateTemplate>(), data.data());
}

inline void RandomObjects::layout() {
  const auto sets = handles_.pick_some<VkDescriptorSetLayout>(3);
  const VkPushConstantRange range{bytes_.number(64), bytes_.one_in(4) ? bytes_.size32(300) : 0,
                                  bytes_.one_in(4) ? bytes_.size32(300) : 16};
  auto info = structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = static_cast<std::uint32_t>(sets.size());
  info.pSetLayouts = sets.data();
  info.pushConstantRangeCount = bytes_.number(2);
  info.pPushConstantRanges = &range;
  VkPipelineLayout made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkCreatePipelineLayout>("vkCreatePipelineLayout", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

// Seldom with another word.
inline void RandomObjects::shader() {
  ShaderWords words = shaders_[bytes_.number(static_cast<std::uint32_t>(shaders_.size()))];
  if (bytes_.one_in(4)) {
    const auto at = bytes_.number(static_cast<std::uint32_t>(words.size()));
    words[at] = bytes_.one_in(2) ? bytes_.number(64) : words[at] ^ 1u << bytes_.number(32);
  }
  auto info = structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = 4 * (bytes_.one_in(16) ? bytes_.number(20) : words.size());
  info.pCode = words.data();
  VkShaderModule made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkCreateShaderModule>("vkCreateShaderModule", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::pipeline() {
  const std::uint32_t values[] = {bytes_.number(5), 1};
  const VkSpecializationMapEntry entry{bytes_.number(2), bytes_.size32(8), bytes_.size(10)};
  const VkSpecializationInfo specialization{1, &entry, sizeof values, values};
  auto size = structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  size.requiredSubgroupSize = bytes_.one_in(4) ? bytes_.size32(300) : 1u << bytes_.number(8);
  auto info =
      structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.flags = bytes_.one_in(4) ? bytes_.number(1u << 10) : 0;
  info.stage = structure<VkPipelineShaderStageCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  if (bytes_.one_in(4)) info.stage.pNext = &size;
  info.stage.flags = bytes_.one_in(8) ? bytes_.number(4) : 0;
  info.stage.stage = bytes_.one_in(16) ? VK_SHADER_STAGE_VERTEX_BIT : VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = handles_.pick<VkShaderModule>();
  info.stage.pName = bytes_.one_in(32) ? "none" : "main";
  info.stage.pSpecializationInfo = bytes_.one_in(4) ? &specialization : nullptr;
  info.layout = handles_.pick<VkPipelineLayout>();
  const auto cache = bytes_.one_in(2) ? handles_.pick<VkPipelineCache>() : VkPipelineCache{};
  VkPipeline made = VK_NULL_HANDLE;
  const VkResult result = call<PFN_vkCreateComputePipelines>("vkCreateComputePipelines", device(),
                                                             cache, 1u, &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::cache() {
  const auto sources = handles_.pick_some<VkPipelineCache>(3);
  std::array<std::uint8_t, 64> data{};
  std::size_t size = bytes_.number(65);
  switch (bytes_.number(4)) {
    case 0:
      call<PFN_vkMergePipelineCaches>("vkMergePipelineCaches", device(),
                                      handles_.pick<VkPipelineCache>(),
                                      static_cast<std::uint32_t>(sources.size()), sources.data());
      return;
    case 1:
      call<PFN_vkGetPipelineCacheData>("vkGetPipelineCacheData", device(),
                                       handles_.pick<VkPipelineCache>(), &size, data.data());
      return;
    default:
      break;
  }
  for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(bytes_.number(3));
  auto info = structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
  info.initialDataSize = size;
  info.pInitialData = data.data();
  VkPipelineCache made = VK_NULL_HANDLE;
  const VkResult result =
      call<PFN_vkCreatePipelineCache>("vkCreatePipelineCache", device(), &info, nullptr, &made);
  handles_.add(result, made);
}

inline void RandomObjects::private_data() {
  const auto slot = handles_.pick<VkPrivateDataSlot>();
  const std::uint64_t object = number_of(handles_.pick<VkBuffer>());
  const auto type =
      bytes_.one_in(4) ? static_cast<VkObjectType>(bytes_.number(40)) : VK_OBJECT_TYPE_BUFFER;
  std::uint64_t value = 0;
  switch (bytes_.number(3)) {
    case 0: {
      const auto info =
          structure<VkPrivateDataSlotCreateInfo>(VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO);
      VkPrivateDataSlot made = VK_NULL_HANDLE;
      const VkResult result = call<PFN_vkCreatePrivateDataSlot>("vkCreatePrivateDataSlot", device(),
                                                                &info, nullptr, &made);
      return handles_.add(result, made);
    }
    case 1:
      call<PFN_vkSetPrivateData>("vkSetPrivateData", device(), type, object, slot, 5ull);
      return;
    default:
      call<PFN_vkGetPrivateData>("vkGetPrivateData", device(), type, object, slot, &value);
  }
}

inline void RandomObjects::name() {
  auto info =
      structure<VkDebugUtilsObjectNameInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT);
  info.objectType = static_cast<VkObjectType>(bytes_.number(30));
  info.objectHandle = number_of(handles_.pick<VkBuffer>());
  info.pObjectName = bytes_.one_in(4) ? nullptr : "name";
  call<PFN_vkSetDebugUtilsObjectNameEXT>("vkSetDebugUtilsObjectNameEXT", device(), &info);
}

inline void RandomObjects::destroy_any() {
  switch (bytes_.number(20)) {
    case 0:
      return destroy<PFN_vkFreeMemory, VkDeviceMemory>("vkFreeMemory");
    case 1:
      return destroy<PFN_vkDestroyBuffer, VkBuffer>("vkDestroyBuffer");
    case 2:
      return destroy<PFN_vkDestroyBufferView, VkBufferView>("vkDestroyBufferView");
    case 3:
      return destroy<PFN_vkDestroyImage, VkImage>("vkDestroyImage");
    case 4:
      return destroy<PFN_vkDestroyImageView, VkImageView>("vkDestroyImageView");
    case 5:
      return destroy<PFN_vkDestroySampler, VkSampler>("vkDestroySampler");
    case 6:
      return destroy<PFN_vkDestroyDescriptorSetLayout, VkDescriptorSetLayout>(
          "vkDestroyDescriptorSetLayout");
    case 7:
      return destroy<PFN_vkDestroyDescriptorPool, VkDescriptorPool>("vkDestroyDescriptorPool");
    case 8:
      return destroy<PFN_vkDestroyDescriptorUpdateTemplate, VkDescriptorUpdateTemplate>(
          "vkDestroyDescriptorUpdateTemplate");
    case 9:
      return destroy<PFN_vkDestroyPipelineLayout, VkPipelineLayout>("vkDestroyPipelineLayout");
    case 10:
      return destroy<PFN_vkDestroyShaderModule, VkShaderModule>("vkDestroyShaderModule");
    case 11:
      return destroy<PFN_vkDestroyPipeline, VkPipeline>("vkDestroyPipeline");
    case 12:
      return destroy<PFN_vkDestroyPipelineCache, VkPipelineCache>("vkDestroyPipelineCache");
    case 13:
      return destroy<PFN_vkDestroyFence, VkFence>("vkDestroyFence");
    case 14:
      return destroy<PFN_vkDestroySemaphore, VkSemaphore>("vkDestroySemaphore");
    case 15:
      return destroy<PFN_vkDestroyEvent, VkEvent>("vkDestroyEvent");
    case 16:
      return destroy<PFN_vkDestroyQueryPool, VkQueryPool>("vkDestroyQueryPool");
    case 17:
      return destroy<PFN_vkDestroyCommandPool, VkCommandPool>("vkDestroyCommandPool");
    default:
      return destroy<PFN_vkDestroyPrivateDataSlot, VkPrivateDataSlot>("vkDestroyPrivateDataSlot");
  }
}

}  // namespace spirv_oracle::vulkan::test
