// Steps that change a draw: its call, state, attachments, buffers and stages.
#include <algorithm>
#include <array>

#include "golden/bundle/draw_json.h"
#include "golden/reduce/steps.h"
#include "interpreter/images/image_shape.h"

namespace spirv_oracle::golden {
namespace {

std::size_t once(const Candidate&) { return 1; }
std::size_t twice(const Candidate&) { return 2; }
std::size_t count_resources(const Candidate& candidate) { return candidate.draw.resources.size(); }

DrawCall& call_of(Candidate& candidate) { return candidate.draw.draw->call; }

// Sets a number to a smaller one.
bool lower(std::uint32_t& number, std::uint32_t to) {
  if (to == 0 || to >= number) return false;
  number = to;
  return true;
}

bool one_instance(Candidate& candidate, std::size_t) {
  return lower(call_of(candidate).instance_count, 1);
}
bool half_the_instances(Candidate& candidate, std::size_t) {
  std::uint32_t& count = call_of(candidate).instance_count;
  return lower(count, count / 2);
}
bool half_the_vertices(Candidate& candidate, std::size_t) {
  std::uint32_t& count = call_of(candidate).vertex_count;
  return lower(count, count / 2);
}
bool one_vertex_less(Candidate& candidate, std::size_t) {
  std::uint32_t& count = call_of(candidate).vertex_count;
  return lower(count, count - 1);
}

// The texels of the upper left corner.
void crop(BundleResource& attachment, std::uint32_t width, std::uint32_t height) {
  ImageShape smaller = *attachment.image;
  smaller.extent[0] = std::min(smaller.extent[0], width);
  smaller.extent[1] = std::min(smaller.extent[1], height);
  const std::uint8_t texel = smaller.format->bytes;
  const ImageLayout before = ImageLayout::of(*attachment.image, texel, 0);
  const ImageLayout after = ImageLayout::of(smaller, texel, 0);
  InputBytes cropped;
  cropped.bytes.resize(after.size);
  const std::vector<std::byte>& bytes = attachment.input->bytes;
  for (std::uint32_t y = 0; y < smaller.extent[1]; ++y) {
    const auto row = bytes.begin() + static_cast<std::ptrdiff_t>(y * before.levels[0].pitch[1]);
    std::copy_n(row, smaller.extent[0] * after.levels[0].pitch[0],
                cropped.bytes.begin() + static_cast<std::ptrdiff_t>(y * after.levels[0].pitch[1]));
  }
  // Undefined texels become defined.
  attachment.input = std::move(cropped);
  attachment.image = smaller;
}

bool smaller_framebuffer(Candidate& candidate, std::size_t dimension) {
  BundleDraw& draw = *candidate.draw.draw;
  std::uint32_t& size = dimension == 0 ? draw.width : draw.height;
  if (!lower(size, size / 2)) return false;
  for (BundleResource& resource : candidate.draw.resources) {
    if (!is_attachment_kind(resource.kind)) continue;
    if (resource.image->extent[2] > 1) return false;
    crop(resource, draw.width, draw.height);
  }
  return true;
}

// One attachment must remain: a draw without any shows nothing.
bool drop_attachment(Candidate& candidate, std::size_t index) {
  std::vector<BundleResource>& resources = candidate.draw.resources;
  const BundleResource dropped = resources[index];
  const auto is_color = [](const BundleResource& resource) {
    return resource.kind == draw_kinds::color_attachment;
  };
  if (!is_attachment_kind(dropped.kind) ||
      (is_color(dropped) && std::ranges::count_if(resources, is_color) < 2))
    return false;
  std::erase_if(resources, [&](const BundleResource& resource) {
    const bool is_resolved_to = is_color(dropped) &&
                                resource.kind == draw_kinds::resolve_attachment &&
                                resource.key.binding == dropped.key.binding;
    return resource.name == dropped.name || is_resolved_to;
  });
  return true;
}

bool zero_resource(Candidate& candidate, std::size_t index) {
  std::optional<InputBytes>& input = candidate.draw.resources[index].input;
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  if (!input || std::ranges::all_of(input->bytes, is_zero)) return false;
  std::ranges::fill(input->bytes, std::byte{0});
  input->undefined.clear();
  return true;
}

// Each sets a part of the state to what a pipeline without that operation has.
constexpr std::array simplifications = std::to_array<void (*)(PipelineState&)>({
    [](PipelineState& s) { s.blend = {}; },
    [](PipelineState& s) { s.blend.logic_operation.reset(); },
    [](PipelineState& s) { s.depth_stencil = {}; },
    [](PipelineState& s) { s.depth_stencil.depth_test = false; },
    [](PipelineState& s) { s.depth_stencil.stencil_test = false; },
    [](PipelineState& s) { s.depth_stencil.depth_bounds.reset(); },
    [](PipelineState& s) { s.rasterization = {}; },
    [](PipelineState& s) { s.rasterization.depth_bias.reset(); },
    [](PipelineState& s) { s.rasterization.line_stipple.reset(); },
    [](PipelineState& s) { s.rasterization.cull_mode = CullMode::none; },
    [](PipelineState& s) { s.rasterization.polygon_mode = PolygonMode::fill; },
    [](PipelineState& s) { s.multisample.sample_mask = MultisampleState{}.sample_mask; },
    [](PipelineState& s) { s.multisample.sample_shading = false; },
    [](PipelineState& s) { s.multisample.alpha_to_coverage = s.multisample.alpha_to_one = false; },
    [](PipelineState& s) { s.viewports.clear(); },
    [](PipelineState& s) { s.scissors.clear(); },
    [](PipelineState& s) { s.input_assembly.primitive_restart = false; },
});

std::size_t count_simplifications(const Candidate&) { return simplifications.size(); }

bool simplify_state(Candidate& candidate, std::size_t index) {
  PipelineState& state = candidate.draw.draw->state;
  const auto before = state_as_json(state);
  simplifications[index](state);
  return state_as_json(state) != before;
}

// Removes a stage with its draft.
void drop_stage(Candidate& candidate, Stage stage) {
  std::vector<BundleStage>& stages = candidate.draw.draw->stages;
  const auto found = std::ranges::find(stages, stage, &BundleStage::stage);
  candidate.drafts.erase(candidate.drafts.begin() + 1 + (found - stages.begin()));
  stages.erase(found);
}

bool has_stage(const Candidate& candidate, Stage stage) {
  const std::vector<BundleStage>& stages = candidate.draw.draw->stages;
  return std::ranges::find(stages, stage, &BundleStage::stage) != stages.end();
}

bool drop_geometry(Candidate& candidate, std::size_t) {
  if (!has_stage(candidate, Stage::geometry)) return false;
  drop_stage(candidate, Stage::geometry);
  return true;
}

// The control points become triangles.
bool drop_tessellation(Candidate& candidate, std::size_t) {
  if (!has_stage(candidate, Stage::tessellation_control)) return false;
  drop_stage(candidate, Stage::tessellation_control);
  drop_stage(candidate, Stage::tessellation_evaluation);
  candidate.draw.draw->state.input_assembly.topology = Topology::triangle_list;
  return true;
}

constexpr std::array steps_of_draws{
    DrawStep{"no geometry shader", once, drop_geometry},
    DrawStep{"no tessellation", once, drop_tessellation},
    DrawStep{"one instance", once, one_instance},
    DrawStep{"half the instances", once, half_the_instances},
    DrawStep{"half the vertices", once, half_the_vertices},
    DrawStep{"one vertex fewer", once, one_vertex_less},
    DrawStep{"a smaller framebuffer", twice, smaller_framebuffer},
    DrawStep{"drop an attachment", count_resources, drop_attachment},
    DrawStep{"zeros in a resource", count_resources, zero_resource},
    DrawStep{"simpler state", count_simplifications, simplify_state},
};

}  // namespace

std::span<const DrawStep> draw_steps() { return steps_of_draws; }

}  // namespace spirv_oracle::golden
