// State that the parts of the AmberScript parser share. Each statement has a function, which begins
// after the keyword of the statement. The reader keeps the first error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "amber/script/literals.h"
#include "amber/script/model.h"
#include "amber/script/script_reader.h"

namespace spirv_oracle::amber {

struct AmberParser {
  ScriptReader reader;
  Script script;
  std::vector<Command>* commands;  // where commands go: the list of the script, or that of a REPEAT
  std::uint64_t max_bytes;         // of one buffer
};

struct Statement {
  std::string_view keyword;
  void (*parse)(AmberParser& parser, const Token& keyword);
};

// Parses the statements of a list up to a word END, or without END to the end of the script.
void parse_statements(AmberParser& parser, const Token& begin,
                      std::span<const Statement> statements, bool until_end, std::string_view what);

// amber_parser_shaders.cpp
void parse_shader(AmberParser& parser, const Token& keyword);
void parse_virtual_file(AmberParser& parser, const Token& keyword);
std::optional<ShaderStage> find_stage(std::string_view name);
bool is_ray_tracing(ShaderStage stage);

// amber_parser_buffers.cpp
void parse_struct(AmberParser& parser, const Token& keyword);
void parse_buffer(AmberParser& parser, const Token& keyword);
void parse_image(AmberParser& parser, const Token& keyword);
void parse_sampler(AmberParser& parser, const Token& keyword);
DataType parse_type(AmberParser& parser, std::string_view what);

// amber_parser_initializers.cpp: the contents of a buffer. `set_size` computes its bytes from the
// number of its elements.
void parse_initializer(AmberParser& parser, Buffer& buffer);
void set_size(AmberParser& parser, Buffer& buffer, const Token& at);
void fail_levels(AmberParser& parser, const ImageShape& shape, const ScriptPosition& place);

// amber_parser_pipelines.cpp and amber_parser_bindings.cpp
void parse_pipeline(AmberParser& parser, const Token& keyword);
void parse_derived_pipeline(AmberParser& parser, const Token& keyword);
void parse_bind(AmberParser& parser, Pipeline& pipeline, const Token& keyword);
void parse_kernel_value(AmberParser& parser, Pipeline& pipeline, const Token& keyword);

// amber_parser_graphics.cpp: parses a statement about drawing. False if the keyword is not one.
bool parse_graphics_statement(AmberParser& parser, Pipeline& pipeline, const Token& keyword);

// amber_parser_commands.cpp and amber_parser_expect.cpp
void parse_run(AmberParser& parser, const Token& keyword);
void parse_copy(AmberParser& parser, const Token& keyword);
void parse_clear(AmberParser& parser, const Token& keyword);
void parse_repeat(AmberParser& parser, const Token& keyword);
void parse_expect(AmberParser& parser, const Token& keyword);

// Reads a new name. Fails if `names` already has it.
template <class Map>
std::string new_name(AmberParser& parser, const Map& names, std::string_view what) {
  const Token token = parser.reader.word(what);
  if (names.find(token.text) != names.end())
    parser.reader.fail(token.place,
                       std::string(what) + " '" + std::string(token.text) + "' is already in use");
  return std::string(token.text);
}

// Reads a name and returns its value. Fails if there is none.
template <class Map>
auto* find_named(AmberParser& parser, Map& names, std::string_view what) {
  const Token token = parser.reader.word(what);
  const auto found = names.find(token.text);
  if (found != names.end()) return &found->second;
  std::vector<std::string_view> known;
  for (const auto& [name, value] : names) known.push_back(name);
  if (known.empty())
    parser.reader.fail(token.place, "'" + std::string(token.text) + "' is not declared");
  parser.reader.fail_unknown(token, what, known);
}

// The path of a file that the script names.
std::string beside(const std::string& script, std::string_view path);

}  // namespace spirv_oracle::amber
