#include "debugger/engine/program/code_map.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

// The line of the first instruction in the first block of a function that has one; 0: none.
std::uint32_t first_line(const Module& module, const Function& function) {
  const Block& entry = function.blocks.front();
  for (std::uint32_t i = entry.first; i <= entry.last; ++i) {
    const std::uint32_t line = module.instruction(i).line;
    if (line != 0 && module.line(line).line != 0) return line;
  }
  return 0;
}

// The function that an entry point calls, if it consists of this call and of what has no line, or the line of that function.
const Function* only_callee(const Module& module, const Function& entry) {
  if (entry.blocks.size() != 1) return nullptr;
  const Function* callee = nullptr;
  const Block& block = entry.blocks.front();
  for (std::uint32_t i = block.first; i <= block.last; ++i) {
    const Instruction& instruction = module.instruction(i);
    if (instruction.opcode != spv::Op::OpFunctionCall) continue;
    if (callee != nullptr) return nullptr;
    callee = module.function(instruction.id(2));
  }
  if (callee == nullptr || callee->blocks.empty()) return nullptr;
  const auto line_of = [&](const Instruction& instruction) {
    return instruction.line == 0 ? 0 : module.line(instruction.line).line;
  };
  const std::uint32_t own_line = line_of(*module.definition(callee->id));
  for (std::uint32_t i = block.first; i <= block.last; ++i) {
    const std::uint32_t line = line_of(module.instruction(i));
    if (line != 0 && line != own_line) return nullptr;
  }
  return first_line(module, *callee) == 0 ? nullptr : callee;
}

// Whether the text begins after this line. Above a shader of a script, the text has empty lines for the lines of the script,
// where other shaders may be.
bool is_before_text(std::string_view text, std::uint32_t line) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos &&
         std::ranges::count(text.substr(0, begin), '\n') >= std::ptrdiff_t{line};
}

}  // namespace

EntryStart start_of_entry(const Module& module, Id function) {
  const Function& entry = *module.function(function);
  const std::uint32_t line = first_line(module, entry);
  const Function* callee = only_callee(module, entry);
  if (callee == nullptr) return {0, line};
  return {callee->id, line != 0 ? line : first_line(module, *callee)};
}

CodeMap::CodeMap(const Program& program) : module_(program.module) {
  is_of_fragments_ = program.execution_model == spv::ExecutionModel::Fragment;
  if (program.debug != nullptr) {
    entry_ = program.debug->instances.front().function;
    start_ = start_of_entry(*module_, entry_);
  }
  std::unordered_map<std::uint32_t, std::uint32_t> depths;        // by origin of the call
  std::unordered_map<std::uint32_t, std::uint32_t> line_of_call;  // the line at hand in each call
  const auto depth_of = [&](std::uint32_t call) {
    std::uint32_t depth = 0;
    for (std::uint32_t c = call; c != 0; c = program.origins[c].call) ++depth;
    return depth;
  };
  places_.resize(program.records.size());
  std::uint32_t last_origin = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::uint32_t index = program.records[i].origin;
    const Origin& origin = program.origins[index];
    RecordLocation& place = places_[i];
    place.instruction = origin.instruction;
    const auto [depth, is_new] = depths.try_emplace(origin.call, 0);
    if (is_new) depth->second = depth_of(origin.call);
    place.depth = depth->second;
    if (origin.instruction == 0) continue;
    place.begins_instruction = index != last_origin;
    last_origin = index;
    const std::uint32_t line_index = module_->instruction(origin.instruction).line;
    if (line_index == 0) continue;
    const LineInfo& line = module_->line(line_index);
    place.file = line.file;
    place.line = line.line;
    const auto known = line_of_call.find(origin.call);
    place.begins_line =
        line.line != 0 && (known == line_of_call.end() || known->second != line.line);
    line_of_call[origin.call] = line.line;
  }
  // Where the module has no lines, each instruction is one.
  const bool has_lines =
      std::ranges::any_of(places_, [](const RecordLocation& place) { return place.line != 0; });
  for (RecordLocation& place : places_) {
    if (!has_lines) place.begins_line = place.begins_instruction;
    place.ends_step = place.begins_line;
  }
  if (has_lines && start_.line != 0) begin_with_first_line();
}

// No instruction belongs to the first record.
void CodeMap::begin_with_first_line() {
  const LineInfo& line = module_->line(start_.line);
  RecordLocation& start = places_.front();
  if (start.instruction != 0) return;
  start.file = line.file;
  start.line = line.line;
  start.ends_step = true;
  for (RecordLocation& place : std::span(places_).subspan(1)) {
    if (place.line != 0 && (place.line != line.line || place.file != line.file)) break;
    place.ends_step = false;
  }
}

int CodeMap::function_of(std::uint32_t instruction) const {
  const auto functions = module_->functions();
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const auto& blocks = functions[i].blocks;
    if (!blocks.empty() && instruction >= blocks.front().first && instruction <= blocks.back().last)
      return static_cast<int>(i);
  }
  return -1;
}

std::string CodeMap::function_name(std::uint32_t instruction) const {
  const int function = function_of(instruction);
  if (function < 0) return "";
  const Id own = module_->functions()[static_cast<std::size_t>(function)].id;
  const Id id = own == start_.called ? entry_ : own;
  for (const EntryPoint& entry : module_->entry_points()) {
    if (entry.function == id && module_->name(id).empty()) return entry.name;
  }
  std::string name(module_->name(id));
  if (name.empty()) return module_->display(id);
  return name.substr(0, name.find('('));  // glslang appends the types of the parameters
}

std::vector<std::uint32_t> CodeMap::records_of_line(std::string_view file,
                                                    std::uint32_t& line) const {
  const auto is_in_file = [&](const RecordLocation& place) {
    return file.empty() || ends_with_path(module_->files()[place.file].name, file);
  };
  std::uint32_t nearest = 0;
  for (const RecordLocation& place : places_) {
    if (place.begins_line && place.line >= line && (nearest == 0 || place.line < nearest) &&
        is_in_file(place) &&
        (place.line == line || !is_before_text(module_->files()[place.file].text, line)))
      nearest = place.line;
  }
  std::vector<std::uint32_t> records;
  if (nearest == 0) return records;
  line = nearest;
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    if (places_[i].begins_line && places_[i].line == line && is_in_file(places_[i]))
      records.push_back(i);
  }
  return records;
}

std::vector<std::uint32_t> CodeMap::records_of_function(std::string_view name) const {
  std::vector<std::uint32_t> records;
  int last = -1;
  std::uint32_t last_depth = 0;
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    const RecordLocation& place = places_[i];
    if (place.instruction == 0) continue;
    const int function = function_of(place.instruction);
    if (function < 0) continue;
    const bool enters = function != last && (last < 0 || place.depth > last_depth);
    last = function;
    last_depth = place.depth;
    if (!enters) continue;
    const Id id = module_->functions()[static_cast<std::size_t>(function)].id;
    if (start_.called != 0 && id == entry_) continue;
    if (function_name(place.instruction) == name || module_->display(id) == name)
      records.push_back(first_line_of_call(i));
  }
  return records;
}

std::vector<std::uint32_t> CodeMap::records_of_entry() const {
  return records_of_function(module_->display(start_.called != 0 ? start_.called : entry_));
}

// Declarations at the beginning may have no line.
std::uint32_t CodeMap::first_line_of_call(std::uint32_t record) const {
  const std::uint32_t depth = places_[record].depth;
  for (std::uint32_t i = record; i < places_.size() && places_[i].depth >= depth; ++i) {
    if (places_[i].depth == depth && places_[i].begins_line) return i;
  }
  return record;
}

bool ends_with_path(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || end.starts_with('/') ||
         path[path.size() - end.size() - 1] == '/';
}

}  // namespace spirv_oracle
