// The lines of [test] that draw, clear and probe the framebuffer.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "amber/parser/default_attachments.h"
#include "amber/parser/vk_script_parser_state.h"
#include "amber/script/state_words.h"

namespace spirv_oracle::amber {
namespace {

// As in Amber's verifier.
constexpr double default_texel_tolerance = 0.002;

struct TopologyRow {
  std::string_view name;
  Topology topology;
};

// Those of OpenGL; topology_words has the others.
constexpr std::array gl_topologies{
    TopologyRow{"GL_POINTS", Topology::point_list},
    TopologyRow{"GL_LINES", Topology::line_list},
    TopologyRow{"GL_LINE_STRIP", Topology::line_strip},
    TopologyRow{"GL_LINES_ADJACENCY", Topology::line_list_with_adjacency},
    TopologyRow{"GL_LINE_STRIP_ADJACENCY", Topology::line_strip_with_adjacency},
    TopologyRow{"GL_TRIANGLES", Topology::triangle_list},
    TopologyRow{"GL_TRIANGLE_STRIP", Topology::triangle_strip},
    TopologyRow{"GL_TRIANGLE_FAN", Topology::triangle_fan},
    TopologyRow{"GL_TRIANGLES_ADJACENCY", Topology::triangle_list_with_adjacency},
    TopologyRow{"GL_TRIANGLE_STRIP_ADJACENCY", Topology::triangle_strip_with_adjacency},
    TopologyRow{"GL_PATCHES", Topology::patch_list},
};

Topology parse_topology(ScriptReader& reader) {
  const auto row = std::ranges::find(gl_topologies, reader.peek().text, &TopologyRow::name);
  if (row == gl_topologies.end()) return read_word<Topology>(reader, "a topology", topology_words);
  reader.take();
  return row->topology;
}

// The pipeline for a draw command: a new one if the state has changed since the last one.
std::string pipeline_for_draw(VkScriptParser& parser, const Token& begin) {
  VkDrawState& state = parser.draw_state;
  graphics_pipeline(parser, begin.place);
  if (state.is_new) {
    state.is_new = false;
    state.pipeline =
        state.pipelines == 0 ? "graphics" : fmt::format("graphics {}", state.pipelines + 1);
    ++state.pipelines;
    Pipeline& pipeline = parser.script.pipelines[state.pipeline];
    pipeline.name = state.pipeline;
    pipeline.place = begin.place;
    pipeline.kind = PipelineKind::graphics;
    const GraphicsState graphics = state_for_draw(state);
    pipeline.graphics.fixed = graphics.fixed;
    pipeline.graphics.blend = graphics.blend;
    state.entry_points_of[state.pipeline] = state.entry_points;
  }
  return state.pipeline;
}

// draw rect [ortho] [patch] x y width height
void parse_draw_rectangle(VkScriptParser& parser, const Token& begin) {
  ScriptReader& reader = parser.reader;
  DrawRectangle draw{.in_pixels = false};
  while (true) {
    if (reader.take_if("ortho")) {
      draw.in_pixels = true;
    } else if (reader.take_if("patch")) {
      draw.is_patch = true;
    } else {
      break;
    }
  }
  draw.x = reader.number("x");
  draw.y = reader.number("y");
  draw.width = reader.number("the width");
  draw.height = reader.number("the height");
  reader.end_statement("draw rect");
  draw.pipeline = pipeline_for_draw(parser, begin);
  add_vk_command(parser, begin, std::move(draw));
}

// draw arrays [indexed] [instanced] topology first count [instances]
void parse_draw_arrays(VkScriptParser& parser, const Token& begin) {
  ScriptReader& reader = parser.reader;
  DrawArrays draw;
  bool is_instanced = false;
  while (true) {
    if (reader.take_if("indexed")) {
      draw.is_indexed = true;
    } else if (reader.take_if("instanced")) {
      is_instanced = true;
    } else {
      break;
    }
  }
  draw.topology = parse_topology(reader);
  draw.first = reader.u32("the first vertex");
  draw.count = reader.u32("the number of vertices");
  if (is_instanced || !reader.at_line_end()) draw.instances = reader.u32("the number of instances");
  reader.end_statement("draw arrays");
  draw.pipeline = pipeline_for_draw(parser, begin);
  add_vk_command(parser, begin, std::move(draw));
}

void parse_draw(VkScriptParser& parser, const Token& begin) {
  static constexpr std::string_view words[] = {"rect", "arrays"};
  if (parser.reader.one_of("a shape", words) == "rect") return parse_draw_rectangle(parser, begin);
  parse_draw_arrays(parser, begin);
}

// The color of an integer format.
std::int64_t to_integer(double number) {
  constexpr double most = 4294967295.0;
  return number >= -most && number <= most ? static_cast<std::int64_t>(number) : 0;
}

void parse_clear(VkScriptParser& parser, const Token& begin) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view words[] = {"color", "depth", "stencil"};
  const std::string pipeline = graphics_pipeline(parser, begin.place).name;
  if (reader.at_line_end()) return add_vk_command(parser, begin, Clear{pipeline});
  const std::string_view what = reader.one_of("a buffer", words);
  if (what == "color") {
    SetClearColor command{pipeline, {}};
    for (std::size_t i = 0; i < command.color.floats.size(); ++i) {
      command.color.floats[i] = reader.number("a color");
      command.color.integers[i] = to_integer(command.color.floats[i]);
    }
    add_vk_command(parser, begin, std::move(command));
  } else if (what == "depth") {
    const Token value = reader.peek();
    SetClearDepth command{pipeline, reader.number("the depth")};
    if (!(command.depth >= 0 && command.depth <= 1))
      reader.fail(value.place, "the depth must be from 0 to 1");
    add_vk_command(parser, begin, std::move(command));
  } else {
    add_vk_command(parser, begin, SetClearStencil{pipeline, reader.u32("the stencil")});
  }
  reader.end_statement("clear");
}

void expect_word(ScriptReader& reader, std::string_view word) {
  const Token token = reader.word(word);
  if (token.text != word)
    reader.fail(token.place, fmt::format("expected {}, but found '{}'", word, token.text));
}

// (a, b, ...); the commas are optional.
std::vector<double> parse_list(ScriptReader& reader, std::size_t count, std::string_view what) {
  std::vector<double> numbers;
  expect_word(reader, "(");
  for (std::size_t i = 0; i < count; ++i) {
    numbers.push_back(reader.number(what));
    if (i + 1 < count) reader.take_if(",");
  }
  expect_word(reader, ")");
  return numbers;
}

// The rectangle of a probe in pixels; false if it does not begin at a pixel or has none.
bool set_rectangle(const std::vector<double>& numbers, ExpectPixels& expect) {
  constexpr double most = 4294967295.0;
  for (const double number : numbers) {
    if (!(number >= 0 && number <= most)) return false;
  }
  expect.x = static_cast<std::uint32_t>(numbers[0]);
  expect.y = static_cast<std::uint32_t>(numbers[1]);
  expect.width = numbers.size() > 2 ? static_cast<std::uint32_t>(numbers[2]) : 1;
  expect.height = numbers.size() > 2 ? static_cast<std::uint32_t>(numbers[3]) : 1;
  return expect.width != 0 && expect.height != 0;
}

// After "probe": all rgb r g b | [rect] rgb|rgba (x, y[, width, height]) (r, g, b[, a])
void parse_probe(VkScriptParser& parser, const Token& begin, bool is_relative) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view components[] = {"rgb", "rgba"};
  static constexpr std::string_view kinds[] = {"ssbo", "all", "rect", "rgb", "rgba"};
  graphics_pipeline(parser, begin.place);
  ExpectPixels expect;
  expect.buffer = "framebuffer";
  expect.scale = 1;
  expect.default_tolerance = default_texel_tolerance;
  expect.tolerances = parser.tolerances;
  std::string_view kind =
      reader.one_of("a kind of probe", is_relative ? std::span(kinds).subspan(2) : kinds);
  const bool is_all = kind == "all";
  const bool has_extent = kind == "rect";
  if (is_all || has_extent) kind = reader.one_of("rgb or rgba", components);
  const std::size_t count = kind == "rgb" ? 3 : 4;
  std::vector<double> rectangle{0, 0, 1, 1};
  const Token place = reader.peek();
  if (is_all) {
    for (std::size_t i = 0; i < count; ++i) expect.color.push_back(reader.number("a color"));
  } else {
    rectangle = parse_list(reader, has_extent ? 4 : 2, "a coordinate");
    expect.color = parse_list(reader, count, "a color");
  }
  reader.end_statement("probe");
  if (is_relative || is_all) {
    parser.relative_probes.push_back({parser.script.commands.size(), begin.place, rectangle});
  } else if (!set_rectangle(rectangle, expect)) {
    reader.fail(place.place,
                "the rectangle must contain a pixel, and must not begin before pixel (0, 0)");
  }
  add_vk_command(parser, begin, std::move(expect));
}

// STAGE entrypoint NAME. The first word is taken already.
bool parse_entry_point(VkScriptParser& parser, const Token& begin) {
  static constexpr std::string_view tessellation_stages[] = {"control", "evaluation"};
  static constexpr std::string_view words[] = {"entrypoint"};
  ScriptReader& reader = parser.reader;
  ShaderStage stage = ShaderStage::vertex;
  if (begin.text == "fragment") {
    stage = ShaderStage::fragment;
  } else if (begin.text == "geometry") {
    stage = ShaderStage::geometry;
  } else if (begin.text == "tessellation") {
    stage = reader.one_of("a stage", tessellation_stages) == "control"
                ? ShaderStage::tessellation_control
                : ShaderStage::tessellation_evaluation;
  } else if (begin.text != "vertex") {
    return false;
  }
  reader.one_of("an entry point", words);
  parser.draw_state.entry_points[stage] = reader.word("the name of the entry point").text;
  parser.draw_state.is_new = true;
  reader.end_statement("entrypoint");
  return true;
}

// patch parameter vertices COUNT
void parse_patch_parameter(VkScriptParser& parser) {
  ScriptReader& reader = parser.reader;
  expect_word(reader, "parameter");
  expect_word(reader, "vertices");
  parser.draw_state.graphics.fixed.input_assembly.patch_control_points =
      reader.u32("the number of control points");
  parser.draw_state.is_new = true;
  reader.end_statement("patch parameter");
}

void attach(Pipeline& pipeline, BindingKind kind, const std::string& buffer) {
  Binding binding;
  binding.place = pipeline.place;
  binding.kind = kind;
  binding.buffers = {buffer};
  pipeline.bindings.push_back(std::move(binding));
}

// The framebuffer that all pipelines share.
void add_attachments(VkScriptParser& parser, Pipeline& graphics) {
  Script& script = parser.script;
  graphics.graphics.framebuffer_size = parser.draw_state.graphics.framebuffer_size;
  const auto add = [&](const std::string& name, const ImageFormat& format) {
    script.buffers.emplace(
        name, make_attachment(parser.reader, name, format, graphics, 1, parser.max_bytes));
  };
  add("framebuffer", *parser.color_format);
  if (parser.depth_format != nullptr) add("depth buffer", *parser.depth_format);
}

void complete_pipeline(VkScriptParser& parser, const Pipeline& graphics, Pipeline& pipeline) {
  pipeline.graphics.framebuffer_size = graphics.graphics.framebuffer_size;
  pipeline.graphics.vertex_data = graphics.graphics.vertex_data;
  pipeline.graphics.index_buffer = graphics.graphics.index_buffer;
  pipeline.shaders = graphics.shaders;
  for (ShaderUse& use : pipeline.shaders) {
    const auto& names = parser.draw_state.entry_points_of[pipeline.name];
    if (const auto name = names.find(use.stage); name != names.end())
      use.entry_point = name->second;
  }
  attach(pipeline, BindingKind::color, "framebuffer");
  if (parser.depth_format != nullptr) attach(pipeline, BindingKind::depth_stencil, "depth buffer");
}

void resolve_relative_probes(VkScriptParser& parser, const Pipeline& graphics) {
  const auto [width, height] = graphics.graphics.framebuffer_size;
  for (const RelativeProbe& probe : parser.relative_probes) {
    std::vector<double> pixels;
    for (std::size_t i = 0; i < probe.rectangle.size(); ++i)
      pixels.push_back(probe.rectangle[i] * (i % 2 == 0 ? width : height));
    auto& expect = std::get<ExpectPixels>(parser.script.commands[probe.command].what);
    if (!set_rectangle(pixels, expect))
      parser.reader.fail(
          probe.place,
          "the rectangle must contain a pixel, and must not begin before pixel (0, 0)");
  }
}

void check_draw(const VkScriptParser& parser, const Command& command) {
  const auto* rectangle = std::get_if<DrawRectangle>(&command.what);
  const auto* arrays = std::get_if<DrawArrays>(&command.what);
  if (rectangle == nullptr && arrays == nullptr) return;
  const std::string& name = rectangle != nullptr ? rectangle->pipeline : arrays->pipeline;
  const Pipeline& pipeline = parser.script.pipelines.find(name)->second;
  for (const ShaderStage stage : {ShaderStage::vertex, ShaderStage::fragment}) {
    if (std::ranges::find(pipeline.shaders, stage, &ShaderUse::stage) == pipeline.shaders.end())
      parser.reader.fail(command.place,
                         fmt::format("the script has no [{} shader]", stage_name(stage)));
  }
  if (arrays != nullptr && arrays->is_indexed && pipeline.graphics.index_buffer.empty())
    parser.reader.fail(command.place, "the script has no [indices]");
}

}  // namespace

bool parse_vk_graphics(VkScriptParser& parser, const Token& begin) {
  static constexpr std::string_view probes[] = {"probe"};
  if (begin.text == "draw") {
    parse_draw(parser, begin);
  } else if (begin.text == "clear") {
    parse_clear(parser, begin);
  } else if (begin.text == "probe") {
    parse_probe(parser, begin, false);
  } else if (begin.text == "relative") {
    parser.reader.one_of("a probe", probes);
    parse_probe(parser, begin, true);
  } else if (begin.text == "patch") {
    parse_patch_parameter(parser);
  } else {
    return parse_entry_point(parser, begin);
  }
  return true;
}

void complete_graphics(VkScriptParser& parser) {
  Script& script = parser.script;
  const auto found = script.pipelines.find("graphics");
  if (found == script.pipelines.end()) return;
  Pipeline& graphics = found->second;
  add_attachments(parser, graphics);
  for (auto& [name, pipeline] : script.pipelines) {
    if (pipeline.kind == PipelineKind::graphics) complete_pipeline(parser, graphics, pipeline);
  }
  add_default_attachments(parser.reader, script, parser.max_bytes);
  resolve_relative_probes(parser, graphics);
  for (const Command& command : script.commands) check_draw(parser, command);
}

}  // namespace spirv_oracle::amber
