// Executes commands in a thread, one at a time: always the first one whose events permit it. Commands do not begin before the
// program flushes a queue, waits, or asks for the status of an event: so what depends on an earlier begin is found.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <span>

#include "opencl/objects/queue.h"

namespace spirv_oracle::opencl {

struct Command {
  std::shared_ptr<Event> event;
  std::vector<std::shared_ptr<Event>> waits;  // its wait list: an error there ends it
  std::vector<std::shared_ptr<Event>> after;  // what its queue puts before it
  std::function<cl_int()> execute;            // CL_SUCCESS, or the error that it ends with
};

// Names, waits and the end of commands. There is one for the process.
class Engine {
 public:
  static Engine& get();

  // Enqueues the command: gives its event an id, and adds what its queue puts before it. `is_barrier`: later commands of the
  // queue follow it. A command without a wait list that `follows_all` follows all earlier ones of the queue.
  void submit(Command command, bool follows_all, bool is_barrier);
  // Until all events are over. CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if one ended with an error; CL_INVALID_OPERATION
  // if a callback waits.
  cl_int wait(std::span<const std::shared_ptr<Event>> events);
  // Until all commands of the queue are over.
  cl_int finish(Queue& queue);
  // What was enqueued may execute now.
  void flush();
  // Until no command can execute.
  void drain();
  // Ends a user event. False if it is over.
  bool set_user_status(const std::shared_ptr<Event>& event, cl_int status);
  void add_user_event(Event& event);
  void add_callback(const std::shared_ptr<Event>& event, const Event::Callback& callback);
  // Calls back, in the thread that executes commands.
  void call(std::function<void()> callback);

 private:
  Engine();
  void work();
  std::list<Command>::iterator find_ready();
  void execute(Command command);
  void set_status(const std::shared_ptr<Event>& event, cl_int status);  // needs the mutex

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Command> waiting_;               // in the order of enqueuing
  std::deque<std::function<void()>> calls_;  // to the program
  std::uint64_t next_id_ = 1;
  std::uint64_t flushed_ = 0;  // the last command that may execute
  bool is_busy_ = false;
};

}  // namespace spirv_oracle::opencl
