// The files that a program in OpenCL C includes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

// The text, followed by that of each file that an #include directive names, in whatever condition, and that of the files
// that those include. A name is relative to the folder of the including file or to one of `folders`. Files that do not
// exist are left out, because the compiler reports them.
std::string with_included_files(std::string_view text, const std::string& file,
                                const std::vector<std::string>& folders);

}  // namespace spirv_oracle
