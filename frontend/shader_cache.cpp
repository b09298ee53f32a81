#include "frontend/shader_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include "frontend/hlsl_compiler.h"
#include "frontend/other_compilers.h"
#include "support/file.h"

#define XXH_INLINE_ALL  // only the header is used, not the library
#include <xxhash.h>

namespace spirv_oracle {
namespace {

// Increase this number when the result of compile_source changes for a source.
constexpr std::string_view format_version = "spirv-oracle shader 2";

SourceKey key_of(const std::string& text, ShaderLanguage language, const std::string& stage,
                 const ModuleOptions& options) {
  SourceKey key;
  key.add(glslang_version());
  key.add(language == ShaderLanguage::hlsl ? "hlsl" : "glsl");
  key.add(stage);
  key.add(options.target_env);
  key.add(options.entry_point);
  key.add(options.file);
  key.add(options.debug_info ? "debug" : "");
  key.add(options.defines);
  key.add(text);
  return key;
}

void append_number(std::uint64_t number, std::vector<std::byte>& bytes) {
  const auto* first = reinterpret_cast<const std::byte*>(&number);
  bytes.insert(bytes.end(), first, first + sizeof number);
}

void append_block(std::span<const std::byte> block, std::vector<std::byte>& bytes) {
  append_number(block.size(), bytes);
  bytes.insert(bytes.end(), block.begin(), block.end());
}

// Removes a block from the front; none if the bytes end before.
std::optional<std::span<const std::byte>> take_block(std::span<const std::byte>& bytes) {
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes = bytes.subspan(sizeof size);
  if (size > bytes.size()) return std::nullopt;
  const auto block = bytes.first(size);
  bytes = bytes.subspan(size);
  return block;
}

// A file holds the key, the warnings and the words.
std::vector<std::byte> as_file(const std::string& key, const CompiledSource& source) {
  std::vector<std::byte> bytes;
  append_block(std::as_bytes(std::span(key)), bytes);
  append_block(std::as_bytes(std::span(source.warnings)), bytes);
  append_block(std::as_bytes(std::span(source.words)), bytes);
  return bytes;
}

// None if the file is missing, damaged, or for another key.
std::optional<CompiledSource> load(const std::string& path, const std::string& key) {
  const auto file = read_file(path);
  if (!file) return std::nullopt;
  std::span<const std::byte> bytes(*file);
  const auto kept_key = take_block(bytes);
  const auto warnings = take_block(bytes);
  const auto words = take_block(bytes);
  if (!words || words->empty() || words->size() % sizeof(std::uint32_t) != 0 || !bytes.empty() ||
      kept_key->size() != key.size() || std::memcmp(kept_key->data(), key.data(), key.size()) != 0)
    return std::nullopt;
  CompiledSource source;
  source.warnings.assign(reinterpret_cast<const char*>(warnings->data()), warnings->size());
  source.words.resize(words->size() / sizeof(std::uint32_t));
  std::memcpy(source.words.data(), words->data(), words->size());
  return source;
}

// Written to a temporary file first, so that no process reads a partial one.
Result<void> keep(const std::string& path, const std::vector<std::byte>& bytes) {
  static std::atomic<unsigned> counter{0};
  const std::string unfinished = fmt::format("{}.{}.{}", path, getpid(), counter++);
  if (auto done = write_file(unfinished, bytes); !done) return done;
  std::error_code error;
  std::filesystem::rename(unfinished, path, error);
  if (error) return bad_input(fmt::format("cannot write {}: {}", path, error.message()));
  return {};
}

}  // namespace

SourceKey::SourceKey() { add(format_version); }

void SourceKey::add(std::string_view part) { text_ += fmt::format("{}:{}\n", part.size(), part); }

void SourceKey::add(const std::vector<std::string>& parts) {
  add(fmt::format("{}", parts.size()));
  for (const std::string& part : parts) add(part);
}

void SourceKey::add_program(const std::string& path) {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(path, error);
  const auto time = std::filesystem::last_write_time(file, error).time_since_epoch().count();
  add(fmt::format("{} {} {}", file.string(), std::filesystem::file_size(file, error), time));
}

Result<CompiledSource> kept_source(const std::string& folder, const SourceKey& source_key,
                                   const std::function<Result<CompiledSource>()>& compile) {
  const std::string& key = source_key.text();
  // Keys with equal hashes are harmless, because the whole key is compared.
  const std::uint64_t hash = XXH3_64bits(key.data(), key.size());
  const std::string path = fmt::format("{}/{:016x}.shader", folder, hash);
  if (auto kept = load(path, key)) return std::move(*kept);
  Result<CompiledSource> source = compile();
  if (!source) return source;
  std::error_code error;  // writing the file shows the error
  std::filesystem::create_directories(folder, error);
  if (auto done = keep(path, as_file(key, *source)); !done) return tl::unexpected(done.error());
  return source;
}

bool may_include(std::string_view source) {
  std::string text;  // with lines that end in a backslash joined with the next ones
  for (const char c : source) {
    if (c == '\n' && text.ends_with('\\')) {
      text.pop_back();
    } else if (c != '\r') {
      text += c;
    }
  }
  // The ends of "#", its digraph and trigraph, and "__has_".
  constexpr std::string_view before_include = "#:=_";
  for (std::size_t at = text.find("include"); at != std::string::npos;
       at = text.find("include", at + 1)) {
    const std::size_t before =
        at == 0 ? std::string::npos : text.find_last_not_of(" \t\v\f\n", at - 1);
    if (before != std::string::npos && before_include.find(text[before]) != std::string_view::npos)
      return true;
  }
  return text.find("/*") != std::string::npos && text.find("include") != std::string::npos;
}

Result<CompiledSource> compile_source_cached(const std::string& text, ShaderLanguage language,
                                             const std::string& stage,
                                             const ModuleOptions& options) {
  // The version of another program is unknown, so its results are not kept.
  if (language == ShaderLanguage::hlsl && !options.hlsl_compiler.empty())
    return compile_hlsl(text, stage, options);
  if (language == ShaderLanguage::wgsl || language == ShaderLanguage::slang ||
      (language == ShaderLanguage::glsl && !options.compiler.empty()))
    return compile_elsewhere(text, language, stage, options);
  if (options.shader_cache.empty() || may_include(text))
    return compile_source(text, language, stage, options);
  return kept_source(options.shader_cache, key_of(text, language, stage, options),
                     [&] { return compile_source(text, language, stage, options); });
}

}  // namespace spirv_oracle
