#include "frontend/opencl/opencl_pragmas.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <span>

#include "frontend/opencl/opencl_headers.h"
#include "frontend/opencl/opencl_includes.h"
#include "frontend/spirv_words.h"
#include "support/file.h"

namespace spirv_oracle {
namespace {

using spirv_words::Words;

// The headers for a pragma: those of the extension, or with `all`, of all extensions; "" if there are none.
std::string pragma_header(const std::string& extension, const std::string& behavior) {
  std::string text;
  for (const OpenClHeader& header : opencl_extension_headers()) {
    const std::string name(header.extension);
    if (name == behavior + "_" + extension ||
        (extension == "all" && behavior == "disable" && name.starts_with("disable_")))
      text += header.text;
  }
  return text;
}

// A file to include instead of a pragma.
struct PragmaHeader {
  std::string name, text;
};

// None if the line needs no headers.
std::optional<PragmaHeader> header_for_line(const std::string& line) {
  static const std::regex directive(
      R"(^\s*#\s*pragma\s+OPENCL\s+EXTENSION\s+(\w+)\s*:\s*(\w+).*$)");
  std::smatch parts;
  if (line.find("OPENCL") == std::string::npos || !std::regex_match(line, parts, directive))
    return std::nullopt;
  const std::string extension = parts[1], behavior = parts[2];
  const std::string header = pragma_header(extension, behavior);
  if (header.empty()) return std::nullopt;
  return PragmaHeader{
      fmt::format("{}_{}.h", behavior, extension),
      fmt::format("{}#pragma OPENCL EXTENSION {} : {}\n", header, extension, behavior)};
}

// Mangled in C++: `_Z27__qcom_sub_group_shuffle_up...`, whose number is the length of the name.
std::string with_extension_name(const std::string& text) {
  static const std::regex reserved(R"(^_Z(\d+)__(qcom_sub_group_shuffle_.*)$)");
  std::smatch parts;
  if (!std::regex_match(text, parts, reserved)) return text;
  return fmt::format("_Z{}{}", std::stoul(parts[1]) - 2, parts[2].str());
}

}  // namespace

Result<std::string> with_pragma_headers(std::string_view text, const TemporaryFolder& folder) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string line(text.substr(0, text.substr(0, end).find_last_not_of("\r\n") + 1));
    if (const auto header = header_for_line(line)) {
      const std::string file = folder.file(header->name);
      if (auto done = write_file(file, std::as_bytes(std::span(header->text))); !done)
        return tl::unexpected(done.error());
      result += fmt::format("#include \"{}\"\n", file);
    } else {
      result += text.substr(0, end);
    }
    text.remove_prefix(end);
  }
  return result;
}

Result<std::vector<std::string>> pragma_options(std::string_view text, const std::string& file,
                                                const std::vector<std::string>& include_folders,
                                                const TemporaryFolder& folder) {
  nlohmann::json files = nlohmann::json::array();
  for (const IncludedFile& included : included_files(text, file, include_folders)) {
    const auto changed = with_pragma_headers(included.text, folder);
    if (!changed) return tl::unexpected(changed.error());
    if (*changed == included.text) continue;
    const std::string copy = folder.file(fmt::format("included_{}.h", files.size()));
    if (auto done = write_file(copy, std::as_bytes(std::span(*changed))); !done)
      return tl::unexpected(done.error());
    const std::string path = std::filesystem::absolute(included.path).lexically_normal().string();
    files.push_back({{"name", path}, {"type", "file"}, {"external-contents", copy}});
  }
  if (files.empty()) return std::vector<std::string>();
  const std::string overlay = folder.file("overlay.json");
  const std::string document =
      nlohmann::json{{"version", 0}, {"use-external-names", false}, {"roots", files}}.dump();
  if (auto done = write_file(overlay, std::as_bytes(std::span(document))); !done)
    return tl::unexpected(done.error());
  return std::vector<std::string>{"-ivfsoverlay", overlay};
}

Words with_extension_names(std::span<const std::uint32_t> words) {
  Words all(words.begin(), words.begin() + spirv_words::header_words);
  spirv_words::for_each_instruction(words, [&all](spirv_words::InstructionWords instruction) {
    const spv::Op opcode = spirv_words::opcode_of(instruction);
    const bool is_linkage =
        opcode == spv::Op::OpDecorate && instruction.size() > 3 &&
        static_cast<spv::Decoration>(instruction[2]) == spv::Decoration::LinkageAttributes;
    const std::size_t at = is_linkage ? 3 : 2;
    if (!is_linkage && opcode != spv::Op::OpName) return spirv_words::append(instruction, all);
    const std::string text = spirv_words::text_at(instruction, at);
    Words name = spirv_words::string_words(with_extension_name(text));
    if (is_linkage) name.push_back(instruction.back());
    if (is_linkage) {
      spirv_words::append(opcode, {instruction[1], instruction[2]}, name, all);
    } else {
      spirv_words::append(opcode, {instruction[1]}, name, all);
    }
  });
  return all;
}

}  // namespace spirv_oracle
