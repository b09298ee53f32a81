#include "docs/test_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>

namespace spirv_oracle {
namespace {

bool is_test(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  constexpr std::array suffixes = {".test", ".cases", ".comp", ".spvasm", ".hlsl", ".cl", ".amber"};
  return name.ends_with("_test.cpp") ||
         std::find(suffixes.begin(), suffixes.end(), path.extension()) != suffixes.end();
}

// The characters of rule ids and names of instructions.
bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_';
}

template <class Action>
void for_each_word(const std::string& text, Action action) {
  for (auto at = text.begin(); at != text.end();) {
    const auto begin = std::find_if(at, text.end(), is_part_of_word);
    at = std::find_if_not(begin, text.end(), is_part_of_word);
    std::string_view word(begin, at);
    while (word.ends_with('.') || word.ends_with('-')) word.remove_suffix(1);
    if (!word.empty()) action(word);
  }
}

// The files about a word have it in their path.
void put_first_those_called(std::vector<std::string>& files, std::string_view word) {
  std::stable_partition(files.begin(), files.end(), [word](const std::string& path) {
    return path.find(word) != std::string::npos;
  });
}

// "GLSL.std.450" is in glsl_std_450, "SPV_AMD_shader_ballot" in amd_shader_ballot.
std::string folder_of_set(std::string_view set) {
  constexpr std::string_view prefix = "SPV_";
  if (set.starts_with(prefix)) set.remove_prefix(prefix.size());
  std::string folder;
  for (const char c : set) {
    folder += c == '.' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return folder;
}

}  // namespace

TestFiles::TestFiles(const std::filesystem::path& root) {
  for (const char* folder :
       {"builtins", "cli", "data", "debugger", "frontend", "graphics", "interpreter", "lit",
        "memory", "opencl", "raster", "rays", "spirv_run", "testcases", "vulkan"}) {
    for (const auto& file : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!is_test(file.path())) continue;
      std::ifstream stream(file.path());
      const std::string text{std::istreambuf_iterator<char>(stream), {}};
      const std::string path = file.path().lexically_relative(root).generic_string();
      for_each_word(text, [&](std::string_view word) {
        auto found = files_by_word_.find(word);
        if (found == files_by_word_.end())
          found = files_by_word_.emplace(std::string(word), std::vector<std::string>()).first;
        if (found->second.empty() || found->second.back() != path) found->second.push_back(path);
      });
    }
  }
  for (auto& [word, files] : files_by_word_) std::sort(files.begin(), files.end());
}

std::vector<std::string> TestFiles::naming(std::string_view word) const {
  const auto found = files_by_word_.find(word);
  return found == files_by_word_.end() ? std::vector<std::string>() : found->second;
}

std::vector<std::string> TestFiles::naming(std::string_view word, std::string_view other) const {
  const std::vector<std::string> with_word = naming(word), with_other = naming(other);
  std::vector<std::string> both;
  std::set_intersection(with_word.begin(), with_word.end(), with_other.begin(), with_other.end(),
                        std::back_inserter(both));
  put_first_those_called(both, word);
  return both;
}

std::vector<std::string> TestFiles::naming_extended(std::string_view instruction,
                                                    std::string_view set) const {
  const std::vector<std::string> with_set = naming(set);
  const std::string folder = "/" + folder_of_set(set) + "/";
  std::vector<std::string> files = naming(instruction);
  std::erase_if(files, [&](const std::string& path) {
    return path.find(folder) == std::string::npos &&
           !std::binary_search(with_set.begin(), with_set.end(), path);
  });
  put_first_those_called(files, instruction);
  return files;
}

std::string tests_text(const std::vector<std::string>& files) {
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(files.size(), shown); ++i)
    text += (i == 0 ? "`" : "<br>`") + files[i] + "`";
  if (files.size() > shown) text += "<br>and others";  // a count would change with every test
  return text;
}

}  // namespace spirv_oracle
