// Pipeline caches: programs that were compiled once.
#pragma once

#include <mutex>
#include <vector>

#include "vulkan/objects/pipeline.h"

namespace spirv_oracle::vulkan {

// Its functions may be called from several threads at a time.
struct PipelineCache : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_PIPELINE_CACHE;
  PipelineCache() : Object(object_type) {}

  struct Entry {
    std::shared_ptr<const ShaderModule> shader;
    PipelineOptions options;
    std::shared_ptr<const Pipeline> program;
  };
  // A program of the same code for the same options; null if there is none.
  std::shared_ptr<const Pipeline> find(const ShaderModule& shader,
                                       const PipelineOptions& options) const;
  void add(Entry entry);
  std::vector<Entry> entries() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace spirv_oracle::vulkan
