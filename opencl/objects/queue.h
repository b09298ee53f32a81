// Command queues.
#pragma once

#include "opencl/objects/event.h"

namespace spirv_oracle::opencl {

struct Queue : Object {
  static constexpr ObjectType object_type = ObjectType::queue;
  static constexpr cl_int invalid = CL_INVALID_COMMAND_QUEUE;
  Queue() : Object(object_type) {}

  bool is_in_order() const { return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }

  std::shared_ptr<Context> context;
  cl_command_queue_properties properties = 0;
  std::vector<cl_queue_properties> property_list;  // as it was given, with its 0

  // These need the mutex of the Engine.
  std::shared_ptr<Event> last;              // the last command of a queue that is in order
  std::shared_ptr<Event> barrier;           // which later commands follow
  std::vector<std::shared_ptr<Event>> all;  // commands of a queue out of order, since the barrier
};

}  // namespace spirv_oracle::opencl
