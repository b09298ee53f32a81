#include "amber/script_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "amber/parser/amber_parser.h"
#include "amber/parser/vk_script_parser.h"
#include "support/file.h"

namespace spirv_oracle::amber {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_file_size = std::uint64_t{1} << 30;
constexpr std::size_t head_size = 4096;

constexpr std::array<std::string_view, 4> script_suffixes{".amber", ".vkscript", ".shader_test",
                                                          ".vk_shader_test"};
constexpr std::array<std::string_view, 10> module_suffixes{
    ".spv", ".spvasm", ".comp", ".frag", ".vert", ".glsl", ".hlsl", ".wgsl", ".slang", ".cl"};

template <class Suffixes>
bool has_suffix(const fs::path& path, const Suffixes& suffixes) {
  return std::find(suffixes.begin(), suffixes.end(), path.extension().string()) != suffixes.end();
}

enum class Beginning : std::uint8_t { amber_script, vk_script, other };

Beginning beginning_of(std::string_view text) {
  if (text.starts_with("#!amber")) return Beginning::amber_script;
  Tokenizer tokenizer(text);
  while (tokenizer.peek().kind == Token::Kind::end_of_line) tokenizer.take();
  return tokenizer.peek().text.starts_with('[') ? Beginning::vk_script : Beginning::other;
}

std::string head_of(const std::string& path) {
  std::string head(head_size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return head;
}

Result<std::vector<std::string>> scripts_in(const std::string& folder) {
  std::vector<std::string> scripts;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (has_suffix(entry->path(), script_suffixes) && !entry->is_directory())
      scripts.push_back(entry->path().string());
  }
  if (error) return bad_input(fmt::format("cannot read {}: {}", folder, error.message()));
  if (scripts.empty())
    return bad_input(
        fmt::format("{}: the folder has no scripts (.amber, .vkscript, .shader_test or "
                    ".vk_shader_test)",
                    folder));
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

}  // namespace

bool is_script_or_folder(const std::string& path) {
  std::error_code error;
  if (path == "-" || has_suffix(path, module_suffixes)) return false;
  if (has_suffix(path, script_suffixes) || fs::is_directory(path, error)) return true;
  return beginning_of(head_of(path)) != Beginning::other;
}

Result<std::vector<std::string>> find_scripts(const std::vector<std::string>& paths) {
  std::vector<std::string> scripts;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      scripts.push_back(path);
      continue;
    }
    const auto found = scripts_in(path);
    if (!found) return tl::unexpected(found.error());
    scripts.insert(scripts.end(), found->begin(), found->end());
  }
  return scripts;
}

Result<Script> load_script(const std::string& path, std::uint64_t max_bytes) {
  const auto bytes = read_file(path, max_file_size);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  switch (beginning_of(text)) {
    case Beginning::amber_script:
      return parse_amber_script(path, text, max_bytes);
    case Beginning::vk_script:
      return parse_vk_script(path, text, max_bytes);
    case Beginning::other:
      break;
  }
  return bad_input(
      fmt::format("{}:1:1: error: a script must begin with #!amber (AmberScript) or with a "
                  "section such as [require] (VkScript)",
                  path));
}

}  // namespace spirv_oracle::amber
