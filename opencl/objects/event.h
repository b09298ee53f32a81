// Events.
#pragma once

#include <array>
#include <mutex>
#include <vector>

#include "opencl/objects/context.h"

namespace spirv_oracle::opencl {

struct Queue;

// Members that change need the mutex of the Engine (commands/engine.h), unless they are atomic.
struct Event : Object {
  static constexpr ObjectType object_type = ObjectType::event;
  static constexpr cl_int invalid = CL_INVALID_EVENT;
  Event() : Object(object_type) {}

  bool is_user() const { return command == CL_COMMAND_USER; }
  // Complete, or terminated with an error.
  bool is_over() const { return status <= CL_COMPLETE; }

  std::shared_ptr<Context> context;
  std::shared_ptr<Queue> queue;  // null: a user event
  cl_command_type command = CL_COMMAND_USER;
  std::uint64_t id = 0;  // of the command, from 1 in the order of enqueuing; of user events, too
  std::string place;     // the command, for findings
  std::atomic<cl_int> status = CL_QUEUED;
  std::array<cl_ulong, 5> times{};  // by CL_PROFILING_COMMAND_QUEUED - CL_PROFILING_COMMAND_QUEUED

  struct Callback {
    cl_int status;
    EventCallback notify;
    void* user_data;
  };
  std::vector<Callback> callbacks;
};

}  // namespace spirv_oracle::opencl
