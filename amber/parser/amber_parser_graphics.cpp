// Settings for drawing. Compute pipelines may have them too, as in Amber, but only FRAMEBUFFER_SIZE affects
// them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "amber/parser/amber_parser_state.h"
#include "amber/script/state_words.h"

namespace spirv_oracle::amber {
namespace {

using Parse = void (*)(AmberParser& parser, Pipeline& pipeline, const Token& keyword);

// A keyword of a block such as DEPTH, and how it changes a state.
template <class State>
struct Setting {
  std::string_view keyword;
  void (*parse)(ScriptReader& reader, State& state);
};

// A block of settings up to END.
template <class State>
void parse_block(ScriptReader& reader, std::span<const Setting<State>> settings,
                 const Token& keyword, State& state) {
  reader.end_statement(keyword.text);
  for (reader.skip_line_ends(); !reader.at_end(); reader.skip_line_ends()) {
    const Token word = reader.take();
    if (word.text == "END") return reader.end_statement("END");
    const auto found = std::ranges::find(settings, word.text, &Setting<State>::keyword);
    if (found == settings.end()) {
      std::vector<std::string_view> known;
      for (const Setting<State>& setting : settings) known.push_back(setting.keyword);
      reader.fail_unknown(word, fmt::format("a setting of {}", keyword.text), known);
    }
    found->parse(reader, state);
    reader.end_statement(word.text);
  }
  reader.fail(keyword.place, fmt::format("{} has no END", keyword.text));
}

// Reads a word that precedes a number, and the number.
double parse_named_number(ScriptReader& reader, std::string_view name) {
  reader.one_of("a word", std::span(&name, 1));
  return reader.number(name);
}

constexpr std::array depth_settings = std::to_array<Setting<PipelineState>>({
    {"TEST", [](ScriptReader& reader, PipelineState& state) { state.depth_stencil.depth_test = reader.on_off("TEST"); }},
    {"WRITE", [](ScriptReader& reader, PipelineState& state) { state.depth_stencil.depth_write = reader.on_off("WRITE"); }},
    {"CLAMP", [](ScriptReader& reader, PipelineState& state) { state.rasterization.depth_clamp = reader.on_off("CLAMP"); }},
    {"COMPARE_OP",
     [](ScriptReader& reader, PipelineState& state) {
       state.depth_stencil.depth_compare =
           read_word<CompareOperation>(reader, "a compare operation", compare_operation_words);
     }},
    {"BOUNDS",
     [](ScriptReader& reader, PipelineState& state) {
       DepthBounds& bounds = state.depth_stencil.depth_bounds.emplace();
       bounds.min = parse_named_number(reader, "min");
       bounds.max = parse_named_number(reader, "max");
     }},
    {"BIAS",
     [](ScriptReader& reader, PipelineState& state) {
       DepthBias& bias = state.rasterization.depth_bias.emplace();
       bias.constant_factor = parse_named_number(reader, "constant");
       bias.clamp = parse_named_number(reader, "clamp");
       bias.slope_factor = parse_named_number(reader, "slope");
     }},
});

void parse_depth(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  parse_block<PipelineState>(parser.reader, depth_settings, keyword, pipeline.graphics.fixed);
}

// The settings of one face; TEST applies to both.
struct StencilSettings {
  StencilFace face;
  bool test = false;
};

StencilOperation parse_stencil_operation(ScriptReader& reader) {
  return read_word<StencilOperation>(reader, "a stencil operation", stencil_operation_words);
}

std::uint32_t parse_byte(ScriptReader& reader, std::string_view what) {
  constexpr std::uint64_t most = 255;
  return static_cast<std::uint32_t>(reader.unsigned_number(what, most));
}

constexpr std::array stencil_settings = std::to_array<Setting<StencilSettings>>({
    {"TEST",
     [](ScriptReader& reader, StencilSettings& state) { state.test = reader.on_off("TEST"); }},
    {"FAIL_OP", [](ScriptReader& reader,
                   StencilSettings& state) { state.face.fail = parse_stencil_operation(reader); }},
    {"PASS_OP", [](ScriptReader& reader,
                   StencilSettings& state) { state.face.pass = parse_stencil_operation(reader); }},
    {"DEPTH_FAIL_OP",
     [](ScriptReader& reader, StencilSettings& state) {
       state.face.depth_fail = parse_stencil_operation(reader);
     }},
    {"COMPARE_OP",
     [](ScriptReader& reader, StencilSettings& state) {
       state.face.compare =
           read_word<CompareOperation>(reader, "a compare operation", compare_operation_words);
     }},
    {"COMPARE_MASK",
     [](ScriptReader& reader,
        StencilSettings& state) { state.face.compare_mask = parse_byte(reader, "COMPARE_MASK"); }},
    {"WRITE_MASK",
     [](ScriptReader& reader,
        StencilSettings& state) { state.face.write_mask = parse_byte(reader, "WRITE_MASK"); }},
    {"REFERENCE",
     [](ScriptReader& reader,
        StencilSettings& state) { state.face.reference = parse_byte(reader, "REFERENCE"); }},
});

void parse_stencil(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  static constexpr std::string_view faces[] = {"front", "back", "front_and_back"};
  const std::string_view face = parser.reader.one_of("a face", faces);
  DepthStencilState& state = pipeline.graphics.fixed.depth_stencil;
  StencilSettings settings{face == "back" ? state.back : state.front, state.stencil_test};
  parse_block<StencilSettings>(parser.reader, stencil_settings, keyword, settings);
  state.stencil_test = settings.test;
  if (face != "back") state.front = settings.face;
  if (face != "front") state.back = settings.face;
}

BlendFactor parse_blend_factor(ScriptReader& reader) {
  return read_word<BlendFactor>(reader, "a blend factor", blend_factor_words);
}

BlendOperation parse_blend_operation(ScriptReader& reader) {
  const Token word = reader.peek();
  if (std::ranges::find(advanced_blend_words, word.text) != advanced_blend_words.end()) {
    reader.not_supported(
        word.place,
        fmt::format("'{}', an operation of VK_EXT_blend_operation_advanced, is", word.text));
  }
  return read_word<BlendOperation>(reader, "a blend operation", blend_operation_words);
}

constexpr std::array blend_settings = std::to_array<Setting<BlendAttachment>>({
    {"SRC_COLOR_FACTOR",
     [](ScriptReader& reader, BlendAttachment& blend) {
       blend.color.source = parse_blend_factor(reader);
     }},
    {"DST_COLOR_FACTOR",
     [](ScriptReader& reader, BlendAttachment& blend) {
       blend.color.destination = parse_blend_factor(reader);
     }},
    {"COLOR_OP",
     [](ScriptReader& reader, BlendAttachment& blend) {
       blend.color.operation = parse_blend_operation(reader);
     }},
    {"SRC_ALPHA_FACTOR",
     [](ScriptReader& reader, BlendAttachment& blend) {
       blend.alpha.source = parse_blend_factor(reader);
     }},
    {"DST_ALPHA_FACTOR",
     [](ScriptReader& reader, BlendAttachment& blend) {
       blend.alpha.destination = parse_blend_factor(reader);
     }},
    {"ALPHA_OP",
     [](ScriptReader& reader,
        BlendAttachment& blend) { blend.alpha.operation = parse_blend_operation(reader); }},
});

void parse_blend(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  pipeline.graphics.blend.enabled = true;
  parse_block<BlendAttachment>(parser.reader, blend_settings, keyword, pipeline.graphics.blend);
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
  pipeline.graphics.fixed.viewports = {viewport};
}

void parse_polygon_mode(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  pipeline.graphics.fixed.rasterization.polygon_mode =
      read_word<PolygonMode>(parser.reader, "a polygon mode", polygon_mode_words);
  parser.reader.end_statement(keyword.text);
}

void parse_patch_control_points(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  pipeline.graphics.fixed.input_assembly.patch_control_points =
      parser.reader.u32("the number of control points");
  parser.reader.end_statement(keyword.text);
}

void parse_vertex_data(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view location[] = {"LOCATION"};
  static constexpr std::string_view rates[] = {"vertex", "instance"};
  static constexpr std::string_view options[] = {"RATE", "FORMAT", "OFFSET", "STRIDE"};
  VertexData data;
  data.place = keyword.place;
  data.buffer = find_named(parser, parser.script.buffers, "a buffer")->name;
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
  // Replaces that of a parent pipeline, as bindings do.
  std::erase_if(pipeline.graphics.vertex_data,
                [&data](const VertexData& other) { return other.location == data.location; });
  pipeline.graphics.vertex_data.push_back(std::move(data));
}

void parse_index_data(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  pipeline.graphics.index_buffer = find_named(parser, parser.script.buffers, "a buffer")->name;
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
