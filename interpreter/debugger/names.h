// What names mean at one place of a paused run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/debugger/frames.h"

namespace spirv_oracle {

// The variable of that name that the source sees there: of the innermost scope, else at module scope, else a member of a block
// without a name, else a built-in. Errors: bad_input where there is none.
Result<Object> find_variable(const LaneContext& context, std::string_view name);
// The value of an id in assembly text, "%42". Errors: bad_input where there is none.
Result<Object> find_id(const LaneContext& context, std::string_view text);
Object object_of_variable(const LaneContext& context, const SourceVariable& variable);
Object object_of_id(const LaneContext& context, Id id);

// gl_GlobalInvocationID and the like, also where the module does not declare them. None: there is no such built-in.
std::optional<Object> find_built_in(const LaneContext& context, std::string_view name);
// get_global_id and the like.
std::optional<Object> call_built_in(const LaneContext& context, std::string_view function,
                                    std::uint32_t dimension);
std::vector<std::string> built_in_names(bool is_kernel);
Dim3 local_invocation(const LaneContext& context);
Dim3 global_invocation(const LaneContext& context);

}  // namespace spirv_oracle
