// Translates a module in memory.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/frontend.h"

namespace spirv_oracle {

// load_module_file(), but of a file with these contents, which is not read: its name selects the language, and appears in
// messages.
Result<ModuleFile> load_module_contents(const std::vector<std::byte>& contents,
                                        const ModuleOptions& options);

}  // namespace spirv_oracle
