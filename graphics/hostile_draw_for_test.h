// Draws that any bytes describe, for a fuzzer and for tests: fixed shaders with vertices, states and attachments that no
// program would use.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/register_all.h"
#include "frontend/frontend.h"
#include "frontend/glslang_compiler.h"
#include "graphics/draw.h"
#include "raster/primitives.h"

namespace spirv_oracle::test {

// Shaders that use what fixed functions read: positions, distances, sizes, layers, levels, depths and masks.
namespace hostile_shaders {
inline constexpr std::array vertex{
    R"(
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 value;
layout(location = 0) out vec4 shown;
void main() { gl_Position = place; shown = value; })",
    R"(
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 value;
layout(location = 0) out vec4 shown;
out gl_PerVertex {
  vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; float gl_CullDistance[1];
};
void main() {
  shown = value;
  gl_Position = place;
  gl_PointSize = value.x;
  gl_ClipDistance[0] = value.y;
  gl_ClipDistance[1] = place.x;
  gl_CullDistance[0] = value.z;
})",
    R"(
#extension GL_ARB_shader_viewport_layer_array : require
layout(location = 0) in ivec4 place;
layout(location = 0) out vec4 shown;
void main() {
  gl_Position = vec4(place) / 1000;
  shown = intBitsToFloat(place);
  gl_Layer = place.x & 3;
  gl_ViewportIndex = place.y & 1;
})"};
inline constexpr const char* control = R"(
layout(vertices = 3) out;
layout(location = 0) in vec4 shown[];
layout(location = 0) out vec4 passed[];
void main() {
  passed[gl_InvocationID] = shown[gl_InvocationID];
  gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
  for (int i = 0; i < 4; ++i) gl_TessLevelOuter[i] = shown[0][i];
  for (int i = 0; i < 2; ++i) gl_TessLevelInner[i] = shown[0][i];
})";
inline constexpr std::array evaluation_layouts{"triangles, equal_spacing, ccw",
                                               "quads, fractional_odd_spacing, cw",
                                               "isolines, fractional_even_spacing, point_mode"};
inline constexpr const char* evaluation = R"(
layout(location = 0) in vec4 passed[];
layout(location = 0) out vec4 shown;
void main() {
  shown = passed[0] * gl_TessCoord.x + passed[1] * gl_TessCoord.y;
  gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y;
  gl_PointSize = gl_TessCoord.z;
})";
inline constexpr std::array geometry{
    R"(
layout(triangles) in;
layout(line_strip, max_vertices = 5) out;
layout(location = 0) in vec4 shown[];
layout(location = 0) out vec4 passed;
void main() {
  for (int i = 0; i < 5; ++i) {
    passed = shown[i % 3];
    gl_Position = gl_in[i % 3].gl_Position;
    gl_Layer = int(shown[0].x);
    gl_PrimitiveID = i;
    EmitVertex();
    if (shown[i % 3].y > 0.5) EndPrimitive();
  }
})",
    R"(
layout(points, invocations = 2) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) in vec4 shown[];
layout(location = 0) out vec4 passed;
void main() {
  for (int i = 0; i < 4; ++i) {
    passed = shown[0];
    gl_Position = gl_in[0].gl_Position + shown[0] * vec4(i & 1, i >> 1, gl_InvocationID, 0);
    EmitVertex();
  }
})"};
inline constexpr std::array fragment{
    R"(
layout(location = 0) in vec4 shown;
layout(location = 0) out vec4 color;
void main() { color = shown; })",
    R"(
layout(location = 0) in vec4 shown;
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 factor;
void main() {
  vec4 change = fwidth(shown);
  if (shown.x < 0) discard;
  color = change;
  factor = shown.yzwx;
  gl_FragDepth = shown.y;
  gl_SampleMask[0] = int(shown.z);
})",
    R"(
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_KHR_shader_subgroup_vote : require
layout(location = 0) noperspective in vec4 shown;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec4 number;
void main() {
  if (subgroupAll(shown.x > shown.y)) demote;
  color = interpolateAtOffset(shown, shown.xy) + dFdxFine(shown) + gl_FragCoord;
  number = uvec4(gl_SampleID, gl_PrimitiveID, gl_Layer, gl_FrontFacing);
})",
    R"(
layout(early_fragment_tests) in;
layout(location = 0) centroid in vec4 shown;
void main() { if (gl_PointCoord.x > shown.x) discard; })"};
}  // namespace hostile_shaders

// The compiled shaders. Aborts if one of them is not valid.
class HostileShaders {
 public:
  using StagePipeline = std::shared_ptr<const Pipeline>;

  HostileShaders() {
    for (const char* text : hostile_shaders::vertex)
      vertex.push_back(compiled(Stage::vertex, "vertex", text));
    control =
        compiled(Stage::tessellation_control, "tessellation_control", hostile_shaders::control);
    for (const char* layout : hostile_shaders::evaluation_layouts) {
      evaluation.push_back(
          compiled(Stage::tessellation_evaluation, "tessellation_evaluation",
                   "layout(" + std::string(layout) + ") in;" + hostile_shaders::evaluation));
    }
    for (const char* text : hostile_shaders::geometry)
      geometry.push_back(compiled(Stage::geometry, "geometry", text));
    for (const char* text : hostile_shaders::fragment)
      fragment.push_back(compiled(Stage::fragment, "fragment", text));
    fragment.push_back(nullptr);
  }

  std::vector<StagePipeline> vertex, evaluation, geometry, fragment;
  StagePipeline control;

 private:
  static StagePipeline compiled(Stage stage, const std::string& name, const std::string& text) {
    const auto stop = [&](const std::string& message) {
      std::fprintf(stderr, "the %s shader of hostile draws: %s\n", name.c_str(), message.c_str());
      std::abort();
    };
    ModuleOptions options;
    options.file = "hostile." + name;
    const auto source =
        compile_source("#version 460\n" + text, ShaderLanguage::glsl, name, options);
    if (!source) stop(source.error().message);
    const auto module = load_module(source->words, load_options(options, source->words));
    if (!module) stop(module.error().message);
    PipelineOptions pipeline;
    pipeline.stage = stage;
    pipeline.subgroup_size = 8;
    pipeline.vulkan_environment = true;
    const auto created = Pipeline::create(*module, default_registry(), pipeline);
    if (!created) stop(created.error().message);
    return *created;
  }
};

// Reads choices from bytes; after their end, all are 0.
class HostileBytes {
 public:
  explicit HostileBytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  std::uint32_t word() {
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) result |= std::uint32_t{byte()} << 8 * i;
    return result;
  }
  // At most 256 values.
  std::uint32_t below(std::uint32_t count) { return byte() % count; }
  bool flip() { return byte() % 2 != 0; }
  // True for about every 40th byte.
  bool rarely() { return byte() >= 250; }
  template <class Enum>
  Enum any(std::uint32_t count) {
    return static_cast<Enum>(below(count));
  }
  template <class T, std::size_t N>
  const T& one_of(const std::array<T, N>& values) {
    return values[below(N)];
  }
  // Mostly ordinary numbers; otherwise at an edge, or any bits.
  float number() {
    using Limits = std::numeric_limits<float>;
    static constexpr std::array edges{0.0f,
                                      -0.0f,
                                      1.0f,
                                      -1.0f,
                                      Limits::quiet_NaN(),
                                      Limits::infinity(),
                                      -Limits::infinity(),
                                      Limits::max(),
                                      Limits::lowest(),
                                      Limits::min(),
                                      Limits::denorm_min(),
                                      524288.0f,
                                      2147483648.0f,
                                      4294967296.0f,
                                      1e-20f,
                                      0.50000006f};
    const std::uint8_t kind = byte();
    if (kind < 240) return static_cast<float>(byte()) / 64 - 2;
    return kind < 252 ? one_of(edges) : std::bit_cast<float>(word());
  }
  // Seldom any number; otherwise one from the first to the last.
  double number_between(double first, double last) {
    return rarely() ? number() : first + (last - first) * byte() / 255;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

// A draw with everything that it needs. Must stay where it is.
class HostileDraw {
 public:
  HostileDraw(const HostileShaders& shaders, std::span<const std::uint8_t> bytes) : in_(bytes) {
    set_sizes();
    set_shaders(shaders);
    set_vertices(pipeline_.vertex == shaders.vertex.back());
    set_indices();
    set_rasterization();
    set_fragment_operations();
    set_attachments();
  }
  HostileDraw(const HostileDraw&) = delete;
  HostileDraw& operator=(const HostileDraw&) = delete;

  // What is wrong with how the draw ended; empty if nothing is.
  std::string problem() {
    Policy policy;
    policy.limits = {
        .max_steps = 20'000, .max_memory = std::uint64_t{1} << 22, .timeout_seconds = 0.05};
    policy.stop_on_undefined_behavior = in_.rarely();
    policy.check_races = in_.flip();
    const Framebuffer before = framebuffer_;
    // Time of the processor, because machines are busy. Sanitizers are slow, but what does not examine the clock takes much
    // longer.
    const std::clock_t begin = std::clock();
    const auto result = draw(pipeline_, call_, bindings_, framebuffer_, policy);
    const double taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (taken > 5)
      return "it took " + std::to_string(taken) + " s of " +
             std::to_string(policy.limits.timeout_seconds);
    if (!result) return problem_of(result.error());
    fragments_ = result->fragments;
    return problem_of(*result) + problem_of_texels(before);
  }

  // How many invocations of the fragment shader problem() had.
  std::uint64_t fragments() const { return fragments_; }

 private:
  static std::string problem_of(const Error& error) {
    if (error.message.empty()) return "an error without a message";
    const bool is_expected = error.status == Status::bad_input ||
                             error.status == Status::unsupported || error.status == Status::limit;
    return is_expected ? "" : "an error with the status " + std::to_string(int(error.status));
  }
  static std::string problem_of(const DrawResult& result) {
    const bool has_undefined_behavior = std::ranges::any_of(
        result.findings,
        [](const Finding& finding) { return finding.severity == Severity::undefined_behavior; });
    if (result.status == Status::limit)
      return result.message.empty() ? "a limit without a message" : "";
    const Status expected = has_undefined_behavior ? Status::undefined_behavior : Status::ok;
    return result.status == expected ? "" : "the status does not match the findings";
  }

  // No texel outside of the framebuffer has changed.
  std::string problem_of_texels(const Framebuffer& before) const {
    for (std::size_t i = 0; i < before.color.size(); ++i) {
      if (!is_kept_outside(*before.color[i], *framebuffer_.color[i]))
        return "color attachment " + std::to_string(i) + " changed outside of the framebuffer";
    }
    const bool is_kept = !before.depth_stencil ||
                         is_kept_outside(*before.depth_stencil, *framebuffer_.depth_stencil);
    return is_kept ? "" : "the depth attachment changed outside of the framebuffer";
  }
  bool is_kept_outside(const Attachment& before, const Attachment& after) const {
    if (before.contents.size() != after.contents.size()) return false;
    const ImageShape& shape = before.shape;
    const LevelLayout level = ImageLayout::of(shape, shape.format->bytes, 0).levels[0];
    for (std::size_t i = 0; i < before.contents.size(); ++i) {
      const std::size_t x = i % level.pitch[1] / level.pitch[0];
      const std::size_t y = i % level.pitch[2] / level.pitch[1];
      const bool is_inside = x < framebuffer_.width && y < framebuffer_.height &&
                             i / level.pitch[2] < framebuffer_.layers;
      if (!is_inside && before.contents.bytes[i] != after.contents.bytes[i]) return false;
    }
    return true;
  }

  // What is hostile in most draws with this focus, and seldom in others.
  enum class Focus : std::uint8_t { none, counts, sizes, fetch, state };
  bool is_hostile(Focus focus) { return focus == focus_ ? in_.below(3) != 0 : in_.rarely(); }

  // A framebuffer without attachments may be large.
  void set_sizes() {
    focus_ = in_.any<Focus>(5);
    has_attachments_ = !is_hostile(Focus::sizes);
    const std::uint32_t most = has_attachments_ ? 12 : max_image_extent;
    framebuffer_.width = 1 + in_.word() % most;
    framebuffer_.height = 1 + in_.word() % most;
    framebuffer_.layers = 1 + in_.below(2);
  }

  void set_shaders(const HostileShaders& shaders) {
    const auto one_of = [this](const std::vector<HostileShaders::StagePipeline>& stages) {
      return stages[in_.below(static_cast<std::uint32_t>(stages.size()))];
    };
    pipeline_.vertex = one_of(shaders.vertex);
    pipeline_.fragment = one_of(shaders.fragment);
    InputAssemblyState& assembly = pipeline_.state.input_assembly;
    assembly.topology = in_.any<Topology>(11);
    assembly.primitive_restart = in_.flip();
    assembly.patch_control_points = in_.rarely() ? in_.word() : 1 + in_.below(4);
    assembly.has_lower_left_origin = in_.flip();
    if (assembly.topology == Topology::patch_list) {
      pipeline_.tessellation_control = shaders.control;
      pipeline_.tessellation_evaluation = one_of(shaders.evaluation);
    }
    // Most of the time one that takes what it gets.
    const std::uint32_t size = vertices_of_primitive(assembly.topology);
    if (in_.below(4) == 1 && (size == 1 || size == 3)) {
      pipeline_.geometry = shaders.geometry[size == 3 ? 0 : 1];
    } else if (in_.rarely()) {
      pipeline_.geometry = one_of(shaders.geometry);
    }
  }

  void set_vertices(bool takes_integers) {
    static constexpr std::array formats{"rgba32f", "rgba32i",    "rgb10_a2", "r11f_g11f_b10f",
                                        "rgba8",   "rg16_snorm", "r64i",     "r8ui"};
    const bool is_ordinary = !is_hostile(Focus::fetch);
    VertexInputState& state = pipeline_.state.vertex_input;
    for (std::uint32_t i = 0; i < 2; ++i) {
      VertexBinding binding{i, 16, VertexInputRate::vertex, 1};
      VertexAttribute attribute{i, i, *find_texel_format(takes_integers ? "rgba32i" : "rgba32f"),
                                false, 0};
      if (!is_ordinary) {
        binding = {in_.below(3), in_.rarely() ? in_.word() : in_.below(32),
                   in_.any<VertexInputRate>(2), in_.below(3)};
        attribute = {in_.below(3), in_.below(3), *find_texel_format(in_.one_of(formats)),
                     in_.flip(), in_.rarely() ? in_.word() : in_.below(32)};
      }
      state.bindings.push_back(binding);
      state.attributes.push_back(attribute);
    }
    const std::uint32_t count = 6 + in_.below(18);
    for (std::uint32_t i = 0; i < 2; ++i) {
      ShadowedBytes& buffer = buffers_[i];
      buffer = ShadowedBytes::zero(std::size_t{16} * count);
      for (std::size_t k = 0; k < std::size_t{4} * count; ++k) {
        // Places have a w that is not negative and a z that is in the clip volume, most of the time.
        const unsigned component = k % 4;
        const bool is_depth = i == 0 && component >= 2;
        const auto number = is_depth ? static_cast<float>(in_.number_between(
                                           component == 2 ? 0 : 0.5, component == 2 ? 1 : 2))
                                     : in_.number();
        std::memcpy(buffer.bytes.data() + 4 * k, &number, 4);
      }
      if (in_.rarely()) buffer.shadow[in_.byte() % buffer.size()] = Definedness::undefined;
      call_.vertex_buffers[i] = &buffer;
    }
    call_.vertex_count = in_.rarely()                ? in_.word()
                         : is_hostile(Focus::counts) ? in_.word() % 16'384
                                                     : count;
    call_.instance_count = is_hostile(Focus::counts) ? in_.word() : 1 + in_.below(2);
    if (in_.rarely()) call_.first_vertex = in_.word();
    if (in_.rarely()) call_.first_instance = in_.word();
  }

  void set_indices() {
    if (in_.flip()) return;
    ShadowedBytes& buffer = buffers_[2];
    buffer = ShadowedBytes::zero(in_.byte());
    for (std::byte& value : buffer.bytes)
      value = std::byte{static_cast<std::uint8_t>(in_.rarely() ? 255 : in_.below(24))};
    call_.index_buffer =
        IndexBuffer{&buffer, in_.rarely() ? in_.word() : in_.below(4), in_.any<IndexType>(3)};
    if (in_.rarely()) call_.vertex_offset = static_cast<std::int32_t>(in_.word());
  }

  Viewport viewport() {
    if (is_hostile(Focus::state))
      return {in_.number(), in_.number(), in_.number(), in_.number(), in_.number(), in_.number()};
    if (is_hostile(Focus::sizes)) return {-4096, 70000, 131072, -131072, 1, 0};
    return {in_.number_between(-4, 4),   in_.number_between(-4, 4), in_.number_between(1, 16),
            in_.number_between(-16, 16), in_.number_between(0, 1),  in_.number_between(0, 1)};
  }

  void set_rasterization() {
    PipelineState& state = pipeline_.state;
    for (std::uint32_t i = in_.below(3); i > 0; --i) state.viewports.push_back(viewport());
    if (in_.flip()) state.scissors.resize(state.viewports.size());
    for (ScissorRectangle& scissor : state.scissors) {
      scissor = {static_cast<std::int32_t>(in_.below(8)), static_cast<std::int32_t>(in_.below(8)),
                 in_.below(12), in_.below(12)};
      if (in_.rarely()) scissor.x = static_cast<std::int32_t>(in_.word());
      if (in_.rarely()) scissor.width = in_.word();
    }
    RasterizationState& raster = state.rasterization;
    raster.depth_clamp = in_.flip();
    raster.rasterizer_discard = in_.rarely();
    raster.polygon_mode = in_.any<PolygonMode>(3);
    raster.cull_mode = in_.rarely() ? in_.any<CullMode>(4) : CullMode::none;
    raster.front_face = in_.any<FrontFace>(2);
    raster.provoking_vertex = in_.any<ProvokingVertex>(2);
    if (in_.flip())
      raster.depth_bias = DepthBias{in_.number_between(-2, 2), in_.number_between(-1, 1),
                                    in_.number_between(-2, 2)};
    if (in_.flip()) raster.line_width = in_.number_between(0.5, 80);
    raster.line_mode = in_.any<LineMode>(3);
    static constexpr std::array<std::uint32_t, 5> samples{1, 2, 4, 8, 16};
    state.multisample.samples = in_.rarely() ? in_.byte() : in_.one_of(samples);
    if (is_hostile(Focus::sizes)) state.multisample.sample_mask = in_.below(2);
    state.multisample.sample_shading = in_.flip();
    state.multisample.min_sample_shading = in_.number_between(0, 1);
    state.multisample.alpha_to_coverage = in_.flip();
    state.multisample.alpha_to_one = in_.flip();
    set_variation(pipeline_.variation);
  }

  void set_variation(RasterVariation& variation) {
    if (!in_.rarely()) return;
    variation.sub_pixel_bits = 4;
    variation.clips_by_guard_band = in_.flip();
    variation.fragments_per_launch = 1;
    variation.reverses_order = in_.flip();
  }

  StencilFace stencil_face() {
    return {in_.any<StencilOperation>(8),
            in_.any<StencilOperation>(8),
            in_.any<StencilOperation>(8),
            in_.any<CompareOperation>(8),
            in_.word(),
            in_.word(),
            in_.word()};
  }
  BlendEquation equation() {
    return {in_.any<BlendFactor>(19), in_.any<BlendFactor>(19), in_.any<BlendOperation>(5)};
  }

  void set_fragment_operations() {
    DepthStencilState& depth = pipeline_.state.depth_stencil;
    depth.depth_test = in_.flip();
    depth.depth_write = in_.flip();
    depth.depth_compare = in_.any<CompareOperation>(8);
    if (in_.rarely()) depth.depth_bounds = DepthBounds{in_.number(), in_.number()};
    depth.stencil_test = in_.flip();
    depth.front = stencil_face();
    depth.back = stencil_face();
    BlendState& blend = pipeline_.state.blend;
    if (in_.rarely()) blend.logic_operation = in_.any<LogicOperation>(16);
    for (double& constant : blend.constants) constant = in_.number();
    for (std::uint32_t i = in_.below(3); i > 0; --i) {
      blend.attachments.push_back(
          {in_.flip(), equation(), equation(), {in_.flip(), in_.flip(), in_.flip(), in_.flip()}});
    }
  }

  Attachment attachment(const TexelFormat& format) {
    Attachment result;
    result.shape.format = format;
    // Wider than the framebuffer, so that writes beside that are seen; seldom smaller.
    result.shape.extent = {framebuffer_.width + 1, framebuffer_.height + 2, 1};
    if (in_.rarely()) result.shape.extent = {1 + in_.below(8), 1 + in_.below(8), 1};
    result.shape.layers = framebuffer_.layers + in_.below(2);
    result.shape.samples = pipeline_.state.multisample.samples;
    if (in_.rarely()) result.shape.samples = 1 + in_.below(4);
    const std::size_t size = ImageLayout::of(result.shape, format.bytes, 0).size;
    result.contents = ShadowedBytes::zero(size);
    std::ranges::fill(result.contents.bytes, std::byte{in_.byte()});
    if (in_.rarely()) std::ranges::fill(result.contents.shadow, Definedness::uninitialized);
    return result;
  }

  void set_attachments() {
    if (!has_attachments_) return;
    static constexpr std::array formats{"rgba8",    "rgba8_snorm",    "rgba32f", "rgba16f",
                                        "rgb10_a2", "r11f_g11f_b10f", "rgba16",  "rg16f"};
    static constexpr std::array integers{"rgba8ui", "rg32i", "r8i", "r64ui"};
    for (std::uint32_t i = in_.below(3); i > 0; --i) {
      const char* format = in_.below(8) == 1 ? in_.one_of(integers) : in_.one_of(formats);
      framebuffer_.color.emplace_back(attachment(*find_texel_format(format)));
    }
    if (in_.flip()) framebuffer_.depth_stencil = attachment(depth_format());
  }

  TexelFormat depth_format() {
    const TexelComponent stencil{8, 32, TexelEncoding::uint};
    switch (in_.below(4)) {
      case 0:
        return {"D32_SFLOAT", 4, {TexelComponent{32, 0, TexelEncoding::sfloat}}};
      case 1:
        return {"D16_UNORM", 2, {TexelComponent{16, 0, TexelEncoding::unorm}}};
      case 2:
        return {"D32_SFLOAT_S8_UINT", 5, {TexelComponent{32, 0, TexelEncoding::sfloat}, stencil}};
      default:
        return {"D24_UNORM_S8_UINT",
                4,
                {TexelComponent{24, 0, TexelEncoding::unorm},
                 TexelComponent{8, 24, TexelEncoding::uint}}};
    }
  }

  HostileBytes in_;
  GraphicsPipeline pipeline_;
  DrawCall call_;
  Bindings bindings_;
  Framebuffer framebuffer_;
  std::map<std::uint32_t, ShadowedBytes> buffers_;
  Focus focus_ = Focus::none;
  bool has_attachments_ = true;
  std::uint64_t fragments_ = 0;
};

}  // namespace spirv_oracle::test
