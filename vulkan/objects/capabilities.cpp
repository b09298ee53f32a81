// The features that the capabilities of modules need (appendix "Vulkan Environment for SPIR-V").

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "interpreter/loader/module.h"
#include "vulkan/objects/device.h"
#include "vulkan/objects/pipeline.h"

namespace spirv_oracle::vulkan {
namespace {

struct CapabilityRow {
  spv::Capability capability;
  // One of them is enough; "": every device of the claimed version has the capability, or an extension without features.
  std::array<std::string_view, 2> features;
};
using C = spv::Capability;
constexpr std::array rows = std::to_array<CapabilityRow>({
    {C::Matrix, {}},
    {C::Shader, {}},
    {C::Sampled1D, {}},
    {C::Image1D, {}},
    {C::SampledBuffer, {}},
    {C::ImageBuffer, {}},
    {C::ImageQuery, {}},
    {C::DerivativeControl, {}},
    {C::DeviceGroup, {}},
    {C::GroupNonUniform, {}},
    {C::GroupNonUniformVote, {}},
    {C::GroupNonUniformArithmetic, {}},
    {C::GroupNonUniformBallot, {}},
    {C::GroupNonUniformShuffle, {}},
    {C::GroupNonUniformShuffleRelative, {}},
    {C::GroupNonUniformClustered, {}},
    {C::GroupNonUniformQuad, {}},
    {C::GroupNonUniformPartitionedNV, {}},
    {C::SubgroupBallotKHR, {}},
    {C::SubgroupVoteKHR, {}},
    {C::DenormPreserve, {}},
    {C::DenormFlushToZero, {}},
    {C::SignedZeroInfNanPreserve, {}},
    {C::RoundingModeRTE, {}},
    {C::RoundingModeRTZ, {}},
    {C::Float16, {"shaderFloat16"}},
    {C::Float64, {"shaderFloat64"}},
    {C::Int8, {"shaderInt8"}},
    {C::Int16, {"shaderInt16"}},
    {C::Int64, {"shaderInt64"}},
    {C::Int64Atomics, {"shaderBufferInt64Atomics", "shaderSharedInt64Atomics"}},
    {C::StorageBuffer16BitAccess, {"storageBuffer16BitAccess"}},
    {C::UniformAndStorageBuffer16BitAccess, {"uniformAndStorageBuffer16BitAccess"}},
    {C::StoragePushConstant16, {"storagePushConstant16"}},
    {C::StorageBuffer8BitAccess, {"storageBuffer8BitAccess"}},
    {C::UniformAndStorageBuffer8BitAccess, {"uniformAndStorageBuffer8BitAccess"}},
    {C::StoragePushConstant8, {"storagePushConstant8"}},
    {C::VariablePointers, {"variablePointers"}},
    {C::VariablePointersStorageBuffer, {"variablePointersStorageBuffer"}},
    {C::UniformBufferArrayDynamicIndexing, {"shaderUniformBufferArrayDynamicIndexing"}},
    {C::StorageBufferArrayDynamicIndexing, {"shaderStorageBufferArrayDynamicIndexing"}},
    {C::SampledImageArrayDynamicIndexing, {"shaderSampledImageArrayDynamicIndexing"}},
    {C::StorageImageArrayDynamicIndexing, {"shaderStorageImageArrayDynamicIndexing"}},
    {C::ShaderNonUniform, {}},
    {C::RuntimeDescriptorArray, {"runtimeDescriptorArray"}},
    {C::UniformTexelBufferArrayDynamicIndexing, {"shaderUniformTexelBufferArrayDynamicIndexing"}},
    {C::StorageTexelBufferArrayDynamicIndexing, {"shaderStorageTexelBufferArrayDynamicIndexing"}},
    {C::UniformBufferArrayNonUniformIndexing, {"shaderUniformBufferArrayNonUniformIndexing"}},
    {C::SampledImageArrayNonUniformIndexing, {"shaderSampledImageArrayNonUniformIndexing"}},
    {C::StorageBufferArrayNonUniformIndexing, {"shaderStorageBufferArrayNonUniformIndexing"}},
    {C::StorageImageArrayNonUniformIndexing, {"shaderStorageImageArrayNonUniformIndexing"}},
    {C::UniformTexelBufferArrayNonUniformIndexing,
     {"shaderUniformTexelBufferArrayNonUniformIndexing"}},
    {C::StorageTexelBufferArrayNonUniformIndexing,
     {"shaderStorageTexelBufferArrayNonUniformIndexing"}},
    {C::StorageImageExtendedFormats, {"shaderStorageImageExtendedFormats"}},
    {C::StorageImageMultisample, {"shaderStorageImageMultisample"}},
    {C::StorageImageReadWithoutFormat, {"shaderStorageImageReadWithoutFormat"}},
    {C::StorageImageWriteWithoutFormat, {"shaderStorageImageWriteWithoutFormat"}},
    {C::ImageGatherExtended, {"shaderImageGatherExtended"}},
    {C::MinLod, {"shaderResourceMinLod"}},
    {C::SampledCubeArray, {"imageCubeArray"}},
    {C::ImageCubeArray, {"imageCubeArray"}},
    {C::VulkanMemoryModel, {"vulkanMemoryModel"}},
    {C::VulkanMemoryModelDeviceScope, {"vulkanMemoryModelDeviceScope"}},
    {C::DotProduct, {"shaderIntegerDotProduct"}},
    {C::DotProductInputAll, {"shaderIntegerDotProduct"}},
    {C::DotProductInput4x8Bit, {"shaderIntegerDotProduct"}},
    {C::DotProductInput4x8BitPacked, {"shaderIntegerDotProduct"}},
    {C::AtomicFloat16AddEXT, {"shaderBufferFloat16AtomicAdd", "shaderSharedFloat16AtomicAdd"}},
    {C::AtomicFloat32AddEXT, {"shaderBufferFloat32AtomicAdd", "shaderSharedFloat32AtomicAdd"}},
    {C::AtomicFloat64AddEXT, {"shaderBufferFloat64AtomicAdd", "shaderSharedFloat64AtomicAdd"}},
    {C::AtomicFloat16MinMaxEXT,
     {"shaderBufferFloat16AtomicMinMax", "shaderSharedFloat16AtomicMinMax"}},
    {C::AtomicFloat32MinMaxEXT,
     {"shaderBufferFloat32AtomicMinMax", "shaderSharedFloat32AtomicMinMax"}},
    {C::AtomicFloat64MinMaxEXT,
     {"shaderBufferFloat64AtomicMinMax", "shaderSharedFloat64AtomicMinMax"}},
    {C::GroupNonUniformRotateKHR, {"shaderSubgroupRotate"}},
    {C::CooperativeMatrixKHR, {"cooperativeMatrix"}},
    {C::ComputeDerivativeGroupQuadsKHR, {"computeDerivativeGroupQuads"}},
    {C::ComputeDerivativeGroupLinearKHR, {"computeDerivativeGroupLinear"}},
    {C::ExpectAssumeKHR, {"shaderExpectAssume"}},
    {C::FloatControls2, {"shaderFloatControls2"}},
    {C::ReplicatedCompositesEXT, {"shaderReplicatedComposites"}},
    {C::ShaderClockKHR, {"shaderSubgroupClock", "shaderDeviceClock"}},
    {C::WorkgroupMemoryExplicitLayoutKHR, {"workgroupMemoryExplicitLayout"}},
    {C::WorkgroupMemoryExplicitLayout8BitAccessKHR, {"workgroupMemoryExplicitLayout8BitAccess"}},
    {C::WorkgroupMemoryExplicitLayout16BitAccessKHR, {"workgroupMemoryExplicitLayout16BitAccess"}},
    {C::PhysicalStorageBufferAddresses, {"bufferDeviceAddress"}},
});

std::string name_of(const Module& module, C capability) {
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpCapability &&
        static_cast<C>(instruction.literal(0)) == capability)
      return module.disassemble(instruction);
  }
  return fmt::format("OpCapability {}", static_cast<std::uint32_t>(capability));
}

}  // namespace

std::string missing_feature(const Module& module, const Device& device) {
  for (const C capability : module.capabilities()) {
    const auto* row = std::ranges::find(rows, capability, &CapabilityRow::capability);
    if (row == rows.end()) {
      return name_of(module, capability) + ", which this device does not support";
    }
    const auto is_enabled = [&](std::string_view name) {
      return !name.empty() && device.has_feature(name);
    };
    if (row->features[0].empty() || std::ranges::any_of(row->features, is_enabled)) continue;
    return fmt::format("{}, which needs the feature {}", name_of(module, capability),
                       row->features[0]);
  }
  return "";
}

}  // namespace spirv_oracle::vulkan
