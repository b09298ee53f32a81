#include "spirv_run/sample_project.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "support/file.h"

namespace spirv_oracle {

Result<void> write_sample_project(const std::string& folder) {
  namespace fs = std::filesystem;
  const fs::path root(folder);
  std::error_code error;
  if (fs::exists(root, error) && (!fs::is_directory(root, error) || !fs::is_empty(root, error)))
    return bad_input(fmt::format("init: {} exists and is not an empty folder", folder));
  for (const SampleFile& file : sample_files()) {
    const fs::path path = root / file.path;
    fs::create_directories(path.parent_path(), error);
    if (error)
      return bad_input(
          fmt::format("init: cannot create {}: {}", path.parent_path().string(), error.message()));
    if (auto written = write_file(path.string(), std::as_bytes(std::span(file.contents))); !written)
      return written;
    if (file.contents.starts_with("#!"))
      fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                      fs::perm_options::add, error);
  }
  return {};
}

}  // namespace spirv_oracle
