#include "vulkan/objects/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
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
#include "vulkan/objects/pipeline_binary.h"
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

// Which accesses outside of buffers and images have a meaning: what the stage says, or else the pipeline, or else the features of
// the device. Pipelines that distinguish buffers of both kinds are told apart when it is known which ones the shader uses.
struct Robustness {
  bool storage_buffers = false, uniform_buffers = false, images = false;
};

Robustness robustness_of(const Device& device, const VkComputePipelineCreateInfo& info) {
  Robustness robustness;
  robustness.storage_buffers = robustness.uniform_buffers =
      device.has_feature("robustBufferAccess");
  robustness.images = device.has_feature("robustImageAccess");
  constexpr auto type = VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO;
  const auto* asked = find_in_chain<VkPipelineRobustnessCreateInfo>(info.stage.pNext, type);
  if (asked == nullptr) asked = find_in_chain<VkPipelineRobustnessCreateInfo>(info.pNext, type);
  if (asked == nullptr) return robustness;
  const auto choose = [](bool& is_robust, VkPipelineRobustnessBufferBehavior behavior) {
    if (behavior != VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT)
      is_robust = behavior != VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED;
  };
  choose(robustness.storage_buffers, asked->storageBuffers);
  choose(robustness.uniform_buffers, asked->uniformBuffers);
  if (asked->images != VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DEVICE_DEFAULT)
    robustness.images = asked->images != VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DISABLED;
  return robustness;
}

bool uses_uniform_buffers(const std::vector<ResourceInfo>& resources) {
  return std::ranges::any_of(resources, [](const ResourceInfo& resource) {
    return resource.kind == ResourceKind::uniform_buffer ||
           resource.kind == ResourceKind::uniform_texel_buffer;
  });
}

bool uses_storage_buffers(const std::vector<ResourceInfo>& resources) {
  return std::ranges::any_of(resources, [](const ResourceInfo& resource) {
    return resource.kind == ResourceKind::storage_buffer ||
           resource.kind == ResourceKind::storage_texel_buffer;
  });
}

std::vector<ResourceInfo> resources_of(const Module& module, const std::string& entry_point) {
  for (EntryPointInfo& entry : describe(module).entry_points) {
    if (entry.name == entry_point) return std::move(entry.resources);
  }
  return {};
}

// Sets what the robustness of the pipeline means for the buffers that the shader uses. False if it differs among them.
bool set_robustness(const Robustness& robustness, const std::vector<ResourceInfo>& resources,
                    PipelineOptions& options) {
  options.robust_image_access = robustness.images;
  const bool has_uniform = uses_uniform_buffers(resources);
  options.robust_buffer_access =
      has_uniform ? robustness.uniform_buffers : robustness.storage_buffers;
  return !has_uniform || !uses_storage_buffers(resources) ||
         robustness.uniform_buffers == robustness.storage_buffers;
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
                                                     VkPipelineCreateFlags2 flags) {
  if (cache != nullptr) {
    if (auto found = cache->find(*shader, options)) return found;
  }
  const bool must_be_cached =
      (flags & VK_PIPELINE_CREATE_2_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT) != 0;
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

// The module of a stage, which may be in its chain, or in a binary. Null after a finding.
std::shared_ptr<ShaderModule> shader_of(Device& device, const VkComputePipelineCreateInfo& info) {
  if (uses_binaries(info)) {
    const auto binary = find_binary(device, info);
    return binary ? binary->shader : nullptr;
  }
  const auto* chained = find_in_chain<VkShaderModuleCreateInfo>(
      info.stage.pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  if (number_of(info.stage.module) != 0 || chained == nullptr ||
      !device.has_feature("maintenance5"))
    return find<ShaderModule>(info.stage.module, "module", &device);
  auto shader = std::make_shared<ShaderModule>(
      std::vector<std::uint32_t>(chained->pCode, chained->pCode + chained->codeSize / 4));
  shader->device = &device;
  return shader;
}

// Null after a finding, and if the result is VK_PIPELINE_COMPILE_REQUIRED.
std::shared_ptr<ComputePipeline> make_pipeline(Device& device,
                                               const VkComputePipelineCreateInfo& info,
                                               PipelineCache* cache, VkResult& result) {
  const auto layout = find<PipelineLayout>(info.layout, "layout", &device);
  auto source = layout ? source_of(device, info) : std::nullopt;
  if (!source) return nullptr;
  const auto& [shader, options] = *source;
  const VkPipelineCreateFlags2 flags = flags_of(info);
  const auto fail = [&shader = *shader](const Clause& rule, const std::string& problem,
                                        const char* vuid = "") {
    complain(rule, shader, problem, vuid);
    return nullptr;
  };
  const auto module = shader->load();  // source_of() has loaded it
  if (!shader->broken_rule().empty()) {
    fail(rules::shader_invalid, "is not valid: " + shader->broken_rule(),
         "VUID-VkShaderModuleCreateInfo-pCode-08737");
  }
  if (const std::string missing = missing_feature(**module, device); !missing.empty()) {
    return fail(rules::feature_missing, "declares " + missing,
                "VUID-VkShaderModuleCreateInfo-pCode-08740");
  }
  auto program = make_program(shader, *module, options, cache, flags);
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
  pipeline->resources = resources_of(**module, options.entry_point);
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
  pipeline->permits_base = (flags & VK_PIPELINE_CREATE_2_DISPATCH_BASE_BIT) != 0;
  pipeline->has_captured_data = (flags & VK_PIPELINE_CREATE_2_CAPTURE_DATA_BIT_KHR) != 0;
  return pipeline;
}

// Says how long the creation of a pipeline took.
void give_feedback(const VkComputePipelineCreateInfo& info,
                   std::chrono::steady_clock::time_point begin) {
  const auto* feedback = find_in_chain<VkPipelineCreationFeedbackCreateInfo>(
      info.pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
  if (feedback == nullptr) return;
  const auto took = std::chrono::steady_clock::now() - begin;
  const VkPipelineCreationFeedback given{
      VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT,
      static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::nanoseconds>(took).count())};
  *feedback->pPipelineCreationFeedback = given;
  std::fill_n(feedback->pPipelineStageCreationFeedbacks,
              feedback->pipelineStageCreationFeedbackCount, given);
}

}  // namespace

VkPipelineCreateFlags2 flags_of(const VkComputePipelineCreateInfo& info) {
  const auto* wide = find_in_chain<VkPipelineCreateFlags2CreateInfo>(
      info.pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO);
  return wide == nullptr ? info.flags : wide->flags;
}

std::optional<ProgramSource> source_of(Device& device, const VkComputePipelineCreateInfo& info) {
  const auto shader = shader_of(device, info);
  if (!shader || !check_stage(info.stage, *shader)) return std::nullopt;
  const auto module = shader->load();
  if (!module) {
    complain(rules::shader_invalid, *shader, "is not valid: " + module.error().message,
             "VUID-VkShaderModuleCreateInfo-pCode-08737");
    return std::nullopt;
  }
  ProgramSource source{shader, options_of(device, info)};
  const auto resources = resources_of(**module, source.options.entry_point);
  const bool is_uniform = set_robustness(robustness_of(device, info), resources, source.options);
  if (is_uniform && uses_binaries(info)) {
    const auto binary = find_binary(device, info);
    if (binary->program == PipelineCache::number_of_program(*shader, source.options)) return source;
    complain(rules::argument_invalid, *binary, "was made for a pipeline that was created otherwise",
             "VUID-VkPipelineBinaryInfoKHR-binaryCount-09603");
    return std::nullopt;
  }
  if (is_uniform) return source;
  complain(
      rules::not_supported, *shader,
      "uses storage and uniform buffers, for which the pipeline asks for different robustness");
  return std::nullopt;
}

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
    const auto begin = std::chrono::steady_clock::now();
    if (const auto pipeline = make_pipeline(*device, infos[i], found.get(), one)) {
      give_handle(*device, pipeline, &handles[i]);
      give_feedback(infos[i], begin);
      continue;
    }
    result = one;
    if ((flags_of(infos[i]) & VK_PIPELINE_CREATE_2_EARLY_RETURN_ON_FAILURE_BIT) != 0) break;
  }
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_pipeline(VkDevice device_handle, VkPipeline handle,
                                            const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<ComputePipeline>(handle, "pipeline", device.get());
}

}  // namespace spirv_oracle::vulkan
