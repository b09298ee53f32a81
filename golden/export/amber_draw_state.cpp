#include "golden/export/amber_draw_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "amber/script/state_words.h"

namespace spirv_oracle::golden {
namespace {

template <class Enum>
std::string_view word_of(std::span<const std::string_view> words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

BlendAttachment blend_at(const BlendState& state, std::uint32_t location) {
  return location < state.attachments.size() ? state.attachments[location] : BlendAttachment{};
}

bool are_equal(const BlendEquation& a, const BlendEquation& b) {
  return a.source == b.source && a.destination == b.destination && a.operation == b.operation;
}

bool are_equal(const BlendAttachment& a, const BlendAttachment& b) {
  return a.enabled == b.enabled && are_equal(a.color, b.color) && are_equal(a.alpha, b.alpha);
}

bool is_one_of_constant(BlendFactor factor) {
  return factor >= BlendFactor::constant_color && factor <= BlendFactor::one_minus_constant_alpha;
}

template <class Predicate>
bool any_factor(const BlendState& state, Predicate predicate) {
  return std::ranges::any_of(state.attachments, [&](const BlendAttachment& blend) {
    return blend.enabled && (predicate(blend.color.source) || predicate(blend.color.destination) ||
                             predicate(blend.alpha.source) || predicate(blend.alpha.destination));
  });
}

bool has_other_constants(const PipelineState& state) {
  return any_factor(state.blend, is_one_of_constant) &&
         state.blend.constants != std::array<double, 4>{1, 1, 1, 1};
}

bool has_write_mask(const PipelineState& state) {
  return std::ranges::any_of(state.blend.attachments, [](const BlendAttachment& blend) {
    return blend.write_mask != std::array<bool, 4>{true, true, true, true};
  });
}

bool has_sample_mask(const PipelineState& state) {
  const MultisampleState& multisample = state.multisample;
  const std::uint32_t all = (std::uint32_t{1} << multisample.samples) - 1;
  return (multisample.sample_mask & all) != all;
}

bool has_infinite_bias(const PipelineState& state) {
  if (!state.rasterization.depth_bias) return false;
  const DepthBias& bias = *state.rasterization.depth_bias;
  return !std::isfinite(bias.constant_factor + bias.clamp + bias.slope_factor);
}

bool has_large_reference(const PipelineState& state) {
  constexpr std::uint32_t most = 255;
  const DepthStencilState& stencil = state.depth_stencil;
  return stencil.stencil_test && (stencil.front.reference > most || stencil.back.reference > most);
}

bool has_divisor(const PipelineState& state) {
  return std::ranges::any_of(state.vertex_input.bindings, [](const VertexBinding& binding) {
    return binding.rate == VertexInputRate::instance && binding.divisor != 1;
  });
}

// States for which AmberScript has no words.
struct Lack {
  std::string_view name;
  bool (*is_used)(const PipelineState& state);
};
constexpr std::array lacks = std::to_array<Lack>({
    {"culling", [](const PipelineState& s) { return s.rasterization.cull_mode != CullMode::none; }},
    {"the front face clockwise",
     [](const PipelineState& s) { return s.rasterization.front_face == FrontFace::clockwise; }},
    {"the last vertex as provoking one",
     [](const PipelineState& s) {
       return s.rasterization.provoking_vertex == ProvokingVertex::last;
     }},
    {"rasterizer discard",
     [](const PipelineState& s) { return s.rasterization.rasterizer_discard; }},
    {"a line width other than 1",
     [](const PipelineState& s) { return s.rasterization.line_width != 1; }},
    {"a line mode other than the default",
     [](const PipelineState& s) { return s.rasterization.line_mode != LineMode::rectangular; }},
    {"line stipple",
     [](const PipelineState& s) { return s.rasterization.line_stipple.has_value(); }},
    {"an infinite depth bias", has_infinite_bias},
    {"primitive restart",
     [](const PipelineState& s) { return s.input_assembly.primitive_restart; }},
    {"a domain origin at the lower left",
     [](const PipelineState& s) { return s.input_assembly.has_lower_left_origin; }},
    {"a divisor of instance rates", has_divisor},
    {"more than one viewport", [](const PipelineState& s) { return s.viewports.size() > 1; }},
    {"a scissor rectangle", [](const PipelineState& s) { return !s.scissors.empty(); }},
    {"a sample mask", has_sample_mask},
    {"sample shading", [](const PipelineState& s) { return s.multisample.sample_shading; }},
    {"alpha to coverage", [](const PipelineState& s) { return s.multisample.alpha_to_coverage; }},
    {"alpha to one", [](const PipelineState& s) { return s.multisample.alpha_to_one; }},
    {"a stencil reference of more than 8 bits", has_large_reference},
    {"a logic operation",
     [](const PipelineState& s) { return s.blend.logic_operation.has_value(); }},
    {"a color write mask", has_write_mask},
    {"blend constants other than 1", has_other_constants},
});

std::string on_off(bool value) { return value ? "on" : "off"; }

std::string depth_text(const PipelineState& state) {
  const DepthStencilState& depth = state.depth_stencil;
  std::string text;
  if (depth.depth_test || depth.depth_write) {
    text += fmt::format("    TEST {}\n    WRITE {}\n    COMPARE_OP {}\n", on_off(depth.depth_test),
                        on_off(depth.depth_write),
                        word_of(amber::compare_operation_words, depth.depth_compare));
  }
  if (state.rasterization.depth_clamp) text += "    CLAMP on\n";
  if (depth.depth_bounds)
    text +=
        fmt::format("    BOUNDS min {} max {}\n", depth.depth_bounds->min, depth.depth_bounds->max);
  if (state.rasterization.depth_bias) {
    const DepthBias& bias = *state.rasterization.depth_bias;
    text += fmt::format("    BIAS constant {} clamp {} slope {}\n", bias.constant_factor,
                        bias.clamp, bias.slope_factor);
  }
  return text.empty() ? text : "  DEPTH\n" + text + "  END\n";
}

// Masks have 8 bits that matter, as stencil values do.
std::string stencil_text(std::string_view name, const StencilFace& face) {
  constexpr std::uint32_t byte = 0xFF;
  const auto word = [](StencilOperation operation) {
    return word_of(amber::stencil_operation_words, operation);
  };
  return fmt::format(
      "  STENCIL {}\n    TEST on\n    FAIL_OP {}\n    PASS_OP {}\n    DEPTH_FAIL_OP {}\n"
      "    COMPARE_OP {}\n    COMPARE_MASK {}\n    WRITE_MASK {}\n    REFERENCE {}\n  END\n",
      name, word(face.fail), word(face.pass), word(face.depth_fail),
      word_of(amber::compare_operation_words, face.compare), face.compare_mask & byte,
      face.write_mask & byte, face.reference);
}

std::string blend_text(const BlendAttachment& blend) {
  if (!blend.enabled) return "";
  const auto part = [](std::string_view name, const BlendEquation& equation) {
    return fmt::format("    SRC_{0}_FACTOR {1}\n    DST_{0}_FACTOR {2}\n    {0}_OP {3}\n", name,
                       word_of(amber::blend_factor_words, equation.source),
                       word_of(amber::blend_factor_words, equation.destination),
                       word_of(amber::blend_operation_words, equation.operation));
  };
  return "  BLEND\n" + part("COLOR", blend.color) + part("ALPHA", blend.alpha) + "  END\n";
}

std::string viewport_text(const Viewport& viewport) {
  return fmt::format("  VIEWPORT {} {} SIZE {} {} MIN_DEPTH {} MAX_DEPTH {}\n", viewport.x,
                     viewport.y, viewport.width, viewport.height, viewport.min_depth,
                     viewport.max_depth);
}

bool is_second_source(BlendFactor factor) { return factor >= BlendFactor::source1_color; }

// The locations of color attachments.
std::vector<std::uint32_t> locations_of(const Bundle& bundle) {
  std::vector<std::uint32_t> locations;
  for (const BundleResource& resource : bundle.resources) {
    if (resource.kind == draw_kinds::color_attachment) locations.push_back(resource.key.binding);
  }
  return locations;
}

}  // namespace

Result<std::string> amber_draw_state(const Bundle& bundle) {
  const PipelineState& state = bundle.draw->state;
  const auto fail = [&bundle](std::string_view what) {
    return unsupported(fmt::format("{}: {} cannot be exported as AmberScript", bundle.name, what));
  };
  for (const Lack& lack : lacks) {
    if (lack.is_used(state)) return fail(lack.name);
  }
  BlendAttachment blend;
  const std::vector<std::uint32_t> locations = locations_of(bundle);
  if (!locations.empty()) blend = blend_at(state.blend, locations.front());
  for (const std::uint32_t location : locations) {
    if (!are_equal(blend_at(state.blend, location), blend))
      return fail("blending that differs between attachments");
  }
  const DepthStencilState& depth = state.depth_stencil;
  const bool has_tests = depth.depth_test || depth.stencil_test || depth.depth_bounds;
  const bool has_depth = std::ranges::find(bundle.resources, draw_kinds::depth_stencil_attachment,
                                           &BundleResource::kind) != bundle.resources.end();
  // A script would get an attachment of its own.
  if (has_tests && !has_depth) return fail("a test of depth or stencil without an attachment");
  std::string text;
  if (!state.viewports.empty()) text += viewport_text(state.viewports.front());
  if (state.rasterization.polygon_mode != PolygonMode::fill) {
    text += fmt::format("  POLYGON_MODE {}\n",
                        word_of(amber::polygon_mode_words, state.rasterization.polygon_mode));
  }
  if (state.input_assembly.topology == Topology::patch_list)
    text += fmt::format("  PATCH_CONTROL_POINTS {}\n", state.input_assembly.patch_control_points);
  text += depth_text(state);
  if (depth.stencil_test)
    text += stencil_text("front", depth.front) + stencil_text("back", depth.back);
  return text + blend_text(blend);
}

std::vector<std::string> amber_draw_features(const BundleDraw& draw) {
  const PipelineState& state = draw.state;
  std::vector<std::string> features;
  const auto add = [&](bool is_needed, std::string_view name) {
    if (is_needed) features.emplace_back(name);
  };
  const auto has = [&](Stage stage) {
    return std::ranges::find(draw.stages, stage, &BundleStage::stage) != draw.stages.end();
  };
  add(has(Stage::tessellation_control), "tessellationShader");
  add(has(Stage::geometry), "geometryShader");
  add(state.rasterization.depth_clamp, "depthClamp");
  add(state.rasterization.depth_bias && state.rasterization.depth_bias->clamp != 0,
      "depthBiasClamp");
  add(state.rasterization.polygon_mode != PolygonMode::fill, "fillModeNonSolid");
  add(state.depth_stencil.depth_bounds.has_value(), "depthBounds");
  add(any_factor(state.blend, is_second_source), "dualSrcBlend");
  return features;
}

}  // namespace spirv_oracle::golden
