// Replaces a call by the body of the function.
#pragma once

#include "golden/reduce/draft.h"

namespace spirv_oracle::golden {

// Whether instruction `index` calls a function that returns only at its end.
bool is_inlinable(const Draft& draft, const Code& code, std::size_t index);
void inline_call(Draft& draft, Code& code, std::size_t index);

}  // namespace spirv_oracle::golden
