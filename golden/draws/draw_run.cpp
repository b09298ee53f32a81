#include "golden/draws/draw_run.h"

#include <algorithm>

#include "golden/bundle/comparison.h"
#include "golden/bundle/outputs.h"
#include "interpreter/images/texel_component.h"
#include "raster/clear.h"
#include "raster/color.h"

namespace spirv_oracle::golden {
namespace {

Attachment attachment_of(const BundleResource& resource) {
  return {.shape = *resource.image, .contents = shadowed_bytes(*resource.input)};
}

void put(std::vector<std::optional<Attachment>>& attachments, std::uint32_t number,
         Attachment attachment) {
  if (attachments.size() <= number) attachments.resize(number + std::size_t{1});
  attachments[number] = std::move(attachment);
}

// Bits that the format does not use are 0, as in what is read from a device.
ShadowedBytes without_unused_bits(const TexelFormat& format, const ShadowedBytes& contents) {
  ShadowedBytes result{std::vector<std::byte>(contents.size()), contents.shadow};
  const std::vector<std::byte>& texels = contents.bytes;
  for (std::size_t texel = 0; texel < texels.size(); texel += format.bytes) {
    for (const TexelComponent& component : format.components) {
      if (component.bits == 0) continue;
      const ComponentBytes bytes(component);
      bytes.insert(bytes.extract(&texels[texel]), &result.bytes[texel]);
    }
  }
  return result;
}

}  // namespace

Result<BundleDrawing> BundleDrawing::create(const Bundle& bundle,
                                            const InstructionRegistry& registry) {
  if (auto done = check_draw(bundle); !done) return tl::unexpected(done.error());
  BundleDrawing drawing(bundle, registry);
  const LoadOptions load{.validate = false, .target_env = ""};
  const auto add = [&](Stage stage, const std::vector<std::uint32_t>& words) -> Result<void> {
    auto module = load_module(words, load);
    if (!module) return tl::unexpected(module.error());
    drawing.modules_[stage] = std::move(*module);
    return {};
  };
  for (const BundleStage& stage : bundle.draw->stages) {
    if (auto done = add(stage.stage, stage.words); !done) return tl::unexpected(done.error());
  }
  if (auto done = add(Stage::fragment, bundle.words); !done) return tl::unexpected(done.error());
  if (auto done = bind_inputs(bundle, drawing.bindings_); !done)
    return tl::unexpected(done.error());
  for (const BundleResource& resource : bundle.resources) {
    if (!is_draw_kind(resource.kind)) continue;
    if (resource.kind == draw_kinds::vertex_buffer)
      drawing.vertex_buffers_[resource.key.binding] = shadowed_bytes(*resource.input);
    if (resource.kind == draw_kinds::index_buffer)
      drawing.indices_ = shadowed_bytes(*resource.input);
  }
  return drawing;
}

PipelineOptions BundleDrawing::options(Stage stage, const DrawChoices& choices) const {
  const Assumptions& assumptions = bundle_->assumptions;
  PipelineOptions options;
  options.stage = stage;
  const auto earlier = std::ranges::find(bundle_->draw->stages, stage, &BundleStage::stage);
  const bool is_fragment = earlier == bundle_->draw->stages.end();
  options.entry_point = is_fragment ? bundle_->entry_point : earlier->entry_point;
  options.specialization = is_fragment ? bundle_->specialization : earlier->specialization;
  options.subgroup_size = assumptions.subgroup_size;
  options.vulkan_environment = assumptions.environment == "Vulkan";
  options.features = assumptions.features;
  options.robust_buffer_access = assumptions.robust_buffer_access;
  options.robust_image_access = assumptions.robust_image_access;
  options.arithmetic = choices.arithmetic;
  options.reconvergence = choices.reconvergence;
  return options;
}

Result<Framebuffer> BundleDrawing::framebuffer(const DrawChoices& choices) const {
  Framebuffer framebuffer;
  framebuffer.width = bundle_->draw->width;
  framebuffer.height = bundle_->draw->height;
  for (const BundleResource& resource : bundle_->resources) {
    if (!is_attachment_kind(resource.kind)) continue;
    Attachment attachment = attachment_of(resource);
    if (resource.kind == draw_kinds::depth_stencil_attachment) {
      framebuffer.depth_stencil = std::move(attachment);
      continue;
    }
    if (choices.tracks_ranges) {
      if (auto done = track_ranges(attachment); !done) return tl::unexpected(done.error());
    }
    const bool is_color = resource.kind == draw_kinds::color_attachment;
    put(is_color ? framebuffer.color : framebuffer.resolve, resource.key.binding,
        std::move(attachment));
  }
  return framebuffer;
}

void BundleDrawing::collect(Framebuffer& framebuffer, const Bindings& bindings,
                            DrawnBundle& drawn) const {
  const auto add = [&drawn](const BundleResource& resource, std::optional<Attachment>& attachment) {
    drawn.contents[resource.name] =
        without_unused_bits(*attachment->shape.format, attachment->contents);
    drawn.ranges[resource.name] = std::move(attachment->ranges);
  };
  for (const BundleResource& resource : bundle_->resources) {
    if (resource.kind == draw_kinds::color_attachment) {
      add(resource, framebuffer.color[resource.key.binding]);
    } else if (resource.kind == draw_kinds::resolve_attachment) {
      add(resource, framebuffer.resolve[resource.key.binding]);
    } else if (resource.kind == draw_kinds::depth_stencil_attachment) {
      add(resource, framebuffer.depth_stencil);
    } else if (resource.kind == "memory") {
      drawn.contents[resource.name] =
          std::ranges::find(bindings.memories, resource.name, &NamedMemory::name)->contents;
    } else if (const auto found = bindings.buffers.find(resource.key);
               found != bindings.buffers.end() && !is_draw_kind(resource.kind)) {
      drawn.contents[resource.name] = found->second;
    }
  }
}

Result<GraphicsPipeline> BundleDrawing::pipeline(const DrawChoices& choices,
                                                 const Limits& limits) const {
  std::map<Stage, std::shared_ptr<const Pipeline>> stages;
  for (const auto& [stage, module] : modules_) {
    auto created = Pipeline::create(module, *registry_, options(stage, choices), limits);
    if (!created) return tl::unexpected(created.error());
    stages[stage] = std::move(*created);
  }
  GraphicsPipeline pipeline;
  pipeline.vertex = stages[Stage::vertex];
  pipeline.tessellation_control = stages[Stage::tessellation_control];
  pipeline.tessellation_evaluation = stages[Stage::tessellation_evaluation];
  pipeline.geometry = stages[Stage::geometry];
  pipeline.fragment = stages[Stage::fragment];
  pipeline.state = bundle_->draw->state;
  pipeline.variation = choices.raster;
  return pipeline;
}

Result<DrawnBundle> BundleDrawing::draw(const DrawChoices& choices, const Policy& policy) const {
  const auto drawn_with = pipeline(choices, policy.limits);
  if (!drawn_with) return tl::unexpected(drawn_with.error());
  auto target = framebuffer(choices);
  if (!target) return tl::unexpected(target.error());
  DrawCall call = bundle_->draw->call;
  for (const auto& [binding, contents] : vertex_buffers_) call.vertex_buffers[binding] = &contents;
  if (call.index_buffer) call.index_buffer->contents = &indices_;
  Bindings bindings = bindings_;
  auto result = spirv_oracle::draw(*drawn_with, call, bindings, *target, policy);
  if (!result) return tl::unexpected(result.error());
  if (auto done = resolve(*target); !done) return tl::unexpected(done.error());
  DrawnBundle drawn;
  drawn.result = std::move(*result);
  collect(*target, bindings, drawn);
  return drawn;
}

bool accepts_draw(const Bundle& bundle, const DrawnBundle& drawn) {
  if (drawn.result.status == Status::limit) return false;
  return std::ranges::all_of(bundle.resources, [&](const BundleResource& resource) {
    if (!resource.output) return true;
    const auto after = drawn.contents.find(resource.name);
    return after != drawn.contents.end() &&
           after->second.size() == resource.output->expected.size() &&
           compare(*resource.output, after->second.bytes).holds();
  });
}

}  // namespace spirv_oracle::golden
