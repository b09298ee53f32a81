// RUN, COPY, CLEAR and REPEAT.
#include <fmt/format.h>

#include <array>

#include "amber/parser/amber_parser_state.h"
#include "amber/script/state_words.h"

namespace spirv_oracle::amber {
namespace {

void add_command(AmberParser& parser, const Token& keyword, auto what) {
  parser.commands->push_back(
      {keyword.place, std::string(parser.reader.line_of(keyword)), std::move(what)});
}

constexpr std::string_view as[] = {"AS"};

// POS x y SIZE width height
template <class Rectangle>
void parse_rectangle(ScriptReader& reader, Rectangle& rectangle) {
  static constexpr std::string_view position[] = {"POS"};
  static constexpr std::string_view size[] = {"SIZE"};
  reader.one_of("a position", position);
  rectangle.x = reader.number("x");
  rectangle.y = reader.number("y");
  reader.one_of("a size", size);
  rectangle.width = reader.number("the width");
  rectangle.height = reader.number("the height");
}

DrawRectangle parse_draw_rectangle(ScriptReader& reader, const Pipeline& pipeline) {
  DrawRectangle draw{.pipeline = pipeline.name};
  parse_rectangle(reader, draw);
  return draw;
}

DrawGrid parse_draw_grid(ScriptReader& reader, const Pipeline& pipeline) {
  static constexpr std::string_view cells[] = {"CELLS"};
  DrawGrid draw{.pipeline = pipeline.name};
  parse_rectangle(reader, draw);
  const Token at = reader.peek();
  reader.one_of("a number of cells", cells);
  draw.columns = reader.u32("the number of columns");
  draw.rows = reader.u32("the number of rows");
  if (draw.columns == 0 || draw.rows == 0) reader.fail(at.place, "CELLS must not be 0");
  return draw;
}

Topology parse_topology(ScriptReader& reader) {
  if (reader.take_if("TRIANGLE_fan")) return Topology::triangle_fan;  // the spelling in the list
  return read_word<Topology>(reader, "a topology", topology_words);
}

// AS topology [INDEXED] and options in any order
DrawArrays parse_draw_arrays(ScriptReader& reader, const Pipeline& pipeline, const Token& keyword) {
  static constexpr std::string_view options[] = {"INDEXED", "START_IDX", "COUNT", "START_INSTANCE",
                                                 "INSTANCE_COUNT"};
  DrawArrays draw{.pipeline = pipeline.name};
  reader.one_of("a topology", as);
  draw.topology = parse_topology(reader);
  while (!reader.at_line_end()) {
    const std::string_view option = reader.one_of("an option of DRAW_ARRAY", options);
    if (option == "INDEXED") draw.is_indexed = true;
    if (option == "START_IDX") draw.first = reader.u32(option);
    if (option == "COUNT") draw.count = reader.u32(option);
    if (option == "START_INSTANCE") draw.first_instance = reader.u32(option);
    if (option == "INSTANCE_COUNT") draw.instances = reader.u32(option);
  }
  if (draw.is_indexed && pipeline.graphics.index_buffer.empty())
    reader.fail(keyword.place, fmt::format("pipeline '{}' has no INDEX_DATA", pipeline.name));
  return draw;
}

void parse_draw(AmberParser& parser, const Pipeline& pipeline, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view draws[] = {"DRAW_RECT", "DRAW_GRID", "DRAW_ARRAY"};
  const std::string_view shape = reader.one_of("a shape", draws);
  const auto add = [&](auto draw) {
    reader.end_statement("RUN");
    add_command(parser, keyword, std::move(draw));
  };
  if (shape == "DRAW_RECT") return add(parse_draw_rectangle(reader, pipeline));
  if (shape == "DRAW_GRID") return add(parse_draw_grid(reader, pipeline));
  add(parse_draw_arrays(reader, pipeline, keyword));
}

constexpr std::array repeated_statements{
    Statement{"CLEAR", parse_clear},       Statement{"CLEAR_COLOR", parse_clear},
    Statement{"CLEAR_DEPTH", parse_clear}, Statement{"CLEAR_STENCIL", parse_clear},
    Statement{"COPY", parse_copy},         Statement{"EXPECT", parse_expect},
    Statement{"RUN", parse_run},
};

}  // namespace

void parse_run(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  reader.take_if("TIMED_EXECUTION");
  const Pipeline* pipeline = find_named(parser, parser.script.pipelines, "a pipeline");
  if (pipeline->kind == PipelineKind::graphics) return parse_draw(parser, *pipeline, keyword);
  RunCompute run{pipeline->name, {}, ""};
  run.groups = {reader.u32("x, a number of workgroups"), reader.u32("y, a number of workgroups"),
                reader.u32("z, a number of workgroups")};
  reader.end_statement(keyword.text);
  add_command(parser, keyword, std::move(run));
}

void parse_copy(AmberParser& parser, const Token& keyword) {
  static constexpr std::string_view to[] = {"TO"};
  const Buffer* from = find_named(parser, parser.script.buffers, "a buffer");
  parser.reader.one_of("a destination", to);
  const Token target_token = parser.reader.peek();
  const Buffer* target = find_named(parser, parser.script.buffers, "a buffer");
  parser.reader.end_statement(keyword.text);
  if (from == target) parser.reader.fail(target_token.place, "a buffer cannot be copied to itself");
  if (from->type.name != target->type.name || from->size != target->size ||
      from->rule != target->rule) {
    parser.reader.fail(
        target_token.place,
        fmt::format("COPY needs two buffers of the same type and size, but '{}' has {} bytes of {} "
                    "and '{}' has {} bytes of {}",
                    from->name, from->size, from->type.name, target->name, target->size,
                    target->type.name));
  }
  add_command(parser, keyword, Copy{from->name, target->name});
}

// CLEAR, and the commands that set the clear values.
void parse_clear(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  constexpr std::uint64_t most = 255;
  const Token name = reader.peek();
  const Pipeline* pipeline = find_named(parser, parser.script.pipelines, "a pipeline");
  if (pipeline->kind != PipelineKind::graphics)
    reader.fail(name.place, fmt::format("{} applies only to graphics pipelines", keyword.text));
  const auto add = [&](auto command) {
    command.pipeline = pipeline->name;
    reader.end_statement(keyword.text);
    add_command(parser, keyword, std::move(command));
  };
  if (keyword.text == "CLEAR_COLOR") {
    SetClearColor command;
    for (std::size_t i = 0; i < command.color.floats.size(); ++i) {
      const std::uint64_t number = reader.unsigned_number("a color", most);
      command.color.floats[i] = static_cast<double>(number) / static_cast<double>(most);
      command.color.integers[i] = static_cast<std::int64_t>(number);
    }
    add(std::move(command));
  } else if (keyword.text == "CLEAR_DEPTH") {
    const Token value = reader.peek();
    SetClearDepth command{.depth = reader.number("CLEAR_DEPTH")};
    if (!(command.depth >= 0 && command.depth <= 1))
      reader.fail(value.place, "CLEAR_DEPTH must be from 0 to 1");
    add(std::move(command));
  } else if (keyword.text == "CLEAR_STENCIL") {
    add(SetClearStencil{
        .stencil = static_cast<std::uint32_t>(reader.unsigned_number("CLEAR_STENCIL", most))});
  } else {
    add(Clear{});
  }
}

void parse_repeat(AmberParser& parser, const Token& keyword) {
  Repeat repeat;
  repeat.count = parser.reader.u32("the number of repetitions");
  if (repeat.count == 0) parser.reader.fail(keyword.place, "REPEAT needs a count of at least 1");
  parser.reader.end_statement("the first line of REPEAT");
  std::vector<Command>* const outer = parser.commands;
  parser.commands = &repeat.commands;
  parse_statements(parser, keyword, repeated_statements, true, "a command that REPEAT can repeat");
  parser.commands = outer;
  add_command(parser, keyword, std::move(repeat));
}

}  // namespace spirv_oracle::amber
