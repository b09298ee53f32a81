// Pipeline caches: programs that were compiled once.
#pragma once

#include <mutex>
#include <set>
#include <span>
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

  // A number for the program of this code and these options. Data of a cache contains those of its programs.
  static std::uint64_t number_of_program(const ShaderModule& shader,
                                         const PipelineOptions& options);
  // Whether a cache with the data that this one was created from, or merged with, had the program. It is compiled again, but
  // for the application it was in the cache.
  bool had(std::uint64_t program) const;
  void add_earlier(std::span<const std::uint64_t> programs);
  // Of all programs that the cache has or had.
  std::set<std::uint64_t> programs() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::set<std::uint64_t> earlier_;
};

}  // namespace spirv_oracle::vulkan
