// Resolves names at one place of a paused run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "debugger/engine/program/frames.h"

namespace spirv_oracle {

// The visible variable of that name: in the innermost scope, else at module scope, else a member of an unnamed block, else a
// built-in variable. Errors: bad_input if there is none.
Result<Object> find_variable(const LaneContext& context, std::string_view name);
// The value of an id in assembly text, such as "%42". Errors: bad_input if there is none.
Result<Object> find_id(const LaneContext& context, std::string_view text);
Object object_of_variable(const LaneContext& context, const SourceVariable& variable);
Object object_of_id(const LaneContext& context, Id id);

// Built-in variables such as gl_GlobalInvocationID, even if the module does not declare them. None if it does not exist.
std::optional<Object> find_built_in(const LaneContext& context, std::string_view name);
// OpenCL C functions such as get_global_id.
std::optional<Object> call_built_in(const LaneContext& context, std::string_view function,
                                    std::uint32_t dimension);
std::vector<std::string> built_in_names(bool is_kernel);
Dim3 local_invocation(const LaneContext& context);
Dim3 global_invocation(const LaneContext& context);

}  // namespace spirv_oracle
