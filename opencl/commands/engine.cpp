#include "opencl/commands/engine.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "opencl/commands/ending.h"
#include "opencl/commands/ordering.h"

namespace spirv_oracle::opencl {
namespace {

thread_local bool executes_commands = false;

cl_ulong now() {
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

bool are_over(const std::vector<std::shared_ptr<Event>>& events) {
  return std::ranges::all_of(events, [](const auto& event) { return event->is_over(); });
}

void set_time(Event& event, cl_profiling_info what) {
  event.times[what - CL_PROFILING_COMMAND_QUEUED] = now();
}

}  // namespace

Engine& Engine::get() {
  static auto* const engine = new Engine;  // its thread runs at the end of the process, too
  return *engine;
}

Engine::Engine() {
  std::thread([this] { work(); }).detach();
  watch_end();
}

void Engine::submit(Command command, bool follows_all, bool is_barrier) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Event> event = command.event;
  Queue& queue = *event->queue;
  event->id = next_id_++;
  set_time(*event, CL_PROFILING_COMMAND_QUEUED);
  std::erase_if(queue.all, [](const auto& one) { return one->is_over() && is_known(*one); });
  if (queue.is_in_order()) {
    if (queue.last) command.after.push_back(queue.last);
    queue.last = event;
  } else {
    if (follows_all) command.after.insert(command.after.end(), queue.all.begin(), queue.all.end());
    if (queue.barrier) command.after.push_back(queue.barrier);
    if (is_barrier) {
      queue.barrier = event;
      queue.all.clear();
    }
    queue.all.push_back(event);
  }
  add_to_ordering(*event, command.waits, command.after);
  waiting_.push_back(std::move(command));
  changed_.notify_all();
}

std::list<Command>::iterator Engine::find_ready() {
  return std::ranges::find_if(waiting_, [&](const Command& command) {
    return command.event->id <= flushed_ && are_over(command.waits) && are_over(command.after);
  });
}

void Engine::work() {
  executes_commands = true;
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!calls_.empty()) {
      const std::function<void()> call = std::move(calls_.front());
      calls_.pop_front();
      is_busy_ = true;
      lock.unlock();
      call();
      lock.lock();
    } else if (const auto ready = find_ready(); ready != waiting_.end()) {
      Command command = std::move(*ready);
      waiting_.erase(ready);
      is_busy_ = true;
      lock.unlock();
      execute(std::move(command));
      lock.lock();
    } else {
      is_busy_ = false;
      changed_.notify_all();
      changed_.wait(lock);
    }
  }
}

void Engine::execute(Command command) {
  const std::shared_ptr<Event> event = command.event;
  {
    const std::lock_guard lock(mutex_);
    set_time(*event, CL_PROFILING_COMMAND_SUBMIT);
    set_status(event, CL_SUBMITTED);
    set_time(*event, CL_PROFILING_COMMAND_START);
    set_status(event, CL_RUNNING);
  }
  const bool has_error = std::ranges::any_of(
      command.waits, [](const auto& wait) { return wait->status < CL_COMPLETE; });
  cl_int result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  if (!has_error) {
    try {
      result = command.execute ? command.execute() : CL_SUCCESS;
    } catch (const std::bad_alloc&) {
      Reporter::get().report(rules::out_of_memory, event->place + ": the host has no memory left");
      result = CL_OUT_OF_RESOURCES;
    }
  }
  command.execute = nullptr;  // what it holds may be destroyed, and call back
  const std::lock_guard lock(mutex_);
  set_time(*event, CL_PROFILING_COMMAND_END);
  set_time(*event, CL_PROFILING_COMMAND_COMPLETE);
  set_status(event, result);
}

void Engine::set_status(const std::shared_ptr<Event>& event, cl_int status) {
  event->status = status;
  std::erase_if(event->callbacks, [&](const Event::Callback& callback) {
    if (status > callback.status) return false;
    if (status <= CL_COMPLETE) make_known(*event);
    calls_.emplace_back([=, given = callback] {
      // The status it was registered for, or the error (clSetEventCallback).
      given.notify(static_cast<cl_event>(event->handle),
                   status < CL_COMPLETE ? status : given.status, given.user_data);
      release_object(event->handle, ObjectType::event);
    });
    return true;
  });
  changed_.notify_all();
}

cl_int Engine::wait(std::span<const std::shared_ptr<Event>> events) {
  if (executes_commands) return fail(CL_INVALID_OPERATION, "a callback must not wait for commands");
  flush();
  std::unique_lock lock(mutex_);
  cl_int result = CL_SUCCESS;
  for (const auto& event : events) {
    changed_.wait(lock, [&] { return event->is_over(); });
    make_known(*event);
    if (event->status < CL_COMPLETE) result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return result;
}

cl_int Engine::finish(Queue& queue) {
  std::vector<std::shared_ptr<Event>> events;
  {
    const std::lock_guard lock(mutex_);
    events = queue.all;
    if (queue.last) events.push_back(queue.last);
    if (queue.barrier) events.push_back(queue.barrier);
  }
  if (wait(events) == CL_INVALID_OPERATION) return CL_INVALID_OPERATION;
  // Events hold their queue.
  const std::lock_guard lock(mutex_);
  if (queue.last && queue.last->is_over()) queue.last.reset();
  if (queue.barrier && queue.barrier->is_over()) queue.barrier.reset();
  std::erase_if(queue.all, [](const auto& one) { return one->is_over() && is_known(*one); });
  return CL_SUCCESS;
}

void Engine::flush() {
  const std::lock_guard lock(mutex_);
  flushed_ = next_id_ - 1;
  changed_.notify_all();
}

void Engine::drain() {
  if (executes_commands) return;
  flush();
  std::unique_lock lock(mutex_);
  changed_.wait(lock,
                [&] { return !is_busy_ && calls_.empty() && find_ready() == waiting_.end(); });
}

bool Engine::set_user_status(const std::shared_ptr<Event>& event, cl_int status) {
  const std::lock_guard lock(mutex_);
  if (event->is_over()) return false;
  add_user_event_to_ordering(*event);
  set_status(event, status);
  return true;
}

void Engine::add_user_event(Event& event) {
  const std::lock_guard lock(mutex_);
  event.id = next_id_++;
  event.status = CL_SUBMITTED;
}

void Engine::add_callback(const std::shared_ptr<Event>& event, const Event::Callback& callback) {
  const std::lock_guard lock(mutex_);
  retain_object(event->handle, ObjectType::event);  // until the call
  event->callbacks.push_back(callback);
  if (event->status <= callback.status) set_status(event, event->status);
}

void Engine::call(std::function<void()> callback) {
  const std::lock_guard lock(mutex_);
  calls_.push_back(std::move(callback));
  changed_.notify_all();
}

}  // namespace spirv_oracle::opencl
