// The call of Vulkan that a thread of the program is in.
#pragma once

namespace spirv_oracle::vulkan {

// The innermost call, such as "vkCmdCopyBuffer"; "" outside of calls.
const char* current_call();

class CallScope {
 public:
  explicit CallScope(const char* name);
  ~CallScope();
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

 private:
  const char* outer_;
};

// Reports that the call, which cannot return an error, had no memory.
void call_ran_out_of_memory();

}  // namespace spirv_oracle::vulkan
