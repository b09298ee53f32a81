#include "amber/requirements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace spirv_oracle::amber {
namespace {

// The features of VkPhysicalDeviceFeatures that apply to all shaders.
constexpr std::array features = std::to_array<std::string_view>({
    "imageCubeArray",
    "robustBufferAccess",
    "shaderFloat64",
    "shaderInt16",
    "shaderImageGatherExtended",
    "shaderInt64",
    "shaderResourceMinLod",
    "shaderSampledImageArrayDynamicIndexing",
    "shaderStorageBufferArrayDynamicIndexing",
    "shaderStorageImageArrayDynamicIndexing",
    "shaderStorageImageExtendedFormats",
    "shaderStorageImageMultisample",
    "shaderStorageImageReadWithoutFormat",
    "shaderStorageImageWriteWithoutFormat",
    "shaderUniformBufferArrayDynamicIndexing",
    "BufferDeviceAddressFeatures.bufferDeviceAddress",
    "Float16Int8Features.shaderFloat16",
    "Float16Int8Features.shaderInt8",
    "Storage16BitFeatures.storageBuffer16BitAccess",
    "Storage16BitFeatures.storagePushConstant16",
    "Storage16BitFeatures.uniformAndStorageBuffer16BitAccess",
    "Storage8BitFeatures.storageBuffer8BitAccess",
    "Storage8BitFeatures.storagePushConstant8",
    "Storage8BitFeatures.uniformAndStorageBuffer8BitAccess",
    "SubgroupSizeControl.computeFullSubgroups",
    "SubgroupSizeControl.subgroupSizeControl",
    "SubgroupSupportedOperations.arithmetic",
    "SubgroupSupportedOperations.ballot",
    "SubgroupSupportedOperations.basic",
    "SubgroupSupportedOperations.clustered",
    "SubgroupSupportedOperations.quad",
    "SubgroupSupportedOperations.shuffle",
    "SubgroupSupportedOperations.shuffleRelative",
    "SubgroupSupportedOperations.vote",
    "SubgroupSupportedStages.compute",
    "VariablePointerFeatures.variablePointers",
    "VariablePointerFeatures.variablePointersStorageBuffer",
    "VulkanMemoryModelFeatures.vulkanMemoryModel",
    "VulkanMemoryModelFeatures.vulkanMemoryModelDeviceScope",
    "ZeroInitializeWorkgroupMemoryFeatures.shaderZeroInitializeWorkgroupMemory",
});

// Features for drawing. A compute shader cannot detect them.
constexpr std::array graphics_features = std::to_array<std::string_view>({
    "alphaToOne",
    "depthBiasClamp",
    "depthBounds",
    "depthClamp",
    "drawIndirectFirstInstance",
    "dualSrcBlend",
    "fillModeNonSolid",
    "fragmentStoresAndAtomics",
    "fullDrawIndexUint32",
    "geometryShader",
    "independentBlend",
    "inheritedQueries",
    "largePoints",
    "logicOp",
    "multiDrawIndirect",
    "multiViewport",
    "occlusionQueryPrecise",
    "pipelineStatisticsQuery",
    "sampleRateShading",
    "samplerAnisotropy",
    "shaderClipDistance",
    "shaderCullDistance",
    "shaderTessellationAndGeometryPointSize",
    "tessellationShader",
    "variableMultisampleRate",
    "vertexPipelineStoresAndAtomics",
    "wideLines",
    "DepthClampZeroOneFeatures.depthClampZeroOne",
    "Storage16BitFeatures.storageInputOutput16",
    "SubgroupSupportedStages.fragment",
    "SubgroupSupportedStages.geometry",
    "SubgroupSupportedStages.tessellationControl",
    "SubgroupSupportedStages.tessellationEvaluation",
    "SubgroupSupportedStages.vertex",
});

constexpr std::string_view float_controls = "FloatControlsProperties.";

constexpr std::array float_control_properties = std::to_array<std::string_view>({
    "shaderSignedZeroInfNanPreserveFloat16",
    "shaderSignedZeroInfNanPreserveFloat32",
    "shaderSignedZeroInfNanPreserveFloat64",
    "shaderDenormPreserveFloat16",
    "shaderDenormPreserveFloat32",
    "shaderDenormPreserveFloat64",
    "shaderDenormFlushToZeroFloat16",
    "shaderDenormFlushToZeroFloat32",
    "shaderDenormFlushToZeroFloat64",
    "shaderRoundingModeRTEFloat16",
    "shaderRoundingModeRTEFloat32",
    "shaderRoundingModeRTEFloat64",
    "shaderRoundingModeRTZFloat16",
    "shaderRoundingModeRTZFloat32",
    "shaderRoundingModeRTZFloat64",
});

// Extensions that affect shaders, and the extensions on which they are based.
constexpr std::array extensions = std::to_array<std::string_view>({
    "VK_AMD_shader_ballot",
    "VK_EXT_descriptor_indexing",
    "VK_EXT_fragment_shader_interlock",
    "VK_EXT_image_robustness",
    "VK_EXT_post_depth_coverage",
    "VK_EXT_scalar_block_layout",
    "VK_EXT_shader_atomic_float",
    "VK_EXT_shader_atomic_float2",
    "VK_EXT_shader_demote_to_helper_invocation",
    "VK_EXT_shader_image_atomic_int64",
    "VK_EXT_shader_replicated_composites",
    "VK_EXT_shader_subgroup_ballot",
    "VK_EXT_shader_subgroup_partitioned",
    "VK_EXT_shader_subgroup_vote",
    "VK_EXT_subgroup_size_control",
    "VK_GOOGLE_decorate_string",
    "VK_GOOGLE_hlsl_functionality1",
    "VK_GOOGLE_user_type",
    "VK_KHR_16bit_storage",
    "VK_KHR_8bit_storage",
    "VK_KHR_bind_memory2",
    "VK_KHR_buffer_device_address",
    "VK_KHR_compute_shader_derivatives",
    "VK_KHR_create_renderpass2",
    "VK_KHR_dedicated_allocation",
    "VK_KHR_depth_stencil_resolve",
    "VK_KHR_device_group",
    "VK_KHR_device_group_creation",
    "VK_KHR_driver_properties",
    "VK_KHR_format_feature_flags2",
    "VK_KHR_fragment_shader_barycentric",
    "VK_KHR_get_memory_requirements2",
    "VK_KHR_get_physical_device_properties2",
    "VK_KHR_image_format_list",
    "VK_KHR_maintenance1",
    "VK_KHR_maintenance2",
    "VK_KHR_maintenance3",
    "VK_KHR_maintenance4",
    "VK_KHR_relaxed_block_layout",
    "VK_KHR_shader_atomic_int64",
    "VK_KHR_shader_draw_parameters",
    "VK_KHR_shader_expect_assume",
    "VK_KHR_shader_float16_int8",
    "VK_KHR_shader_float_controls",
    "VK_KHR_shader_float_controls2",
    "VK_KHR_shader_integer_dot_product",
    "VK_KHR_shader_maximal_reconvergence",
    "VK_KHR_shader_non_semantic_info",
    "VK_KHR_shader_quad_control",
    "VK_KHR_shader_relaxed_extended_instruction",
    "VK_KHR_shader_subgroup_extended_types",
    "VK_KHR_shader_subgroup_rotate",
    "VK_KHR_shader_subgroup_uniform_control_flow",
    "VK_KHR_shader_terminate_invocation",
    "VK_KHR_spirv_1_4",
    "VK_KHR_storage_buffer_storage_class",
    "VK_KHR_synchronization2",
    "VK_KHR_uniform_buffer_standard_layout",
    "VK_KHR_variable_pointers",
    "VK_KHR_vulkan_memory_model",
    "VK_KHR_workgroup_memory_explicit_layout",
    "VK_KHR_zero_initialize_workgroup_memory",
    "VK_NV_compute_shader_derivatives",
    "VK_NV_shader_subgroup_partitioned",
});

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_offered(const Requirement& requirement) {
  switch (requirement.kind) {
    case Requirement::Kind::feature:
      return offers_feature(requirement.name);
    case Requirement::Kind::property:
      return offers_property(requirement.name);
    default:
      return offers_extension(requirement.name);
  }
}

// Collects messages, each only once.
class Missing {
 public:
  explicit Missing(const Script& script) : script_(script) {}

  void add(const ScriptPosition& place, const std::string& what) {
    std::string message =
        fmt::format("{}:{}:{}: {} not supported yet", script_.file, place.line, place.column, what);
    if (std::find(messages.begin(), messages.end(), message) == messages.end())
      messages.push_back(std::move(message));
  }

  std::vector<std::string> messages;

 private:
  const Script& script_;
};

void check_commands(const Script& script, const std::vector<Command>& commands, Missing& missing) {
  for (const Command& command : commands) {
    if (const auto* repeat = std::get_if<Repeat>(&command.what)) {
      check_commands(script, repeat->commands, missing);
    } else if (const auto* pixels = std::get_if<ExpectPixels>(&command.what)) {
      const Buffer& buffer = script.buffers.find(pixels->buffer)->second;
      if (!buffer.image || buffer.size == 0)
        missing.add(command.place, fmt::format("EXPECT of the pixels of '{}' is", pixels->buffer));
    } else if (const auto* buffers = std::get_if<ExpectBuffers>(&command.what)) {
      for (const std::string& name : {buffers->buffer, buffers->other}) {
        const Buffer& buffer = script.buffers.find(name)->second;
        if (buffer.image && buffer.size == 0)
          missing.add(command.place, fmt::format("EXPECT of image '{}' is", name));
      }
    }
  }
}

}  // namespace

bool offers_feature(std::string_view name) {
  return contains(features, name) || contains(graphics_features, name);
}

bool offers_property(std::string_view name) {
  return name.starts_with(float_controls) &&
         contains(float_control_properties, name.substr(float_controls.size()));
}

bool offers_extension(std::string_view name) { return contains(extensions, name); }

std::string_view kind_name(Requirement::Kind kind) {
  switch (kind) {
    case Requirement::Kind::feature:
      return "feature";
    case Requirement::Kind::property:
      return "property";
    case Requirement::Kind::device_extension:
      return "device extension";
    default:
      return "instance extension";
  }
}

std::vector<std::string> missing_parts(const Script& script) {
  Missing missing(script);
  const bool goes_on = script.language == Language::vk_script;
  for (const Requirement& requirement : script.requirements) {
    if (is_offered(requirement)) continue;
    if (goes_on && requirement.kind == Requirement::Kind::device_extension) continue;
    missing.add(requirement.place,
                fmt::format("{} {} is", kind_name(requirement.kind), requirement.name));
  }
  check_commands(script, script.commands, missing);
  return std::move(missing.messages);
}

Result<void> check_supported(const Script& script) {
  std::string text;
  for (const std::string& message : missing_parts(script))
    text += fmt::format("{}{}", text.empty() ? "" : "\n", message);
  if (text.empty()) return {};
  return unsupported(text);
}

std::vector<std::string> extension_warnings(const Script& script) {
  std::vector<std::string> warnings;
  if (script.language != Language::vk_script) return warnings;
  for (const Requirement& requirement : script.requirements) {
    if (requirement.kind != Requirement::Kind::device_extension || is_offered(requirement))
      continue;
    warnings.push_back(fmt::format("{}:{}:{}: warning: extension {} is not available", script.file,
                                   requirement.place.line, requirement.place.column,
                                   requirement.name));
  }
  return warnings;
}

}  // namespace spirv_oracle::amber
