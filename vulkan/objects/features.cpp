// The features of the physical device. A feature is here if all that it permits works. Some that every device with graphics has
// permit nothing here, because no queue has graphics; docs/decisions.md says which features a device without graphics needs.

#include <algorithm>
#include <array>
#include <cstdio>

#include "driver/options.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/instance.h"
#include "vulkan/registry/registry.h"

namespace spirv_oracle::vulkan {
namespace {

constexpr std::array supported = std::to_array<std::string_view>({
    // 1.0
    "imageCubeArray",
    "robustBufferAccess",
    "shaderFloat64",
    "shaderImageGatherExtended",
    "shaderInt16",
    "shaderInt64",
    "shaderSampledImageArrayDynamicIndexing",
    "shaderStorageBufferArrayDynamicIndexing",
    "shaderStorageImageArrayDynamicIndexing",
    "shaderStorageImageExtendedFormats",
    "shaderStorageImageMultisample",
    "shaderStorageImageReadWithoutFormat",
    "shaderStorageImageWriteWithoutFormat",
    "shaderUniformBufferArrayDynamicIndexing",
    // 1.1
    "storageBuffer16BitAccess",
    "storagePushConstant16",
    "uniformAndStorageBuffer16BitAccess",
    "variablePointers",
    "variablePointersStorageBuffer",
    // 1.2
    "bufferDeviceAddress",
    "descriptorBindingPartiallyBound",
    "descriptorBindingSampledImageUpdateAfterBind",
    "descriptorBindingStorageBufferUpdateAfterBind",
    "descriptorBindingStorageImageUpdateAfterBind",
    "descriptorBindingStorageTexelBufferUpdateAfterBind",
    "descriptorBindingUniformBufferUpdateAfterBind",
    "descriptorBindingUniformTexelBufferUpdateAfterBind",
    "descriptorBindingUpdateUnusedWhilePending",
    "descriptorBindingVariableDescriptorCount",
    "descriptorIndexing",
    "hostQueryReset",
    "imagelessFramebuffer",
    "runtimeDescriptorArray",
    "samplerMirrorClampToEdge",
    "scalarBlockLayout",
    "separateDepthStencilLayouts",
    "shaderBufferInt64Atomics",
    "shaderFloat16",
    "shaderInt8",
    "shaderSampledImageArrayNonUniformIndexing",
    "shaderSharedInt64Atomics",
    "shaderStorageBufferArrayNonUniformIndexing",
    "shaderStorageImageArrayNonUniformIndexing",
    "shaderStorageTexelBufferArrayDynamicIndexing",
    "shaderStorageTexelBufferArrayNonUniformIndexing",
    "shaderSubgroupExtendedTypes",
    "shaderUniformBufferArrayNonUniformIndexing",
    "shaderUniformTexelBufferArrayDynamicIndexing",
    "shaderUniformTexelBufferArrayNonUniformIndexing",
    "storageBuffer8BitAccess",
    "storagePushConstant8",
    "subgroupBroadcastDynamicId",
    "timelineSemaphore",
    "uniformAndStorageBuffer8BitAccess",
    "uniformBufferStandardLayout",
    "vulkanMemoryModel",
    "vulkanMemoryModelAvailabilityVisibilityChains",
    "vulkanMemoryModelDeviceScope",
    // 1.3
    "computeFullSubgroups",
    "dynamicRendering",
    "descriptorBindingInlineUniformBlockUpdateAfterBind",
    "inlineUniformBlock",
    "maintenance4",
    "pipelineCreationCacheControl",
    "privateData",
    "robustImageAccess",
    "shaderDemoteToHelperInvocation",
    "shaderIntegerDotProduct",
    "shaderTerminateInvocation",
    "shaderZeroInitializeWorkgroupMemory",
    "subgroupSizeControl",
    "synchronization2",
    // 1.4
    "globalPriorityQuery",
    "hostImageCopy",
    "maintenance5",
    "maintenance6",
    "pipelineRobustness",
    "pushDescriptor",
    "shaderExpectAssume",
    "shaderFloatControls2",
    "shaderSubgroupRotate",
    "shaderSubgroupRotateClustered",
    // VK_EXT_shader_atomic_float and VK_EXT_shader_atomic_float2, without images
    "shaderBufferFloat16AtomicAdd",
    "shaderBufferFloat16AtomicMinMax",
    "shaderBufferFloat16Atomics",
    "shaderBufferFloat32AtomicAdd",
    "shaderBufferFloat32AtomicMinMax",
    "shaderBufferFloat32Atomics",
    "shaderBufferFloat64AtomicAdd",
    "shaderBufferFloat64AtomicMinMax",
    "shaderBufferFloat64Atomics",
    "shaderSharedFloat16AtomicAdd",
    "shaderSharedFloat16AtomicMinMax",
    "shaderSharedFloat16Atomics",
    "shaderSharedFloat32AtomicAdd",
    "shaderSharedFloat32AtomicMinMax",
    "shaderSharedFloat32Atomics",
    "shaderSharedFloat64AtomicAdd",
    "shaderSharedFloat64AtomicMinMax",
    "shaderSharedFloat64Atomics",
    // VK_EXT_robustness2
    "nullDescriptor",
    // VK_KHR_shader_maximal_reconvergence and VK_KHR_shader_subgroup_uniform_control_flow
    "shaderMaximalReconvergence",
    "shaderSubgroupUniformControlFlow",
    // VK_KHR_cooperative_matrix
    "cooperativeMatrix",
    "cooperativeMatrixRobustBufferAccess",
    // VK_KHR_compute_shader_derivatives
    "computeDerivativeGroupLinear",
    "computeDerivativeGroupQuads",
    // VK_KHR_workgroup_memory_explicit_layout
    "workgroupMemoryExplicitLayout",
    "workgroupMemoryExplicitLayout16BitAccess",
    "workgroupMemoryExplicitLayout8BitAccess",
    "workgroupMemoryExplicitLayoutScalarBlockLayout",
    // Other extensions
    "maintenance7",
    "maintenance8",
    "maintenance9",
    "pipelineBinaries",
    "shaderDeviceClock",
    "shaderRelaxedExtendedInstruction",
    "shaderReplicatedComposites",
    "shaderSubgroupClock",
});

// Those that the user takes away. Others than the device has are reported, because they have no effect.
std::vector<std::string> masked_features() {
  std::vector<std::string> masked = driver_options().masked_features;
  std::erase_if(masked, [](const std::string& name) {
    const bool is_known = std::ranges::find(supported, name) != supported.end();
    if (!is_known)
      std::fprintf(stderr,
                   "spirv-oracle: SPIRV_ORACLE_MASK_FEATURES: the device has no feature '%s'\n",
                   name.c_str());
    return !is_known;
  });
  return masked;
}

const FeatureStructure* structure_of(VkStructureType type) {
  const auto all = feature_structures();
  const auto found = std::ranges::find(all, type, &FeatureStructure::type);
  return found == all.end() ? nullptr : &*found;
}

// All members of a structure of features after its header have the type VkBool32.
const VkBool32* members_of(const VkBaseInStructure* structure) {
  return reinterpret_cast<const VkBool32*>(structure + 1);
}

}  // namespace

bool supports_feature(std::string_view name) {
  static const std::vector<std::string> masked = masked_features();
  return std::ranges::find(supported, name) != supported.end() &&
         std::ranges::find(masked, name) == masked.end();
}

void add_requested_features(const void* chain, std::set<std::string, std::less<>>& requested) {
  for (auto* at = static_cast<const VkBaseInStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) {
      add_requested_features(reinterpret_cast<const VkPhysicalDeviceFeatures2*>(at)->features,
                             requested);
    }
    const FeatureStructure* structure = structure_of(at->sType);
    if (structure == nullptr) continue;
    const VkBool32* members = members_of(at);
    for (std::size_t i = 0; i < structure->members.size(); ++i) {
      if (members[i] == VK_FALSE) continue;
      // An extension that the device lacks may have a member with the name of a feature that it has.
      const std::string name(structure->members[i]);
      requested.emplace(structure->is_claimed ? name : name + " of an extension that it lacks");
    }
  }
}

void add_requested_features(const VkPhysicalDeviceFeatures& features,
                            std::set<std::string, std::less<>>& requested) {
  const auto* members = reinterpret_cast<const VkBool32*>(&features);
  const auto names = base_features();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (members[i] != VK_FALSE) requested.emplace(names[i]);
  }
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_features(VkPhysicalDevice /*physical_device*/,
                                                        VkPhysicalDeviceFeatures* features) {
  auto* members = reinterpret_cast<VkBool32*>(features);
  const auto names = base_features();
  for (std::size_t i = 0; i < names.size(); ++i)
    members[i] = supports_feature(names[i]) ? VK_TRUE : VK_FALSE;
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_features2(VkPhysicalDevice physical_device,
                                                         VkPhysicalDeviceFeatures2* features) {
  get_physical_device_features(physical_device, &features->features);
  for (auto* at = static_cast<VkBaseOutStructure*>(features->pNext); at != nullptr;
       at = at->pNext) {
    const FeatureStructure* structure = structure_of(at->sType);
    if (structure == nullptr) continue;
    auto* members = reinterpret_cast<VkBool32*>(at + 1);
    for (std::size_t i = 0; i < structure->members.size(); ++i)
      members[i] =
          structure->is_claimed && supports_feature(structure->members[i]) ? VK_TRUE : VK_FALSE;
  }
}

}  // namespace spirv_oracle::vulkan
