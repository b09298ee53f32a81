// The section [test] of VkScript.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "amber/parser/vk_script_parser_state.h"
#include "amber/script/literals.h"
#include "amber/script/values.h"
#include "data/scalar.h"

namespace spirv_oracle::amber {
namespace {

struct ComparatorRow {
  std::string_view text;
  Comparator comparator;
};

constexpr std::array comparators{
    ComparatorRow{"==", Comparator::eq},    ComparatorRow{"!=", Comparator::ne},
    ComparatorRow{"<", Comparator::lt},     ComparatorRow{"<=", Comparator::le},
    ComparatorRow{">", Comparator::gt},     ComparatorRow{">=", Comparator::ge},
    ComparatorRow{"~=", Comparator::fuzzy},
};

struct Descriptor {
  std::uint32_t set = 0, binding = 0;
};

// BINDING or SET:BINDING
Descriptor parse_descriptor(ScriptReader& reader) {
  const Token token = reader.word("the binding");
  const std::size_t colon = token.text.find(':');
  const auto part = [&](std::string_view text) {
    const auto number = parse_unsigned(text, "the binding");
    if (number && *number <= 0xFFFFFFFF) return static_cast<std::uint32_t>(*number);
    reader.fail(token.place,
                fmt::format("invalid binding '{}': expected BINDING or SET:BINDING", token.text));
  };
  if (colon == std::string_view::npos) return {0, part(token.text)};
  return {part(token.text.substr(0, colon)), part(token.text.substr(colon + 1))};
}

// The buffer with this name, which its first use creates.
Buffer& buffer_of(VkScriptParser& parser, const std::string& name, LayoutRule rule,
                  const ScriptPosition& place) {
  Buffer& buffer = parser.script.buffers[name];
  if (!buffer.name.empty()) return buffer;
  buffer.name = name;
  buffer.place = place;
  buffer.rule = rule;
  return buffer;
}

Buffer& bound_buffer(VkScriptParser& parser, BindingKind kind, const Descriptor& descriptor,
                     const ScriptPosition& place) {
  const bool uniform = kind == BindingKind::uniform;
  const std::string name =
      fmt::format("{} {}:{}", uniform ? "ubo" : "ssbo", descriptor.set, descriptor.binding);
  const bool is_new = parser.script.buffers.count(name) == 0;
  Buffer& buffer =
      buffer_of(parser, name, uniform ? LayoutRule::std140 : LayoutRule::std430, place);
  if (!is_new) return buffer;
  for (const Binding& other : parser.bindings) {
    if (other.set == descriptor.set && other.binding == descriptor.binding)
      parser.reader.fail(place, fmt::format("binding {}:{} is already {}", descriptor.set,
                                            descriptor.binding, other.buffers.front()));
  }
  Binding binding;
  binding.place = place;
  binding.kind = kind;
  binding.buffers = {name};
  binding.set = descriptor.set;
  binding.binding = descriptor.binding;
  parser.bindings.push_back(std::move(binding));
  return buffer;
}

void grow(VkScriptParser& parser, Buffer& buffer, std::uint64_t size, const Token& at) {
  if (size > parser.max_bytes) {
    parser.reader.fail(at.place,
                       fmt::format("{} is too large: {} bytes, and the memory limit is {}",
                                   buffer.name, size, parser.max_bytes),
                       Status::limit);
  }
  buffer.size = std::max(buffer.size, size);
}

DataType parse_type(ScriptReader& reader) {
  const Token token = reader.word("the data type");
  const auto type = parse_vk_type(token.text);
  if (!type) reader.fail(token.place, fmt::format("unknown data type '{}'", token.text));
  return *type;
}

std::shared_ptr<const ElementLayout> make_layout(const DataType& type, LayoutRule rule) {
  auto layout = layout_of(type, rule);  // these types are never too large
  return layout ? std::make_shared<const ElementLayout>(std::move(*layout)) : nullptr;
}

// Fails unless the values of a line make whole ones of the type.
void check_whole(ScriptReader& reader, const ScriptPosition& place, const DataType& type,
                 const ElementLayout& layout, std::size_t values) {
  if (values != 0 && values % layout.fields.size() == 0) return;
  reader.fail(place, fmt::format("the line has {} values, but each {} takes {}", values, type.name,
                                 layout.fields.size()));
}

// TYPE OFFSET VALUES, which go into the buffer.
void parse_store(VkScriptParser& parser, Buffer& buffer, const Token& begin,
                 std::string_view statement) {
  ScriptReader& reader = parser.reader;
  const Token type_token = reader.peek();
  const DataType type = parse_type(reader);
  const Token offset_token = reader.peek();
  Store store;
  store.buffer = buffer.name;
  store.offset = reader.u32("the offset");
  if (buffer.layout && buffer.type.name != type.name) {
    reader.fail(type_token.place,
                fmt::format("{} has type {}: every '{}' for it must use this type", buffer.name,
                            buffer.type.name, statement));
  }
  buffer.type = type;
  buffer.layout = make_layout(type, buffer.rule);
  store.layout = buffer.layout;
  const std::uint64_t unit =
      statement == "ssbo subdata" ? store.layout->stride : scalar_size(type.scalar);
  if (store.offset % unit != 0) {
    reader.fail(offset_token.place,
                fmt::format("offset {} must be a multiple of {} bytes", store.offset, unit));
  }
  const ScriptPosition values = reader.peek().place;
  store.bits = parse_line_values(reader, *store.layout);
  check_whole(reader, values, type, *store.layout, store.bits.size());
  const std::uint64_t elements = store.bits.size() / store.layout->fields.size();
  grow(parser, buffer, store.offset + elements * store.layout->stride, offset_token);
  reader.end_statement(statement);
  add_vk_command(parser, begin, std::move(store));
}

void parse_ssbo(VkScriptParser& parser, const Token& begin) {
  ScriptReader& reader = parser.reader;
  const Descriptor descriptor = parse_descriptor(reader);
  Buffer& buffer = bound_buffer(parser, BindingKind::storage, descriptor, begin.place);
  if (reader.take_if("subdata")) return parse_store(parser, buffer, begin, "ssbo subdata");
  const Token size = reader.peek();
  grow(parser, buffer, reader.unsigned_number("the size"), size);
  reader.end_statement("ssbo");
}

void parse_uniform(VkScriptParser& parser, const Token& begin) {
  ScriptReader& reader = parser.reader;
  if (reader.take_if("ubo")) {
    const Descriptor descriptor = parse_descriptor(reader);
    Buffer& buffer = bound_buffer(parser, BindingKind::uniform, descriptor, begin.place);
    return parse_store(parser, buffer, begin, "uniform ubo");
  }
  Buffer& buffer = buffer_of(parser, "push constants", LayoutRule::std430, begin.place);
  parse_store(parser, buffer, begin, "uniform");
}

void parse_probe_ssbo(VkScriptParser& parser, const Token& begin) {
  ScriptReader& reader = parser.reader;
  const DataType type = parse_type(reader);
  const Descriptor descriptor = parse_descriptor(reader);
  ExpectValues expect;
  expect.buffer = bound_buffer(parser, BindingKind::storage, descriptor, begin.place).name;
  expect.type = type.name;
  expect.layout = make_layout(type, LayoutRule::std430);
  expect.offset = reader.u32("the offset");
  const Token comparison = reader.word("the comparison");
  const auto row =
      std::find_if(comparators.begin(), comparators.end(),
                   [&](const ComparatorRow& other) { return other.text == comparison.text; });
  if (row == comparators.end()) {
    reader.fail(comparison.place, fmt::format("expected ==, !=, <, <=, >, >= or ~=, but found '{}'",
                                              comparison.text));
  }
  expect.comparator = row->comparator;
  expect.tolerances = parser.tolerances;
  const ScriptPosition values = reader.peek().place;
  expect.bits = parse_expected_values(reader, *expect.layout, 0);
  check_whole(reader, values, type, *expect.layout, expect.bits.size());
  reader.end_statement("probe ssbo");
  add_vk_command(parser, begin, std::move(expect));
}

void parse_compute(VkScriptParser& parser, const Token& begin) {
  ScriptReader& reader = parser.reader;
  if (reader.take_if("entrypoint")) {
    parser.compute_entry_point = reader.word("the entry point").text;
    return reader.end_statement("compute entrypoint");
  }
  RunCompute run{"compute", {}, parser.compute_entry_point};
  run.groups = {reader.u32("x, a number of workgroups"), reader.u32("y, a number of workgroups"),
                reader.u32("z, a number of workgroups")};
  reader.end_statement("compute");
  add_vk_command(parser, begin, std::move(run));
}

void parse_tolerance(VkScriptParser& parser, const Token& begin) {
  ScriptReader& reader = parser.reader;
  std::vector<Tolerance> tolerances;
  while (!reader.at_line_end()) {
    const Token token = reader.take();
    const bool percent = token.text.ends_with('%');
    const auto bits = parse_scalar(ScalarKind::float64,
                                   token.text.substr(0, token.text.size() - (percent ? 1 : 0)));
    if (!bits) reader.fail(token.place, fmt::format("invalid tolerance '{}'", token.text));
    tolerances.push_back({float_value(ScalarKind::float64, *bits), percent});
  }
  if (tolerances.size() != 1 && tolerances.size() != 4)
    reader.fail(begin.place, "tolerance takes one value or four");
  parser.tolerances = std::move(tolerances);
}

void parse_line(VkScriptParser& parser) {
  static constexpr std::string_view commands[] = {
      "clear", "compute", "draw", "patch", "probe", "relative", "ssbo", "tolerance", "uniform"};
  const Token begin = parser.reader.take();
  if (begin.text == "compute") return parse_compute(parser, begin);
  if (begin.text == "ssbo") return parse_ssbo(parser, begin);
  if (begin.text == "uniform") return parse_uniform(parser, begin);
  if (begin.text == "tolerance") return parse_tolerance(parser, begin);
  if (begin.text == "probe" && parser.reader.take_if("ssbo"))
    return parse_probe_ssbo(parser, begin);
  if (parse_vk_graphics(parser, begin) || parse_vk_state(parser, begin)) return;
  parser.reader.fail_unknown(begin, "a command of [test]", commands);
}

}  // namespace

void parse_test_section(VkScriptParser& parser) {
  ScriptReader& reader = parser.reader;
  for (reader.skip_line_ends(); !reader.at_end() && !reader.peek().text.starts_with('[');
       reader.skip_line_ends())
    parse_line(parser);
}

void complete_test(VkScriptParser& parser) {
  Script& script = parser.script;
  for (auto& [name, pipeline] : script.pipelines) {
    pipeline.bindings.insert(pipeline.bindings.begin(), parser.bindings.begin(),
                             parser.bindings.end());
    if (script.buffers.count("push constants") != 0) pipeline.push_constants = "push constants";
  }
  for (const Command& command : script.commands) {
    if (std::holds_alternative<RunCompute>(command.what) && script.pipelines.count("compute") == 0)
      parser.reader.fail(command.place, "the script has no [compute shader]");
    const auto* expect = std::get_if<ExpectValues>(&command.what);
    if (expect == nullptr) continue;
    const Buffer& buffer = script.buffers.find(expect->buffer)->second;
    const std::uint64_t end = end_of_values(*expect->layout, expect->offset, expect->bits.size());
    if (end <= buffer.size) continue;
    parser.reader.fail(command.place,
                       fmt::format("the values reach up to byte {}, but {} has {} bytes", end,
                                   buffer.name, buffer.size));
  }
}

}  // namespace spirv_oracle::amber
