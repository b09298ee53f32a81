// The limits of the physical device.

#include <algorithm>

#include "vulkan/findings/options.h"
#include "vulkan/objects/instance.h"

namespace spirv_oracle::vulkan {
namespace {

void set_descriptor_limits(VkPhysicalDeviceLimits& limits) {
  limits.maxBoundDescriptorSets = max_bound_descriptor_sets;
  for (auto* limit :
       {&limits.maxPerStageDescriptorSamplers, &limits.maxPerStageDescriptorUniformBuffers,
        &limits.maxPerStageDescriptorStorageBuffers, &limits.maxPerStageDescriptorSampledImages,
        &limits.maxPerStageDescriptorStorageImages, &limits.maxPerStageResources,
        &limits.maxDescriptorSetSamplers, &limits.maxDescriptorSetUniformBuffers,
        &limits.maxDescriptorSetStorageBuffers, &limits.maxDescriptorSetSampledImages,
        &limits.maxDescriptorSetStorageImages})
    *limit = max_descriptors;
  limits.maxDescriptorSetUniformBuffersDynamic = max_dynamic_descriptors;
  limits.maxDescriptorSetStorageBuffersDynamic = max_dynamic_descriptors;
}

void set_compute_limits(VkPhysicalDeviceLimits& limits) {
  limits.maxComputeSharedMemorySize = 64 << 10;
  for (auto& count : limits.maxComputeWorkGroupCount) count = 0xFFFFFFFF;
  limits.maxComputeWorkGroupInvocations = 1024;
  limits.maxComputeWorkGroupSize[0] = limits.maxComputeWorkGroupSize[1] = 1024;
  limits.maxComputeWorkGroupSize[2] = 64;
  limits.timestampComputeAndGraphics = VK_TRUE;
  limits.timestampPeriod = 1;
}

void set_image_limits(VkPhysicalDeviceLimits& limits) {
  limits.maxImageDimension1D = limits.maxImageDimension2D = limits.maxImageDimensionCube = 16384;
  limits.maxImageDimension3D = limits.maxImageArrayLayers = 2048;
  limits.maxTexelBufferElements = 1u << 27;
  limits.maxSamplerAllocationCount = 1u << 20;
  limits.maxSamplerLodBias = 16;
  limits.maxSamplerAnisotropy = 1;
  limits.minTexelOffset = -8;
  limits.maxTexelOffset = 7;
  limits.minTexelGatherOffset = -8;
  limits.maxTexelGatherOffset = 7;
  limits.subPixelPrecisionBits = limits.subTexelPrecisionBits = limits.mipmapPrecisionBits = 8;
  limits.sampledImageColorSampleCounts = limits.sampledImageIntegerSampleCounts =
      limits.sampledImageDepthSampleCounts = limits.sampledImageStencilSampleCounts =
          limits.storageImageSampleCounts = all_sample_counts;
  limits.maxSampleMaskWords = 1;
}

// The device has at most the limits that the user asks for.
void lower_limits(const DeviceLimits& asked, VkPhysicalDeviceLimits& limits) {
  const auto lower = [](std::uint32_t& limit, std::uint32_t most) {
    limit = std::min(limit, most);
  };
  for (std::size_t d = 0; d < 3; ++d) {
    lower(limits.maxComputeWorkGroupCount[d], asked.max_compute_work_group_count[d]);
    lower(limits.maxComputeWorkGroupSize[d], asked.max_compute_work_group_size[d]);
  }
  lower(limits.maxComputeWorkGroupInvocations, asked.max_compute_work_group_invocations);
  lower(limits.maxComputeSharedMemorySize, asked.max_compute_shared_memory_size);
  limits.minTexelOffset = std::max(limits.minTexelOffset, asked.min_texel_offset);
  limits.minTexelGatherOffset =
      std::max(limits.minTexelGatherOffset, asked.min_texel_gather_offset);
  const auto lower_offset = [](std::uint32_t& limit, std::int32_t most) {
    limit = std::min(limit, static_cast<std::uint32_t>(std::max(most, 0)));
  };
  lower_offset(limits.maxTexelOffset, asked.max_texel_offset);
  lower_offset(limits.maxTexelGatherOffset, asked.max_texel_gather_offset);
}

}  // namespace

VkPhysicalDeviceLimits device_limits() {
  VkPhysicalDeviceLimits limits{};
  limits.maxUniformBufferRange = limits.maxStorageBufferRange = 0xFFFFFFFF;
  limits.maxPushConstantsSize = max_push_constants_size;
  limits.maxMemoryAllocationCount = 1u << 20;
  limits.bufferImageGranularity = 1;
  limits.minMemoryMapAlignment = 4096;
  limits.minTexelBufferOffsetAlignment = limits.minUniformBufferOffsetAlignment =
      limits.minStorageBufferOffsetAlignment = buffer_alignment;
  limits.optimalBufferCopyOffsetAlignment = limits.optimalBufferCopyRowPitchAlignment = 1;
  limits.nonCoherentAtomSize = 1;
  limits.discreteQueuePriorities = 2;
  limits.strictLines = VK_FALSE;
  limits.standardSampleLocations = VK_TRUE;
  set_descriptor_limits(limits);
  set_compute_limits(limits);
  set_image_limits(limits);
  lower_limits(driver_options().device_limits, limits);
  return limits;
}

}  // namespace spirv_oracle::vulkan
