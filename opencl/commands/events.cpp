// Calls about queues and events.

#include <fmt/format.h>

#include <algorithm>

#include "opencl/api/entry_points.h"
#include "opencl/commands/submission.h"
#include "opencl/objects/info.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

Created<cl_command_queue> make_queue(cl_context context_handle, cl_device_id device,
                                     cl_command_queue_properties properties,
                                     std::vector<cl_queue_properties> list) {
  const auto context = find<Context>(context_handle);
  if (!context) return fail_to_create_with_invalid<Context>();
  if (!find<Device>(device)) return fail_to_create_with_invalid<Device>();
  constexpr cl_command_queue_properties of_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;
  if ((properties & of_device) != 0) {
    return fail_to_create(CL_INVALID_QUEUE_PROPERTIES,
                          "device-side enqueue is not supported, so there are no queues on the "
                          "device");
  }
  if ((properties & ~(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)) != 0)
    return fail_to_create(CL_INVALID_VALUE, "the properties have unknown bits");
  const auto queue = std::make_shared<Queue>();
  queue->context = context;
  ++context->queues;
  queue->properties = properties;
  queue->property_list = std::move(list);
  return give_handle<cl_command_queue>(queue);
}

}  // namespace

Created<cl_command_queue> create_command_queue(cl_context context, cl_device_id device,
                                               cl_command_queue_properties properties) {
  return make_queue(context, device, properties, {});
}

Created<cl_command_queue> create_command_queue_with_properties(
    cl_context context, cl_device_id device, const cl_queue_properties* properties) {
  cl_command_queue_properties bits = 0;
  std::vector<cl_queue_properties> list;
  for (const auto* at = properties; at != nullptr && *at != 0; at += 2) {
    if (at[0] == CL_QUEUE_SIZE)
      return fail_to_create(CL_INVALID_QUEUE_PROPERTIES,
                            "CL_QUEUE_SIZE is for queues on the device, which are not supported");
    if (at[0] != CL_QUEUE_PROPERTIES)
      return fail_to_create(CL_INVALID_VALUE, fmt::format("property {} is unknown", at[0]));
    bits = at[1];
    list.insert(list.end(), {at[0], at[1]});
  }
  if (properties != nullptr) list.push_back(0);
  return make_queue(context, device, bits, std::move(list));
}

cl_int set_default_device_command_queue(cl_context context, cl_device_id /*device*/,
                                        cl_command_queue /*queue*/) {
  if (!find<Context>(context)) return fail_invalid<Context>();
  return fail(CL_INVALID_OPERATION, "device-side enqueue is not supported");
}

cl_int retain_command_queue(cl_command_queue queue) { return retain<Queue>(queue); }
cl_int release_command_queue(cl_command_queue queue) {
  Engine::get().flush();
  return release<Queue>(queue);
}

cl_int get_command_queue_info(cl_command_queue handle, cl_command_queue_info name, size_t size,
                              void* value, size_t* size_ret) {
  const auto queue = find<Queue>(handle);
  if (!queue) return fail_invalid<Queue>();
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_QUEUE_CONTEXT:
      return info.give(queue->context->handle);
    case CL_QUEUE_DEVICE:
      return info.give(the_device());
    case CL_QUEUE_REFERENCE_COUNT:
      return info.give<cl_uint>(queue->references);
    case CL_QUEUE_PROPERTIES:
      return info.give(queue->properties);
    case CL_QUEUE_PROPERTIES_ARRAY:
      return info.list(queue->property_list);
    case CL_QUEUE_SIZE:
      return fail(CL_INVALID_COMMAND_QUEUE, "the queue is not one on the device");
    case CL_QUEUE_DEVICE_DEFAULT:
      return info.give<cl_command_queue>(nullptr);
    default:
      return Info::unknown(name);
  }
}

cl_int set_command_queue_property(cl_command_queue handle,
                                  cl_command_queue_properties /*properties*/, cl_bool /*enable*/,
                                  cl_command_queue_properties* /*old_properties*/) {
  if (!find<Queue>(handle)) return fail_invalid<Queue>();
  return fail(CL_INVALID_OPERATION, "OpenCL 1.1 removed this function");
}

cl_int flush(cl_command_queue queue) {
  if (!find<Queue>(queue)) return fail_invalid<Queue>();
  Engine::get().flush();
  return CL_SUCCESS;
}

cl_int finish(cl_command_queue handle) {
  const auto queue = find<Queue>(handle);
  return queue ? Engine::get().finish(*queue) : fail_invalid<Queue>();
}

cl_int wait_for_events(cl_uint count, const cl_event* list) {
  if (count == 0 || list == nullptr)
    return fail(CL_INVALID_VALUE, "num_events is 0 or event_list is NULL");
  std::vector<std::shared_ptr<Event>> events;
  for (cl_uint i = 0; i < count; ++i) {
    events.push_back(find<Event>(list[i]));
    if (!events.back()) return fail_invalid<Event>();
    if (events.back()->context != events.front()->context)
      return fail(CL_INVALID_CONTEXT, "the events are of several contexts");
  }
  return Engine::get().wait(events);
}

Created<cl_event> create_user_event(cl_context handle) {
  const auto context = find<Context>(handle);
  if (!context) return fail_to_create_with_invalid<Context>();
  const auto event = std::make_shared<Event>();
  event->context = context;
  Engine::get().add_user_event(*event);
  return give_handle<cl_event>(event);
}

cl_int set_user_event_status(cl_event handle, cl_int status) {
  const auto event = find<Event>(handle);
  if (!event || !event->is_user())
    return fail(CL_INVALID_EVENT, "the cl_event is not a valid user event");
  if (status > CL_COMPLETE)
    return fail(CL_INVALID_VALUE, "execution_status is neither CL_COMPLETE nor negative");
  if (!Engine::get().set_user_status(event, status))
    return fail(CL_INVALID_OPERATION, "the status of the event was set before");
  return CL_SUCCESS;
}

cl_int set_event_callback(cl_event handle, cl_int status, EventCallback notify, void* user_data) {
  const auto event = find<Event>(handle);
  if (!event) return fail_invalid<Event>();
  if (notify == nullptr) return fail(CL_INVALID_VALUE, "pfn_event_notify is NULL");
  if (status < CL_COMPLETE || status > CL_SUBMITTED)
    return fail(CL_INVALID_VALUE,
                "command_exec_callback_type is not CL_SUBMITTED, CL_RUNNING or CL_COMPLETE");
  Engine::get().flush();
  Engine::get().add_callback(event, {status, notify, user_data});
  return CL_SUCCESS;
}

cl_int retain_event(cl_event event) { return retain<Event>(event); }
cl_int release_event(cl_event event) { return release<Event>(event); }

cl_int get_event_info(cl_event handle, cl_event_info name, size_t size, void* value,
                      size_t* size_ret) {
  const auto event = find<Event>(handle);
  if (!event) return fail_invalid<Event>();
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_EVENT_COMMAND_QUEUE:
      return info.give<void*>(event->queue ? event->queue->handle : nullptr);
    case CL_EVENT_CONTEXT:
      return info.give(event->context->handle);
    case CL_EVENT_COMMAND_TYPE:
      return info.give(event->command);
    case CL_EVENT_COMMAND_EXECUTION_STATUS: {
      Engine::get().flush();
      const cl_int status = event->status;
      if (status <= CL_COMPLETE) Engine::get().wait(std::span(&event, 1));
      return info.give(status);
    }
    case CL_EVENT_REFERENCE_COUNT:
      return info.give<cl_uint>(event->references);
    default:
      return Info::unknown(name);
  }
}

cl_int get_event_profiling_info(cl_event handle, cl_profiling_info name, size_t size, void* value,
                                size_t* size_ret) {
  const auto event = find<Event>(handle);
  if (!event) return fail_invalid<Event>();
  if (name < CL_PROFILING_COMMAND_QUEUED || name > CL_PROFILING_COMMAND_COMPLETE)
    return Info::unknown(name);
  if (event->is_user() || (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) == 0)
    return fail(CL_PROFILING_INFO_NOT_AVAILABLE, "the queue has no CL_QUEUE_PROFILING_ENABLE");
  if (event->status != CL_COMPLETE)
    return fail(CL_PROFILING_INFO_NOT_AVAILABLE, "the command is not complete");
  return Info{size, value, size_ret}.give(event->times[name - CL_PROFILING_COMMAND_QUEUED]);
}

cl_int enqueue_marker_with_wait_list(cl_command_queue queue, cl_uint count, const cl_event* list,
                                     cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_MARKER)) return error;
  if (!submission.has_wait_list()) submission.follow_all();
  return submission.enqueue(event, false, nullptr);
}

cl_int enqueue_barrier_with_wait_list(cl_command_queue queue, cl_uint count, const cl_event* list,
                                      cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_BARRIER)) return error;
  if (!submission.has_wait_list()) submission.follow_all();
  submission.be_barrier();
  return submission.enqueue(event, false, nullptr);
}

cl_int enqueue_marker(cl_command_queue queue, cl_event* event) {
  if (event == nullptr) return fail(CL_INVALID_VALUE, "event is NULL");
  return enqueue_marker_with_wait_list(queue, 0, nullptr, event);
}

cl_int enqueue_barrier(cl_command_queue queue) {
  return enqueue_barrier_with_wait_list(queue, 0, nullptr, nullptr);
}

cl_int enqueue_wait_for_events(cl_command_queue queue, cl_uint count, const cl_event* list) {
  if (count == 0 || list == nullptr)
    return fail(CL_INVALID_VALUE, "num_events is 0 or event_list is NULL");
  return enqueue_barrier_with_wait_list(queue, count, list, nullptr);
}

}  // namespace spirv_oracle::opencl
