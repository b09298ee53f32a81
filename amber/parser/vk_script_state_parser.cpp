// The lines of [test] that only say how to draw, such as "depthTestEnable true".
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "amber/parser/vk_script_parser_state.h"
#include "amber/script/state_words.h"

namespace spirv_oracle::amber {
namespace {

// Those of Vulkan; blend_operation_words has the spelling of AmberScript.
constexpr std::array vk_blend_operations =
    std::to_array<std::string_view>({"add", "subtract", "reverse_subtract", "min", "max"});
constexpr std::array logic_operations = std::to_array<std::string_view>(
    {"clear", "and", "and_reverse", "copy", "and_inverted", "no_op", "xor", "or", "nor",
     "equivalent", "invert", "or_reverse", "copy_inverted", "or_inverted", "nand", "set"});
constexpr std::array front_faces =
    std::to_array<std::string_view>({"counter_clockwise", "clockwise"});

// The names in Vulkan: VK_COMPARE_OP_LESS for "less".
std::vector<std::string> vulkan_names(std::string_view prefix,
                                      std::span<const std::string_view> words) {
  std::vector<std::string> names;
  for (const std::string_view word : words) {
    std::string& name = names.emplace_back(prefix);
    for (const char letter : word)
      name += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  }
  return names;
}

// Reads a name of Vulkan, in the order of the enumeration.
template <class Enum>
Enum read_vulkan_name(ScriptReader& reader, std::string_view what, std::string_view prefix,
                      std::span<const std::string_view> words) {
  const std::vector<std::string> names = vulkan_names(prefix, words);
  const std::vector<std::string_view> views(names.begin(), names.end());
  return read_word<Enum>(reader, what, views);
}

// Reads names of bits, with | between them, up to the end of the line; or 0.
unsigned read_bits(ScriptReader& reader, std::string_view what,
                   std::span<const std::string_view> names) {
  unsigned bits = 0;
  Token token = reader.word(what);
  if (token.text == "0" && reader.at_line_end()) return 0;
  while (true) {
    std::string_view rest = token.text;
    while (!rest.empty()) {
      const std::string_view name = rest.substr(0, rest.find('|'));
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
      if (name.empty()) continue;
      const auto found = std::ranges::find(names, name);
      if (found == names.end())
        reader.fail_unknown({Token::Kind::word, name, token.place}, what, names);
      bits |= 1u << (found - names.begin());
    }
    if (reader.at_line_end()) return bits;
    token = reader.take();
  }
}

bool read_bool(ScriptReader& reader) {
  static constexpr std::string_view words[] = {"true", "false"};
  return reader.one_of("true or false", words) == "true";
}

CompareOperation read_compare(ScriptReader& reader) {
  return read_vulkan_name<CompareOperation>(reader, "a VkCompareOp", "VK_COMPARE_OP_",
                                            compare_operation_words);
}

StencilOperation read_stencil(ScriptReader& reader) {
  return read_vulkan_name<StencilOperation>(reader, "a VkStencilOp", "VK_STENCIL_OP_",
                                            stencil_operation_words);
}

BlendFactor read_factor(ScriptReader& reader) {
  return read_vulkan_name<BlendFactor>(reader, "a VkBlendFactor", "VK_BLEND_FACTOR_",
                                       blend_factor_words);
}

BlendOperation read_blend(ScriptReader& reader) {
  const Token word = reader.peek();
  if (word.text.starts_with("VK_BLEND_OP_") && word.text.ends_with("_EXT"))
    reader.not_supported(
        word.place,
        fmt::format("{}, an operation of VK_EXT_blend_operation_advanced, is", word.text));
  return read_vulkan_name<BlendOperation>(reader, "a VkBlendOp", "VK_BLEND_OP_",
                                          vk_blend_operations);
}

CullMode read_cull_mode(ScriptReader& reader) {
  static constexpr std::string_view names[] = {"VK_CULL_MODE_FRONT_BIT", "VK_CULL_MODE_BACK_BIT",
                                               "VK_CULL_MODE_FRONT_AND_BACK", "VK_CULL_MODE_NONE"};
  constexpr unsigned both = 4, none = 8;
  unsigned bits = read_bits(reader, "a VkCullMode", names);
  if ((bits & both) != 0) bits |= 3;
  return static_cast<CullMode>(bits & ~(both | none));
}

void read_write_mask(ScriptReader& reader, BlendAttachment& blend) {
  static constexpr std::string_view names[] = {
      "VK_COLOR_COMPONENT_R_BIT", "VK_COLOR_COMPONENT_G_BIT", "VK_COLOR_COMPONENT_B_BIT",
      "VK_COLOR_COMPONENT_A_BIT"};
  const unsigned bits = read_bits(reader, "a VkColorComponent", names);
  for (std::size_t i = 0; i < blend.write_mask.size(); ++i)
    blend.write_mask[i] = (bits >> i & 1) != 0;
}

struct StateRow {
  std::string_view keyword;
  void (*parse)(ScriptReader& reader, VkDrawState& state);
};

// The parts of the state that the rows change.
RasterizationState& raster(VkDrawState& state) { return state.graphics.fixed.rasterization; }
DepthStencilState& depth(VkDrawState& state) { return state.graphics.fixed.depth_stencil; }
StencilFace& front(VkDrawState& state) { return depth(state).front; }
StencilFace& back(VkDrawState& state) { return depth(state).back; }
BlendAttachment& blend(VkDrawState& state) { return state.graphics.blend; }

using R = ScriptReader;
using S = VkDrawState;

constexpr std::array state_rows = std::to_array<StateRow>({
    {"primitiveRestartEnable", [](R& r, S& s) { s.graphics.fixed.input_assembly.primitive_restart = read_bool(r); }},
    {"depthClampEnable", [](R& r, S& s) { raster(s).depth_clamp = read_bool(r); }},
    {"rasterizerDiscardEnable", [](R& r, S& s) { raster(s).rasterizer_discard = read_bool(r); }},
    {"depthBiasEnable", [](R& r, S& s) { s.has_depth_bias = read_bool(r); }},
    {"logicOpEnable", [](R& r, S& s) { s.has_logic_operation = read_bool(r); }},
    {"blendEnable", [](R& r, S& s) { blend(s).enabled = read_bool(r); }},
    {"depthTestEnable", [](R& r, S& s) { depth(s).depth_test = read_bool(r); }},
    {"depthWriteEnable", [](R& r, S& s) { depth(s).depth_write = read_bool(r); }},
    {"depthBoundsTestEnable", [](R& r, S& s) { s.has_depth_bounds = read_bool(r); }},
    {"stencilTestEnable", [](R& r, S& s) { depth(s).stencil_test = read_bool(r); }},
    // Each draw command has a topology of its own.
    {"topology",
     [](R& r, S&) {
       read_vulkan_name<Topology>(r, "a VkPrimitiveTopology", "VK_PRIMITIVE_TOPOLOGY_", topology_words);
     }},
    {"polygonMode",
     [](R& r, S& s) {
       raster(s).polygon_mode =
           read_vulkan_name<PolygonMode>(r, "a VkPolygonMode", "VK_POLYGON_MODE_", polygon_mode_words);
     }},
    {"logicOp",
     [](R& r, S& s) {
       s.logic_operation = read_vulkan_name<LogicOperation>(r, "a VkLogicOp", "VK_LOGIC_OP_", logic_operations);
     }},
    {"frontFace",
     [](R& r, S& s) {
       raster(s).front_face = read_vulkan_name<FrontFace>(r, "a VkFrontFace", "VK_FRONT_FACE_", front_faces);
     }},
    {"cullMode", [](R& r, S& s) { raster(s).cull_mode = read_cull_mode(r); }},
    {"depthBiasConstantFactor", [](R& r, S& s) { s.depth_bias.constant_factor = r.number("depthBiasConstantFactor"); }},
    {"depthBiasClamp", [](R& r, S& s) { s.depth_bias.clamp = r.number("depthBiasClamp"); }},
    {"depthBiasSlopeFactor", [](R& r, S& s) { s.depth_bias.slope_factor = r.number("depthBiasSlopeFactor"); }},
    {"lineWidth", [](R& r, S& s) { raster(s).line_width = r.number("lineWidth"); }},
    {"minDepthBounds", [](R& r, S& s) { s.depth_bounds.min = r.number("minDepthBounds"); }},
    {"maxDepthBounds", [](R& r, S& s) { s.depth_bounds.max = r.number("maxDepthBounds"); }},
    {"srcColorBlendFactor", [](R& r, S& s) { blend(s).color.source = read_factor(r); }},
    {"dstColorBlendFactor", [](R& r, S& s) { blend(s).color.destination = read_factor(r); }},
    {"srcAlphaBlendFactor", [](R& r, S& s) { blend(s).alpha.source = read_factor(r); }},
    {"dstAlphaBlendFactor", [](R& r, S& s) { blend(s).alpha.destination = read_factor(r); }},
    {"colorBlendOp", [](R& r, S& s) { blend(s).color.operation = read_blend(r); }},
    {"alphaBlendOp", [](R& r, S& s) { blend(s).alpha.operation = read_blend(r); }},
    {"depthCompareOp", [](R& r, S& s) { depth(s).depth_compare = read_compare(r); }},
    {"front.compareOp", [](R& r, S& s) { front(s).compare = read_compare(r); }},
    {"back.compareOp", [](R& r, S& s) { back(s).compare = read_compare(r); }},
    {"front.failOp", [](R& r, S& s) { front(s).fail = read_stencil(r); }},
    {"front.passOp", [](R& r, S& s) { front(s).pass = read_stencil(r); }},
    {"front.depthFailOp", [](R& r, S& s) { front(s).depth_fail = read_stencil(r); }},
    {"back.failOp", [](R& r, S& s) { back(s).fail = read_stencil(r); }},
    {"back.passOp", [](R& r, S& s) { back(s).pass = read_stencil(r); }},
    {"back.depthFailOp", [](R& r, S& s) { back(s).depth_fail = read_stencil(r); }},
    {"front.reference", [](R& r, S& s) { front(s).reference = r.u32("front.reference"); }},
    {"back.reference", [](R& r, S& s) { back(s).reference = r.u32("back.reference"); }},
    {"front.compareMask", [](R& r, S& s) { front(s).compare_mask = r.u32("front.compareMask"); }},
    {"back.compareMask", [](R& r, S& s) { back(s).compare_mask = r.u32("back.compareMask"); }},
    {"front.writeMask", [](R& r, S& s) { front(s).write_mask = r.u32("front.writeMask"); }},
    {"back.writeMask", [](R& r, S& s) { back(s).write_mask = r.u32("back.writeMask"); }},
    {"colorWriteMask", [](R& r, S& s) { read_write_mask(r, blend(s)); }},
});

}  // namespace

bool parse_vk_state(VkScriptParser& parser, const Token& keyword) {
  const auto row = std::ranges::find(state_rows, keyword.text, &StateRow::keyword);
  if (row == state_rows.end()) return false;
  row->parse(parser.reader, parser.draw_state);
  parser.draw_state.is_new = true;
  parser.reader.end_statement(keyword.text);
  return true;
}

GraphicsState state_for_draw(const VkDrawState& state) {
  GraphicsState graphics = state.graphics;
  if (state.has_logic_operation) graphics.fixed.blend.logic_operation = state.logic_operation;
  if (state.has_depth_bias) graphics.fixed.rasterization.depth_bias = state.depth_bias;
  if (state.has_depth_bounds) graphics.fixed.depth_stencil.depth_bounds = state.depth_bounds;
  return graphics;
}

}  // namespace spirv_oracle::amber
