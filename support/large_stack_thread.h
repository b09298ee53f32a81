// A thread with a large stack, for the libraries that recurse as deep as their input nests (support/large_stack.h), in a
// program whose other threads are not ours.
#pragma once

#include <functional>
#include <memory>

namespace spirv_oracle {

// A thread that calls the function. The destructor waits for its end.
class LargeStackThread {
 public:
  // Throws std::system_error if the host cannot start a thread.
  explicit LargeStackThread(std::function<void()> function);
  LargeStackThread(const LargeStackThread&) = delete;
  LargeStackThread& operator=(const LargeStackThread&) = delete;
  ~LargeStackThread();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spirv_oracle
