#include "frontend/opencl/opencl_includes.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "support/file.h"

namespace spirv_oracle {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_included_file = std::uint64_t{1} << 22;  // of one file

// The name in an #include directive.
std::optional<std::string> included_name(std::string_view line) {
  const auto skip_blanks = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  const auto skip = [&line](std::string_view word) {
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    return true;
  };
  skip_blanks();
  if (!skip("#")) return std::nullopt;
  skip_blanks();
  if (!skip("include")) return std::nullopt;
  skip_blanks();
  const char end = line.starts_with("<") ? '>' : '"';
  if (!skip("<") && !skip("\"")) return std::nullopt;
  const std::size_t length = line.find(end);
  if (length == std::string_view::npos) return std::nullopt;
  return std::string(line.substr(0, length));
}

class IncludedFiles {
 public:
  explicit IncludedFiles(const std::vector<std::string>& folders) : folders_(folders) {}

  void look_into(std::string_view text, const fs::path& folder) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      if (const auto name = included_name(line)) add_file(*name, folder);
    }
  }
  std::vector<IncludedFile> take() { return std::move(found_); }

 private:
  void add_file(const fs::path& name, const fs::path& folder) {
    if (add_path(folder / name)) return;
    for (const std::string& other : folders_) {
      if (add_path(other / name)) return;
    }
  }

  // False if the file does not exist.
  bool add_path(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return false;
    if (!seen_.insert(fs::weakly_canonical(path, error).string()).second) return true;
    const auto bytes = read_file(path.string(), largest_included_file);
    if (bytes) {
      const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
      found_.push_back({path.string(), text});
      look_into(text, path.parent_path());
    }
    return true;
  }

  const std::vector<std::string>& folders_;
  std::set<std::string> seen_;
  std::vector<IncludedFile> found_;
};

}  // namespace

std::vector<IncludedFile> included_files(std::string_view text, const std::string& file,
                                         const std::vector<std::string>& folders) {
  IncludedFiles files(folders);
  files.look_into(text, fs::path(file).parent_path());
  return files.take();
}

std::string with_included_files(std::string_view text, const std::string& file,
                                const std::vector<std::string>& folders) {
  std::string all(text);
  all += '\n';
  for (const IncludedFile& included : included_files(text, file, folders))
    all += included.text + '\n';
  return all;
}

}  // namespace spirv_oracle
