#include "interpreter/debugger/code_map.h"

#include <algorithm>
#include <unordered_map>

#include "interpreter/ir/program.h"

namespace spirv_oracle {

CodeMap::CodeMap(const Program& program) : module_(program.module) {
  std::unordered_map<std::uint32_t, std::uint32_t> depths;        // by origin of the call
  std::unordered_map<std::uint32_t, std::uint32_t> line_of_call;  // the line at hand in each call
  const auto depth_of = [&](std::uint32_t call) {
    std::uint32_t depth = 0;
    for (std::uint32_t c = call; c != 0; c = program.origins[c].call) ++depth;
    return depth;
  };
  places_.resize(program.ops.size());
  std::uint32_t last_origin = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::uint32_t index = program.ops[i].origin;
    const Origin& origin = program.origins[index];
    RecordPlace& place = places_[i];
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
      std::ranges::any_of(places_, [](const RecordPlace& place) { return place.line != 0; });
  if (has_lines) return;
  for (RecordPlace& place : places_) place.begins_line = place.begins_instruction;
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
  const Id id = module_->functions()[static_cast<std::size_t>(function)].id;
  for (const EntryPoint& entry : module_->entry_points()) {
    if (entry.function == id && module_->name(id).empty()) return entry.name;
  }
  std::string name(module_->name(id));
  if (name.empty()) return module_->display(id);
  return name.substr(0, name.find('('));  // glslang appends the types of the parameters
}

std::vector<std::uint32_t> CodeMap::records_of_line(std::string_view file,
                                                    std::uint32_t& line) const {
  const auto is_in_file = [&](const RecordPlace& place) {
    return file.empty() || ends_with_path(module_->files()[place.file].name, file);
  };
  std::uint32_t nearest = 0;
  for (const RecordPlace& place : places_) {
    if (place.line >= line && (nearest == 0 || place.line < nearest) && is_in_file(place))
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
    const RecordPlace& place = places_[i];
    if (place.instruction == 0) continue;
    const int function = function_of(place.instruction);
    if (function < 0) continue;
    const bool enters = function != last && (last < 0 || place.depth > last_depth);
    last = function;
    last_depth = place.depth;
    if (!enters) continue;
    const Id id = module_->functions()[static_cast<std::size_t>(function)].id;
    if (function_name(place.instruction) == name || module_->display(id) == name)
      records.push_back(first_line_of_call(i));
  }
  return records;
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
