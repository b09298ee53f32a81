// spirv-run init: a sample project.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "interpreter/result.h"

namespace spirv_oracle {

// A file of spirv_run/sample_project/.
struct SampleFile {
  std::string_view path;  // in the project
  std::string_view contents;
};
std::span<const SampleFile> sample_files();

// Writes the sample project to a folder, which must not exist or be empty. Errors: bad_input.
Result<void> write_sample_project(const std::string& folder);

}  // namespace spirv_oracle
