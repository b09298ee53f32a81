// Pipeline caches: programs that were compiled once.
#pragma once

#include <mutex>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "vulkan/objects/pipeline.h"

namespace spirv_oracle::vulkan {

// FNV-1a, with 64 bits.
class PipelineHash {
 public:
  template <class T>
  void add(const T& value) {
    static_assert(std::has_unique_object_representations_v<T>);
    for (const std::byte byte : std::as_bytes(std::span(&value, 1))) add_byte(byte);
  }
  void add(const std::string& text) {
    for (const std::byte byte : std::as_bytes(std::span(text))) add_byte(byte);
    add_byte({});
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add_byte(std::byte byte) {
    hash_ = (hash_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001B3;
  }

  std::uint64_t hash_ = 0xCBF29CE484222325;
};

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
