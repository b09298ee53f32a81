// Stacks for what recurs as deep as its input nests: glslang, and the validator of SPIRV-Tools. Nothing of this project
// does.
#pragma once

#include <functional>
#include <string>

namespace spirv_oracle {

// What is written if a stack is too small all the same, before the process ends with Status::limit.
struct StackOverflowReport {
  int descriptor = 2;
  std::string text;
};

// Calls the function in a thread that has much stack, and returns its result. Threads that are started afterwards have
// much stack, too.
int run_with_large_stack(const StackOverflowReport& report, const std::function<int()>& function);

// While it lives, a stack overflow in the thread that made it is reported as run_with_large_stack() was told. Without
// effect if that was not called.
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
