#include "interpreter/compile/support.h"

#include <algorithm>
#include <array>

#include "grammar/core.h"

namespace spirv_oracle {
namespace {

constexpr std::array capabilities = {
    spv::Capability::Matrix,
    spv::Capability::Addresses,
    spv::Capability::Kernel,
    spv::Capability::Linkage,
    spv::Capability::Vector16,
    spv::Capability::Float16Buffer,
    spv::Capability::GenericPointer,
    spv::Capability::SubgroupDispatch,
    spv::Capability::BitInstructions,
    spv::Capability::Shader,
    spv::Capability::Float16,
    spv::Capability::Float64,
    spv::Capability::Int64,
    spv::Capability::Int16,
    spv::Capability::Int8,
    spv::Capability::Int64Atomics,
    spv::Capability::UniformBufferArrayDynamicIndexing,
    spv::Capability::StorageBufferArrayDynamicIndexing,
    spv::Capability::DeviceGroup,
    spv::Capability::VariablePointers,
    spv::Capability::VariablePointersStorageBuffer,
    spv::Capability::StorageBuffer16BitAccess,
    spv::Capability::UniformAndStorageBuffer16BitAccess,
    spv::Capability::StoragePushConstant16,
    spv::Capability::StorageBuffer8BitAccess,
    spv::Capability::UniformAndStorageBuffer8BitAccess,
    spv::Capability::StoragePushConstant8,
    spv::Capability::DenormPreserve,
    spv::Capability::DenormFlushToZero,
    spv::Capability::SignedZeroInfNanPreserve,
    spv::Capability::RoundingModeRTE,
    spv::Capability::RoundingModeRTZ,
    spv::Capability::FloatControls2,
    spv::Capability::PoisonFreezeKHR,
    spv::Capability::AbortKHR,
    spv::Capability::PhysicalStorageBufferAddresses,
    spv::Capability::VulkanMemoryModel,
    spv::Capability::VulkanMemoryModelDeviceScope,
    spv::Capability::RuntimeDescriptorArray,
    spv::Capability::ShaderNonUniform,
    spv::Capability::UniformDecoration,
    spv::Capability::UniformBufferArrayNonUniformIndexing,
    spv::Capability::StorageBufferArrayNonUniformIndexing,
    spv::Capability::Groups,
    spv::Capability::Pipes,
    spv::Capability::GroupUniformArithmeticKHR,
    spv::Capability::CooperativeMatrixKHR,
    spv::Capability::BFloat16TypeKHR,
    spv::Capability::BFloat16DotProductKHR,
    spv::Capability::BFloat16CooperativeMatrixKHR,
    spv::Capability::BFloat16ConversionINTEL,
    spv::Capability::Float8EXT,
    spv::Capability::Float8CooperativeMatrixEXT,
    spv::Capability::TensorFloat32RoundingINTEL,
    spv::Capability::DotProductFloat16AccFloat32VALVE,
    spv::Capability::DotProductFloat16AccFloat16VALVE,
    spv::Capability::DotProductBFloat16AccVALVE,
    spv::Capability::DotProductFloat8AccFloat32VALVE,
    spv::Capability::CooperativeMatrixConversionsNV,
    spv::Capability::CooperativeMatrixReductionsNV,
    spv::Capability::CooperativeMatrixPerElementOperationsNV,
    spv::Capability::CooperativeMatrixTensorAddressingNV,
    spv::Capability::CooperativeMatrixBlockLoadsNV,
    spv::Capability::TensorAddressingNV,
    spv::Capability::GroupNonUniform,
    spv::Capability::GroupNonUniformVote,
    spv::Capability::GroupNonUniformArithmetic,
    spv::Capability::GroupNonUniformBallot,
    spv::Capability::GroupNonUniformShuffle,
    spv::Capability::GroupNonUniformShuffleRelative,
    spv::Capability::GroupNonUniformClustered,
    spv::Capability::GroupNonUniformQuad,
    spv::Capability::GroupNonUniformPartitionedNV,
    spv::Capability::GroupNonUniformRotateKHR,
    spv::Capability::SubgroupBallotKHR,
    spv::Capability::SubgroupVoteKHR,
    spv::Capability::SubgroupSizeQCOM,
    spv::Capability::SubgroupShuffleINTEL,
    spv::Capability::SubgroupBufferBlockIOINTEL,
    spv::Capability::SubgroupImageBlockIOINTEL,
    spv::Capability::QuadControlKHR,
    spv::Capability::DerivativeControl,
    spv::Capability::ComputeDerivativeGroupQuadsKHR,
    spv::Capability::ComputeDerivativeGroupLinearKHR,
    spv::Capability::SplitBarrierEXT,
    spv::Capability::NamedBarrier,
    spv::Capability::AtomicFloat16AddEXT,
    spv::Capability::AtomicFloat32AddEXT,
    spv::Capability::AtomicFloat64AddEXT,
    spv::Capability::AtomicFloat16VectorNV,
    spv::Capability::AtomicFloat16MinMaxEXT,
    spv::Capability::AtomicFloat32MinMaxEXT,
    spv::Capability::AtomicFloat64MinMaxEXT,
    spv::Capability::DotProduct,
    spv::Capability::DotProductInputAll,
    spv::Capability::DotProductInput4x8Bit,
    spv::Capability::DotProductInput4x8BitPacked,
    spv::Capability::ExpectAssumeKHR,
    spv::Capability::ShaderClockKHR,
    spv::Capability::ArithmeticFenceEXT,
    spv::Capability::FMAKHR,
    spv::Capability::UntypedPointersKHR,
    spv::Capability::WorkgroupMemoryExplicitLayoutKHR,
    spv::Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR,
    spv::Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
    spv::Capability::ReplicatedCompositesEXT,
    spv::Capability::ImageQuery,
    spv::Capability::ImageBasic,
    spv::Capability::ImageReadWrite,
    spv::Capability::ImageMipmap,
    spv::Capability::LiteralSampler,
    spv::Capability::SampledBuffer,
    spv::Capability::ImageBuffer,
    spv::Capability::Sampled1D,
    spv::Capability::Image1D,
    spv::Capability::SampledCubeArray,
    spv::Capability::ImageCubeArray,
    spv::Capability::ImageMSArray,
    spv::Capability::StorageImageMultisample,
    spv::Capability::StorageImageExtendedFormats,
    spv::Capability::StorageImageReadWithoutFormat,
    spv::Capability::StorageImageWriteWithoutFormat,
    spv::Capability::ImageGatherExtended,
    spv::Capability::MinLod,
    spv::Capability::Int64ImageEXT,
    spv::Capability::SampledImageArrayDynamicIndexing,
    spv::Capability::StorageImageArrayDynamicIndexing,
    spv::Capability::UniformTexelBufferArrayDynamicIndexing,
    spv::Capability::StorageTexelBufferArrayDynamicIndexing,
    spv::Capability::SampledImageArrayNonUniformIndexing,
    spv::Capability::StorageImageArrayNonUniformIndexing,
    spv::Capability::UniformTexelBufferArrayNonUniformIndexing,
    spv::Capability::StorageTexelBufferArrayNonUniformIndexing,
    spv::Capability::OptNoneEXT,
    spv::Capability::Geometry,
    spv::Capability::Tessellation,
    spv::Capability::TessellationPointSize,
    spv::Capability::GeometryPointSize,
    spv::Capability::GeometryStreams,
    spv::Capability::ClipDistance,
    spv::Capability::CullDistance,
    spv::Capability::SampleRateShading,
    spv::Capability::InterpolationFunction,
    spv::Capability::MultiViewport,
    spv::Capability::DrawParameters,
    spv::Capability::ShaderViewportIndex,
    spv::Capability::ShaderLayer,
    spv::Capability::ShaderViewportIndexLayerEXT,
    spv::Capability::SampleMaskPostDepthCoverage,
    spv::Capability::StencilExportEXT,
    spv::Capability::FragmentBarycentricKHR,
    spv::Capability::FragmentShaderPixelInterlockEXT,
    spv::Capability::FragmentShaderSampleInterlockEXT,
    spv::Capability::DemoteToHelperInvocation,
    spv::Capability::InputAttachment,
    spv::Capability::InputAttachmentArrayDynamicIndexing,
    spv::Capability::InputAttachmentArrayNonUniformIndexing,
};

// What these permit is for other stages, or is an instruction that is refused where an entry point reaches it. So
// they concern only other entry points of the module.
constexpr std::array capabilities_of_other_stages = {
    spv::Capability::TransformFeedback,
    spv::Capability::MultiView,
    spv::Capability::ShaderViewportMaskNV,
    spv::Capability::ShaderStereoViewNV,
    spv::Capability::PerViewAttributesNV,
    spv::Capability::GeometryShaderPassthroughNV,
    spv::Capability::SampleMaskOverrideCoverageNV,
    spv::Capability::FragmentFullyCoveredEXT,
    spv::Capability::FragmentDensityEXT,
    spv::Capability::FragmentShadingRateKHR,
    spv::Capability::FragmentShaderShadingRateInterlockEXT,
    spv::Capability::TileImageColorReadAccessEXT,
    spv::Capability::TileImageDepthReadAccessEXT,
    spv::Capability::TileImageStencilReadAccessEXT,
    spv::Capability::MeshShadingEXT,
    spv::Capability::MeshShadingNV,
    spv::Capability::RayTracingKHR,
    spv::Capability::RayTracingNV,
};

// The extensions with these capabilities.
constexpr auto extensions_of_other_stages = std::to_array<std::string_view>({
    "SPV_EXT_fragment_fully_covered",
    "SPV_EXT_fragment_invocation_density",
    "SPV_EXT_mesh_shader",
    "SPV_EXT_shader_tile_image",
    "SPV_KHR_fragment_shading_rate",
    "SPV_KHR_multiview",
    "SPV_KHR_ray_tracing",
    "SPV_NVX_multiview_per_view_attributes",
    "SPV_NV_fragment_shader_barycentric",
    "SPV_NV_geometry_shader_passthrough",
    "SPV_NV_mesh_shader",
    "SPV_NV_ray_tracing",
    "SPV_NV_sample_mask_override_coverage",
    "SPV_NV_shading_rate",
    "SPV_NV_stereo_view_rendering",
    "SPV_NV_viewport_array2",
});

constexpr auto extensions = std::to_array<std::string_view>({
    "SPV_KHR_16bit_storage",
    "SPV_KHR_8bit_storage",
    "SPV_KHR_abort",
    "SPV_KHR_bfloat16",
    "SPV_KHR_cooperative_matrix",
    "SPV_EXT_float8",
    "SPV_INTEL_bfloat16_conversion",
    "SPV_INTEL_tensor_float32_conversion",
    "SPV_NV_shader_atomic_fp16_vector",
    "SPV_VALVE_mixed_float_dot_product",
    "SPV_NV_cooperative_matrix2",
    "SPV_NV_tensor_addressing",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_compute_shader_derivatives",
    "SPV_KHR_device_group",
    "SPV_KHR_expect_assume",
    "SPV_KHR_float_controls",
    "SPV_KHR_float_controls2",
    "SPV_KHR_fma",
    "SPV_KHR_fragment_shader_barycentric",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_maximal_reconvergence",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_physical_storage_buffer",
    "SPV_KHR_poison_freeze",
    "SPV_KHR_post_depth_coverage",
    "SPV_KHR_quad_control",
    "SPV_KHR_relaxed_extended_instruction",
    "SPV_KHR_shader_ballot",
    "SPV_KHR_shader_clock",
    "SPV_KHR_shader_draw_parameters",
    "SPV_KHR_storage_buffer_storage_class",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_subgroup_uniform_control_flow",
    "SPV_KHR_subgroup_vote",
    "SPV_KHR_terminate_invocation",
    "SPV_KHR_uniform_group_instructions",
    "SPV_KHR_untyped_pointers",
    "SPV_KHR_variable_pointers",
    "SPV_KHR_vulkan_memory_model",
    "SPV_KHR_workgroup_memory_explicit_layout",
    "SPV_AMD_shader_ballot",
    "SPV_AMD_shader_trinary_minmax",
    "SPV_EXT_arithmetic_fence",
    "SPV_EXT_demote_to_helper_invocation",
    "SPV_EXT_descriptor_indexing",
    "SPV_EXT_fragment_shader_interlock",
    "SPV_EXT_physical_storage_buffer",
    "SPV_EXT_replicated_composites",
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_EXT_shader_image_int64",
    "SPV_EXT_shader_subgroup_partitioned",
    "SPV_EXT_split_barrier",
    "SPV_INTEL_split_barrier",
    "SPV_NV_compute_shader_derivatives",
    "SPV_INTEL_subgroups",
    "SPV_NV_shader_subgroup_partitioned",
    "SPV_GOOGLE_decorate_string",
    "SPV_GOOGLE_hlsl_functionality1",
    "SPV_GOOGLE_user_type",
    "SPV_EXT_optnone",
    "SPV_EXT_shader_stencil_export",
    "SPV_EXT_shader_viewport_index_layer",
    "SPV_INTEL_optnone",
    "SPV_QCOM_subgroup_size",
});

std::string capability_name(spv::Capability capability) {
  for (const auto& entry : grammar::capability_table) {
    if (entry.number == static_cast<std::uint32_t>(capability)) return entry.name;
  }
  return "capability " + std::to_string(static_cast<std::uint32_t>(capability));
}

}  // namespace

bool supports_capability(spv::Capability capability) {
  return std::ranges::find(capabilities, capability) != capabilities.end();
}

bool supports_extension(std::string_view name) {
  return std::ranges::find(extensions, name) != extensions.end();
}

std::span<const std::string_view> supported_extensions() { return extensions; }

Result<void> check_requirements(const Module& module) {
  std::string missing;
  const auto add = [&](const std::string& what) {
    missing += (missing.empty() ? "" : ", ") + what;
  };
  for (const spv::Capability capability : module.capabilities()) {
    const bool is_elsewhere = std::ranges::count(capabilities_of_other_stages, capability) != 0;
    if (!is_elsewhere && !supports_capability(capability))
      add("capability " + capability_name(capability));
  }
  for (const std::string& extension : module.extensions()) {
    const bool is_elsewhere = std::ranges::count(extensions_of_other_stages, extension) != 0;
    if (!is_elsewhere && !supports_extension(extension)) add("extension " + extension);
  }
  if (!missing.empty())
    return unsupported("the module requires features that are not supported: " + missing);
  return {};
}

}  // namespace spirv_oracle
