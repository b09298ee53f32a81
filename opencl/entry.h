// What surrounds each call of the driver: its name for findings, and errors that must not leave it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>

#include "opencl/findings/reporter.h"

namespace spirv_oracle::opencl {

// The name of a function, as a template argument.
template <std::size_t size>
struct CallName {
  consteval CallName(const char (&given)[size]) { std::copy_n(given, size, text); }
  char text[size]{};
};

template <class T>
inline constexpr bool is_created = false;
template <class Handle>
inline constexpr bool is_created<Created<Handle>> = true;

template <auto function, CallName name>
struct Entry;

template <class R, class... A, R (*function)(A...), CallName name>
requires(!is_created<R>) struct Entry<function, name> {
  static R CL_API_CALL call(A... arguments) {
    const CallScope scope(name.text);
    try {
      return function(arguments...);
    } catch (const std::bad_alloc&) {
      fail(CL_OUT_OF_HOST_MEMORY, "the host has no memory left");
      if constexpr (std::is_same_v<R, cl_int>) return CL_OUT_OF_HOST_MEMORY;
      if constexpr (!std::is_void_v<R>) return R{};
    }
  }
};

// Functions that create objects have a last parameter for the error code.
template <class Handle, class... A, Created<Handle> (*function)(A...), CallName name>
struct Entry<function, name> {
  static Handle CL_API_CALL call(A... arguments, cl_int* error) {
    const CallScope scope(name.text);
    Created<Handle> made = tl::unexpected<cl_int>(CL_OUT_OF_HOST_MEMORY);
    try {
      made = function(arguments...);
    } catch (const std::bad_alloc&) {
      fail(CL_OUT_OF_HOST_MEMORY, "the host has no memory left");
    }
    if (error != nullptr) *error = made ? CL_SUCCESS : made.error();
    return made ? *made : nullptr;
  }
};

template <auto function, CallName name>
inline constexpr auto entry = &Entry<function, name>::call;

}  // namespace spirv_oracle::opencl
