// The properties and limits of the physical device.

#include <algorithm>
#include <array>
#include <cstring>

#include "driver/options.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/image.h"
#include "vulkan/objects/instance.h"
#include "vulkan/registry/registry.h"

namespace spirv_oracle::vulkan {
namespace {

template <std::size_t size>
void copy_text(char (&to)[size], const char* text) {
  std::memset(to, 0, size);
  std::strncpy(to, text, size - 1);
}

// A Universally Unique Identifier that never changes: the name of the driver.
void copy_id(std::uint8_t (&to)[VK_UUID_SIZE]) {
  std::memcpy(to, "spirv-oracle-cpu", VK_UUID_SIZE);
}

template <class P>
void fill_push_descriptors(P& p) {
  p.maxPushDescriptors = max_push_descriptors;
}

// An access outside of a descriptor is undefined behavior unless a feature or the pipeline asks for robustness.
template <class P>
void fill_robustness(P& p) {
  p.defaultRobustnessStorageBuffers = p.defaultRobustnessUniformBuffers =
      p.defaultRobustnessVertexInputs = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED;
  p.defaultRobustnessImages = VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DISABLED;
}

void fill_layouts(std::uint32_t& count, VkImageLayout* layouts) {
  const auto all = host_copy_layouts();
  enumerate(static_cast<std::uint32_t>(all.size()), &count, layouts,
            [&](std::uint32_t i, VkImageLayout& layout) { layout = all[i]; });
}

template <class P>
void fill_host_copies(P& p) {
  fill_layouts(p.copySrcLayoutCount, p.pCopySrcLayouts);
  fill_layouts(p.copyDstLayoutCount, p.pCopyDstLayouts);
  copy_id(p.optimalTilingLayoutUUID);
  p.identicalMemoryTypeRequirements = VK_TRUE;
}

// Of the types that a matrix product can have, as the interpreter computes it for every number of rows and columns.
struct MatrixTypes {
  VkComponentTypeKHR factors, sum;
};
constexpr std::array matrix_types = std::to_array<MatrixTypes>({
    {VK_COMPONENT_TYPE_FLOAT16_KHR, VK_COMPONENT_TYPE_FLOAT16_KHR},
    {VK_COMPONENT_TYPE_FLOAT16_KHR, VK_COMPONENT_TYPE_FLOAT32_KHR},
    {VK_COMPONENT_TYPE_FLOAT32_KHR, VK_COMPONENT_TYPE_FLOAT32_KHR},
    {VK_COMPONENT_TYPE_FLOAT64_KHR, VK_COMPONENT_TYPE_FLOAT64_KHR},
    {VK_COMPONENT_TYPE_SINT8_KHR, VK_COMPONENT_TYPE_SINT32_KHR},
    {VK_COMPONENT_TYPE_UINT8_KHR, VK_COMPONENT_TYPE_UINT32_KHR},
});
constexpr std::array<std::uint32_t, 3> matrix_sizes{8, 16, 32};

void fill_properties(VkPhysicalDeviceProperties& properties) {
  properties = {};
  properties.apiVersion = claimed_version();
  properties.driverVersion = VK_MAKE_API_VERSION(0, 0, 1, 0);
  properties.vendorID = 0;  // neither a PCI vendor nor a registered one
  properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
  copy_text(properties.deviceName, "spirv-oracle");
  copy_id(properties.pipelineCacheUUID);
  properties.limits = device_limits();
}

void fill(VkPhysicalDeviceSubgroupProperties& p) {
  p.subgroupSize = driver_options().subgroup_size;
  p.supportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
  p.supportedOperations =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT |
      VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
      VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT |
      VK_SUBGROUP_FEATURE_CLUSTERED_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT |
      VK_SUBGROUP_FEATURE_ROTATE_BIT | VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT |
      VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV;
  p.quadOperationsInAllStages = VK_FALSE;
}

// Those of a structure of a version have the same names as those of the structure of an extension.
template <class P>
void fill_maintenance3(P& p) {
  p.maxPerSetDescriptors = max_descriptors;
  p.maxMemoryAllocationSize = max_buffer_size;
}

template <class P>
void fill_subgroup_size_control(P& p) {
  p.minSubgroupSize = 1;
  p.maxSubgroupSize = max_subgroup_size;
  p.maxComputeWorkgroupSubgroups = 1024;
  p.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
}

template <class P>
void fill_driver(P& p) {
  p.driverID = static_cast<VkDriverId>(0);  // not registered
  copy_text(p.driverName, "spirv-oracle");
  copy_text(p.driverInfo, SPIRV_ORACLE_VERSION);
  p.conformanceVersion = {0, 0, 0, 0};  // not submitted to the conformance process
}

// Modes of execution may choose denormals, NaNs and rounding for each width.
template <class P>
void fill_float_controls(P& p) {
  p.denormBehaviorIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
  p.roundingModeIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
  for (auto* member :
       {&p.shaderSignedZeroInfNanPreserveFloat16, &p.shaderSignedZeroInfNanPreserveFloat32,
        &p.shaderSignedZeroInfNanPreserveFloat64, &p.shaderDenormPreserveFloat16,
        &p.shaderDenormPreserveFloat32, &p.shaderDenormPreserveFloat64,
        &p.shaderDenormFlushToZeroFloat16, &p.shaderDenormFlushToZeroFloat32,
        &p.shaderDenormFlushToZeroFloat64, &p.shaderRoundingModeRTEFloat16,
        &p.shaderRoundingModeRTEFloat32, &p.shaderRoundingModeRTEFloat64,
        &p.shaderRoundingModeRTZFloat16, &p.shaderRoundingModeRTZFloat32,
        &p.shaderRoundingModeRTZFloat64})
    *member = VK_TRUE;
}

template <class P>
void fill_ids(P& p) {
  copy_id(p.deviceUUID);
  copy_id(p.driverUUID);
  p.deviceLUIDValid = VK_FALSE;
  p.deviceNodeMask = 0;
}

template <class P>
void fill_inline_uniform_block(P& p) {
  p.maxInlineUniformBlockSize = 4096;
  p.maxPerStageDescriptorInlineUniformBlocks = max_descriptors;
  p.maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks = max_descriptors;
  p.maxDescriptorSetInlineUniformBlocks = max_descriptors;
  p.maxDescriptorSetUpdateAfterBindInlineUniformBlocks = max_descriptors;
}

// The limits count descriptors of all sets, whether or not they can be updated after binding.
template <class P>
void fill_descriptor_indexing(P& p) {
  p.maxUpdateAfterBindDescriptorsInAllPools = max_descriptors;
  for (auto* is_native : {&p.shaderUniformBufferArrayNonUniformIndexingNative,
                          &p.shaderSampledImageArrayNonUniformIndexingNative,
                          &p.shaderStorageBufferArrayNonUniformIndexingNative,
                          &p.shaderStorageImageArrayNonUniformIndexingNative})
    *is_native = VK_TRUE;
  for (auto* limit :
       {&p.maxPerStageDescriptorUpdateAfterBindSamplers,
        &p.maxPerStageDescriptorUpdateAfterBindUniformBuffers,
        &p.maxPerStageDescriptorUpdateAfterBindStorageBuffers,
        &p.maxPerStageDescriptorUpdateAfterBindSampledImages,
        &p.maxPerStageDescriptorUpdateAfterBindStorageImages,
        &p.maxPerStageUpdateAfterBindResources, &p.maxDescriptorSetUpdateAfterBindSamplers,
        &p.maxDescriptorSetUpdateAfterBindUniformBuffers,
        &p.maxDescriptorSetUpdateAfterBindStorageBuffers,
        &p.maxDescriptorSetUpdateAfterBindSampledImages,
        &p.maxDescriptorSetUpdateAfterBindStorageImages})
    *limit = max_descriptors;
  p.maxDescriptorSetUpdateAfterBindUniformBuffersDynamic = max_dynamic_descriptors;
  p.maxDescriptorSetUpdateAfterBindStorageBuffersDynamic = max_dynamic_descriptors;
}

// Bounds are exact.
void fill(VkPhysicalDeviceRobustness2PropertiesEXT& p) {
  p.robustStorageBufferAccessSizeAlignment = 1;
  p.robustUniformBufferAccessSizeAlignment = 1;
}

template <class P>
void fill_texel_alignment(P& p) {
  p.storageTexelBufferOffsetAlignmentBytes = buffer_alignment;
  p.storageTexelBufferOffsetSingleTexelAlignment = VK_FALSE;
  p.uniformTexelBufferOffsetAlignmentBytes = buffer_alignment;
  p.uniformTexelBufferOffsetSingleTexelAlignment = VK_FALSE;
}

// All members after the header are 0 where nothing else is said.
template <class P>
void clear(P& p) {
  constexpr std::size_t header = sizeof(VkBaseOutStructure);
  std::memset(reinterpret_cast<char*>(&p) + header, 0, sizeof(P) - header);
}

void fill(VkPhysicalDeviceVulkan11Properties& p) {
  clear(p);
  fill_ids(p);
  fill_maintenance3(p);
  VkPhysicalDeviceSubgroupProperties subgroups{};
  fill(subgroups);
  p.subgroupSize = subgroups.subgroupSize;
  p.subgroupSupportedStages = subgroups.supportedStages;
  p.subgroupSupportedOperations = subgroups.supportedOperations;
  p.subgroupQuadOperationsInAllStages = subgroups.quadOperationsInAllStages;
  p.pointClippingBehavior = VK_POINT_CLIPPING_BEHAVIOR_ALL_CLIP_PLANES;
}

void fill(VkPhysicalDeviceVulkan12Properties& p) {
  clear(p);
  fill_driver(p);
  fill_float_controls(p);
  fill_descriptor_indexing(p);
  p.maxTimelineSemaphoreValueDifference = UINT64_MAX;
  p.framebufferIntegerColorSampleCounts = VK_SAMPLE_COUNT_1_BIT;
}

void fill(VkPhysicalDeviceVulkan13Properties& p) {
  clear(p);
  fill_subgroup_size_control(p);
  fill_inline_uniform_block(p);
  fill_texel_alignment(p);
  p.maxInlineUniformTotalSize = max_descriptors;
  p.maxBufferSize = max_buffer_size;
}

// What is not filled concerns graphics: the limits are then 0.
void fill(VkPhysicalDeviceVulkan14Properties& p) {
  const VkPhysicalDeviceVulkan14Properties given = p;  // has the arrays of layouts
  clear(p);
  p.copySrcLayoutCount = given.copySrcLayoutCount;
  p.pCopySrcLayouts = given.pCopySrcLayouts;
  p.copyDstLayoutCount = given.copyDstLayoutCount;
  p.pCopyDstLayouts = given.pCopyDstLayouts;
  fill_push_descriptors(p);
  fill_robustness(p);
  fill_host_copies(p);
  p.maxCombinedImageSamplerDescriptorCount = 1;
}

void fill(VkPhysicalDeviceMaintenance7PropertiesKHR& p) {
  clear(p);
  for (auto* limit : {&p.maxDescriptorSetTotalUniformBuffersDynamic,
                      &p.maxDescriptorSetTotalStorageBuffersDynamic,
                      &p.maxDescriptorSetUpdateAfterBindTotalUniformBuffersDynamic,
                      &p.maxDescriptorSetUpdateAfterBindTotalStorageBuffersDynamic})
    *limit = max_dynamic_descriptors;
  p.maxDescriptorSetTotalBuffersDynamic = p.maxDescriptorSetUpdateAfterBindTotalBuffersDynamic =
      2 * max_dynamic_descriptors;
}

// No image is sparse. No shader reads vertex attributes.
void fill(VkPhysicalDeviceMaintenance9PropertiesKHR& p) {
  p.image2DViewOf3DSparse = VK_FALSE;
  p.defaultVertexAttributeValue = VK_DEFAULT_VERTEX_ATTRIBUTE_VALUE_ZERO_ZERO_ZERO_ZERO_KHR;
}

template <class P>
P& as(VkBaseOutStructure* structure) {
  return *reinterpret_cast<P*>(structure);
}

// Fills the members after the header of a structure of a chain.
void fill_structure(VkBaseOutStructure* at) {
  switch (at->sType) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES:
      return fill(as<VkPhysicalDeviceVulkan11Properties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES:
      return fill(as<VkPhysicalDeviceVulkan12Properties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES:
      return fill(as<VkPhysicalDeviceVulkan13Properties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_PROPERTIES:
      return fill(as<VkPhysicalDeviceVulkan14Properties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES:
      return fill(as<VkPhysicalDeviceSubgroupProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES:
      return fill_maintenance3(as<VkPhysicalDeviceMaintenance3Properties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES:
      return fill_subgroup_size_control(as<VkPhysicalDeviceSubgroupSizeControlProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES:
      return fill_driver(as<VkPhysicalDeviceDriverProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES:
      return fill_float_controls(as<VkPhysicalDeviceFloatControlsProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES:
      return fill_ids(as<VkPhysicalDeviceIDProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_PROPERTIES:
      return fill_inline_uniform_block(as<VkPhysicalDeviceInlineUniformBlockProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TEXEL_BUFFER_ALIGNMENT_PROPERTIES:
      return fill_texel_alignment(as<VkPhysicalDeviceTexelBufferAlignmentProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_PROPERTIES:
      as<VkPhysicalDeviceTimelineSemaphoreProperties>(at).maxTimelineSemaphoreValueDifference =
          UINT64_MAX;
      return;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES:
      as<VkPhysicalDeviceMaintenance4Properties>(at).maxBufferSize = max_buffer_size;
      return;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_POINT_CLIPPING_PROPERTIES:
      as<VkPhysicalDevicePointClippingProperties>(at).pointClippingBehavior =
          VK_POINT_CLIPPING_BEHAVIOR_ALL_CLIP_PLANES;
      return;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES:
      return fill_push_descriptors(as<VkPhysicalDevicePushDescriptorProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_PROPERTIES:
      return fill_robustness(as<VkPhysicalDevicePipelineRobustnessProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_PROPERTIES:
      return fill_host_copies(as<VkPhysicalDeviceHostImageCopyProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_6_PROPERTIES:
      clear(as<VkPhysicalDeviceMaintenance6Properties>(at));
      as<VkPhysicalDeviceMaintenance6Properties>(at).maxCombinedImageSamplerDescriptorCount = 1;
      return;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_7_PROPERTIES_KHR:
      return fill(as<VkPhysicalDeviceMaintenance7PropertiesKHR>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_9_PROPERTIES_KHR:
      return fill(as<VkPhysicalDeviceMaintenance9PropertiesKHR>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LAYERED_API_PROPERTIES_LIST_KHR:
      as<VkPhysicalDeviceLayeredApiPropertiesListKHR>(at).layeredApiCount = 0;
      return;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_PROPERTIES_KHR:
      as<VkPhysicalDeviceCooperativeMatrixPropertiesKHR>(at).cooperativeMatrixSupportedStages =
          VK_SHADER_STAGE_COMPUTE_BIT;
      return;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_PROPERTIES_EXT:
      return fill(as<VkPhysicalDeviceRobustness2PropertiesEXT>(at));
    // These have only what the device lacks, or what is not accelerated.
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_PROPERTIES:
      return clear(as<VkPhysicalDeviceMaintenance5Properties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_BINARY_PROPERTIES_KHR:
      return clear(as<VkPhysicalDevicePipelineBinaryPropertiesKHR>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_PROPERTIES_KHR:
      return clear(as<VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_PROPERTIES:
      return clear(as<VkPhysicalDeviceProtectedMemoryProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES:
      return clear(as<VkPhysicalDeviceMultiviewProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES:
      clear(as<VkPhysicalDeviceDescriptorIndexingProperties>(at));
      return fill_descriptor_indexing(as<VkPhysicalDeviceDescriptorIndexingProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_STENCIL_RESOLVE_PROPERTIES:
      return clear(as<VkPhysicalDeviceDepthStencilResolveProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_FILTER_MINMAX_PROPERTIES:
      return clear(as<VkPhysicalDeviceSamplerFilterMinmaxProperties>(at));
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES:
      return clear(as<VkPhysicalDeviceShaderIntegerDotProductProperties>(at));
    default:
      return;
  }
}

}  // namespace

VkExternalMemoryProperties external_memory(VkExternalMemoryHandleTypeFlags type) {
  if (type != VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT) return {0, 0, type};
  return {VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT | VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT, 0,
          type};
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_properties(VkPhysicalDevice /*physical_device*/,
                                                          VkPhysicalDeviceProperties* properties) {
  fill_properties(*properties);
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_properties2(
    VkPhysicalDevice /*physical_device*/, VkPhysicalDeviceProperties2* properties) {
  fill_properties(properties->properties);
  for (auto* at = static_cast<VkBaseOutStructure*>(properties->pNext); at != nullptr;
       at = at->pNext)
    fill_structure(at);
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_queue_family_properties(
    VkPhysicalDevice /*physical_device*/, std::uint32_t* count,
    VkQueueFamilyProperties* properties) {
  enumerate(1, count, properties, [](std::uint32_t, VkQueueFamilyProperties& family) {
    family.queueFlags = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
    family.queueCount = queue_count;
    family.timestampValidBits = 64;
    family.minImageTransferGranularity = {1, 1, 1};
  });
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_queue_family_properties2(
    VkPhysicalDevice physical_device, std::uint32_t* count, VkQueueFamilyProperties2* properties) {
  VkQueueFamilyProperties family;
  std::uint32_t one = 1;
  get_physical_device_queue_family_properties(physical_device, &one, &family);
  enumerate(1, count, properties, [&](std::uint32_t, VkQueueFamilyProperties2& filled) {
    filled.queueFamilyProperties = family;
    if (auto* priority = find_in_chain<VkQueueFamilyGlobalPriorityProperties>(
            filled.pNext, VK_STRUCTURE_TYPE_QUEUE_FAMILY_GLOBAL_PRIORITY_PROPERTIES)) {
      priority->priorityCount = 1;
      priority->priorities[0] = VK_QUEUE_GLOBAL_PRIORITY_MEDIUM;
    }
    // Images keep their contents, because they stay in this family, the only one.
    if (auto* transfer = find_in_chain<VkQueueFamilyOwnershipTransferPropertiesKHR>(
            filled.pNext, VK_STRUCTURE_TYPE_QUEUE_FAMILY_OWNERSHIP_TRANSFER_PROPERTIES_KHR))
      transfer->optimalImageTransferToQueueFamilies = 1u << 0;
  });
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_memory_properties(
    VkPhysicalDevice /*physical_device*/, VkPhysicalDeviceMemoryProperties* properties) {
  *properties = {};
  properties->memoryTypeCount = 2;
  properties->memoryTypes[device_local_type] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
  properties->memoryTypes[host_visible_type] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                    VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                                                    VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                                                0};
  properties->memoryHeapCount = 1;
  properties->memoryHeaps[0] = {driver_options().device_memory, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_memory_properties2(
    VkPhysicalDevice physical_device, VkPhysicalDeviceMemoryProperties2* properties) {
  get_physical_device_memory_properties(physical_device, &properties->memoryProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL
get_physical_device_tool_properties(VkPhysicalDevice /*physical_device*/, std::uint32_t* count,
                                    VkPhysicalDeviceToolProperties* tools) {
  return enumerate(1, count, tools, [](std::uint32_t, VkPhysicalDeviceToolProperties& tool) {
    copy_text(tool.name, "spirv-oracle");
    copy_text(tool.version, SPIRV_ORACLE_VERSION);
    tool.purposes = VK_TOOL_PURPOSE_VALIDATION_BIT | VK_TOOL_PURPOSE_DEBUG_REPORTING_BIT_EXT;
    copy_text(tool.description, "executes shaders exactly, and reports undefined behavior");
    copy_text(tool.layer, "");
  });
}

// Memory can be shared by opaque file descriptors, and nothing else.

VKAPI_ATTR void VKAPI_CALL get_physical_device_external_buffer_properties(
    VkPhysicalDevice /*physical_device*/, const VkPhysicalDeviceExternalBufferInfo* info,
    VkExternalBufferProperties* properties) {
  properties->externalMemoryProperties = external_memory(info->handleType);
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_external_fence_properties(
    VkPhysicalDevice /*physical_device*/, const VkPhysicalDeviceExternalFenceInfo* /*info*/,
    VkExternalFenceProperties* properties) {
  properties->exportFromImportedHandleTypes = 0;
  properties->compatibleHandleTypes = 0;
  properties->externalFenceFeatures = 0;
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_external_semaphore_properties(
    VkPhysicalDevice /*physical_device*/, const VkPhysicalDeviceExternalSemaphoreInfo* /*info*/,
    VkExternalSemaphoreProperties* properties) {
  properties->exportFromImportedHandleTypes = 0;
  properties->compatibleHandleTypes = 0;
  properties->externalSemaphoreFeatures = 0;
}

VKAPI_ATTR VkResult VKAPI_CALL get_physical_device_cooperative_matrix_properties_khr(
    VkPhysicalDevice /*physical_device*/, std::uint32_t* count,
    VkCooperativeMatrixPropertiesKHR* properties) {
  constexpr auto sizes = static_cast<std::uint32_t>(matrix_sizes.size());
  constexpr auto shapes = sizes * sizes * sizes;
  return enumerate(shapes * static_cast<std::uint32_t>(matrix_types.size()), count, properties,
                   [&](std::uint32_t i, VkCooperativeMatrixPropertiesKHR& row) {
                     row.MSize = matrix_sizes[i % sizes];
                     row.NSize = matrix_sizes[i / sizes % sizes];
                     row.KSize = matrix_sizes[i / sizes / sizes % sizes];
                     const MatrixTypes& types = matrix_types[i / shapes];
                     row.AType = row.BType = types.factors;
                     row.CType = row.ResultType = types.sum;
                     row.saturatingAccumulation = VK_FALSE;
                     row.scope = VK_SCOPE_SUBGROUP_KHR;
                   });
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_sparse_image_format_properties(
    VkPhysicalDevice /*physical_device*/, VkFormat /*format*/, VkImageType /*type*/,
    VkSampleCountFlagBits /*samples*/, VkImageUsageFlags /*usage*/, VkImageTiling /*tiling*/,
    std::uint32_t* count, VkSparseImageFormatProperties* /*properties*/) {
  *count = 0;
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_sparse_image_format_properties2(
    VkPhysicalDevice /*physical_device*/, const VkPhysicalDeviceSparseImageFormatInfo2* /*info*/,
    std::uint32_t* count, VkSparseImageFormatProperties2* /*properties*/) {
  *count = 0;
}

}  // namespace spirv_oracle::vulkan
