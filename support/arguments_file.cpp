#include "support/arguments_file.h"

#include <algorithm>
#include <string_view>

#include "support/file.h"

namespace spirv_oracle {

Result<std::vector<std::string>> with_arguments_of_files(
    const std::vector<std::string>& arguments) {
  std::vector<std::string> all;
  for (const std::string& argument : arguments) {
    if (!argument.ends_with(".args") || argument.starts_with('-')) {
      all.push_back(argument);
      continue;
    }
    const auto content = read_file(argument);
    if (!content) return tl::unexpected(content.error());
    const std::string_view text(reinterpret_cast<const char*>(content->data()), content->size());
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::string_view line = text.substr(begin, end - begin);
      if (!line.empty() && !line.starts_with('#')) all.emplace_back(line);
      begin = end + 1;
    }
  }
  return all;
}

}  // namespace spirv_oracle
