#include "opencl/commands/submission.h"

#include <fmt/format.h>

namespace spirv_oracle::opencl {

Created<std::vector<std::shared_ptr<Event>>> read_wait_list(const Context& context, cl_uint count,
                                                            const cl_event* list) {
  if ((count == 0) != (list == nullptr)) {
    return fail_to_create(CL_INVALID_EVENT_WAIT_LIST,
                          fmt::format("num_events_in_wait_list is {}, and event_wait_list is {}",
                                      count, list == nullptr ? "NULL" : "not NULL"));
  }
  std::vector<std::shared_ptr<Event>> events;
  for (cl_uint i = 0; i < count; ++i) {
    events.push_back(find<Event>(list[i]));
    if (!events.back())
      return fail_to_create(CL_INVALID_EVENT_WAIT_LIST,
                            fmt::format("event {} of the wait list is not valid", i));
    if (events.back()->context.get() != &context)
      return fail_to_create(CL_INVALID_CONTEXT,
                            fmt::format("event {} of the wait list is of another context", i));
  }
  return events;
}

cl_int Submission::begin(cl_command_queue queue, cl_uint count, const cl_event* list,
                         cl_command_type type) {
  queue_ = find<Queue>(queue);
  if (!queue_) return fail_invalid<Queue>();
  auto waits = read_wait_list(*queue_->context, count, list);
  if (!waits) return waits.error();
  waits_ = std::move(*waits);
  event_ = std::make_shared<Event>();
  event_->context = queue_->context;
  event_->queue = queue_;
  event_->command = type;
  event_->place = fmt::format("{} in {}", current_call(), queue_->text());
  return CL_SUCCESS;
}

cl_int Submission::enqueue(cl_event* event, bool is_blocking, std::function<cl_int()> execute) {
  if (event != nullptr) *event = give_handle<cl_event>(event_);
  Command command;
  command.event = event_;
  command.waits = waits_;
  command.execute = std::move(execute);
  Engine::get().submit(std::move(command), follows_all_, is_barrier_);
  if (!is_blocking) return CL_SUCCESS;
  const cl_int result = Engine::get().wait(std::span(&event_, 1));
  if (result == CL_SUCCESS || result == CL_INVALID_OPERATION) return result;
  return event_->status;
}

}  // namespace spirv_oracle::opencl
