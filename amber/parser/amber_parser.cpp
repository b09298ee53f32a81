#include "amber/parser/amber_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "amber/parser/amber_parser_state.h"
#include "amber/parser/default_attachments.h"
#include "amber/script/values.h"
#include "interpreter/thrown_error.h"

namespace spirv_oracle::amber {
namespace {

void add_requirement(AmberParser& parser, Requirement::Kind kind, const Token& keyword) {
  const Token name = parser.reader.word("the name");
  parser.script.requirements.push_back({kind, std::string(name.text), name.place});
  parser.reader.end_statement(keyword.text);
}

void parse_feature(AmberParser& parser, const Token& keyword) {
  add_requirement(parser, Requirement::Kind::feature, keyword);
}

void parse_property(AmberParser& parser, const Token& keyword) {
  add_requirement(parser, Requirement::Kind::property, keyword);
}

void parse_device_extension(AmberParser& parser, const Token& keyword) {
  add_requirement(parser, Requirement::Kind::device_extension, keyword);
}

void parse_instance_extension(AmberParser& parser, const Token& keyword) {
  add_requirement(parser, Requirement::Kind::instance_extension, keyword);
}

// The interpreter has its own limits, so the time that a device may take is ignored.
void parse_set(AmberParser& parser, const Token& keyword) {
  static constexpr std::string_view what[] = {"ENGINE_DATA"};
  static constexpr std::string_view variables[] = {"fence_timeout_ms"};
  parser.reader.one_of("a kind of data", what);
  parser.reader.one_of("a variable of ENGINE_DATA", variables);
  parser.reader.u32("fence_timeout_ms");
  parser.reader.end_statement(keyword.text);
}

void parse_acceleration_structure(AmberParser& parser, const Token& keyword) {
  parser.reader.not_supported(keyword.place, "ACCELERATION_STRUCTURE: ray tracing is");
}

void parse_debug(AmberParser& parser, const Token& keyword) {
  parser.reader.not_supported(keyword.place, "DEBUG: stepping through a shader is");
}

constexpr std::array top_statements{
    Statement{"ACCELERATION_STRUCTURE", parse_acceleration_structure},
    Statement{"BUFFER", parse_buffer},
    Statement{"CLEAR", parse_clear},
    Statement{"CLEAR_COLOR", parse_clear},
    Statement{"CLEAR_DEPTH", parse_clear},
    Statement{"CLEAR_STENCIL", parse_clear},
    Statement{"COPY", parse_copy},
    Statement{"DEBUG", parse_debug},
    Statement{"DERIVE_PIPELINE", parse_derived_pipeline},
    Statement{"DEVICE_EXTENSION", parse_device_extension},
    Statement{"DEVICE_FEATURE", parse_feature},
    Statement{"DEVICE_PROPERTY", parse_property},
    Statement{"EXPECT", parse_expect},
    Statement{"IMAGE", parse_image},
    Statement{"INSTANCE_EXTENSION", parse_instance_extension},
    Statement{"PIPELINE", parse_pipeline},
    Statement{"REPEAT", parse_repeat},
    Statement{"RUN", parse_run},
    Statement{"SAMPLER", parse_sampler},
    Statement{"SET", parse_set},
    Statement{"SHADER", parse_shader},
    Statement{"STRUCT", parse_struct},
    Statement{"VIRTUAL_FILE", parse_virtual_file},
};

}  // namespace

void parse_statements(AmberParser& parser, const Token& begin,
                      std::span<const Statement> statements, bool until_end,
                      std::string_view what) {
  ScriptReader& reader = parser.reader;
  for (reader.skip_line_ends(); !reader.at_end(); reader.skip_line_ends()) {
    const Token keyword = reader.take();
    if (until_end && keyword.text == "END") {
      reader.end_statement("END");
      return;
    }
    const auto found =
        std::find_if(statements.begin(), statements.end(),
                     [&](const Statement& row) { return row.keyword == keyword.text; });
    if (found == statements.end()) {
      std::vector<std::string_view> known;
      for (const Statement& row : statements) known.push_back(row.keyword);
      reader.fail_unknown(keyword, what, known);
    }
    found->parse(parser, keyword);
  }
  if (until_end) reader.fail(begin.place, fmt::format("{} has no END", begin.text));
}

std::string beside(const std::string& script, std::string_view path) {
  return (std::filesystem::path(script).parent_path() / path).string();
}

namespace {

Script parse_statements_of(const std::string& file, std::string_view text,
                           std::uint64_t max_bytes) {
  AmberParser parser{ScriptReader(file, text), {}, nullptr, max_bytes};
  parser.script.file = file;
  parser.script.language = Language::amber_script;
  parser.commands = &parser.script.commands;
  if (!text.starts_with("#!amber"))
    parser.reader.fail({}, "AmberScript must start with #!amber as its first line");
  parse_statements(parser, {}, top_statements, false, "a command of AmberScript");
  add_default_attachments(parser.reader, parser.script, max_bytes);
  parser.script.warnings = parser.reader.take_warnings();
  return std::move(parser.script);
}

}  // namespace

Result<Script> parse_amber_script(const std::string& file, std::string_view text,
                                  std::uint64_t max_bytes) {
  return catch_error(
      [&]() -> Result<Script> { return parse_statements_of(file, text, max_bytes); });
}

}  // namespace spirv_oracle::amber
