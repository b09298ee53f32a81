#include "amber/parser/default_attachments.h"

#include <fmt/format.h>

#include <algorithm>

#include "amber/script/script_images.h"
#include "interpreter/images/image_shape.h"

namespace spirv_oracle::amber {
namespace {

const Binding* find_attachment(const Pipeline& pipeline, BindingKind kind) {
  const auto found = std::ranges::find(pipeline.bindings, kind, &Binding::kind);
  return found == pipeline.bindings.end() ? nullptr : &*found;
}

bool uses_depth_or_stencil(const Pipeline& pipeline) {
  const DepthStencilState& state = pipeline.graphics.fixed.depth_stencil;
  return state.depth_test || state.stencil_test || state.depth_bounds;
}

// The samples of the attachments that the pipeline has.
std::uint32_t samples_of(const Script& script, const Pipeline& pipeline) {
  for (const Binding& binding : pipeline.bindings) {
    if (binding.kind != BindingKind::color && binding.kind != BindingKind::depth_stencil) continue;
    const Buffer& buffer = script.buffers.find(binding.buffers.front())->second;
    if (buffer.image) return buffer.image->samples;
  }
  return 1;
}

// Pipelines with framebuffers of the same extent and samples share the attachment.
void add_attachment(ScriptReader& reader, Script& script, std::uint64_t max_bytes,
                    Pipeline& pipeline, BindingKind kind) {
  const bool is_color = kind == BindingKind::color;
  const auto [width, height] = pipeline.graphics.framebuffer_size;
  const std::uint32_t samples = samples_of(script, pipeline);
  const std::string base = is_color ? "framebuffer" : "depth buffer";
  std::string name = base;
  for (unsigned number = 2;; ++number) {
    const auto other = script.buffers.find(name);
    if (other == script.buffers.end()) {
      const ImageFormat* format =
          find_image_format(is_color ? "B8G8R8A8_UNORM" : "D32_SFLOAT_S8_UINT");
      Buffer made = make_attachment(reader, name, *format, pipeline, samples, max_bytes);
      made.image->is_default_attachment = true;
      script.buffers.emplace(name, std::move(made));
      break;
    }
    const auto& shape = other->second.image;
    if (shape && shape->is_default_attachment && shape->width == width && shape->height == height &&
        shape->samples == samples)
      break;
    name = fmt::format("{} {}", base, number);
  }
  Binding binding;
  binding.place = pipeline.place;
  binding.kind = kind;
  binding.buffers = {name};
  pipeline.bindings.push_back(std::move(binding));
}

}  // namespace

Buffer make_attachment(ScriptReader& reader, std::string name, const ImageFormat& format,
                       const Pipeline& pipeline, std::uint32_t samples, std::uint64_t max_bytes) {
  Buffer buffer;
  buffer.name = std::move(name);
  buffer.place = pipeline.place;
  buffer.type.name = format.name;
  buffer.type.format = &format;
  auto layout = layout_of(buffer.type, LayoutRule::std430);
  if (!layout) reader.fail(pipeline.place, layout.error().message, layout.error().status);
  buffer.layout = std::make_shared<const ElementLayout>(std::move(*layout));
  ImageShape& shape = buffer.image.emplace();
  const auto [width, height] = pipeline.graphics.framebuffer_size;
  if (width == 0 || height == 0)
    reader.fail(pipeline.place, "the size of the framebuffer must not be 0");
  shape.width = width;
  shape.height = height;
  shape.samples = samples;
  buffer.element_count = texel_count(shape);
  const bool overflow =
      __builtin_mul_overflow(buffer.element_count, buffer.layout->stride, &buffer.size);
  if (overflow || buffer.size > max_bytes || std::max(width, height) > max_image_extent) {
    reader.fail(
        pipeline.place,
        fmt::format(
            "the framebuffer of {} x {} pixels with {} is too large: the memory limit is {} bytes",
            width, height, format.name, max_bytes),
        Status::limit);
  }
  return buffer;
}

void add_default_attachments(ScriptReader& reader, Script& script, std::uint64_t max_bytes) {
  const bool depth_matters = std::ranges::any_of(
      script.pipelines, [](const auto& entry) { return uses_depth_or_stencil(entry.second); });
  for (auto& [name, pipeline] : script.pipelines) {
    if (pipeline.kind != PipelineKind::graphics) continue;
    if (find_attachment(pipeline, BindingKind::color) == nullptr)
      add_attachment(reader, script, max_bytes, pipeline, BindingKind::color);
    // Nothing can observe a depth buffer that no pipeline uses.
    if (depth_matters && find_attachment(pipeline, BindingKind::depth_stencil) == nullptr)
      add_attachment(reader, script, max_bytes, pipeline, BindingKind::depth_stencil);
  }
}

}  // namespace spirv_oracle::amber
