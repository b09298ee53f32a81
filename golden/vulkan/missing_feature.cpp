#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "golden/bundle/subgroup_use.h"
#include "golden/vulkan/device.h"
#include "golden/vulkan/device_draw.h"
#include "golden/vulkan/image_support.h"
#include "golden/vulkan/module_features.h"

namespace spirv_oracle::golden {
namespace {

using Device = DeviceDescription;

// The requirements of a capability. The functions have no state, because they are rows of a table.
struct CapabilityRule {
  std::string_view capability;
  bool (*is_there)(const Device&);
};

bool has_operation(const Device& device, VkSubgroupFeatureFlagBits operation) {
  return (device.subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
         (device.subgroups.supportedOperations & operation) != 0;
}

bool always(const Device&) { return true; }
template <auto Member>
bool feature(const Device& device) {
  return device.features.*Member != 0;
}
template <auto Member>
bool feature_1_1(const Device& device) {
  return device.features_1_1.*Member != 0;
}
template <auto Member>
bool feature_1_2(const Device& device) {
  return device.features_1_2.*Member != 0;
}
bool has_dot_products(const Device& device) {
  return device.features_1_3.shaderIntegerDotProduct != 0;
}
template <VkSubgroupFeatureFlagBits Operation>
bool operation(const Device& device) {
  return has_operation(device, Operation);
}
bool has_ballot_extension(const Device& device) {
  return device.extensions.count("VK_EXT_shader_subgroup_ballot") != 0;
}
bool has_vote_extension(const Device& device) {
  return device.extensions.count("VK_EXT_shader_subgroup_vote") != 0;
}
bool has_extension_feature(const Device& device, const char* extension) {
  const auto found = device.extension_features.find(extension);
  return found != device.extension_features.end() && found->second.first != 0;
}
bool has_rotation(const Device& device) {
  return has_extension_feature(device, "VK_KHR_shader_subgroup_rotate");
}
bool has_clustered_rotation(const Device& device) {
  const auto found = device.extension_features.find("VK_KHR_shader_subgroup_rotate");
  return found != device.extension_features.end() && found->second.second != 0;
}
bool has_quad_control(const Device& device) {
  return has_extension_feature(device, "VK_KHR_shader_quad_control");
}
bool has_barycentrics(const Device& device) {
  return has_extension_feature(device, "VK_KHR_fragment_shader_barycentric");
}
bool has_demotion(const Device& device) {
  return device.features_1_3.shaderDemoteToHelperInvocation != 0;
}
bool has_stencil_export(const Device& device) {
  return device.extensions.count("VK_EXT_shader_stencil_export") != 0;
}
bool has_post_depth_coverage(const Device& device) {
  return device.extensions.count("VK_EXT_post_depth_coverage") != 0;
}
bool has_matrices(const Device& device) {
  return has_extension_feature(device, "VK_KHR_cooperative_matrix");
}
bool has_bfloat16(const Device& device) {
  return has_extension_feature(device, "VK_KHR_shader_bfloat16");
}
bool has_float8(const Device& device) {
  return has_extension_feature(device, "VK_EXT_shader_float8");
}
bool has_float8_matrices(const Device& device) {
  const auto found = device.extension_features.find("VK_EXT_shader_float8");
  return found != device.extension_features.end() && found->second.second != 0;
}
bool has_bfloat16_matrices(const Device& device) {
  const auto found = device.extension_features.find("VK_KHR_shader_bfloat16");
  return found != device.extension_features.end() && found->second.third != 0;
}
bool has_maintenance4(const Device& device) { return device.features_1_3.maintenance4 != 0; }
bool has_maintenance8(const Device& device) {
  return has_extension_feature(device, "VK_KHR_maintenance8");
}
bool has_maintenance9(const Device& device) {
  return has_extension_feature(device, "VK_KHR_maintenance9");
}
template <VkBool32 ExtensionFeatures::*Member>
bool has_workgroup_layout(const Device& device) {
  const auto found = device.extension_features.find("VK_KHR_workgroup_memory_explicit_layout");
  return found != device.extension_features.end() && found->second.*Member != 0;
}
template <VkBool32 ExtensionFeatures::*Member>
bool has_matrices_2(const Device& device) {
  const auto found = device.extension_features.find("VK_NV_cooperative_matrix2");
  return found != device.extension_features.end() && found->second.*Member != 0;
}

using F = VkPhysicalDeviceFeatures;
using F11 = VkPhysicalDeviceVulkan11Features;
using F12 = VkPhysicalDeviceVulkan12Features;
using A1 = VkPhysicalDeviceShaderAtomicFloatFeaturesEXT;
using A2 = VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT;

constexpr std::array rules = std::to_array<CapabilityRule>({
    {"Matrix", always},
    {"Shader", always},
    // Whether the device supports these execution modes is decided by width.
    {"DenormPreserve", always},
    {"DenormFlushToZero", always},
    {"SignedZeroInfNanPreserve", always},
    {"RoundingModeRTE", always},
    {"RoundingModeRTZ", always},
    {"DerivativeControl", always},
    {"InputAttachment", always},
    {"ClipDistance", feature<&F::shaderClipDistance>},
    {"CullDistance", feature<&F::shaderCullDistance>},
    {"SampleRateShading", feature<&F::sampleRateShading>},
    {"InterpolationFunction", feature<&F::sampleRateShading>},
    {"MultiViewport", feature<&F::multiViewport>},
    {"Tessellation", feature<&F::tessellationShader>},
    {"TessellationPointSize", feature<&F::shaderTessellationAndGeometryPointSize>},
    {"Geometry", feature<&F::geometryShader>},
    {"GeometryPointSize", feature<&F::shaderTessellationAndGeometryPointSize>},
    {"DrawParameters", feature_1_1<&F11::shaderDrawParameters>},
    {"DemoteToHelperInvocation", has_demotion},
    {"FragmentBarycentricKHR", has_barycentrics},
    {"StencilExportEXT", has_stencil_export},
    {"SampleMaskPostDepthCoverage", has_post_depth_coverage},
    {"Float64", feature<&F::shaderFloat64>},
    {"Int64", feature<&F::shaderInt64>},
    {"Int16", feature<&F::shaderInt16>},
    {"Float16", feature_1_2<&F12::shaderFloat16>},
    {"Int8", feature_1_2<&F12::shaderInt8>},
    {"StorageBuffer16BitAccess", feature_1_1<&F11::storageBuffer16BitAccess>},
    {"UniformAndStorageBuffer16BitAccess", feature_1_1<&F11::uniformAndStorageBuffer16BitAccess>},
    {"StoragePushConstant16", feature_1_1<&F11::storagePushConstant16>},
    {"StorageBuffer8BitAccess", feature_1_2<&F12::storageBuffer8BitAccess>},
    {"UniformAndStorageBuffer8BitAccess", feature_1_2<&F12::uniformAndStorageBuffer8BitAccess>},
    {"StoragePushConstant8", feature_1_2<&F12::storagePushConstant8>},
    {"VariablePointersStorageBuffer", feature_1_1<&F11::variablePointersStorageBuffer>},
    {"VariablePointers", feature_1_1<&F11::variablePointers>},
    {"VulkanMemoryModel", feature_1_2<&F12::vulkanMemoryModel>},
    {"VulkanMemoryModelDeviceScope", feature_1_2<&F12::vulkanMemoryModelDeviceScope>},
    {"UniformBufferArrayDynamicIndexing", feature<&F::shaderUniformBufferArrayDynamicIndexing>},
    {"StorageBufferArrayDynamicIndexing", feature<&F::shaderStorageBufferArrayDynamicIndexing>},
    {"ShaderNonUniform", feature_1_2<&F12::descriptorIndexing>},
    {"RuntimeDescriptorArray", feature_1_2<&F12::runtimeDescriptorArray>},
    {"UniformBufferArrayNonUniformIndexing",
     feature_1_2<&F12::shaderUniformBufferArrayNonUniformIndexing>},
    {"StorageBufferArrayNonUniformIndexing",
     feature_1_2<&F12::shaderStorageBufferArrayNonUniformIndexing>},
    {"DotProduct", has_dot_products},
    {"DotProductInputAll", has_dot_products},
    {"DotProductInput4x8Bit", has_dot_products},
    {"DotProductInput4x8BitPacked", has_dot_products},
    {"GroupNonUniform", operation<VK_SUBGROUP_FEATURE_BASIC_BIT>},
    {"GroupNonUniformVote", operation<VK_SUBGROUP_FEATURE_VOTE_BIT>},
    {"GroupNonUniformArithmetic", operation<VK_SUBGROUP_FEATURE_ARITHMETIC_BIT>},
    {"GroupNonUniformBallot", operation<VK_SUBGROUP_FEATURE_BALLOT_BIT>},
    {"GroupNonUniformShuffle", operation<VK_SUBGROUP_FEATURE_SHUFFLE_BIT>},
    {"GroupNonUniformShuffleRelative", operation<VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT>},
    {"GroupNonUniformClustered", operation<VK_SUBGROUP_FEATURE_CLUSTERED_BIT>},
    {"GroupNonUniformQuad", operation<VK_SUBGROUP_FEATURE_QUAD_BIT>},
    {"GroupNonUniformRotateKHR", has_rotation},
    {"SubgroupBallotKHR", has_ballot_extension},
    {"SubgroupVoteKHR", has_vote_extension},
    {"GroupNonUniformPartitionedNV", operation<VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV>},
    {"QuadControlKHR", has_quad_control},
    {"CooperativeMatrixKHR", has_matrices},
    {"CooperativeMatrixReductionsNV", has_matrices_2<&ExtensionFeatures::third>},
    {"CooperativeMatrixConversionsNV", has_matrices_2<&ExtensionFeatures::fourth>},
    {"CooperativeMatrixPerElementOperationsNV", has_matrices_2<&ExtensionFeatures::fifth>},
    {"CooperativeMatrixTensorAddressingNV", has_matrices_2<&ExtensionFeatures::sixth>},
    {"TensorAddressingNV", has_matrices_2<&ExtensionFeatures::sixth>},
    {"CooperativeMatrixBlockLoadsNV", has_matrices_2<&ExtensionFeatures::seventh>},
    {"BFloat16TypeKHR", has_bfloat16},
    {"BFloat16CooperativeMatrixKHR", has_bfloat16_matrices},
    {"Float8EXT", has_float8},
    {"Float8CooperativeMatrixEXT", has_float8_matrices},
    {"WorkgroupMemoryExplicitLayoutKHR", has_workgroup_layout<&ExtensionFeatures::first>},
    {"WorkgroupMemoryExplicitLayout8BitAccessKHR", has_workgroup_layout<&ExtensionFeatures::third>},
    {"WorkgroupMemoryExplicitLayout16BitAccessKHR",
     has_workgroup_layout<&ExtensionFeatures::fourth>},
    // Which of these features a module needs depends on its atomics.
    {"Int64Atomics", always},
    {"AtomicFloat16AddEXT", always},
    {"AtomicFloat32AddEXT", always},
    {"AtomicFloat64AddEXT", always},
    {"AtomicFloat16MinMaxEXT", always},
    {"AtomicFloat32MinMaxEXT", always},
    {"AtomicFloat64MinMaxEXT", always},
});

// Requirements that no capability names.
struct FeatureRule {
  std::string_view feature;
  bool (*is_there)(const Device&);
};
template <auto Member>
bool atomic_float(const Device& device) {
  return device.atomic_floats.*Member != 0;
}
template <auto Member>
bool atomic_float_2(const Device& device) {
  return device.atomic_floats_2.*Member != 0;
}
bool has_zero_initialization(const Device& device) {
  return device.features_1_3.shaderZeroInitializeWorkgroupMemory != 0;
}
constexpr std::array features = std::to_array<FeatureRule>({
    {"maintenance4", has_maintenance4},
    {"maintenance8", has_maintenance8},
    {"maintenance9", has_maintenance9},
    {"scalarBlockLayout", feature_1_2<&F12::scalarBlockLayout>},
    {"uniformBufferStandardLayout", feature_1_2<&F12::uniformBufferStandardLayout>},
    {"workgroupMemoryExplicitLayoutScalarBlockLayout",
     has_workgroup_layout<&ExtensionFeatures::second>},
    {"shaderSubgroupExtendedTypes", feature_1_2<&F12::shaderSubgroupExtendedTypes>},
    {"shaderSubgroupRotateClustered", has_clustered_rotation},
    {"shaderZeroInitializeWorkgroupMemory", has_zero_initialization},
    {"shaderBufferInt64Atomics", feature_1_2<&F12::shaderBufferInt64Atomics>},
    {"shaderSharedInt64Atomics", feature_1_2<&F12::shaderSharedInt64Atomics>},
    {"shaderBufferFloat16Atomics", atomic_float_2<&A2::shaderBufferFloat16Atomics>},
    {"shaderBufferFloat16AtomicAdd", atomic_float_2<&A2::shaderBufferFloat16AtomicAdd>},
    {"shaderBufferFloat16AtomicMinMax", atomic_float_2<&A2::shaderBufferFloat16AtomicMinMax>},
    {"shaderBufferFloat32Atomics", atomic_float<&A1::shaderBufferFloat32Atomics>},
    {"shaderBufferFloat32AtomicAdd", atomic_float<&A1::shaderBufferFloat32AtomicAdd>},
    {"shaderBufferFloat32AtomicMinMax", atomic_float_2<&A2::shaderBufferFloat32AtomicMinMax>},
    {"shaderBufferFloat64Atomics", atomic_float<&A1::shaderBufferFloat64Atomics>},
    {"shaderBufferFloat64AtomicAdd", atomic_float<&A1::shaderBufferFloat64AtomicAdd>},
    {"shaderBufferFloat64AtomicMinMax", atomic_float_2<&A2::shaderBufferFloat64AtomicMinMax>},
    {"shaderSharedFloat16Atomics", atomic_float_2<&A2::shaderSharedFloat16Atomics>},
    {"shaderSharedFloat16AtomicAdd", atomic_float_2<&A2::shaderSharedFloat16AtomicAdd>},
    {"shaderSharedFloat16AtomicMinMax", atomic_float_2<&A2::shaderSharedFloat16AtomicMinMax>},
    {"shaderSharedFloat32Atomics", atomic_float<&A1::shaderSharedFloat32Atomics>},
    {"shaderSharedFloat32AtomicAdd", atomic_float<&A1::shaderSharedFloat32AtomicAdd>},
    {"shaderSharedFloat32AtomicMinMax", atomic_float_2<&A2::shaderSharedFloat32AtomicMinMax>},
    {"shaderSharedFloat64Atomics", atomic_float<&A1::shaderSharedFloat64Atomics>},
    {"shaderSharedFloat64AtomicAdd", atomic_float<&A1::shaderSharedFloat64AtomicAdd>},
    {"shaderSharedFloat64AtomicMinMax", atomic_float_2<&A2::shaderSharedFloat64AtomicMinMax>},
});

struct ControlRule {
  std::string_view control;
  VkBool32 VkPhysicalDeviceVulkan12Properties::*property;
};
using P12 = VkPhysicalDeviceVulkan12Properties;
constexpr std::array controls = std::to_array<ControlRule>({
    {"DenormPreserve 16", &P12::shaderDenormPreserveFloat16},
    {"DenormPreserve 32", &P12::shaderDenormPreserveFloat32},
    {"DenormPreserve 64", &P12::shaderDenormPreserveFloat64},
    {"DenormFlushToZero 16", &P12::shaderDenormFlushToZeroFloat16},
    {"DenormFlushToZero 32", &P12::shaderDenormFlushToZeroFloat32},
    {"DenormFlushToZero 64", &P12::shaderDenormFlushToZeroFloat64},
    {"SignedZeroInfNanPreserve 16", &P12::shaderSignedZeroInfNanPreserveFloat16},
    {"SignedZeroInfNanPreserve 32", &P12::shaderSignedZeroInfNanPreserveFloat32},
    {"SignedZeroInfNanPreserve 64", &P12::shaderSignedZeroInfNanPreserveFloat64},
    {"RoundingModeRTE 16", &P12::shaderRoundingModeRTEFloat16},
    {"RoundingModeRTE 32", &P12::shaderRoundingModeRTEFloat32},
    {"RoundingModeRTE 64", &P12::shaderRoundingModeRTEFloat64},
    {"RoundingModeRTZ 16", &P12::shaderRoundingModeRTZFloat16},
    {"RoundingModeRTZ 32", &P12::shaderRoundingModeRTZFloat32},
    {"RoundingModeRTZ 64", &P12::shaderRoundingModeRTZFloat64},
});

// The device extension that a SPIR-V extension requires; "": part of Vulkan 1.2.
struct ExtensionRule {
  std::string_view spirv, vulkan;
};
constexpr std::array extensions = std::to_array<ExtensionRule>({
    {"SPV_EXT_demote_to_helper_invocation", "VK_EXT_shader_demote_to_helper_invocation"},
    {"SPV_EXT_descriptor_indexing", ""},
    {"SPV_EXT_float8", "VK_EXT_shader_float8"},
    {"SPV_EXT_shader_atomic_float16_add", "VK_EXT_shader_atomic_float2"},
    {"SPV_EXT_shader_atomic_float_add", "VK_EXT_shader_atomic_float"},
    {"SPV_EXT_shader_atomic_float_min_max", "VK_EXT_shader_atomic_float2"},
    {"SPV_GOOGLE_decorate_string", ""},
    {"SPV_GOOGLE_hlsl_functionality1", ""},
    {"SPV_GOOGLE_user_type", ""},
    {"SPV_KHR_16bit_storage", ""},
    {"SPV_KHR_8bit_storage", ""},
    {"SPV_EXT_shader_stencil_export", "VK_EXT_shader_stencil_export"},
    {"SPV_KHR_bfloat16", "VK_KHR_shader_bfloat16"},
    {"SPV_KHR_cooperative_matrix", "VK_KHR_cooperative_matrix"},
    {"SPV_KHR_device_group", ""},
    {"SPV_KHR_float_controls", ""},
    {"SPV_KHR_fragment_shader_barycentric", "VK_KHR_fragment_shader_barycentric"},
    {"SPV_KHR_maximal_reconvergence", "VK_KHR_shader_maximal_reconvergence"},
    {"SPV_KHR_post_depth_coverage", "VK_EXT_post_depth_coverage"},
    {"SPV_KHR_quad_control", "VK_KHR_shader_quad_control"},
    {"SPV_NV_cooperative_matrix2", "VK_NV_cooperative_matrix2"},
    {"SPV_NV_shader_subgroup_partitioned", "VK_NV_shader_subgroup_partitioned"},
    {"SPV_NV_tensor_addressing", "VK_NV_cooperative_matrix2"},
    {"SPV_KHR_integer_dot_product", "VK_KHR_shader_integer_dot_product"},
    {"SPV_KHR_no_integer_wrap_decoration", ""},
    {"SPV_KHR_non_semantic_info", "VK_KHR_shader_non_semantic_info"},
    {"SPV_KHR_shader_ballot", "VK_EXT_shader_subgroup_ballot"},
    {"SPV_KHR_shader_draw_parameters", ""},
    {"SPV_KHR_storage_buffer_storage_class", ""},
    {"SPV_KHR_subgroup_rotate", "VK_KHR_shader_subgroup_rotate"},
    {"SPV_KHR_subgroup_uniform_control_flow", "VK_KHR_shader_subgroup_uniform_control_flow"},
    {"SPV_KHR_subgroup_vote", "VK_EXT_shader_subgroup_vote"},
    {"SPV_KHR_terminate_invocation", "VK_KHR_shader_terminate_invocation"},
    {"SPV_KHR_variable_pointers", ""},
    {"SPV_KHR_vulkan_memory_model", ""},
    {"SPV_KHR_workgroup_memory_explicit_layout", "VK_KHR_workgroup_memory_explicit_layout"},
});

bool has_extension(const Device& device, std::string_view name) {
  const auto rule = std::ranges::find(extensions, name, &ExtensionRule::spirv);
  return rule != extensions.end() &&
         (rule->vulkan.empty() || device.extensions.count(std::string(rule->vulkan)) != 0);
}

bool has_capability(const Device& device, const std::string& name) {
  const auto rule = std::ranges::find(rules, name, &CapabilityRule::capability);
  if (rule != rules.end()) return rule->is_there(device);
  return has_image_capability(device, name).value_or(false);
}

bool has_feature(const Device& device, std::string_view name) {
  const auto rule = std::ranges::find(features, name, &FeatureRule::feature);
  return (rule != features.end() && rule->is_there(device)) ||
         device.matrices.count(std::string(name)) != 0;
}

bool has_control(const Device& device, std::string_view name) {
  const auto rule = std::ranges::find(controls, name, &ControlRule::control);
  return rule != controls.end() && device.properties_1_2.*(rule->property) != 0;
}

std::string missing_extension(const Device& device, const Bundle& bundle) {
  for (const std::string& name : bundle.extensions) {
    if (!has_extension(device, name)) return fmt::format("extension {}", name);
  }
  return "";
}

// Features that a Vulkan dispatch cannot have.
std::string missing_support(const Bundle& bundle) {
  if (bundle.is_kernel) return "kernels run on OpenCL devices, not on Vulkan devices";
  if (bundle.assumptions.environment != "Vulkan")
    return "the bundle follows core SPIR-V, where less is undefined than in Vulkan";
  for (const BundleResource& resource : bundle.resources) {
    if (resource.kind == "memory" || !resource.memory.empty())
      return "memory that is accessed by its address is not supported yet";
  }
  return "";
}

std::string missing_version(const Device& device, const std::vector<std::uint32_t>& words) {
  if (words.size() < 5) return "a module without a header";
  const std::uint32_t minor = words[1] >> 8 & 0xFF;
  const bool has_1_3 = device.properties.apiVersion >= VK_API_VERSION_1_3;
  const std::uint32_t most = has_1_3 ? 6 : 5;
  return minor > most ? fmt::format("SPIR-V 1.{}", minor) : "";
}

std::string missing_size(const Device& device, const Bundle& bundle) {
  if (!needs_subgroup_size(bundle)) return "";
  const std::uint32_t wanted = bundle.assumptions.subgroup_size;
  const VkPhysicalDeviceSubgroupSizeControlProperties& control = device.size_control;
  const bool can_ask =
      device.features_1_3.subgroupSizeControl != 0 &&
      (control.requiredSubgroupSizeStages &
       (bundle.draw ? VK_SHADER_STAGE_FRAGMENT_BIT : VK_SHADER_STAGE_COMPUTE_BIT)) != 0;
  const std::uint32_t least = can_ask ? control.minSubgroupSize : device.subgroups.subgroupSize;
  const std::uint32_t most = can_ask ? control.maxSubgroupSize : device.subgroups.subgroupSize;
  if (least <= wanted && wanted <= most) return "";
  return least == most
             ? fmt::format("subgroup size {} (the device has {})", wanted, most)
             : fmt::format("subgroup size {} (the device has {} to {})", wanted, least, most);
}

std::string missing_limit(const Device& device, const Bundle& bundle) {
  const VkPhysicalDeviceLimits& limits = device.properties.limits;
  std::uint64_t invocations = 1;
  for (std::size_t i = 0; i < 3 && bundle.workgroup_size; ++i) {
    const std::uint32_t size = (*bundle.workgroup_size)[i];
    invocations *= size;
    if (size > limits.maxComputeWorkGroupSize[i]) return "maxComputeWorkGroupSize";
  }
  if (invocations > limits.maxComputeWorkGroupInvocations) return "maxComputeWorkGroupInvocations";
  for (std::size_t i = 0; i < 3; ++i) {
    if (bundle.groups[i] > limits.maxComputeWorkGroupCount[i]) return "maxComputeWorkGroupCount";
  }
  const auto storage_buffers =
      std::ranges::count(bundle.resources, "storage_buffer", &BundleResource::kind);
  if (storage_buffers > static_cast<std::ptrdiff_t>(limits.maxPerStageDescriptorStorageBuffers))
    return "maxPerStageDescriptorStorageBuffers";
  for (const BundleResource& resource : bundle.resources) {
    if (resource.kind == "push_constant" &&
        resource.input->bytes.size() > limits.maxPushConstantsSize)
      return "maxPushConstantsSize";
  }
  return "";
}

}  // namespace

std::string missing_feature(const DeviceDescription& device, const Bundle& bundle) {
  if (std::string missing = missing_support(bundle); !missing.empty()) return missing;
  if (std::string missing = missing_draw_feature(device, bundle); !missing.empty()) return missing;
  if (std::string missing = missing_image_feature(device, bundle); !missing.empty()) return missing;
  if (std::string missing = missing_version(device, bundle.words); !missing.empty()) return missing;
  if (std::string missing = missing_extension(device, bundle); !missing.empty()) return missing;
  for (const std::string& capability : bundle.capabilities) {
    if (!has_capability(device, capability)) return fmt::format("capability {}", capability);
  }
  std::set<std::string> needed = module_features(bundle.words);
  if (bundle.draw) {
    for (const BundleStage& stage : bundle.draw->stages) {
      if (std::string missing = missing_version(device, stage.words); !missing.empty())
        return missing;
      needed.merge(module_features(stage.words));
    }
  }
  for (std::string& name : names_of(bundle.assumptions.features)) needed.insert(std::move(name));
  for (const std::string& name : needed) {
    if (!has_feature(device, name)) return name;
  }
  for (const std::string& control : bundle.assumptions.float_controls) {
    if (!has_control(device, control)) return fmt::format("execution mode {}", control);
  }
  if (bundle.assumptions.robust_buffer_access && device.features.robustBufferAccess == 0)
    return "robustBufferAccess";
  if (std::string missing = missing_size(device, bundle); !missing.empty()) return missing;
  return missing_limit(device, bundle);
}

bool has_requirement(const DeviceDescription& device, std::string_view name) {
  return has_capability(device, std::string(name)) || has_extension(device, name) ||
         has_feature(device, name) || has_control(device, name);
}

}  // namespace spirv_oracle::golden
