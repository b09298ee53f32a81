#include "vulkan/objects/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>

#include "builtins/register_all.h"
#include "driver/options.h"
#include "interpreter/check_supported.h"
#include "interpreter/loader/module.h"
#include "interpreter/workgroup_modes.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"
#include "vulkan/objects/pipeline_cache.h"

namespace spirv_oracle::vulkan {
namespace {

bool declares(const Module& module, spv::Capability capability) {
  return std::ranges::count(module.capabilities(), capability) != 0;
}

// Small components in buffers need capabilities; elements of cooperative matrices may be smaller than those of the buffer.
std::uint32_t store_unit_of(const Module& module) {
  using C = spv::Capability;
  if (declares(module, C::StorageBuffer8BitAccess) ||
      declares(module, C::UniformAndStorageBuffer8BitAccess) ||
      declares(module, C::CooperativeMatrixKHR))
    return 1;
  const bool has_halves = declares(module, C::StorageBuffer16BitAccess) ||
                          declares(module, C::UniformAndStorageBuffer16BitAccess);
  return has_halves ? 2 : 4;
}

// The values of the constants, with as many bytes as the map says.
std::map<std::uint32_t, std::uint64_t> specialization_of(const VkSpecializationInfo* info) {
  std::map<std::uint32_t, std::uint64_t> values;
  if (info == nullptr) return values;
  for (std::uint32_t i = 0; i < info->mapEntryCount; ++i) {
    const VkSpecializationMapEntry& entry = info->pMapEntries[i];
    if (entry.size > sizeof(std::uint64_t) || entry.offset > info->dataSize ||
        entry.size > info->dataSize - entry.offset) {
      Reporter::get().report(rules::argument_invalid,
                             fmt::format("{}: the data of constant {} is outside of the {} bytes",
                                         current_call(), entry.constantID, info->dataSize),
                             {}, "VUID-VkSpecializationInfo-offset-00773");
      continue;
    }
    std::uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const char*>(info->pData) + entry.offset, entry.size);
    values[entry.constantID] = bits;
  }
  return values;
}

DeviceLimits limits_for_shaders() {
  const VkPhysicalDeviceLimits given = device_limits();
  DeviceLimits limits;
  std::copy_n(given.maxComputeWorkGroupCount, 3, limits.max_compute_work_group_count.begin());
  std::copy_n(given.maxComputeWorkGroupSize, 3, limits.max_compute_work_group_size.begin());
  limits.max_compute_work_group_invocations = given.maxComputeWorkGroupInvocations;
  limits.max_compute_shared_memory_size = given.maxComputeSharedMemorySize;
  limits.min_texel_offset = given.minTexelOffset;
  limits.max_texel_offset = static_cast<std::int32_t>(given.maxTexelOffset);
  limits.min_texel_gather_offset = given.minTexelGatherOffset;
  limits.max_texel_gather_offset = static_cast<std::int32_t>(given.maxTexelGatherOffset);
  return limits;
}

PipelineOptions options_of(const Device& device, const VkComputePipelineCreateInfo& info) {
  const VkPipelineShaderStageCreateInfo& stage = info.stage;
  PipelineOptions options;
  options.entry_point = stage.pName;
  options.specialization = specialization_of(stage.pSpecializationInfo);
  options.subgroup_size = driver_options().subgroup_size;
  if (const auto* required = find_in_chain<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
          stage.pNext, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO))
    options.subgroup_size = required->requiredSubgroupSize;
  options.subgroup_mapping.full_subgroups =
      (stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT) != 0;
  options.vulkan_environment = true;
  options.robust_buffer_access = device.has_feature("robustBufferAccess");
  options.robust_image_access = device.has_feature("robustImageAccess");
  options.device_limits = limits_for_shaders();
  options.features = device.shader_features();
  return options;
}

// The program of a pipeline, from the cache or new. Null, without an error, if it would have to be compiled and the creation
// forbids that.
Result<std::shared_ptr<const Pipeline>> make_program(const std::shared_ptr<ShaderModule>& shader,
                                                     const std::shared_ptr<const Module>& module,
                                                     const PipelineOptions& options,
                                                     PipelineCache* cache,
                                                     VkPipelineCreateFlags flags) {
  if (cache != nullptr) {
    if (auto found = cache->find(*shader, options)) return found;
  }
  const bool must_be_cached =
      (flags & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT) != 0;
  if (must_be_cached &&
      (cache == nullptr || !cache->had(PipelineCache::number_of_program(*shader, options))))
    return nullptr;
  auto program = Pipeline::create(module, default_registry(), options);
  if (program && cache != nullptr) cache->add({shader, options, *program});
  return program;
}

// False after a finding.
bool check_stage(const VkPipelineShaderStageCreateInfo& stage, const ShaderModule& shader) {
  if (stage.stage != VK_SHADER_STAGE_COMPUTE_BIT) {
    complain(rules::argument_invalid, shader,
             fmt::format("is used for stage 0x{:x}, but a compute pipeline has the compute stage",
                         static_cast<std::uint32_t>(stage.stage)),
             "VUID-VkComputePipelineCreateInfo-stage-00701");
    return false;
  }
  const auto* required = find_in_chain<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      stage.pNext, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  if (required == nullptr) return true;
  const std::uint32_t size = required->requiredSubgroupSize;
  if (std::has_single_bit(size) && size <= max_subgroup_size) return true;
  complain(
      rules::argument_invalid, shader,
      fmt::format("requires a subgroup size of {}, but sizes are powers of two from 1 to {}", size,
                  max_subgroup_size),
      size <= max_subgroup_size
          ? "VUID-VkPipelineShaderStageRequiredSubgroupSizeCreateInfo-requiredSubgroupSize-02760"
          : "VUID-VkPipelineShaderStageRequiredSubgroupSizeCreateInfo-requiredSubgroupSize-02762");
  return false;
}

// Null after a finding, and if the result is VK_PIPELINE_COMPILE_REQUIRED.
std::shared_ptr<ComputePipeline> make_pipeline(const Device& device,
                                               const VkComputePipelineCreateInfo& info,
                                               PipelineCache* cache, VkResult& result) {
  const auto shader = find<ShaderModule>(info.stage.module, "module", &device);
  const auto layout = find<PipelineLayout>(info.layout, "layout", &device);
  if (!shader || !layout || !check_stage(info.stage, *shader)) return nullptr;
  const auto fail = [&](const Clause& rule, const std::string& problem, const char* vuid = "") {
    complain(rule, *shader, problem, vuid);
    return nullptr;
  };
  const auto module = shader->load();
  if (!module) {
    return fail(rules::shader_invalid, "is not valid: " + module.error().message,
                "VUID-VkShaderModuleCreateInfo-pCode-08737");
  }
  if (!shader->broken_rule().empty()) {
    fail(rules::shader_invalid, "is not valid: " + shader->broken_rule(),
         "VUID-VkShaderModuleCreateInfo-pCode-08737");
  }
  if (const std::string missing = missing_feature(**module, device); !missing.empty()) {
    return fail(rules::feature_missing, "declares " + missing,
                "VUID-VkShaderModuleCreateInfo-pCode-08740");
  }
  const PipelineOptions options = options_of(device, info);
  auto program = make_program(shader, *module, options, cache, info.flags);
  if (program && !*program) {
    result = VK_PIPELINE_COMPILE_REQUIRED;
    return nullptr;
  }
  if (!program) {
    return fail(program.error().status == Status::unsupported ? rules::not_supported
                                                              : rules::shader_invalid,
                "cannot be used: " + program.error().message);
  }
  Dispatch dispatch;
  static_cast<PipelineOptions&>(dispatch) = options;
  if (const auto supported = check_supported(**module, default_registry(), dispatch);
      !supported && supported.error().status == Status::unsupported)
    return fail(rules::not_supported, "cannot be used: " + supported.error().message);
  auto pipeline = std::make_shared<ComputePipeline>();
  pipeline->program = std::move(*program);
  for (EntryPointInfo& entry : describe(**module).entry_points) {
    if (entry.name == options.entry_point) pipeline->resources = std::move(entry.resources);
  }
  if (const auto modes = workgroup_modes(**module, default_registry(), options.entry_point,
                                         options.specialization);
      modes && modes->size)
    pipeline->local_size = *modes->size;
  pipeline->layout = layout;
  pipeline->shader_module = shader;
  const std::string name = shader->reported().name;
  pipeline->shader = name.empty() ? options.entry_point : name;
  pipeline->uses_addresses = declares(**module, spv::Capability::PhysicalStorageBufferAddresses);
  pipeline->store_unit = store_unit_of(**module);
  pipeline->permits_base = (info.flags & VK_PIPELINE_CREATE_DISPATCH_BASE_BIT) != 0;
  return pipeline;
}

}  // namespace

Result<std::shared_ptr<const Module>> ShaderModule::load() {
  const std::lock_guard lock(mutex_);
  if (module_) return module_;
  if (!error_.empty()) return bad_input(error_);
  auto loaded = load_module(words, {true, pipeline_environment, device->shader_features()});
  // glslang gives types in workgroup memory the layout of those in buffers, which changes no results.
  constexpr std::string_view layout_in_workgroup = "VUID-StandaloneSpirv-None-10684";
  if (!loaded && loaded.error().message.find(layout_in_workgroup) != std::string::npos) {
    broken_rule_ = loaded.error().message;
    loaded = load_module(words, {false, pipeline_environment, device->shader_features()});
  }
  if (loaded) {
    module_ = *loaded;
  } else {
    error_ = loaded.error().message;
  }
  return loaded;
}

VKAPI_ATTR VkResult VKAPI_CALL create_shader_module(VkDevice device_handle,
                                                    const VkShaderModuleCreateInfo* info,
                                                    const VkAllocationCallbacks* /*allocator*/,
                                                    VkShaderModule* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  std::vector<std::uint32_t> words(info->pCode, info->pCode + info->codeSize / 4);
  give_handle(*device, std::make_shared<ShaderModule>(std::move(words)), handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_shader_module(VkDevice device_handle, VkShaderModule handle,
                                                 const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<ShaderModule>(handle, "shaderModule", device.get());
}

VKAPI_ATTR VkResult VKAPI_CALL create_compute_pipelines(VkDevice device_handle,
                                                        VkPipelineCache cache, std::uint32_t count,
                                                        const VkComputePipelineCreateInfo* infos,
                                                        const VkAllocationCallbacks* /*allocator*/,
                                                        VkPipeline* handles) {
  std::fill_n(handles, count, VkPipeline{});
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto found =
      number_of(cache) == 0 ? nullptr : find<PipelineCache>(cache, "pipelineCache", device.get());
  if (number_of(cache) != 0 && !found) return VK_ERROR_UNKNOWN;
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < count; ++i) {
    VkResult one = VK_ERROR_UNKNOWN;
    if (const auto pipeline = make_pipeline(*device, infos[i], found.get(), one)) {
      give_handle(*device, pipeline, &handles[i]);
      continue;
    }
    result = one;
    if ((infos[i].flags & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT) != 0) break;
  }
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_pipeline(VkDevice device_handle, VkPipeline handle,
                                            const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<ComputePipeline>(handle, "pipeline", device.get());
}

}  // namespace spirv_oracle::vulkan
