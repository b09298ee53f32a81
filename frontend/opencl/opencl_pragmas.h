// Extensions of OpenCL C whose names exist only where a pragma enables them.
//
// clang knows no such extensions. In place of `#pragma OPENCL EXTENSION name : enable` or `: disable`, the compiler reads a header
// that defines or undefines the names, and then the pragma itself. See "Preprocessor Directives for Optional Extensions".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/result.h"
#include "support/subprocess.h"

namespace spirv_oracle {

// The text with an #include of a file in `folder` in place of such pragmas. The lines keep their numbers.
Result<std::string> with_pragma_headers(std::string_view text, const TemporaryFolder& folder);

// Options that make clang read the included files in this way. Empty if none of them has such a pragma.
Result<std::vector<std::string>> pragma_options(std::string_view text, const std::string& file,
                                                const std::vector<std::string>& include_folders,
                                                const TemporaryFolder& folder);

// Functions under the names of the extension instead of reserved ones, which the headers declare.
std::vector<std::uint32_t> with_extension_names(std::span<const std::uint32_t> words);

}  // namespace spirv_oracle
