// Settings for drawing. Compute pipelines may have them too, as in Amber, but only FRAMEBUFFER_SIZE affects
// them.
#include <fmt/format.h>

#include <array>

#include "amber/parser/amber_parser_state.h"
#include "amber/script/keywords.h"

namespace spirv_oracle::amber {
namespace {

using Parse = void (*)(AmberParser& parser, Pipeline& pipeline, const Token& keyword);

// A block of settings up to END.
StateBlock parse_block(AmberParser& parser, std::span<const KeywordRow> rows,
                       const Token& keyword) {
  ScriptReader& reader = parser.reader;
  StateBlock block;
  reader.end_statement(keyword.text);
  for (reader.skip_line_ends(); !reader.at_end(); reader.skip_line_ends()) {
    const Token setting = reader.take();
    if (setting.text == "END") {
      reader.end_statement("END");
      return block;
    }
    const KeywordRow* row = find_keyword(rows, setting.text);
    if (row == nullptr) {
      reader.fail_unknown(setting, fmt::format("a setting of {}", keyword.text),
                          keyword_names(rows));
    }
    block[std::string(setting.text)] = parse_keyword_values(reader, *row);
    reader.end_statement(setting.text);
  }
  reader.fail(keyword.place, fmt::format("{} has no END", keyword.text));
}

void parse_depth(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  pipeline.graphics.depth = parse_block(parser, depth_keywords(), keyword);
}

void parse_stencil(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  static constexpr std::string_view faces[] = {"front", "back", "front_and_back"};
  const std::string face(parser.reader.one_of("a face", faces));
  pipeline.graphics.stencil[face] = parse_block(parser, stencil_keywords(), keyword);
}

void parse_blend(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  pipeline.graphics.blend = parse_block(parser, blend_keywords(), keyword);
}

void parse_framebuffer_size(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  pipeline.graphics.framebuffer_size = {parser.reader.u32("the width"),
                                        parser.reader.u32("the height")};
  parser.reader.end_statement(keyword.text);
}

void parse_viewport(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view size[] = {"SIZE"};
  Viewport viewport;
  viewport.x = reader.number("x");
  viewport.y = reader.number("y");
  reader.one_of("a size", size);
  viewport.width = reader.number("the width");
  viewport.height = reader.number("the height");
  if (reader.take_if("MIN_DEPTH")) viewport.min_depth = reader.number("MIN_DEPTH");
  if (reader.take_if("MAX_DEPTH")) viewport.max_depth = reader.number("MAX_DEPTH");
  reader.end_statement(keyword.text);
  pipeline.graphics.viewport = viewport;
}

void parse_polygon_mode(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  static constexpr std::string_view modes[] = {"fill", "line", "point"};
  pipeline.graphics.polygon_mode = parser.reader.one_of("a polygon mode", modes);
  parser.reader.end_statement(keyword.text);
}

void parse_patch_control_points(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  pipeline.graphics.patch_control_points = parser.reader.u32("the number of control points");
  parser.reader.end_statement(keyword.text);
}

void parse_vertex_data(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view location[] = {"LOCATION"};
  static constexpr std::string_view rates[] = {"vertex", "instance"};
  static constexpr std::string_view options[] = {"RATE", "FORMAT", "OFFSET", "STRIDE"};
  VertexData data;
  if (const Buffer* buffer = find_named(parser, parser.script.buffers, "a buffer"))
    data.buffer = buffer->name;
  reader.one_of("a location", location);
  data.location = reader.u32("LOCATION");
  while (!reader.at_line_end()) {
    const std::string_view option = reader.one_of("an option of VERTEX_DATA", options);
    if (option == "RATE") data.per_instance = reader.one_of("a rate", rates) == "instance";
    if (option == "FORMAT") data.format = parse_type(parser, "the format");
    if (option == "OFFSET") data.offset = reader.u32("OFFSET");
    if (option == "STRIDE") data.stride = reader.u32("STRIDE");
  }
  reader.end_statement(keyword.text);
  pipeline.graphics.vertex_data.push_back(std::move(data));
}

void parse_index_data(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  if (const Buffer* buffer = find_named(parser, parser.script.buffers, "a buffer"))
    pipeline.graphics.index_buffer = buffer->name;
  parser.reader.end_statement(keyword.text);
}

struct Row {
  std::string_view keyword;
  Parse parse;
};

constexpr std::array rows{
    Row{"DEPTH", parse_depth},
    Row{"STENCIL", parse_stencil},
    Row{"BLEND", parse_blend},
    Row{"FRAMEBUFFER_SIZE", parse_framebuffer_size},
    Row{"VIEWPORT", parse_viewport},
    Row{"POLYGON_MODE", parse_polygon_mode},
    Row{"PATCH_CONTROL_POINTS", parse_patch_control_points},
    Row{"VERTEX_DATA", parse_vertex_data},
    Row{"INDEX_DATA", parse_index_data},
};

}  // namespace

bool parse_graphics_statement(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  for (const Row& row : rows) {
    if (row.keyword != keyword.text) continue;
    row.parse(parser, pipeline, keyword);
    return true;
  }
  return false;
}

}  // namespace spirv_oracle::amber
