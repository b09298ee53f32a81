// RUN, COPY, CLEAR and REPEAT.
#include <fmt/format.h>

#include <array>

#include "amber/parser/amber_parser_state.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::array topologies = std::to_array<std::string_view>(
    {"POINT_LIST", "LINE_LIST", "LINE_LIST_WITH_ADJACENCY", "LINE_STRIP",
     "LINE_STRIP_WITH_ADJACENCY", "TRIANGLE_LIST", "TRIANGLE_LIST_WITH_ADJACENCY", "TRIANGLE_STRIP",
     "TRIANGLE_STRIP_WITH_ADJACENCY", "TRIANGLE_FAN", "TRIANGLE_fan", "PATCH_LIST"});

void add_command(AmberParser& parser, const Token& keyword, auto what) {
  parser.commands->push_back(
      {keyword.place, std::string(parser.reader.line_of(keyword)), std::move(what)});
}

// Reads each word of the form in turn; # means a number.
void parse_form(ScriptReader& reader, std::span<const std::string_view> form,
                std::vector<std::string>& words) {
  for (const std::string_view& part : form) {
    const Token token = reader.peek();
    if (part == "#") {
      reader.number("a number");
    } else {
      reader.one_of("a word", std::span(&part, 1));
    }
    words.emplace_back(token.text);
  }
}

void parse_draw_array(ScriptReader& reader, std::vector<std::string>& words) {
  static constexpr std::string_view as[] = {"AS"};
  static constexpr std::string_view options[] = {"INDEXED", "START_IDX", "COUNT", "START_INSTANCE",
                                                 "INSTANCE_COUNT"};
  parse_form(reader, as, words);
  words.emplace_back(reader.one_of("a topology", topologies));
  while (!reader.at_line_end()) {
    const std::string_view option = reader.one_of("an option of DRAW_ARRAY", options);
    words.emplace_back(option);
    if (option == "INDEXED") continue;
    words.push_back(fmt::format("{}", reader.u32(option)));
  }
}

void parse_draw(AmberParser& parser, const Pipeline& pipeline, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view draws[] = {"DRAW_RECT", "DRAW_GRID", "DRAW_ARRAY"};
  static constexpr std::string_view rect[] = {"POS", "#", "#", "SIZE", "#", "#"};
  static constexpr std::string_view cells[] = {"CELLS", "#", "#"};
  GraphicsCommand command;
  command.pipeline = pipeline.name;
  command.name = reader.one_of("a shape", draws);
  if (command.name == "DRAW_ARRAY") {
    parse_draw_array(reader, command.words);
  } else {
    parse_form(reader, rect, command.words);
    if (command.name == "DRAW_GRID") parse_form(reader, cells, command.words);
  }
  reader.end_statement("RUN");
  add_command(parser, keyword, std::move(command));
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
  static constexpr std::string_view color[] = {"#", "#", "#", "#"};
  static constexpr std::string_view value[] = {"#"};
  GraphicsCommand command;
  command.name = keyword.text;
  const Token name = reader.peek();
  const Pipeline* pipeline = find_named(parser, parser.script.pipelines, "a pipeline");
  if (pipeline->kind != PipelineKind::graphics)
    reader.fail(name.place, fmt::format("{} applies only to graphics pipelines", keyword.text));
  command.pipeline = pipeline->name;
  if (keyword.text == "CLEAR_COLOR") parse_form(reader, color, command.words);
  if (keyword.text == "CLEAR_DEPTH" || keyword.text == "CLEAR_STENCIL")
    parse_form(reader, value, command.words);
  reader.end_statement(keyword.text);
  add_command(parser, keyword, std::move(command));
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
