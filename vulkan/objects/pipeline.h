// Shader modules and compute pipelines.
#pragma once

#include "interpreter/dispatch.h"
#include "vulkan/objects/descriptors.h"

namespace spirv_oracle::vulkan {

// The environment that modules are validated for, by its name in SPIRV-Tools.
inline constexpr const char* pipeline_environment = "vulkan1.4";

struct ShaderModule : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_SHADER_MODULE;
  explicit ShaderModule(std::vector<std::uint32_t> code)
      : Object(object_type), words(std::move(code)) {}

  // Validates and parses it at the first call.
  Result<std::shared_ptr<const Module>> load();
  // The rule that a module breaks that load() accepts nevertheless; "": none.
  const std::string& broken_rule() const { return broken_rule_; }

  const std::vector<std::uint32_t> words;

 private:
  std::mutex mutex_;
  std::shared_ptr<const Module> module_;
  std::string error_, broken_rule_;
};

struct ComputePipeline : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_PIPELINE;
  ComputePipeline() : Object(object_type) {}

  std::shared_ptr<const Pipeline> program;
  std::vector<ResourceInfo> resources;  // that the entry point statically uses
  std::shared_ptr<PipelineLayout> layout;
  std::shared_ptr<const ShaderModule> shader_module;  // may be destroyed
  std::string shader;                                 // a name for reports
  Dim3 local_size{1, 1, 1};
  bool permits_base = false;
  std::atomic<bool> has_captured_data = false;  // VK_PIPELINE_CREATE_2_CAPTURE_DATA_BIT_KHR
  std::uint32_t store_unit = 1;  // bytes: stores to buffers are whole units, at multiples of it
  bool uses_addresses = false;   // the shader can access all memory that has an address
};

// The program that the creation of a pipeline describes: a module, new if the creation contains its words, and options. None after a
// finding.
struct ProgramSource {
  std::shared_ptr<ShaderModule> shader;
  PipelineOptions options;
};
std::optional<ProgramSource> source_of(Device& device, const VkComputePipelineCreateInfo& info);
// The flags of VkPipelineCreateFlags2CreateInfo, or else those of the creation.
VkPipelineCreateFlags2 flags_of(const VkComputePipelineCreateInfo& info);

// The capability of the module for which no feature is enabled, and which feature it needs; "" if there is none.
std::string missing_feature(const Module& module, const Device& device);

}  // namespace spirv_oracle::vulkan
