#include "cli/report_page/source_rows.h"

#include <algorithm>

#include "support/text.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

SourceRows::SourceRows(const Module& module, const ExecutionTrace& trace,
                       const AssemblyMap& assembly)
    : module_(module) {
  std::set<std::uint32_t> files;  // that executed instructions come from
  for (const auto& [instruction, count] : trace.counts) {
    const LineInfo& line = module.line(module.instruction(instruction).line);
    if (line.line != 0 && !module.files()[line.file].text.empty()) files.insert(line.file);
  }
  if (!files.empty()) {
    show_sources(files);
  } else if (!assembly.text().empty()) {
    show_assembly(assembly);
  } else {
    show_listing();
  }
}

void SourceRows::add_file(std::string name, std::vector<std::string> lines) {
  const std::size_t kept = std::min(lines.size(), max_rows - std::min(max_rows, rows_));
  left_out_ += lines.size() - kept;
  lines.resize(kept);
  named_.emplace(name, files_.size());
  files_.push_back({std::move(name), std::move(lines), rows_});
  rows_ += kept;
}

void SourceRows::show_sources(const std::set<std::uint32_t>& files) {
  for (const std::uint32_t file : files) {
    file_of_[file] = files_.size();
    const SourceFile& source = module_.files()[file];
    add_file(source.name, lines_of(source.text));
  }
}

void SourceRows::show_assembly(const AssemblyMap& assembly) {
  kind_ = "assembly";
  add_file(assembly.file(), lines_of(assembly.text()));
  for (std::uint32_t i = 1; i < module_.instructions().size(); ++i) {
    const std::uint32_t word = module_.instruction(i).word_offset;
    const auto place = assembly.at(word);
    if (!place || place->line > files_.front().lines.size()) continue;
    row_of_instruction_[i] = row_of_word_[word] = place->line - 1;
  }
}

// The instructions of the functions, one in a line.
void SourceRows::show_listing() {
  kind_ = "disassembly";
  std::vector<std::string> lines;
  std::size_t all = 0;
  for (const Function& function : module_.functions()) {
    if (function.blocks.empty()) continue;
    const auto definition =
        static_cast<std::uint32_t>(module_.definition(function.id) - &module_.instruction(0));
    const std::uint32_t end = function.blocks.back().last + 1;  // OpFunctionEnd
    for (std::uint32_t i = definition; i <= end; ++i, ++all) {
      if (lines.size() == max_rows) continue;
      row_of_instruction_[i] = row_of_word_[module_.instruction(i).word_offset] = lines.size();
      lines.push_back(module_.disassemble(module_.instruction(i)));
    }
  }
  left_out_ = all - lines.size();
  add_file("disassembly", std::move(lines));
}

std::optional<std::size_t> SourceRows::row_of(std::uint32_t instruction) const {
  if (file_of_.empty()) {
    const auto row = row_of_instruction_.find(instruction);
    return row == row_of_instruction_.end() ? std::nullopt : std::optional(row->second);
  }
  const LineInfo& line = module_.line(module_.instruction(instruction).line);
  const auto file = file_of_.find(line.file);
  if (line.line == 0 || file == file_of_.end()) return std::nullopt;
  const File& shown = files_[file->second];
  if (line.line > shown.lines.size()) return std::nullopt;
  return shown.first_row + line.line - 1;
}

std::optional<std::size_t> SourceRows::row_of(const SourceLocation& source,
                                              std::uint32_t word) const {
  const auto row = row_of_word_.find(word);
  if (row != row_of_word_.end()) return row->second;
  const auto file = named_.find(source.file);
  if (source.line == 0 || file == named_.end()) return std::nullopt;
  const File& shown = files_[file->second];
  if (source.line > shown.lines.size()) return std::nullopt;
  return shown.first_row + source.line - 1;
}

bool SourceRows::is_mere_jump(std::uint32_t instruction) const {
  switch (module_.instruction(instruction).opcode) {
    case spv::Op::OpLabel:
    case spv::Op::OpBranch:
    case spv::Op::OpLoopMerge:
    case spv::Op::OpSelectionMerge:
      return !row_of(instruction);
    default:
      return false;
  }
}

Json SourceRows::as_json() const {
  Json json{{"kind", kind_}, {"files", Json::array()}, {"left_out", left_out_}};
  for (const File& file : files_)
    json["files"].push_back({{"name", file.name}, {"lines", file.lines}});
  return json;
}

}  // namespace spirv_oracle
