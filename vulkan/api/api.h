// The declarations of Vulkan, without prototypes: the functions of the driver have names of their own.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>

namespace spirv_oracle::vulkan {

// The structure of a chain of pNext with this type; null if there is none.
template <class T>
const T* find_in_chain(const void* chain, VkStructureType type) {
  for (auto* at = static_cast<const VkBaseInStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType == type) return reinterpret_cast<const T*>(at);
  }
  return nullptr;
}

template <class T>
T* find_in_chain(void* chain, VkStructureType type) {
  for (auto* at = static_cast<VkBaseOutStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType == type) return reinterpret_cast<T*>(at);
  }
  return nullptr;
}

// The number of a handle, which is a pointer or an integer.
template <class Handle>
std::uint64_t number_of(Handle handle) {
  if constexpr (sizeof(Handle) == sizeof(std::uint64_t)) {
    return (std::uint64_t)handle;  // NOLINT: pointers and integers alike
  } else {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(handle));
  }
}

template <class Handle>
Handle handle_of(std::uint64_t number) {
  return (Handle)number;  // NOLINT: pointers and integers alike
}

// Fills an array that a caller asks for in two calls: the first one asks for the count.
template <class T, class Fill>
VkResult enumerate(std::uint32_t available, std::uint32_t* count, T* elements, Fill&& fill) {
  if (elements == nullptr) {
    *count = available;
    return VK_SUCCESS;
  }
  const bool is_complete = *count >= available;
  if (is_complete) *count = available;
  for (std::uint32_t i = 0; i < *count; ++i) fill(i, elements[i]);
  return is_complete ? VK_SUCCESS : VK_INCOMPLETE;
}

}  // namespace spirv_oracle::vulkan
