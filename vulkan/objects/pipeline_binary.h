// Pipeline binaries: the programs of pipelines, as data that outlives the process (VK_KHR_pipeline_binary).
#pragma once

#include "vulkan/objects/pipeline.h"

namespace spirv_oracle::vulkan {

// The module of a pipeline. Its options are those of the creation of a pipeline that uses it, which must be the same.
struct PipelineBinary : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_PIPELINE_BINARY_KHR;
  PipelineBinary() : Object(object_type) {}

  std::uint64_t program = 0;  // the key: PipelineCache::number_of_program
  std::shared_ptr<ShaderModule> shader;
};

// Whether the creation of a pipeline names binaries, and the first one; null after a finding.
bool uses_binaries(const VkComputePipelineCreateInfo& info);
std::shared_ptr<PipelineBinary> find_binary(const Device& device,
                                            const VkComputePipelineCreateInfo& info);

}  // namespace spirv_oracle::vulkan
