// What the program's text is: instructions, sources, names.
#include <algorithm>
#include <set>

#include "debugger/engine/expression/expression_node.h"
#include "debugger/engine/views/view_request.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::uint64_t max_instructions = 2000;
constexpr std::size_t max_completions = 200;

// Whether lines of it are those of the file; the end of the path is enough.
bool is_file(const std::string& name, const std::string& asked) {
  if (name == asked || asked.empty()) return true;
  const auto ends_with_part = [](const std::string& path, const std::string& end) {
    return path.size() > end.size() && path.ends_with(end) &&
           path[path.size() - end.size() - 1] == '/';
  };
  return ends_with_part(name, asked) || ends_with_part(asked, name);
}

// Where the longest expression of names, members, brackets and arrows begins that ends at `end`.
std::size_t begin_of_whole(std::string_view text, std::size_t end) {
  unsigned open = 0;
  std::size_t begin = end;
  for (; begin > 0; --begin) {
    const char c = text[begin - 1];
    if (c == ']' || c == ')') {
      ++open;
    } else if (c == '[' || c == '(') {
      if (open == 0) break;
      --open;
    } else if (open == 0 && c == '>' && begin > 1 && text[begin - 2] == '-') {
      --begin;
    } else if (open == 0 && !continues_name(c) && c != '.' && c != '%') {
      break;
    }
  }
  return begin;
}

}  // namespace

Result<json> answer_disassemble(const ViewRequest& request) {
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  const Module& module = (*symbols)->module();
  std::uint32_t current = 0;
  if (const auto context = request.context(); context && context->place.record != nullptr)
    current = context->frame.instruction;
  std::uint32_t begin = current;
  if (request.arguments.contains("word")) {
    const auto word = request.number("word", 0);
    if (!word) return tl::unexpected(word.error());
    begin = (*symbols)->instruction_at(
        static_cast<std::uint32_t>(std::min<std::uint64_t>(*word, 0xFFFFFFFF)));
  }
  const auto before = request.number("before", 0);
  if (!before) return tl::unexpected(before.error());
  auto count = request.number("count", 20);
  if (!count) return tl::unexpected(count.error());
  *count = std::min(*count, max_instructions);
  const auto instructions = module.instructions();
  std::uint64_t missing = std::min(*before, max_instructions);
  begin = std::max(begin, 1u);
  while (missing != 0 && begin > 1) {
    --begin;
    if (!is_debug_information(module, instructions[begin])) --missing;
  }
  json list = json::array();
  for (std::uint32_t i = begin; i < instructions.size() && list.size() < *count; ++i) {
    const Instruction& instruction = instructions[i];
    if (is_debug_information(module, instruction)) continue;
    const Function* function = (*symbols)->function_of(i);
    json entry;
    entry["word"] = instruction.word_offset;
    entry["text"] = module.disassemble(instruction);
    add_source(module.source(instruction.line), entry);
    entry["function"] =
        function == nullptr ? std::string() : (*symbols)->function_name(function->id);
    entry["current"] = i == current && current != 0;
    list.push_back(std::move(entry));
  }
  return list;
}

Result<json> answer_sources(const ViewRequest& request) {
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  json list = json::array();
  for (const SourceFile& file : (*symbols)->module().files().subspan(1))
    list.push_back({{"name", file.name}, {"text", file.text}});
  return list;
}

Result<json> answer_lines(const ViewRequest& request) {
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  const auto file = request.text("file");
  if (!file) return tl::unexpected(file.error());
  const Module& module = (*symbols)->module();
  // Only instructions that have records stop a lane.
  std::set<std::uint32_t> instructions, lines;
  for (const Record& record : request.run.program->records)
    instructions.insert(request.run.program->origins[record.origin].instruction);
  for (const std::uint32_t i : instructions) {
    const SourceLocation source = module.source(module.instruction(i).line);
    if (source.line != 0 && is_file(source.file, *file)) lines.insert(source.line);
  }
  return json(lines);
}

Result<json> answer_complete(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto text = request.text("text");
  if (!text) return tl::unexpected(text.error());
  // The word that the user is typing: a member after a dot, otherwise a name.
  std::size_t begin = text->size();
  while (begin > 0 && continues_name((*text)[begin - 1])) --begin;
  const std::string prefix = text->substr(begin);
  const bool is_id = begin > 0 && (*text)[begin - 1] == '%';
  const bool is_arrow = begin > 1 && text->substr(begin - 2, 2) == "->";
  const bool is_member = is_arrow || (begin > 0 && (*text)[begin - 1] == '.');
  std::set<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && name.starts_with(prefix) && names.size() < max_completions)
      names.insert(name);
  };
  const Objects objects = context->objects();
  if (is_id) {
    if (const DebugInstance* instance = context->instance()) {
      for (const auto& [id, value] : instance->values) add(context->module().display(id).substr(1));
    }
  } else if (is_member) {
    const std::size_t end = begin - (is_arrow ? 2 : 1);
    const std::size_t start = begin_of_whole(*text, end);
    const auto whole = Expression::parse(text->substr(start, end - start));
    auto object = whole ? whole->evaluate(*context) : Result<Object>(tl::unexpected(whole.error()));
    if (object && objects.is_pointer(*object)) object = objects.pointee(*object);
    if (object && objects.is_structure(*object)) {
      for (std::uint64_t i = 0; i < objects.part_count(*object); ++i)
        add(objects.part_name(*object, i).substr(1));
    } else if (object && objects.components(*object) && objects.components(*object)->count > 1) {
      for (const char* component : {"x", "y", "z", "w"}) add(component);
    }
  } else {
    for (const SourceVariable& variable :
         context->symbols->locals(context->frame.instruction, context->frame.scope))
      add(variable.name);
    for (const SourceVariable& variable : context->symbols->globals()) {
      if (!context->symbols->is_anonymous(variable)) {
        add(variable.name);
        continue;
      }
      const Object block = object_of_variable(*context, variable);
      if (!objects.is_structure(block)) continue;
      for (std::uint64_t i = 0; i < objects.part_count(block); ++i)
        add(objects.part_name(block, i).substr(1));
    }
    for (const std::string& name : built_in_names(context->program().is_kernel())) add(name);
    for (const std::string& name : expression_functions()) add(name + "(");
    for (const char* name : {"active", "alive", "lane", "moment", "subgroup"}) add(name);
  }
  return json(names);
}

}  // namespace spirv_oracle
