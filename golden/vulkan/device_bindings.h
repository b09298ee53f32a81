// The resources of a bundle on a device, and their descriptors.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/bundle/comparison.h"
#include "golden/vulkan/device_memory.h"

namespace spirv_oracle::golden {

// The object of a descriptor. Handles that the descriptor does not need are null.
struct DeviceBinding {
  DeviceBinding(const VulkanDevice& of_device, const BundleResource& of_resource)
      : device(of_device), resource(of_resource), kind(*find_resource_kind(of_resource.kind)) {}
  DeviceBinding(const DeviceBinding&) = delete;
  DeviceBinding& operator=(const DeviceBinding&) = delete;
  ~DeviceBinding() {
    device.vulkan().destroy_buffer_view(device.handle(), view, nullptr);
    device.vulkan().destroy_sampler(device.handle(), sampler, nullptr);
  }

  // The contents, if it has any.
  std::span<const std::byte> bytes() const { return image ? image->texels() : buffer->bytes(); }

  const VulkanDevice& device;
  const BundleResource& resource;
  ResourceKind kind;
  std::optional<HostBuffer> buffer;
  std::optional<DeviceImage> image;
  VkBufferView view = VK_NULL_HANDLE;
  VkSampler sampler = VK_NULL_HANDLE;
};

// The descriptors of one dispatch or draw. The destructor destroys them together.
class DeviceBindings {
 public:
  // `stages`: those of the entry points that access the descriptors.
  DeviceBindings(const VulkanDevice& device, const Bundle& bundle,
                 std::vector<const EntryPointInfo*> entry_points, VkShaderStageFlags stages)
      : device_(device),
        vk_(device.vulkan()),
        bundle_(bundle),
        entry_points_(std::move(entry_points)),
        stages_(stages) {}
  DeviceBindings(const DeviceBindings&) = delete;
  DeviceBindings& operator=(const DeviceBindings&) = delete;
  ~DeviceBindings();

  // Creates all resources. Errors: unsupported, which names what the device lacks; mismatch if the
  // driver fails.
  Result<void> create();

  const std::vector<VkDescriptorSetLayout>& set_layouts() const { return set_layouts_; }  // by set
  const std::vector<VkDescriptorSet>& sets() const { return sets_; }
  // Record copies of the texels of images to the device, and back.
  void record_upload(VkCommandBuffer commands) const;
  void record_download(VkCommandBuffer commands) const;
  // The contents of the outputs after the dispatch.
  Outputs outputs() const;

 private:
  Result<void> make_binding(const BundleResource& resource);
  Result<void> make_texel_view(DeviceBinding& binding);
  Result<void> make_image(DeviceBinding& binding);
  Result<void> make_sampler(DeviceBinding& binding);
  std::vector<const BundleResource*> sampled_by(const DeviceBinding& binding) const;
  Result<void> check_linear_filtering(const DeviceBinding& binding,
                                      const TexelFormat& format) const;
  Result<TexelFormat> format_of(const BundleResource& resource) const;
  Result<VkFormat> supported_format(const DeviceBinding& binding,
                                    VkFormatFeatureFlags buffer_features,
                                    VkFormatFeatureFlags image_features) const;
  const ResourceInfo* info_of(const BundleResource& resource) const;
  Result<void> make_set_layouts();
  Result<void> make_pool();
  Result<void> make_sets();
  void write_descriptor(const DeviceBinding& binding) const;

  const VulkanDevice& device_;
  const VulkanFunctions& vk_;
  const Bundle& bundle_;
  std::vector<const EntryPointInfo*> entry_points_;
  VkShaderStageFlags stages_;
  std::deque<DeviceBinding> bindings_;              // a deque, because bindings must not move
  std::vector<VkDescriptorSetLayout> set_layouts_;  // by set
  std::vector<VkDescriptorSet> sets_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
};

}  // namespace spirv_oracle::golden
