#include "frontend/link_modules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "frontend/module_repair.h"
#include "frontend/spirv_words.h"
#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

using spirv_words::for_each_instruction;
using spirv_words::InstructionWords;
using spirv_words::opcode_of;
using spirv_words::text_at;
using spirv_words::Words;

// The modules, with the highest of their SPIR-V versions: compilers choose the lowest version that a module needs.
std::vector<Words> in_one_version(std::span<const Words> modules) {
  constexpr std::size_t version = 1;  // the number of the word
  const auto version_of = [](const Words& words) { return words[version]; };
  const std::uint32_t highest = version_of(std::ranges::max(modules, std::less<>(), version_of));
  std::vector<Words> result;
  for (Words words : modules) {
    words[version] = highest;
    result.push_back(with_strong_exchanges(with_interfaces(words)));
  }
  return result;
}

// File, line and column of each OpLine in a function's body, in their order. The linker removes declarations.
std::vector<std::tuple<std::string, std::uint32_t, std::uint32_t>> lines_of(
    std::span<const Words> modules) {
  std::vector<std::tuple<std::string, std::uint32_t, std::uint32_t>> lines;
  for (const Words& words : modules) {
    std::map<std::uint32_t, std::string> texts;
    bool is_in_body = false;
    for_each_instruction(words, [&](InstructionWords instruction) {
      if (opcode_of(instruction) == spv::Op::OpString && instruction.size() > 2)
        texts[instruction[1]] = text_at(instruction, 2);
      is_in_body = (is_in_body || opcode_of(instruction) == spv::Op::OpLabel) &&
                   opcode_of(instruction) != spv::Op::OpFunctionEnd;
      if (is_in_body && opcode_of(instruction) == spv::Op::OpLine && instruction.size() == 4)
        lines.emplace_back(texts[instruction[1]], instruction[2], instruction[3]);
    });
  }
  return lines;
}

// The linker adds the bounds of the preceding modules to the ids of a module. spirv-link 2023.1 does not do so in OpLine.
void shift_files_of_lines(std::vector<Words>& modules) {
  constexpr std::size_t bound = 3;  // the number of the word
  std::uint32_t shift = 0;
  for (Words& words : modules) {
    for_each_instruction(words, [&](InstructionWords instruction) {
      if (opcode_of(instruction) == spv::Op::OpLine && instruction.size() == 4)
        words[static_cast<std::size_t>(instruction.data() - words.data()) + 1] += shift;
    });
    shift += words[bound] - 1;
  }
}

Result<Words> link(const std::string& linker, std::span<const Words> modules, bool is_library) {
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
  Words words(bytes->size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes->data(), words.size() * sizeof(std::uint32_t));
  return words;
}

}  // namespace

Result<Words> link_modules(std::span<const Words> all, bool is_library) {
  std::vector<Words> modules = in_one_version(all);
  const std::string linker = find_program("spirv-link");
  if (linker.empty())
    return unsupported(
        "linking several modules requires the program spirv-link, which is not on PATH (Debian's "
        "package spirv-tools)");
  const auto lines = lines_of(modules);
  auto linked = link(linker, modules, is_library);
  if (!linked || lines_of({&*linked, 1}) == lines) return linked;
  shift_files_of_lines(modules);
  linked = link(linker, modules, is_library);
  if (linked && lines_of({&*linked, 1}) != lines)
    return unsupported("this version of spirv-link changes the source lines of the modules");
  return linked;
}

}  // namespace spirv_oracle
