#include "driver/call.h"

namespace spirv_oracle {
namespace {

thread_local const char* innermost = "";

}  // namespace

const char* current_call() { return innermost; }

CallScope::CallScope(const char* name) : outer_(innermost) { innermost = name; }
CallScope::~CallScope() { innermost = outer_; }

}  // namespace spirv_oracle
