#include "cli/opencl_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>
#include <span>
#include <spirv/unified1/spirv.hpp11>

#include "cli/file.h"
#include "cli/subprocess.h"
#include "cli/time_limit.h"

namespace spirv_oracle {
namespace {

constexpr unsigned newest_version = 30, oldest_version = 11;

// Options of clBuildProgram only: others of clang can write files, or run code.
Result<void> check_build_options(const std::vector<std::string>& options) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string& option = options[i];
    const bool takes_next = option == "-D" || option == "-I";
    if (takes_next && i + 1 < options.size()) {
      ++i;
      continue;
    }
    const bool known = option.starts_with("-cl-") || option == "-w" || option == "-Werror" ||
                       (!takes_next && (option.starts_with("-D") || option.starts_with("-I")));
    if (!known)
      return unsupported(
          fmt::format("'{}' is no option of an OpenCL program: use -D, -I, -cl-..., "
                      "-w or -Werror",
                      option));
  }
  return {};
}

std::vector<std::string> clang_arguments(const std::vector<std::string>& build_options,
                                         const ModuleOptions& options) {
  std::vector<std::string> arguments = {"-x",
                                        "cl",
                                        "-c",
                                        "-emit-llvm",
                                        "-target",
                                        "spir64",
                                        "-O0",
                                        "-gline-tables-only",
                                        "-ffp-contract=off",
                                        "-fno-discard-value-names",
                                        "-fno-color-diagnostics",
                                        "-Xclang",
                                        "-finclude-default-header",
                                        "-Xclang",
                                        "-fdeclare-opencl-builtins"};
  const auto is_standard = [](const std::string& option) { return option.starts_with("-cl-std="); };
  if (std::ranges::none_of(build_options, is_standard)) arguments.emplace_back("-cl-std=CL2.0");
  arguments.insert(arguments.end(), build_options.begin(), build_options.end());
  for (const std::string& define : options.defines) arguments.push_back("-D" + define);
  const std::string folder = std::filesystem::path(options.file).parent_path().string();
  arguments.push_back("-I" + (folder.empty() ? "." : folder));
  for (const std::string& include : options.include_folders) arguments.push_back("-I" + include);
  return arguments;
}

std::uint32_t opcode(spv::Op op, std::size_t words) {
  return static_cast<std::uint32_t>(op) | static_cast<std::uint32_t>(words << 16);
}

std::string text_of(std::span<const std::uint32_t> words) {
  const auto* characters = reinterpret_cast<const char*>(words.data());
  return {characters, strnlen(characters, words.size_bytes())};
}

// OpSource with its text and file, in as many instructions as that takes.
void append_source(std::span<const std::uint32_t> source, std::uint32_t file,
                   const std::string& text, std::vector<std::uint32_t>& words) {
  constexpr std::size_t most_characters = 4 * 0xFF00;
  for (std::size_t at = 0; at == 0 || at < text.size(); at += most_characters) {
    const std::string part = text.substr(at, most_characters);
    std::vector<std::uint32_t> characters(part.size() / 4 + 1);
    std::memcpy(characters.data(), part.data(), part.size());
    const std::size_t head = at == 0 ? 4 : 1;
    words.push_back(
        opcode(at == 0 ? spv::Op::OpSource : spv::Op::OpSourceContinued, head + characters.size()));
    if (at == 0) words.insert(words.end(), {source[1], source[2], file});
    words.insert(words.end(), characters.begin(), characters.end());
  }
}

// Gives the module its source, and leaves out the instructions of OpenCL.DebugInfo.100: translators
// write ones that are not valid, and only OpLine is used here.
std::vector<std::uint32_t> with_source(std::span<const std::uint32_t> words,
                                       const std::string& file_name, const std::string& text) {
  constexpr std::size_t header = 5;
  std::vector<std::uint32_t> result(words.begin(), words.begin() + header);
  std::set<std::uint32_t> debug_sets;
  std::uint32_t file = 0;
  for (std::size_t at = header; at < words.size();) {
    const std::size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) return {words.begin(), words.end()};
    const std::span instruction = words.subspan(at, count);
    at += count;
    switch (static_cast<spv::Op>(instruction[0] & 0xFFFF)) {
      case spv::Op::OpExtInstImport:
        if (count > 2 && text_of(instruction.subspan(2)) == "OpenCL.DebugInfo.100") {
          debug_sets.insert(instruction[1]);
          continue;
        }
        break;
      case spv::Op::OpExtInst:
        if (count > 3 && debug_sets.contains(instruction[3])) continue;
        break;
      case spv::Op::OpString:
        if (count > 2 && text_of(instruction.subspan(2)) == file_name) file = instruction[1];
        break;
      case spv::Op::OpSource:
        if (count < 3 || file == 0) break;
        append_source(instruction, file, text, result);
        continue;
      default:
        break;
    }
    result.insert(result.end(), instruction.begin(), instruction.end());
  }
  return result;
}

Result<std::string> run_step(const std::string& program, const std::vector<std::string>& arguments,
                             const ModuleOptions& options) {
  const std::string name = std::filesystem::path(program).filename().string();
  const TimeLimit* limit = options.time_limit;
  auto result = run_program(program, arguments, limit != nullptr ? limit->deadline() : no_deadline);
  if (!result && limit != nullptr && result.error().status == Status::limit)
    return tl::unexpected(limit->error_in(fmt::format("{} compiles {}", name, options.file)));
  if (!result) return tl::unexpected(result.error());
  if (result->status != 0) {
    return bad_input(
        fmt::format("{} does not compile: {} says\n{}", options.file, name, result->output));
  }
  return std::move(result->output);
}

}  // namespace

Result<OpenClPrograms> find_opencl_programs() {
  OpenClPrograms found{find_program("clang"), find_program("llvm-spirv")};
  if (!found.clang.empty() && !found.translator.empty()) return found;
  for (unsigned version = newest_version; version >= oldest_version; --version) {
    OpenClPrograms both{find_program(fmt::format("clang-{}", version)),
                        find_program(fmt::format("llvm-spirv-{}", version))};
    if (!both.clang.empty() && !both.translator.empty()) return both;
    if (found.clang.empty()) found.clang = both.clang;
  }
  return unsupported(
      fmt::format("OpenCL C is compiled by the programs clang and llvm-spirv: {} is not on PATH{}",
                  found.clang.empty() ? "clang" : "llvm-spirv",
                  found.clang.empty() ? "" : " (of the version that clang has)"));
}

Result<CompiledSource> compile_opencl(const std::string& text,
                                      const std::vector<std::string>& build_options,
                                      const ModuleOptions& options) {
  if (auto done = check_build_options(build_options); !done) return tl::unexpected(done.error());
  const auto programs = find_opencl_programs();
  if (!programs) return tl::unexpected(programs.error());
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());

  const std::string source = folder->file("source.cl");
  const std::string bitcode = folder->file("module.bc");
  const std::string binary = folder->file("module.spv");
  std::string name = options.file;
  std::ranges::replace(name, '"', '_');
  std::ranges::replace(name, '\\', '/');
  const std::string with_name = fmt::format("#line 1 \"{}\"\n{}", name, text);
  if (auto done = write_file(source, std::as_bytes(std::span(with_name))); !done)
    return tl::unexpected(done.error());
  std::vector<std::string> arguments = clang_arguments(build_options, options);
  arguments.insert(arguments.end(), {"-o", bitcode, source});
  auto warnings = run_step(programs->clang, arguments, options);
  if (!warnings) return tl::unexpected(warnings.error());
  if (auto done = run_step(programs->translator, {bitcode, "-o", binary}, options); !done)
    return tl::unexpected(done.error());

  const auto bytes = read_file(binary);
  if (!bytes) return tl::unexpected(bytes.error());
  std::vector<std::uint32_t> words(bytes->size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes->data(), words.size() * sizeof(std::uint32_t));
  if (words.size() < 5) return bad_input(fmt::format("{}: llvm-spirv wrote no module", name));
  CompiledSource compiled;
  compiled.words = with_source(words, name, text);
  compiled.warnings = std::move(*warnings);
  return compiled;
}

}  // namespace spirv_oracle
