// What surrounds each call of the driver: its name for findings, and errors that must not leave it.
#pragma once

#include <new>
#include <type_traits>

#include "vulkan/api/api.h"
#include "vulkan/findings/call.h"

namespace spirv_oracle::vulkan {

template <auto function, const auto& names, std::size_t index>
struct Entry;

template <class R, class... A, R(VKAPI_PTR* function)(A...), const auto& names, std::size_t index>
struct Entry<function, names, index> {
  static VKAPI_ATTR R VKAPI_CALL call(A... arguments) {
    const CallScope scope(names[index]);
    try {
      return function(arguments...);
    } catch (const std::bad_alloc&) {
      if constexpr (std::is_same_v<R, VkResult>) return VK_ERROR_OUT_OF_HOST_MEMORY;
      call_ran_out_of_memory();
      if constexpr (!std::is_void_v<R>) return R{};
    }
  }
};

template <auto function, const auto& names, std::size_t index>
PFN_vkVoidFunction entry() {
  return reinterpret_cast<PFN_vkVoidFunction>(&Entry<function, names, index>::call);
}

}  // namespace spirv_oracle::vulkan
