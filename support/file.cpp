#include "support/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace spirv_oracle {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

// For a file of `expected_size` bytes. Its size may still change.
Result<std::vector<std::byte>> read_all(std::FILE* file, const std::string& name,
                                        std::uint64_t max_bytes, std::uint64_t expected_size) {
  constexpr std::size_t usual_chunk = std::size_t{1} << 16;
  std::vector<std::byte> bytes;
  const bool is_known = expected_size != 0 && expected_size <= max_bytes;
  // One more than there should be, to reach the end at once.
  for (std::size_t chunk = is_known ? expected_size + 1 : usual_chunk;; chunk = usual_chunk) {
    const std::size_t size = bytes.size();
    bytes.resize(size + chunk);
    const std::size_t count = std::fread(bytes.data() + size, 1, chunk, file);
    bytes.resize(size + count);
    if (bytes.size() > max_bytes) {
      return limit_reached(
          fmt::format("{} is larger than the {} bytes that --max-memory allows", name, max_bytes));
    }
    if (count < chunk) break;
  }
  if (std::ferror(file) != 0)
    return bad_input(fmt::format("cannot read {}: {}", name, std::strerror(errno)));
  return bytes;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max_bytes) {
  if (path == "-") return read_all(stdin, "standard input", max_bytes, 0);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return bad_input(fmt::format("cannot read {}: it is a directory", path));
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return bad_input(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  const std::uintmax_t size = std::filesystem::file_size(path, ignored);
  return read_all(file.get(), path, max_bytes, ignored ? 0 : size);
}

Result<void> write_file(const std::string& path, std::span<const std::byte> bytes) {
  const auto failed = [&] {
    return bad_input(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  };
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) return failed();
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) return failed();
  if (std::fclose(file.release()) != 0) return failed();
  return {};
}

}  // namespace spirv_oracle
