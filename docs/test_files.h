// The tests of the project as a collection of words: which of them name a rule or an instruction.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

class TestFiles {
 public:
  // Reads the tests below `root`, the source folder.
  explicit TestFiles(const std::filesystem::path& root);

  // Their paths below the source folder, in order.
  std::vector<std::string> naming(std::string_view word) const;
  // Those that name both; first those that have `word` in their path too.
  std::vector<std::string> naming(std::string_view word, std::string_view other) const;
  // Those that name an instruction of an extended set and belong to the set: they name it or lie in
  // its folder (glsl_std_450, amd_shader_ballot).
  std::vector<std::string> naming_extended(std::string_view instruction,
                                           std::string_view set) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> files_by_word_;
};

// The first few of them for a cell of a table.
std::string tests_text(const std::vector<std::string>& files);

}  // namespace spirv_oracle
