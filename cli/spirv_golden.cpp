#include "cli/spirv_golden.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string_view>

namespace spirv_oracle {

std::vector<std::string> compare_driver_arguments(const std::vector<std::string>& arguments) {
  constexpr std::string_view option = "--compare-driver";
  std::vector<std::string> all{"compare-driver"};
  for (const std::string& argument : arguments) {
    if (argument == option) continue;
    if (argument.starts_with(std::string(option) + '=')) {
      all.push_back("--icd" + argument.substr(option.size()));
    } else {
      all.push_back(argument);
    }
  }
  return all;
}

std::string spirv_golden_path() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / "spirv-golden").string();
}

Result<Status> become_spirv_golden(const std::vector<std::string>& arguments) {
  const std::string program = spirv_golden_path();
  std::vector<std::string> all = compare_driver_arguments(arguments);
  all.insert(all.begin(), program);
  std::vector<char*> pointers;
  for (std::string& argument : all) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  return unsupported(fmt::format(
      "--compare-driver needs the program spirv-golden beside spirv-run: {} cannot be started: {}",
      program, std::strerror(errno)));
}

}  // namespace spirv_oracle
