#include "frontend/link_modules.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle {

Result<std::vector<std::uint32_t>> link_modules(std::span<const std::vector<std::uint32_t>> modules,
                                                bool is_library) {
  const std::string linker = find_program("spirv-link");
  if (linker.empty())
    return unsupported(
        "several modules are linked by the program spirv-link, which is not on PATH (Debian's "
        "package spirv-tools)");
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  const std::string linked = folder->file("linked.spv");
  std::vector<std::string> arguments = {"-o", linked};
  if (is_library) arguments.emplace_back("--create-library");
  for (std::size_t i = 0; i < modules.size(); ++i) {
    arguments.push_back(folder->file(fmt::format("{}.spv", i)));
    if (auto done = write_file(arguments.back(), std::as_bytes(std::span(modules[i]))); !done)
      return tl::unexpected(done.error());
  }
  const auto run = run_program(linker, arguments);
  if (!run) return tl::unexpected(run.error());
  if (run->status != 0) return bad_input("spirv-link says\n" + run->output);
  const auto bytes = read_file(linked);
  if (!bytes) return tl::unexpected(bytes.error());
  std::vector<std::uint32_t> words(bytes->size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes->data(), words.size() * sizeof(std::uint32_t));
  return words;
}

}  // namespace spirv_oracle
