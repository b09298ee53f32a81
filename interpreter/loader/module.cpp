#include "interpreter/loader/module.h"

#include <algorithm>

#include "interpreter/loader/module_builder.h"

namespace spirv_oracle {

bool is_without_semantics(std::string_view extended_set) {
  return extended_set.starts_with("NonSemantic.") || extended_set == "OpenCL.DebugInfo.100" ||
         extended_set == "DebugInfo";
}

std::uint64_t Instruction::number(unsigned index) const {
  if (!has(index)) return 0;
  const Operand& operand = operands[index];
  std::uint64_t value = words[operand.first_word];
  if (operand.word_count > 1) value |= std::uint64_t{words[operand.first_word + 1]} << 32;
  return value;
}

std::string Instruction::string(unsigned index) const {
  std::string text;
  if (!has(index)) return text;
  const Operand& operand = operands[index];
  for (std::uint32_t byte = 0; byte < operand.word_count * 4u; ++byte) {
    const std::uint32_t word = words[operand.first_word + byte / 4];
    const char character = static_cast<char>(word >> (8 * (byte % 4)));
    if (character == '\0') break;
    text.push_back(character);
  }
  return text;
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts.size()) return {};
  const std::size_t begin = line_starts[number - 1];
  std::size_t end = number < line_starts.size() ? line_starts[number] : text.size();
  while (end > begin && (text[end - 1] == '\n' || text[end - 1] == '\r')) --end;
  return std::string_view(text).substr(begin, end - begin);
}

Result<std::shared_ptr<const Module>> Module::parse(std::span<const std::uint32_t> words) {
  const IdNames no_names;
  return ModuleBuilder(no_names).build(words);
}

const Function* Module::function(Id id) const {
  const auto found = function_index_.find(id);
  return found == function_index_.end() ? nullptr : &functions_[found->second];
}

std::string_view Module::name(Id id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? std::string_view() : found->second;
}

std::string_view Module::member_name(Id type, std::uint32_t member) const {
  const auto found = member_names_.find({type, member});
  return found == member_names_.end() ? std::string_view() : found->second;
}

std::string Module::display(Id id) const {
  if (displayed_by_name_.contains(id)) return "%" + std::string(name(id));
  return "%" + std::to_string(original_id(id));
}

std::string_view Module::extended_set(Id id) const {
  const auto found = extended_sets_.find(id);
  return found == extended_sets_.end() ? std::string_view() : found->second;
}

std::span<const Decoration> Module::decorations(Id id) const {
  const auto found = decorations_.find(id);
  return found == decorations_.end() ? std::span<const Decoration>() : found->second;
}

std::span<const Decoration> Module::member_decorations(Id type, std::uint32_t member) const {
  const auto found = member_decorations_.find({type, member});
  return found == member_decorations_.end() ? std::span<const Decoration>() : found->second;
}

namespace {

std::optional<std::uint32_t> find_decoration(std::span<const Decoration> decorations,
                                             spv::Decoration kind) {
  const auto found = std::ranges::find(decorations, kind, &Decoration::kind);
  if (found == decorations.end()) return std::nullopt;
  return found->literals.empty() ? 0 : found->literals.front();
}

}  // namespace

std::optional<std::uint32_t> Module::decoration(Id id, spv::Decoration kind) const {
  return find_decoration(decorations(id), kind);
}

std::optional<std::uint32_t> Module::member_decoration(Id type, std::uint32_t member,
                                                       spv::Decoration kind) const {
  return find_decoration(member_decorations(type, member), kind);
}

SourceLocation Module::source(std::uint32_t line_index) const {
  SourceLocation location;
  if (line_index == 0 || line_index >= lines_.size()) return location;
  const LineInfo& info = lines_[line_index];
  const SourceFile& file = files_[info.file];
  location.file = file.name;
  location.line = info.line;
  location.column = info.column;
  location.text = std::string(file.line(info.line));
  if (info.line > 1) location.line_above = std::string(file.line(info.line - 1));
  return location;
}

std::string Module::text(Id id) const {
  const auto found = strings_.find(id);
  return found == strings_.end() ? std::string() : found->second;
}

}  // namespace spirv_oracle
