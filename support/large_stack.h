// Large stacks for glslang and the validator of SPIRV-Tools, which recurse as deep as their input
// nests. Code of this project does not.
#pragma once

#include <functional>
#include <string>

namespace spirv_oracle {

// The text to write if a stack is still too small, before the process ends with Status::limit.
struct StackOverflowReport {
  int descriptor = 2;
  std::string text;
};

// Calls the function on a large stack, and returns its result. Threads that start later also have large stacks.
int run_with_large_stack(const StackOverflowReport& report, const std::function<int()>& function);

// During its lifetime, reports a stack overflow in the creating thread with the report passed to
// run_with_large_stack(). Has no effect if that was not called.
class StackOverflowGuard {
 public:
  StackOverflowGuard();
  StackOverflowGuard(const StackOverflowGuard&) = delete;
  StackOverflowGuard& operator=(const StackOverflowGuard&) = delete;
  ~StackOverflowGuard();

 private:
  void* signal_stack_ = nullptr;
};

}  // namespace spirv_oracle
