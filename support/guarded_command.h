// The last boundary of a program, around everything that main() does.
#pragma once

#include <functional>
#include <string_view>

namespace spirv_oracle {

// Returns the exit status of `command`, which writes to standard output. Turns exceptions, and a
// failure to write, into an error message and an exit status. `program` begins the message.
int guarded_command(std::string_view program, const std::function<int()>& command);

}  // namespace spirv_oracle
