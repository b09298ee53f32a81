// The call of the client API that a thread of the program is in.
#pragma once

namespace spirv_oracle {

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

}  // namespace spirv_oracle
