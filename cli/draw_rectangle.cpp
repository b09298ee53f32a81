#include "cli/draw_rectangle.h"

#include <algorithm>
#include <array>

#include "frontend/assembly.h"
#include "graphics/draw_observer.h"
#include "interpreter/images/texel_format.h"

namespace spirv_oracle {
namespace {

// Vertices 0 to 3 are the corners of a triangle strip: x = 2 * (i & 1) - 1, y = 2 * (i >> 1) - 1.
constexpr const char* corners = R"(
  OpCapability Shader
  OpMemoryModel Logical GLSL450
  OpEntryPoint Vertex %main "main" %index %position
  OpDecorate %index BuiltIn VertexIndex
  OpDecorate %position BuiltIn Position
  %void = OpTypeVoid
  %function = OpTypeFunction %void
  %float = OpTypeFloat 32
  %uint = OpTypeInt 32 0
  %vec4 = OpTypeVector %float 4
  %in = OpTypePointer Input %uint
  %out = OpTypePointer Output %vec4
  %index = OpVariable %in Input
  %position = OpVariable %out Output
  %u1 = OpConstant %uint 1
  %half = OpConstant %float 0.5
  %one = OpConstant %float 1
  %two = OpConstant %float 2
  %main = OpFunction %void None %function
  %entry = OpLabel
  %i = OpLoad %uint %index
  %column = OpBitwiseAnd %uint %i %u1
  %row = OpShiftRightLogical %uint %i %u1
  %x = OpConvertUToF %float %column
  %y = OpConvertUToF %float %row
  %x2 = OpFMul %float %x %two
  %y2 = OpFMul %float %y %two
  %left = OpFSub %float %x2 %one
  %top = OpFSub %float %y2 %one
  %corner = OpCompositeConstruct %vec4 %left %top %half %one
  OpStore %position %corner
  OpReturn
  OpFunctionEnd
)";

Result<std::shared_ptr<const Pipeline>> corner_stage(const InstructionRegistry& registry,
                                                     const PipelineOptions& fragment,
                                                     std::vector<std::uint32_t>& vertex_words) {
  const auto words = assemble(corners, "the vertex shader", "");
  if (!words) return tl::unexpected(words.error());
  vertex_words = *words;
  LoadOptions load;
  load.validate = false;
  const auto module = load_module(*words, load);
  if (!module) return tl::unexpected(module.error());
  PipelineOptions options;
  options.stage = Stage::vertex;
  options.subgroup_size = fragment.subgroup_size;
  options.vulkan_environment = fragment.vulkan_environment;
  return Pipeline::create(*module, registry, options);
}

// With 32 bits for each component that an output of the type may have.
const TexelFormat* format_of(const InterfaceVariable& output) {
  return find_texel_format(output.is_float ? "Rgba32f" : output.is_signed ? "Rgba32i" : "Rgba32ui");
}

Result<Framebuffer> framebuffer_for(const StageInterface& interface, std::uint32_t width,
                                    std::uint32_t height, std::uint64_t max_memory) {
  Framebuffer framebuffer;
  framebuffer.width = width;
  framebuffer.height = height;
  std::uint64_t left = max_memory;
  for (const auto& [place, output] : interface.outputs) {
    if (place.kind != InterfaceComponent::Kind::location) continue;
    constexpr std::uint32_t most_attachments = 32;
    if (place.number >= most_attachments)
      return unsupported("an output with Location " + std::to_string(place.number) + ", beyond " +
                         std::to_string(most_attachments - 1));
    if (framebuffer.color.size() <= place.number) framebuffer.color.resize(place.number + 1);
    if (framebuffer.color[place.number]) continue;  // of another component
    Attachment attachment;
    attachment.shape.format = *format_of(output);
    attachment.shape.extent = {width, height, 1};
    const std::uint64_t size = std::uint64_t{attachment.shape.format->bytes} * width * height;
    // A byte of the contents has a byte of definedness.
    if (2 * size > left)
      return limit_reached("memory limit reached: the color attachments do not fit into " +
                           std::to_string(max_memory) + " bytes");
    left -= 2 * size;
    attachment.contents = ShadowedBytes::zero(size);
    framebuffer.color[place.number] = std::move(attachment);
  }
  return framebuffer;
}

}  // namespace

Result<RectangleDraw> rectangle_draw(const Module& fragment, const InstructionRegistry& registry,
                                     std::uint32_t width, std::uint32_t height,
                                     const PipelineOptions& options, const Limits& limits) {
  RectangleDraw draw;
  auto vertex = corner_stage(registry, options, draw.vertex_words);
  if (!vertex) return tl::unexpected(vertex.error());
  draw.pipeline.vertex = std::move(*vertex);
  // The caller keeps the module.
  auto stage =
      Pipeline::create({std::shared_ptr<const void>(), &fragment}, registry, options, limits);
  if (!stage) return tl::unexpected(stage.error());
  draw.pipeline.fragment = std::move(*stage);
  draw.pipeline.state.input_assembly.topology = Topology::triangle_strip;
  auto framebuffer =
      framebuffer_for(stage_interface(*draw.pipeline.fragment), width, height, limits.max_memory);
  if (!framebuffer) return tl::unexpected(framebuffer.error());
  draw.framebuffer = std::move(*framebuffer);
  draw.call.vertex_count = 4;
  return draw;
}

Result<DrawnRectangle> draw_rectangle(const Module& fragment, const InstructionRegistry& registry,
                                      std::uint32_t width, std::uint32_t height, Dispatch& dispatch,
                                      const RasterVariation& variation, DrawObserver* observer) {
  auto what = rectangle_draw(fragment, registry, width, height, dispatch, dispatch.limits);
  if (!what) return tl::unexpected(what.error());
  what->pipeline.variation = variation;
  auto drawn = draw(what->pipeline, what->call, dispatch, what->framebuffer, dispatch, dispatch,
                    {.observer = observer, .only_fragments = true});
  if (!drawn) return tl::unexpected(drawn.error());
  return DrawnRectangle{std::move(*drawn), std::move(what->framebuffer)};
}

}  // namespace spirv_oracle
