// Contexts.
#pragma once

#include <functional>
#include <mutex>

#include "opencl/objects/object.h"

namespace spirv_oracle::opencl {

struct Context : Object {
  static constexpr ObjectType object_type = ObjectType::context;
  static constexpr cl_int invalid = CL_INVALID_CONTEXT;
  Context() : Object(object_type) {}
  ~Context() override;

  std::vector<cl_context_properties> properties;
  std::atomic<std::uint64_t> queues = 0;  // that were created
  std::mutex mutex;
  std::vector<std::function<void()>> destructors;  // the last one is called first
};

}  // namespace spirv_oracle::opencl
