// State that the parts of the VkScript parser share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "amber/script/model.h"
#include "amber/script/script_reader.h"

namespace spirv_oracle::amber {

// How the next draw command draws. Unlike in Vulkan, values remain while their use is disabled.
struct VkDrawState {
  GraphicsState graphics;
  bool has_logic_operation = false;
  LogicOperation logic_operation = LogicOperation::clear;
  bool has_depth_bias = false;
  DepthBias depth_bias;
  bool has_depth_bounds = false;
  DepthBounds depth_bounds;
  std::map<ShaderStage, std::string> entry_points;
  bool is_new = true;    // no draw command uses it yet
  std::string pipeline;  // of the last draw command
  unsigned pipelines = 0;
  std::map<std::string, std::map<ShaderStage, std::string>> entry_points_of;  // by pipeline
};

// A probe whose rectangle is relative to the size of the framebuffer: x, y, width and height.
struct RelativeProbe {
  std::size_t command = 0;  // its index in the script
  ScriptPosition place;
  std::vector<double> rectangle;  // or only x and y
};

struct VkScriptParser {
  ScriptReader reader;
  Script script = {};
  std::uint64_t max_bytes = 0;  // of one buffer
  std::vector<Tolerance> tolerances = {};
  std::string compute_entry_point = {};
  std::vector<Binding> bindings = {};  // of all pipelines
  VkDrawState draw_state = {};
  std::vector<RelativeProbe> relative_probes = {};
  const ImageFormat* color_format = find_image_format("B8G8R8A8_UNORM");
  const ImageFormat* depth_format = nullptr;  // null: the default
};

// Whether a line begins a section, such as [test].
inline bool at_section(const ScriptReader& reader) {
  return reader.peek().kind == Token::Kind::word && reader.peek().text.starts_with('[');
}

// The graphics pipeline with the attachments, which exists if anything is drawn, cleared or probed.
Pipeline& graphics_pipeline(VkScriptParser& parser, const ScriptPosition& place);

// Adds a command for the line that begins with a token.
template <class Command>
void add_vk_command(VkScriptParser& parser, const Token& begin, Command what) {
  parser.script.commands.push_back(
      {begin.place, std::string(parser.reader.line_of(begin)), std::move(what)});
}

// vk_script_draw_data.cpp: the sections [vertex data] and [indices].
void parse_vertex_data_section(VkScriptParser& parser, const ScriptPosition& place);
void parse_indices_section(VkScriptParser& parser, const ScriptPosition& place);

// vk_script_state_parser.cpp: a line that changes how the following commands draw. False if the keyword is another one.
bool parse_vk_state(VkScriptParser& parser, const Token& keyword);
// The complete state for a draw command.
GraphicsState state_for_draw(const VkDrawState& state);

// vk_script_graphics_parser.cpp: draws, clears and probes of the framebuffer. False if the line is another one.
bool parse_vk_graphics(VkScriptParser& parser, const Token& begin);
// Gives all graphics pipelines their shaders, data and attachments. Must be called after the whole script has been parsed.
void complete_graphics(VkScriptParser& parser);

// vk_script_test_parser.cpp: the lines of the section [test].
void parse_test_section(VkScriptParser& parser);

// Gives the pipelines their bindings, and checks that everything that is run or probed exists. Must
// be called after the whole script has been parsed.
void complete_test(VkScriptParser& parser);

}  // namespace spirv_oracle::amber
