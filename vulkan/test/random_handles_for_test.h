// A device that is called by its entry points, without a loader, and the handles of its objects.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "vulkan/find_entry_point.h"
#include "vulkan/test/random_bytes_for_test.h"

namespace spirv_oracle::vulkan::test {

[[noreturn]] inline void stop(const char* problem) {
  std::fprintf(stderr, "random calls: %s\n", problem);
  std::abort();
}

// Calls the entry point of the driver with this name. Aborts if there is none.
template <class F, class... A>
auto call(const char* name, A... arguments) {
  const auto function = reinterpret_cast<F>(find_entry_point(nullptr, name));
  if (function == nullptr) stop(name);
  return function(arguments...);
}

// What the structure of a call contains besides its type.
template <class T>
T structure(VkStructureType type) {
  T made{};
  made.sType = type;
  return made;
}

// The handles that calls returned, of objects that exist or were destroyed.
class RandomHandles {
 public:
  explicit RandomHandles(RandomBytes& bytes) : bytes_(bytes) {}

  // By reference, so that the call of the first argument can set the handle.
  template <class Handle>
  void add(VkResult result, const Handle& handle) {
    if (result != VK_SUCCESS) return;
    of<Handle>().push_back(handle);
    numbers_.push_back(number_of(handle));
  }
  template <class Handle>
  const std::vector<Handle>& all() {
    return of<Handle>();
  }
  // One of the latest handles of the type, or seldom of another type, of nothing, or null.
  template <class Handle>
  Handle pick() {
    const std::uint32_t kind = bytes_.number(64);
    if (kind == 0) return handle_of<Handle>(bytes_.number(3));
    if (kind == 1 && !numbers_.empty())
      return handle_of<Handle>(
          numbers_[bytes_.number(static_cast<std::uint32_t>(numbers_.size()))]);
    const std::vector<Handle>& handles = of<Handle>();
    if (handles.empty()) return handle_of<Handle>(0);
    if (bytes_.one_in(2)) return handles.back();
    const auto latest = std::min<std::uint32_t>(static_cast<std::uint32_t>(handles.size()), 8);
    return handles[handles.size() - 1 - bytes_.number(latest)];
  }
  // Mostly one.
  template <class Handle>
  std::vector<Handle> pick_some(std::uint32_t limit) {
    std::vector<Handle> some(bytes_.one_in(4) ? bytes_.number(limit) : 1);
    for (Handle& one : some) one = pick<Handle>();
    return some;
  }

 private:
  template <class Handle>
  std::vector<Handle>& of() {
    return std::get<std::vector<Handle>>(handles_);
  }

  RandomBytes& bytes_;
  std::tuple<std::vector<VkDevice>, std::vector<VkQueue>, std::vector<VkDeviceMemory>,
             std::vector<VkBuffer>, std::vector<VkBufferView>, std::vector<VkImage>,
             std::vector<VkImageView>, std::vector<VkSampler>, std::vector<VkDescriptorSetLayout>,
             std::vector<VkDescriptorPool>, std::vector<VkDescriptorSet>,
             std::vector<VkDescriptorUpdateTemplate>, std::vector<VkPipelineLayout>,
             std::vector<VkShaderModule>, std::vector<VkPipeline>, std::vector<VkPipelineCache>,
             std::vector<VkFence>, std::vector<VkSemaphore>, std::vector<VkEvent>,
             std::vector<VkQueryPool>, std::vector<VkCommandPool>, std::vector<VkCommandBuffer>,
             std::vector<VkPrivateDataSlot>>
      handles_;
  std::vector<std::uint64_t> numbers_;  // of all
};

}  // namespace spirv_oracle::vulkan::test
