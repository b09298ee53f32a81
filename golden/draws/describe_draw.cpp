#include "golden/draws/describe_draw.h"

#include <fmt/format.h>

#include <algorithm>

#include "golden/bundle/module_summary.h"
#include "golden/bundle/outputs.h"
#include "golden/bundle/version.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/validation/validation.h"

namespace spirv_oracle::golden {
namespace {

using Texts = std::vector<std::string>;

void add_sorted(Texts& all, const Texts& more) {
  all.insert(all.end(), more.begin(), more.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

// The level of an image that is attached, as an image of its own.
BundleResource attachment(std::string_view kind, std::uint32_t number, std::string name,
                          const Attachment& from) {
  const TexelFormat& format = *from.shape.format;
  const LevelLayout level = ImageLayout::of(from.shape, format.bytes, 0).levels[from.level];
  BundleResource resource;
  resource.kind = kind;
  resource.name = std::move(name);
  resource.key.binding = number;
  resource.image = from.shape;
  resource.image->extent = {level.extent[0], level.extent[1], 1};
  resource.image->levels = 1;
  const auto begin = static_cast<std::ptrdiff_t>(level.offset);
  const auto end =
      begin + static_cast<std::ptrdiff_t>(ImageLayout::of(*resource.image, format.bytes, 0).size);
  const auto& contents = from.contents;
  resource.input = input_bytes({{contents.bytes.begin() + begin, contents.bytes.begin() + end},
                                {contents.shadow.begin() + begin, contents.shadow.begin() + end}});
  resource.type = texel_element(format).scalar;
  return resource;
}

void add_attachments(const Framebuffer& framebuffer, Bundle& bundle) {
  const auto add = [&](std::string_view kind, std::string_view prefix,
                       const std::vector<std::optional<Attachment>>& attachments) {
    for (std::uint32_t i = 0; i < attachments.size(); ++i) {
      if (attachments[i])
        bundle.resources.push_back(
            attachment(kind, i, fmt::format("{}.{}", prefix, i), *attachments[i]));
    }
  };
  add(draw_kinds::color_attachment, "color", framebuffer.color);
  add(draw_kinds::resolve_attachment, "resolve", framebuffer.resolve);
  if (framebuffer.depth_stencil) {
    bundle.resources.push_back(attachment(draw_kinds::depth_stencil_attachment, 0, "depth_stencil",
                                          *framebuffer.depth_stencil));
  }
}

void add_vertices(const DrawCall& call, Bundle& bundle) {
  const auto add = [&](std::string_view kind, std::uint32_t number, std::string name,
                       const ShadowedBytes& contents) {
    BundleResource resource;
    resource.kind = kind;
    resource.name = std::move(name);
    resource.key.binding = number;
    resource.input = input_bytes(contents);
    bundle.resources.push_back(std::move(resource));
  };
  for (const auto& [binding, contents] : call.vertex_buffers)
    add(draw_kinds::vertex_buffer, binding, fmt::format("vertex.{}", binding), *contents);
  if (call.index_buffer) add(draw_kinds::index_buffer, 0, "index", *call.index_buffer->contents);
}

// The resources of all stages. What one of them may write is an output.
void add_descriptors(const amber::ScriptDraw& draw, Bundle& bundle) {
  Dispatch bindings;
  static_cast<Bindings&>(bindings) = draw.bindings;
  for (auto stage = draw.stages.rbegin(); stage != draw.stages.rend(); ++stage) {
    for (BundleResource& resource : resources_of(stage->entry, bindings)) {
      const auto known = std::ranges::find(bundle.resources, resource.name, &BundleResource::name);
      const bool is_new = known == bundle.resources.end();
      BundleResource& kept = is_new ? bundle.resources.emplace_back(std::move(resource)) : *known;
      if (is_output(stage->entry, kept)) kept.output.emplace();
    }
  }
}

// All but the fragment shader.
std::vector<BundleStage> stages_of(const amber::ScriptDraw& draw) {
  std::vector<BundleStage> stages;
  for (std::size_t i = 0; i + 1 < draw.stages.size(); ++i) {
    const amber::ScriptDraw::Stage& stage = draw.stages[i];
    const PipelineOptions& options = stage.pipeline.options();
    stages.push_back({options.stage, stage.words, stage.entry.name, options.specialization});
  }
  return stages;
}

void add_module(const Module& module, const std::string& entry_point,
                const InstructionRegistry& registry, Bundle& bundle) {
  add_sorted(bundle.capabilities, capability_names(module));
  add_sorted(bundle.extensions, {module.extensions().begin(), module.extensions().end()});
  add_sorted(bundle.instructions, instruction_names(module, registry));
  add_sorted(bundle.assumptions.float_controls, float_controls(module, entry_point));
}

void add_features(const amber::ScriptDraw::Stage& stage, Bundle& bundle) {
  const Module& module = stage.pipeline.module();
  const PipelineOptions& options = stage.pipeline.options();
  if (!options.vulkan_environment) return;
  FeatureSet available = options.features;
  available.add(module.features());
  bundle.assumptions.features.add(needed_features(stage.words, module, available));
}

}  // namespace

Result<void> describe_modules(const InstructionRegistry& registry, Bundle& bundle) {
  bundle.capabilities.clear();
  bundle.extensions.clear();
  bundle.instructions.clear();
  bundle.assumptions.float_controls.clear();
  const auto add = [&](const std::vector<std::uint32_t>& words,
                       const std::string& entry_point) -> Result<void> {
    const auto module = load_module(words, {.validate = false, .target_env = ""});
    if (!module) return tl::unexpected(module.error());
    add_module(**module, entry_point, registry, bundle);
    return {};
  };
  for (const BundleStage& stage : bundle.draw->stages) {
    if (auto done = add(stage.words, stage.entry_point); !done) return done;
  }
  return add(bundle.words, bundle.entry_point);
}

Result<Bundle> describe_draw(const std::string& name, const std::string& source,
                             const amber::ScriptDraw& draw, const InstructionRegistry& registry,
                             const BundleSettings& settings) {
  const amber::ScriptDraw::Stage& last = draw.stages.back();
  const PipelineOptions& fragment = last.pipeline.options();
  for (const amber::ScriptDraw::Stage& stage : draw.stages) {
    if (stage.pipeline.options().subgroup_size != fragment.subgroup_size)
      return unsupported("bundles of draws whose stages have different subgroup sizes");
  }
  Bundle bundle;
  bundle.name = name;
  bundle.tool_version = tool_version;
  bundle.source = source;
  bundle.options = settings.options;
  bundle.words = last.words;
  bundle.entry_point = last.entry.name;
  bundle.specialization = fragment.specialization;
  bundle.draw = {stages_of(draw), draw.state, draw.framebuffer.width, draw.framebuffer.height,
                 draw.call};
  bundle.draw->call.vertex_buffers.clear();
  if (bundle.draw->call.index_buffer) bundle.draw->call.index_buffer->contents = nullptr;
  bundle.assumptions.subgroup_size = fragment.subgroup_size;
  bundle.assumptions.environment = fragment.vulkan_environment ? "Vulkan" : "SPIR-V";
  bundle.assumptions.robust_buffer_access = fragment.robust_buffer_access;
  bundle.assumptions.robust_image_access = fragment.robust_image_access;
  bundle.assumptions.device_limits = settings.device_limits;
  bundle.assumptions.not_assumed = settings.not_assumed;
  if (auto done = describe_modules(registry, bundle); !done) return tl::unexpected(done.error());
  for (const amber::ScriptDraw::Stage& stage : draw.stages) add_features(stage, bundle);
  add_descriptors(draw, bundle);
  add_vertices(draw.call, bundle);
  add_attachments(draw.framebuffer, bundle);
  bundle.request = request_of(bundle, settings);
  return bundle;
}

}  // namespace spirv_oracle::golden
