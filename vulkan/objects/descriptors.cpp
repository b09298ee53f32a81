#include "vulkan/objects/descriptors.h"

#include <fmt/format.h>

#include <algorithm>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

bool is_supported(VkDescriptorType type) {
  return type <= VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC ||
         type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
}

// False after a finding.
bool check_flags(const DescriptorSetLayout& layout, const VkDescriptorSetLayoutBinding& given,
                 const DescriptorBinding& binding) {
  const auto fail = [&](const std::string& problem, const char* vuid) {
    Reporter::get().report(rules::argument_invalid,
                           fmt::format("{}: binding {} {}", current_call(), given.binding, problem),
                           {}, vuid);
    return false;
  };
  const bool updates = binding.has(VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT);
  if (updates && is_dynamic(binding.type))
    return fail("has dynamic offsets, so it cannot be updated after binding",
                "VUID-VkDescriptorSetLayoutBindingFlagsCreateInfo-None-03011");
  if (updates && !layout.needs_pool_for_updates_after_binding) {
    return fail(
        "can be updated after binding, but the layout lacks "
        "VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT",
        "VUID-VkDescriptorSetLayoutCreateInfo-flags-03000");
  }
  if (layout.is_pushed && (updates || is_dynamic(binding.type) ||
                           binding.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK))
    return fail("cannot belong to a layout for push descriptors",
                "VUID-VkDescriptorSetLayoutCreateInfo-flags-00280");
  return true;
}

bool check_push(const DescriptorSetLayout& layout) {
  std::uint64_t count = 0;
  for (const auto& [number, binding] : layout.bindings) count += binding.count;
  if (count <= max_push_descriptors) return true;
  complain(rules::argument_invalid, layout,
           fmt::format("has {} push descriptors, but the maxPushDescriptors of the device is {}",
                       count, max_push_descriptors),
           "VUID-VkDescriptorSetLayoutCreateInfo-flags-00281");
  return false;
}

std::shared_ptr<DescriptorSetLayout> make_layout(const Device& device,
                                                 const VkDescriptorSetLayoutCreateInfo& info) {
  auto layout = std::make_shared<DescriptorSetLayout>();
  layout->is_pushed = (info.flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR) != 0;
  layout->needs_pool_for_updates_after_binding =
      (info.flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT) != 0;
  const auto* flags = find_in_chain<VkDescriptorSetLayoutBindingFlagsCreateInfo>(
      info.pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
  for (std::uint32_t i = 0; i < info.bindingCount; ++i) {
    const VkDescriptorSetLayoutBinding& given = info.pBindings[i];
    if (!is_supported(given.descriptorType) && given.descriptorCount != 0) {
      Reporter::get().report(
          rules::feature_missing,
          fmt::format("{}: the descriptor type {} of binding {} needs a feature "
                      "that is not enabled",
                      current_call(), static_cast<int>(given.descriptorType), given.binding));
      return nullptr;
    }
    if (layout->bindings.contains(given.binding)) {
      Reporter::get().report(
          rules::argument_invalid,
          fmt::format("{}: binding {} is declared twice", current_call(), given.binding), {},
          "VUID-VkDescriptorSetLayoutCreateInfo-binding-00279");
      return nullptr;
    }
    DescriptorBinding& binding = layout->bindings[given.binding];
    binding.type = given.descriptorType;
    binding.count = given.descriptorCount;
    if (flags != nullptr && i < flags->bindingCount) binding.flags = flags->pBindingFlags[i];
    if (!check_flags(*layout, given, binding)) return nullptr;
    if (given.pImmutableSamplers == nullptr || !has_sampler(given.descriptorType)) continue;
    for (std::uint32_t s = 0; s < given.descriptorCount; ++s) {
      binding.immutable_samplers.push_back(
          find<Sampler>(given.pImmutableSamplers[s], "pImmutableSamplers", &device));
      if (!binding.immutable_samplers.back()) return nullptr;
    }
  }
  return layout->is_pushed && !check_push(*layout) ? nullptr : layout;
}

// Whether a set with this layout can be allocated from the pool; false after a finding.
bool check_allocation(const DescriptorPool& pool, const DescriptorSetLayout& layout,
                      std::uint32_t variable_count) {
  if (layout.is_pushed) {
    complain(rules::argument_invalid, layout,
             "is for push descriptors, of which no sets are allocated",
             "VUID-VkDescriptorSetAllocateInfo-pSetLayouts-00308");
    return false;
  }
  if (layout.needs_pool_for_updates_after_binding && !pool.updates_after_binding) {
    complain(
        rules::argument_invalid, pool,
        fmt::format(
            "was created without VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT, which {} needs",
            text_of(layout.reported())),
        "VUID-VkDescriptorSetAllocateInfo-pSetLayouts-03044");
    return false;
  }
  for (const auto& [number, binding] : layout.bindings) {
    if (!binding.has(VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT) ||
        variable_count <= binding.count)
      continue;
    complain(rules::argument_invalid, layout,
             fmt::format("has at most {} descriptors at binding {}, but {} are allocated",
                         binding.count, number, variable_count),
             "VUID-VkDescriptorSetVariableDescriptorCountAllocateInfo-pSetLayouts-03046");
    return false;
  }
  return true;
}

VkResult allocate_set(Device& device, DescriptorPool& pool,
                      const std::shared_ptr<DescriptorSetLayout>& layout,
                      std::uint32_t variable_count, VkDescriptorSet& handle) {
  if (!check_allocation(pool, *layout, variable_count)) return VK_ERROR_UNKNOWN;
  if (pool.sets.size() >= pool.max_sets) return VK_ERROR_OUT_OF_POOL_MEMORY;
  std::map<VkDescriptorType, std::uint64_t> left = pool.available;
  for (const auto& [number, binding] : layout->bindings) {
    const std::uint32_t count = binding.count_in_set(variable_count);
    if (count > left[binding.type]) return VK_ERROR_OUT_OF_POOL_MEMORY;
    if (count > max_descriptors) return VK_ERROR_OUT_OF_HOST_MEMORY;
    left[binding.type] -= count;
  }
  const auto set = std::make_shared<DescriptorSet>(layout, variable_count);
  pool.available = std::move(left);
  set->pool = &pool;
  give_handle(device, set, &handle);
  pool.sets.emplace(set->handle, set);
  return VK_SUCCESS;
}

void free_set(DescriptorPool& pool, const std::shared_ptr<DescriptorSet>& set) {
  for (const auto& [number, binding] : set->layout->bindings)
    pool.available[binding.type] += set->count_of(binding);
  remove_object(set->handle);
  pool.sets.erase(set->handle);
}

}  // namespace

bool has_sampler(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
}

bool is_dynamic(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ||
         type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

std::uint32_t DescriptorSetLayout::dynamic_count() const {
  std::uint32_t count = 0;
  for (const auto& [number, binding] : bindings)
    count += is_dynamic(binding.type) ? binding.count : 0;
  return count;
}

std::shared_ptr<DescriptorSet> DescriptorSet::copy() const {
  auto made = std::make_shared<DescriptorSet>(layout, variable_count);
  made->device = device;
  made->descriptors = descriptors;
  return made;
}

DescriptorSet::DescriptorSet(std::shared_ptr<const DescriptorSetLayout> its_layout,
                             std::uint32_t number_of_variable_descriptors)
    : Object(object_type),
      layout(std::move(its_layout)),
      variable_count(number_of_variable_descriptors) {
  for (const auto& [number, binding] : layout->bindings) {
    if (binding.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
      inline_blocks[number] = ShadowedBytes::uninitialized(count_of(binding));
      continue;
    }
    std::vector<Descriptor>& elements = descriptors[number];
    elements.resize(count_of(binding));
    if (binding.type != VK_DESCRIPTOR_TYPE_SAMPLER) continue;
    const std::size_t given = std::min(binding.immutable_samplers.size(), elements.size());
    for (std::size_t i = 0; i < given; ++i) {
      elements[i].sampler = binding.immutable_samplers[i];
      elements[i].is_written = elements[i].sampler != nullptr;
    }
  }
}

VKAPI_ATTR VkResult VKAPI_CALL create_descriptor_set_layout(
    VkDevice device_handle, const VkDescriptorSetLayoutCreateInfo* info,
    const VkAllocationCallbacks* /*allocator*/, VkDescriptorSetLayout* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto layout = make_layout(*device, *info);
  if (!layout) return VK_ERROR_UNKNOWN;
  give_handle(*device, layout, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL
destroy_descriptor_set_layout(VkDevice device_handle, VkDescriptorSetLayout handle,
                              const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<DescriptorSetLayout>(handle, "descriptorSetLayout", device.get());
}

VKAPI_ATTR void VKAPI_CALL
get_descriptor_set_layout_support(VkDevice /*device*/, const VkDescriptorSetLayoutCreateInfo* info,
                                  VkDescriptorSetLayoutSupport* support) {
  support->supported = VK_TRUE;
  for (std::uint32_t i = 0; i < info->bindingCount; ++i) {
    if (!is_supported(info->pBindings[i].descriptorType)) support->supported = VK_FALSE;
  }
  if (auto* variable = find_in_chain<VkDescriptorSetVariableDescriptorCountLayoutSupport>(
          support->pNext,
          VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_LAYOUT_SUPPORT))
    variable->maxVariableDescriptorCount = max_descriptors;
}

VKAPI_ATTR VkResult VKAPI_CALL create_descriptor_pool(VkDevice device_handle,
                                                      const VkDescriptorPoolCreateInfo* info,
                                                      const VkAllocationCallbacks* /*allocator*/,
                                                      VkDescriptorPool* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = std::make_shared<DescriptorPool>();
  pool->frees_sets = (info->flags & VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT) != 0;
  pool->updates_after_binding =
      (info->flags & VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT) != 0;
  pool->max_sets = info->maxSets;
  for (std::uint32_t i = 0; i < info->poolSizeCount; ++i)
    pool->available[info->pPoolSizes[i].type] += info->pPoolSizes[i].descriptorCount;
  give_handle(*device, pool, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_descriptor_pool(VkDevice device_handle, VkDescriptorPool handle,
                                                   const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto pool = take<DescriptorPool>(handle, "descriptorPool", device.get());
  if (!pool) return;
  for (const auto& [number, set] : pool->sets) remove_object(number);
}

VKAPI_ATTR VkResult VKAPI_CALL reset_descriptor_pool(VkDevice device_handle,
                                                     VkDescriptorPool handle,
                                                     VkDescriptorPoolResetFlags /*flags*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = find<DescriptorPool>(handle, "descriptorPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  while (!pool->sets.empty()) free_set(*pool, std::shared_ptr(pool->sets.begin()->second));
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL allocate_descriptor_sets(VkDevice device_handle,
                                                        const VkDescriptorSetAllocateInfo* info,
                                                        VkDescriptorSet* handles) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  std::fill_n(handles, info->descriptorSetCount, VkDescriptorSet{});
  const auto pool = find<DescriptorPool>(info->descriptorPool, "descriptorPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  const auto* counts = find_in_chain<VkDescriptorSetVariableDescriptorCountAllocateInfo>(
      info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < info->descriptorSetCount && result == VK_SUCCESS; ++i) {
    const auto layout =
        find<DescriptorSetLayout>(info->pSetLayouts[i], "pSetLayouts", device.get());
    const bool has_count = counts != nullptr && i < counts->descriptorSetCount;
    const std::uint32_t count = has_count ? counts->pDescriptorCounts[i] : 0;
    result = layout ? allocate_set(*device, *pool, layout, count, handles[i]) : VK_ERROR_UNKNOWN;
  }
  if (result == VK_SUCCESS) return result;
  for (std::uint32_t i = 0; i < info->descriptorSetCount; ++i) {
    const auto made = pool->sets.find(number_of(handles[i]));
    if (made != pool->sets.end()) free_set(*pool, std::shared_ptr(made->second));
    handles[i] = VkDescriptorSet{};
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL free_descriptor_sets(VkDevice device_handle,
                                                    VkDescriptorPool pool_handle,
                                                    std::uint32_t count,
                                                    const VkDescriptorSet* handles) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = find<DescriptorPool>(pool_handle, "descriptorPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  if (!pool->frees_sets) {
    complain(rules::argument_invalid, *pool,
             "was created without VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT",
             "VUID-vkFreeDescriptorSets-descriptorPool-00312");
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (number_of(handles[i]) == 0) continue;
    const auto set = find<DescriptorSet>(handles[i], "pDescriptorSets", device.get());
    if (set && set->pool == pool.get()) {
      free_set(*pool, set);
    } else if (set) {
      complain(rules::argument_invalid, *set, "was allocated from another pool",
               "VUID-vkFreeDescriptorSets-pDescriptorSets-parent");
    }
  }
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_pipeline_layout(VkDevice device_handle,
                                                      const VkPipelineLayoutCreateInfo* info,
                                                      const VkAllocationCallbacks* /*allocator*/,
                                                      VkPipelineLayout* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto layout = std::make_shared<PipelineLayout>();
  for (std::uint32_t i = 0; i < info->setLayoutCount; ++i) {
    layout->sets.push_back(
        find<DescriptorSetLayout>(info->pSetLayouts[i], "pSetLayouts", device.get()));
    if (!layout->sets.back()) return VK_ERROR_UNKNOWN;
  }
  for (std::uint32_t i = 0; i < info->pushConstantRangeCount; ++i) {
    const VkPushConstantRange& range = info->pPushConstantRanges[i];
    if (range.offset >= max_push_constants_size ||
        range.size > max_push_constants_size - range.offset) {
      complain(rules::argument_invalid, *layout,
               fmt::format("has push constants outside of the {} bytes of the device",
                           max_push_constants_size),
               "VUID-VkPushConstantRange-offset-00294");
      return VK_ERROR_UNKNOWN;
    }
    layout->push_constants.push_back(range);
  }
  give_handle(*device, layout, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_pipeline_layout(VkDevice device_handle, VkPipelineLayout handle,
                                                   const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<PipelineLayout>(handle, "pipelineLayout", device.get());
}

}  // namespace spirv_oracle::vulkan
