// A device with Vulkan 1.4 and later extensions, which older validation layers do not know.
#pragma once

#include "vulkan/test/hpp_for_test.h"

namespace spirv_oracle::vulkan::test {

// The features of 1.4 and of extensions, in a chain.
struct NewerFeatures {
  NewerFeatures() {
    version.maintenance5 = version.maintenance6 = version.pushDescriptor = VK_TRUE;
    version.hostImageCopy = version.pipelineRobustness = version.shaderSubgroupRotate = VK_TRUE;
    version.pNext = &maintenance7;
    maintenance7.maintenance7 = maintenance8.maintenance8 = binaries.pipelineBinaries = VK_TRUE;
    maintenance7.pNext = &maintenance8;
    maintenance8.pNext = &binaries;
    binaries.pNext = &matrices;
    matrices.cooperativeMatrix = VK_TRUE;
  }

  vk::PhysicalDeviceVulkan14Features version;
  vk::PhysicalDeviceMaintenance7FeaturesKHR maintenance7;
  vk::PhysicalDeviceMaintenance8FeaturesKHR maintenance8;
  vk::PhysicalDevicePipelineBinaryFeaturesKHR binaries;
  vk::PhysicalDeviceCooperativeMatrixFeaturesKHR matrices;
};

inline const std::vector<const char*> newer_extensions{
    VK_KHR_MAINTENANCE_7_EXTENSION_NAME, VK_KHR_MAINTENANCE_8_EXTENSION_NAME,
    VK_KHR_PIPELINE_BINARY_EXTENSION_NAME, VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME,
    VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME};

class HppNewer : public testing::Test {
 protected:
  bool found(const std::string& text) const {
    return std::ranges::any_of(instance_.messages, [&](const std::string& message) {
      return message.find(text) != std::string::npos;
    });
  }
  void expect_nothing() const { EXPECT_EQ(instance_.messages, std::vector<std::string>()); }
  vk::detail::DispatchLoaderDynamic functions_of(const HppDevice& device) const {
    return {*instance_.instance, &vkGetInstanceProcAddr, *device.device, &vkGetDeviceProcAddr};
  }

  HppInstance instance_{VK_API_VERSION_1_4};
  NewerFeatures features_;
  HppDevice device_{instance_.physical, newer_extensions, &features_.version};
  vk::detail::DispatchLoaderDynamic functions_ = functions_of(device_);
};

}  // namespace spirv_oracle::vulkan::test
