// Blending, depth and stencil: each fragment of a row has another value, and each row is drawn onto another one.
#include <fmt/format.h>

#include <array>

#include "golden/bundle/draw_json.h"
#include "golden/suite/fragments.h"
#include "raster/color.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t side = 8;

// Colors at the edges of what formats can store, and between.
constexpr std::array<std::array<double, 4>, side> colors = {{
    {0, 0, 0, 0},
    {1, 1, 1, 1},
    {0, 1, 0.5, 1},
    {1, 0.25, 0, 0},
    {-1, 2, 0.75, 0.5},
    {0.125, -0.5, 1.5, 0.25},
    {1.0 / 255, 254.0 / 255, 0.5, 2},
    {0.5, 0.5, 0.5, 0.75},
}};

std::string table_of_colors() {
  std::string text = "const vec4 colors[] = {";
  for (const auto& color : colors) {
    const bool is_last = &color == &colors.back();
    text += fmt::format("vec4({}, {}, {}, {}){}", color[0], color[1], color[2], color[3],
                        is_last ? "};\n" : ", ");
  }
  return text;
}

// Each row of the attachment has one of the colors.
void fill_rows(Attachment& attachment) {
  auto surface = Surface::of(attachment);
  for (std::uint32_t y = 0; surface && y < side; ++y) {
    Color color;
    for (unsigned i = 0; i < 4; ++i) color[i].number = colors[y][i];
    auto values = surface->encode(color);
    // What was rounded is the input of the draw, and certain.
    for (EncodedComponent& value : values) value.state = Definedness::defined;
    for (std::uint32_t x = 0; x < side; ++x)
      surface->write(surface->texel(x, y, 0, 0), values, {true, true, true, true});
  }
}

SuiteDraw draw_blended(const char* format, const BlendEquation& color, const BlendEquation& alpha) {
  SuiteDraw draw = rectangle_of(side, side);
  draw.framebuffer.color.emplace_back(attachment_of(draw.framebuffer, texel_format(format)));
  fill_rows(*draw.framebuffer.color[0]);
  draw.state.blend.constants = {0.25, 0.5, 0.75, 1};
  draw.state.blend.attachments = {{true, color, alpha, {true, true, true, true}}};
  return draw;
}

void add_blending(std::vector<FragmentTest>& tests, const char* format) {
  const std::string shader = "#version 460\nlayout(location = 0) out vec4 color;\n" +
                             table_of_colors() +
                             "void main() { color = colors[uint(gl_FragCoord.x)]; }\n";
  const auto add = [&](const std::string& name, const BlendEquation& color,
                       const BlendEquation& alpha) {
    tests.push_back({fmt::format("blend.{}.{}", format, name), shader,
                     [format, color, alpha] { return draw_blended(format, color, alpha); }});
  };
  using enum BlendFactor;
  constexpr BlendEquation sum{one, one, BlendOperation::add};
  constexpr auto factors = static_cast<unsigned>(source_alpha_saturate) + 1;
  for (unsigned i = 0; i < factors; ++i) {
    const auto factor = static_cast<BlendFactor>(i);
    add(fmt::format("source.{}", name_of(factor)), {factor, one, BlendOperation::add}, sum);
    add(fmt::format("destination.{}", name_of(factor)), {zero, factor, BlendOperation::add},
        {factor, zero, BlendOperation::add});
  }
  for (unsigned i = 0; i < 5; ++i) {
    const auto operation = static_cast<BlendOperation>(i);
    add(std::string(name_of(operation)), {one, one, operation},
        {one, one, BlendOperation::reverse_subtract});
  }
}

// Depths of fragments, and those that the rows have before.
constexpr std::array<const char*, side> depths = {"0.0",  "1.0",        "0.5",        "0.25",
                                                  "0.75", "0.50000006", "0.49999997", "0.99999994"};

SuiteDraw draw_depths(const char* format, CompareOperation compare) {
  SuiteDraw draw = rectangle_of(side, side);
  draw.framebuffer.color.emplace_back(attachment_of(draw.framebuffer, texel_format("r32ui")));
  Attachment& attachment =
      draw.framebuffer.depth_stencil.emplace(attachment_of(draw.framebuffer, texel_format(format)));
  auto surface = Surface::of(attachment);
  for (std::uint32_t y = 0; surface && y < side; ++y) {
    Color color;
    color[0].number = std::stof(depths[y]);
    auto values = surface->encode(color);
    for (EncodedComponent& value : values) value.state = Definedness::defined;
    for (std::uint32_t x = 0; x < side; ++x)
      surface->write(surface->texel(x, y, 0, 0), values, {true, true, true, true});
  }
  draw.state.depth_stencil.depth_test = true;
  draw.state.depth_stencil.depth_write = true;
  draw.state.depth_stencil.depth_compare = compare;
  return draw;
}

void add_depth(std::vector<FragmentTest>& tests, const char* format) {
  std::string shader =
      "#version 460\nlayout(location = 0) out uint passed;\nconst float depths[] = {";
  for (const char* depth : depths)
    shader += fmt::format("{}{}", depth == depths[0] ? "" : ", ", depth);
  shader += "};\nvoid main() { gl_FragDepth = depths[uint(gl_FragCoord.x)]; passed = 1; }\n";
  for (unsigned i = 0; i < 8; ++i) {
    const auto compare = static_cast<CompareOperation>(i);
    tests.push_back({fmt::format("depth.{}.{}", format, name_of(compare)), shader,
                     [format, compare] { return draw_depths(format, compare); }});
  }
}

// Each pixel of the attachment has another stencil value; all fragments have one reference.
SuiteDraw draw_stencil(const StencilFace& face) {
  constexpr std::uint32_t width = 16;
  SuiteDraw draw = rectangle_of(width, width);
  draw.framebuffer.color.emplace_back(attachment_of(draw.framebuffer, texel_format("r32ui")));
  Attachment& attachment = draw.framebuffer.depth_stencil.emplace(
      attachment_of(draw.framebuffer, texel_format("S8_UINT")));
  for (std::size_t i = 0; i < attachment.contents.size(); ++i)
    attachment.contents.bytes[i] = static_cast<std::byte>(i);
  draw.state.depth_stencil.stencil_test = true;
  draw.state.depth_stencil.front = draw.state.depth_stencil.back = face;
  return draw;
}

void add_stencil(std::vector<FragmentTest>& tests) {
  const std::string shader =
      "#version 460\nlayout(location = 0) out uint passed;\nvoid main() { passed = 1; }\n";
  for (unsigned i = 0; i < 8; ++i) {
    // The operation for what passes, and the next one for what fails.
    StencilFace face;
    face.pass = static_cast<StencilOperation>(i);
    face.fail = static_cast<StencilOperation>((i + 1) % 8);
    face.compare = static_cast<CompareOperation>(i);
    face.compare_mask = 0xF0;
    face.write_mask = 0x7F;
    face.reference = 0xC5;
    tests.push_back({fmt::format("stencil.{}.{}", name_of(face.pass), name_of(face.compare)),
                     shader, [face] { return draw_stencil(face); }});
  }
}

}  // namespace

void add_operation_tests(std::vector<FragmentTest>& tests) {
  for (const char* format : {"rgba8", "rgba16f"}) add_blending(tests, format);
  for (const char* format : {"D32_SFLOAT", "D16_UNORM"}) add_depth(tests, format);
  add_stencil(tests);
}

}  // namespace spirv_oracle::golden
