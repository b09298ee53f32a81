// The files that a program in OpenCL C includes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

struct IncludedFile {
  std::string path, text;
};

// Each file that an #include directive of the text names, in whatever condition, and the files that those include. A name is
// relative to the folder of the including file or to one of `folders`. Files that do not exist are left out, because the
// compiler reports them.
std::vector<IncludedFile> included_files(std::string_view text, const std::string& file,
                                         const std::vector<std::string>& folders);

// The text, followed by those of these files.
std::string with_included_files(std::string_view text, const std::string& file,
                                const std::vector<std::string>& folders);

}  // namespace spirv_oracle
