// Source files and lines, from "Debug Instructions" and from NonSemantic.Shader.DebugInfo.
#include <algorithm>
#include <string_view>
#include <utility>

#include "interpreter/loader/line_directives.h"
#include "interpreter/loader/module_builder.h"

namespace spirv_oracle {
namespace {

// Numbers of extended instructions. DebugSource has the same number in all sets that have it.
constexpr std::uint32_t debug_source = 35;
constexpr std::uint32_t debug_source_continued = 102;
constexpr std::uint32_t debug_line = 103;
constexpr std::uint32_t debug_no_line = 104;
// Operands of OpExtInst before those of the debug instruction.
constexpr unsigned first_debug_operand = 4;

bool is_debug_set(std::string_view set) {
  return set.starts_with("NonSemantic.Shader.DebugInfo.") || set == "OpenCL.DebugInfo.100";
}

// In SPIR-V 1.0, which has no OpModuleProcessed, glslang writes that as comments before the source.
void remove_processing_comments(std::string& text) {
  constexpr std::string_view comment = "// OpModuleProcessed ";
  constexpr std::string_view end = "#line 1\n";
  if (!text.starts_with(comment)) return;
  const std::size_t at = text.find(end);
  if (at != std::string::npos) text.erase(0, at + end.size());
}

void find_line_starts(SourceFile& file) {
  file.line_starts.clear();
  if (file.text.empty()) return;
  file.line_starts.push_back(0);
  for (std::uint32_t i = 0; i + 1 < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  }
}

}  // namespace

bool ModuleBuilder::is_debug_instruction(const Instruction& instruction,
                                         std::uint32_t number) const {
  return instruction.opcode == spv::Op::OpExtInst && instruction.literal(3) == number &&
         is_debug_set(module_->extended_set(instruction.id(2)));
}

std::uint32_t ModuleBuilder::constant_word(Id id) const {
  const Instruction* definition = module_->definition(id);
  if (definition == nullptr || definition->opcode != spv::Op::OpConstant) return 0;
  return definition->literal(2);
}

std::uint32_t ModuleBuilder::file_of_string(Id string) {
  const auto found = module_->strings_.find(string);
  if (found == module_->strings_.end()) return 0;
  const auto next = static_cast<std::uint32_t>(module_->files_.size());
  const auto [entry, inserted] = file_of_string_.emplace(string, next);
  if (inserted) module_->files_.push_back({found->second, {}, {}});
  return entry->second;
}

std::uint32_t ModuleBuilder::file_of_debug_source(Id id) {
  const auto found = file_of_debug_source_.find(id);
  return found == file_of_debug_source_.end() ? 0 : found->second;
}

void ModuleBuilder::add_source_text(std::uint32_t file, const std::string& text, bool append) {
  // A file has one text. A hostile module may repeat a long text for many files.
  SourceFile& target = module_->files_[file];
  if (file == 0 || text.size() > text_budget_ || (!append && !target.text.empty())) return;
  text_budget_ -= text.size();
  target.text += text;
}

// Collects the files and their texts.
void ModuleBuilder::add_sources() {
  std::uint32_t current = 0;
  for (const Instruction& instruction : module_->instructions_) {
    switch (instruction.opcode) {
      case spv::Op::OpSource:
        current = file_of_string(instruction.id(2));
        add_source_text(current, instruction.string(3), false);
        break;
      case spv::Op::OpSourceContinued:
        add_source_text(current, instruction.string(0), true);
        break;
      case spv::Op::OpExtInst:
        if (is_debug_instruction(instruction, debug_source)) {
          current = file_of_string(instruction.id(first_debug_operand));
          file_of_debug_source_[instruction.result] = current;
          add_source_text(current, module_->text(instruction.id(first_debug_operand + 1)), false);
        } else if (is_debug_instruction(instruction, debug_source_continued)) {
          add_source_text(current, module_->text(instruction.id(first_debug_operand)), true);
        }
        break;
      default:
        break;
    }
  }
  for (SourceFile& file : module_->files_) {
    remove_processing_comments(file.text);
    const std::size_t most = std::min(text_budget_, 2 * file.text.size() + (std::size_t{1} << 20));
    if (auto arranged = text_by_line_number(file.text, file.name, most)) {
      text_budget_ -= arranged->size();
      file.text = std::move(*arranged);
    }
    find_line_starts(file);
  }
}

std::uint32_t ModuleBuilder::add_line(LineInfo info) {
  module_->lines_.push_back(info);
  return static_cast<std::uint32_t>(module_->lines_.size() - 1);
}

// The line that applies after an instruction that sets it.
Result<std::uint32_t> ModuleBuilder::line_of(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpLine) {
    const std::uint32_t file = file_of_string(instruction.id(0));
    if (file == 0) {
      return misplaced(instruction, module_->display(instruction.id(0)) + " is not an OpString");
    }
    return add_line({file, instruction.literal(1), instruction.literal(2)});
  }
  const std::uint32_t file = file_of_debug_source(instruction.id(first_debug_operand));
  if (file == 0) return 0;
  return add_line({file, constant_word(instruction.id(first_debug_operand + 1)),
                   constant_word(instruction.id(first_debug_operand + 3))});
}

// See OpLine: a line applies until the end of its block, or until another one is set.
Result<void> ModuleBuilder::build_source_lines() {
  module_->files_.emplace_back();
  module_->lines_.emplace_back();
  add_sources();
  std::vector<bool> ends_block(module_->instructions_.size(), false);
  for (const Function& function : module_->functions_) {
    for (const Block& block : function.blocks) ends_block[block.last] = true;
  }
  std::uint32_t current = 0;
  for (std::uint32_t index = 1; index < module_->instructions_.size(); ++index) {
    Instruction& instruction = module_->instructions_[index];
    if (instruction.opcode == spv::Op::OpNoLine ||
        is_debug_instruction(instruction, debug_no_line)) {
      current = 0;
    } else if (instruction.opcode == spv::Op::OpLine ||
               is_debug_instruction(instruction, debug_line)) {
      const Result<std::uint32_t> line = line_of(instruction);
      if (!line) return tl::unexpected(line.error());
      current = *line;
    }
    instruction.line = current;
    if (ends_block[index]) current = 0;
  }
  return {};
}

}  // namespace spirv_oracle
