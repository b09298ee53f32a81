// What the functions clEnqueue* have in common.
#pragma once

#include "opencl/commands/engine.h"

namespace spirv_oracle::opencl {

// The events of a wait list. `code`: for a list that is not valid.
Created<std::vector<std::shared_ptr<Event>>> read_wait_list(const Context& context, cl_uint count,
                                                            const cl_event* list);

// One call of clEnqueue*.
class Submission {
 public:
  // Checks the queue and the wait list. CL_SUCCESS, or what the call returns.
  cl_int begin(cl_command_queue queue, cl_uint count, const cl_event* list, cl_command_type type);

  const std::shared_ptr<Queue>& queue() const { return queue_; }
  const std::shared_ptr<Context>& context() const { return queue_->context; }
  const std::shared_ptr<Event>& event() const { return event_; }
  bool has_wait_list() const { return !waits_.empty(); }
  // Adds to the name of the command for findings: ", cl_kernel 'scan'".
  void describe(const std::string& text) { event_->place += text; }
  void set_place(const std::string& text) { event_->place = text; }

  void follow_all() { follows_all_ = true; }
  void be_barrier() { is_barrier_ = true; }

  // Enqueues it. `event`: gets its event, if it is not null. `is_blocking`: returns when the command is complete.
  cl_int enqueue(cl_event* event, bool is_blocking, std::function<cl_int()> execute);

 private:
  std::shared_ptr<Queue> queue_;
  std::shared_ptr<Event> event_;
  std::vector<std::shared_ptr<Event>> waits_;
  bool follows_all_ = false, is_barrier_ = false;
};

}  // namespace spirv_oracle::opencl
