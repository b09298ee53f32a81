#include "frontend/includer.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "support/file.h"

namespace spirv_oracle {
namespace {

using IncludeResult = glslang::TShader::Includer::IncludeResult;

constexpr std::size_t max_depth = 100;  // a file that nests deeper includes itself
constexpr std::uint64_t max_size = std::uint64_t{1} << 28;

IncludeResult* open(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return nullptr;
  auto bytes = read_file(path.string(), max_size);
  if (!bytes) return nullptr;
  auto content = std::make_unique<std::vector<std::byte>>(std::move(*bytes));
  const char* text = reinterpret_cast<const char*>(content->data());
  const std::size_t size = content->size();
  return new IncludeResult(path.string(), text, size, content.release());
}

IncludeResult* too_deep() {
  static constexpr char message[] = "the files include each other recursively";
  return new IncludeResult("", message, sizeof(message) - 1, nullptr);
}

}  // namespace

// The text belongs to the script.
IncludeResult* FileIncluder::open_virtual(const char* header) const {
  if (virtual_files_ == nullptr) return nullptr;
  const auto found = virtual_files_->find(header);
  if (found == virtual_files_->end()) return nullptr;
  return new IncludeResult(found->first, found->second.data(), found->second.size(), nullptr);
}

IncludeResult* FileIncluder::includeLocal(const char* header, const char* includer,
                                          std::size_t depth) {
  if (depth > max_depth) return too_deep();
  if (IncludeResult* result = open_virtual(header)) return result;
  return open(std::filesystem::path(includer).parent_path() / header);
}

IncludeResult* FileIncluder::includeSystem(const char* header, const char* /*includer*/,
                                           std::size_t depth) {
  if (depth > max_depth) return too_deep();
  if (IncludeResult* result = open_virtual(header)) return result;
  for (const std::string& folder : folders_) {
    if (IncludeResult* result = open(std::filesystem::path(folder) / header)) return result;
  }
  return nullptr;
}

// The library returns each result here once. userData holds its text.
void FileIncluder::releaseInclude(IncludeResult* result) {
  if (result == nullptr) return;
  delete static_cast<std::vector<std::byte>*>(result->userData);
  delete result;
}

}  // namespace spirv_oracle
