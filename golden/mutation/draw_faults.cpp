#include "golden/mutation/draw_faults.h"

#include <algorithm>
#include <array>
#include <spirv/unified1/spirv.hpp11>
#include <tuple>
#include <type_traits>
#include <utility>

#include "golden/bundle/subgroup_use.h"

namespace spirv_oracle::golden {
namespace {

// Assigns a value. False if it was that one.
template <class T>
bool becomes(T& target, std::type_identity_t<T> value) {
  return std::exchange(target, value) != value;
}

// Calls `change` for all attachments that blend; true if it is for one.
template <class Change>
bool change_blending(Bundle& bundle, const Change& change) {
  bool any = false;
  for (BlendAttachment& attachment : bundle.draw->state.blend.attachments)
    if (attachment.enabled) any |= change(attachment);
  return any;
}

bool swap_factors(Bundle& bundle, DrawChoices&) {
  return change_blending(bundle, [](BlendAttachment& attachment) {
    std::swap(attachment.color.source, attachment.color.destination);
    std::swap(attachment.alpha.source, attachment.alpha.destination);
    return attachment.color.source != attachment.color.destination ||
           attachment.alpha.source != attachment.alpha.destination;
  });
}

bool blend_alpha_as_color(Bundle& bundle, DrawChoices&) {
  return change_blending(bundle, [](BlendAttachment& attachment) {
    const BlendEquation before = std::exchange(attachment.alpha, attachment.color);
    return before.source != attachment.alpha.source ||
           before.destination != attachment.alpha.destination ||
           before.operation != attachment.alpha.operation;
  });
}

bool ignore_blending(Bundle& bundle, DrawChoices&) {
  return change_blending(
      bundle, [](BlendAttachment& attachment) { return becomes(attachment.enabled, false); });
}

bool ignore_write_mask(Bundle& bundle, DrawChoices&) {
  bool any = false;
  for (BlendAttachment& attachment : bundle.draw->state.blend.attachments)
    any |= becomes(attachment.write_mask, {true, true, true, true});
  return any;
}

bool ignore_logic_operation(Bundle& bundle, DrawChoices&) {
  return becomes(bundle.draw->state.blend.logic_operation, std::nullopt);
}

// Less becomes less or equal, and the reverse.
CompareOperation with_other_equality(CompareOperation compare) {
  switch (compare) {
    case CompareOperation::less:
      return CompareOperation::less_or_equal;
    case CompareOperation::less_or_equal:
      return CompareOperation::less;
    case CompareOperation::greater:
      return CompareOperation::greater_or_equal;
    case CompareOperation::greater_or_equal:
      return CompareOperation::greater;
    default:
      return compare;
  }
}

bool compare_equal_depths(Bundle& bundle, DrawChoices&) {
  DepthStencilState& state = bundle.draw->state.depth_stencil;
  return state.depth_test && becomes(state.depth_compare, with_other_equality(state.depth_compare));
}

bool pass_depth_test(Bundle& bundle, DrawChoices&) {
  DepthStencilState& state = bundle.draw->state.depth_stencil;
  return state.depth_test && becomes(state.depth_compare, CompareOperation::always);
}

bool keep_depth(Bundle& bundle, DrawChoices&) {
  DepthStencilState& state = bundle.draw->state.depth_stencil;
  return state.depth_test && becomes(state.depth_write, false);
}

bool ignore_line_stipple(Bundle& bundle, DrawChoices&) {
  return std::exchange(bundle.draw->state.rasterization.line_stipple, std::nullopt).has_value();
}

bool ignore_depth_bounds(Bundle& bundle, DrawChoices&) {
  return std::exchange(bundle.draw->state.depth_stencil.depth_bounds, std::nullopt).has_value();
}

bool ignore_depth_bias(Bundle& bundle, DrawChoices&) {
  return std::exchange(bundle.draw->state.rasterization.depth_bias, std::nullopt).has_value();
}

bool pass_stencil_test(Bundle& bundle, DrawChoices&) {
  DepthStencilState& state = bundle.draw->state.depth_stencil;
  if (!state.stencil_test) return false;
  const bool front = becomes(state.front.compare, CompareOperation::always);
  const bool back = becomes(state.back.compare, CompareOperation::always);
  return front || back;
}

bool swap_stencil_faces(Bundle& bundle, DrawChoices&) {
  DepthStencilState& state = bundle.draw->state.depth_stencil;
  const auto values = [](const StencilFace& face) {
    return std::tuple(face.fail, face.pass, face.depth_fail, face.compare, face.compare_mask,
                      face.write_mask, face.reference);
  };
  std::swap(state.front, state.back);
  return state.stencil_test && values(state.front) != values(state.back);
}

bool swap_stencil_failures(Bundle& bundle, DrawChoices&) {
  DepthStencilState& state = bundle.draw->state.depth_stencil;
  if (!state.stencil_test || !state.depth_test) return false;
  bool any = false;
  for (StencilFace* face : {&state.front, &state.back}) {
    any |= face->pass != face->depth_fail;
    std::swap(face->pass, face->depth_fail);
  }
  return any;
}

bool cull_other_face(Bundle& bundle, DrawChoices&) {
  CullMode& mode = bundle.draw->state.rasterization.cull_mode;
  if (mode != CullMode::front && mode != CullMode::back) return false;
  mode = mode == CullMode::front ? CullMode::back : CullMode::front;
  return true;
}

bool ignore_culling(Bundle& bundle, DrawChoices&) {
  return becomes(bundle.draw->state.rasterization.cull_mode, CullMode::none);
}

bool fill_polygons(Bundle& bundle, DrawChoices&) {
  return becomes(bundle.draw->state.rasterization.polygon_mode, PolygonMode::fill);
}

bool ignore_viewport(Bundle& bundle, DrawChoices&) {
  std::vector<Viewport>& viewports = bundle.draw->state.viewports;
  const bool any = !viewports.empty();
  viewports.clear();
  return any;
}

bool ignore_scissor(Bundle& bundle, DrawChoices&) {
  std::vector<ScissorRectangle>& scissors = bundle.draw->state.scissors;
  const bool any = !scissors.empty();
  scissors.clear();
  return any;
}

bool ignore_restart(Bundle& bundle, DrawChoices&) {
  return becomes(bundle.draw->state.input_assembly.primitive_restart, false);
}

bool draw_strip_as_fan(Bundle& bundle, DrawChoices&) {
  Topology& topology = bundle.draw->state.input_assembly.topology;
  // One triangle is the same, and so is a rectangle of three vertices.
  if (bundle.draw->call.vertex_count < 4) return false;
  if (topology == Topology::triangle_strip) return becomes(topology, Topology::triangle_fan);
  return topology == Topology::triangle_fan && becomes(topology, Topology::triangle_strip);
}

bool ignore_first_vertex(Bundle& bundle, DrawChoices&) {
  return becomes(bundle.draw->call.first_vertex, 0);
}

bool ignore_vertex_offset(Bundle& bundle, DrawChoices&) {
  return bundle.draw->call.index_buffer && becomes(bundle.draw->call.vertex_offset, 0);
}

bool draw_one_instance(Bundle& bundle, DrawChoices&) {
  return bundle.draw->call.instance_count > 1 && becomes(bundle.draw->call.instance_count, 1);
}

bool read_instances_as_vertices(Bundle& bundle, DrawChoices&) {
  bool any = false;
  for (VertexBinding& binding : bundle.draw->state.vertex_input.bindings)
    any |= becomes(binding.rate, VertexInputRate::vertex);
  return any;
}

bool ignore_attribute_offsets(Bundle& bundle, DrawChoices&) {
  bool any = false;
  for (VertexAttribute& attribute : bundle.draw->state.vertex_input.attributes)
    any |= becomes(attribute.offset, 0);
  return any;
}

bool ignore_sample_mask(Bundle& bundle, DrawChoices&) {
  MultisampleState& state = bundle.draw->state.multisample;
  const std::uint32_t all = (std::uint32_t{1} << state.samples) - 1;
  const bool is_partial = (state.sample_mask & all) != all;
  state.sample_mask = 0xFFFFFFFF;
  return is_partial;
}

// What follows a demotion in its block moves to a block that nothing reaches.
bool terminate_at_demotion(Bundle& bundle, DrawChoices&) {
  constexpr std::uint32_t demote =
      1u << 16 | static_cast<std::uint32_t>(spv::Op::OpDemoteToHelperInvocation);
  constexpr std::uint32_t kill = 1u << 16 | static_cast<std::uint32_t>(spv::Op::OpKill);
  constexpr std::uint32_t label = 2u << 16 | static_cast<std::uint32_t>(spv::Op::OpLabel);
  constexpr std::size_t header = 5, bound = 3;
  std::vector<std::uint32_t>& words = bundle.words;
  bool any = false;
  for (std::size_t at = header; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    if (words[at] != demote) continue;
    words[at] = kill;
    const std::array<std::uint32_t, 2> block{label, words[bound]++};
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at + 1), block.begin(), block.end());
    any = true;
  }
  return any;
}

// Quads matter to derivatives, samples that need them, and group instructions.
bool interleave_quads(Bundle& bundle, DrawChoices& choices) {
  constexpr std::uint32_t two_quads = 8;
  const bool uses_quads =
      uses_subgroups(bundle) || std::ranges::any_of(bundle.instructions, [](std::string_view name) {
        return name.starts_with("OpDPd") || name.starts_with("OpFwidth") ||
               name.find("ImplicitLod") != std::string_view::npos;
      });
  return uses_quads && bundle.assumptions.subgroup_size >= two_quads &&
         becomes(choices.raster.interleaves_quads, true);
}

constexpr std::array draw_faults = std::to_array<DrawFault>({
    {"blend-factors-swapped", "The source gets the factor of the destination, and the reverse",
     swap_factors},
    {"alpha-blended-as-color", "Alpha has the factors and the operation of the colors",
     blend_alpha_as_color},
    {"blending-ignored", "Colors are stored without blending", ignore_blending},
    {"color-mask-ignored", "All channels of color attachments are written", ignore_write_mask},
    {"logic-operation-ignored", "Colors are stored without their logical operation",
     ignore_logic_operation},
    {"depth-equality-lost", "The depth test compares less or equal for less, and the reverse",
     compare_equal_depths},
    {"depth-test-ignored", "All fragments pass the depth test", pass_depth_test},
    {"depth-not-written", "The depth attachment keeps its values", keep_depth},
    {"depth-bounds-ignored", "All fragments pass the depth bounds test", ignore_depth_bounds},
    {"line-stipple-ignored", "Lines have no stipple", ignore_line_stipple},
    {"depth-bias-ignored", "Depths have no bias", ignore_depth_bias},
    {"stencil-test-ignored", "All fragments pass the stencil test", pass_stencil_test},
    {"stencil-faces-swapped", "Front faces have the stencil state of back faces",
     swap_stencil_faces},
    {"stencil-failure-mistaken",
     "The operations of passing and of failing the depth test are "
     "swapped",
     swap_stencil_failures},
    {"other-face-culled", "Front faces are culled instead of back faces, and the reverse",
     cull_other_face},
    {"culling-ignored", "No face is culled", ignore_culling},
    {"polygon-mode-ignored", "Polygons are filled", fill_polygons},
    {"viewport-ignored", "The viewport is the whole framebuffer", ignore_viewport},
    {"scissor-ignored", "Fragments outside of the scissor are drawn", ignore_scissor},
    {"restart-ignored", "The restart index is an index like others", ignore_restart},
    {"strip-as-fan", "Triangle strips are drawn as fans, and the reverse", draw_strip_as_fan},
    {"first-vertex-ignored", "The draw begins with vertex 0", ignore_first_vertex},
    {"vertex-offset-ignored", "Nothing is added to indices", ignore_vertex_offset},
    {"single-instance", "Only the first instance is drawn", draw_one_instance},
    {"instance-rate-ignored", "Attributes of instances are read for each vertex",
     read_instances_as_vertices},
    {"attribute-offset-ignored", "Attributes are read from the beginning of a vertex",
     ignore_attribute_offsets},
    {"sample-mask-ignored", "All samples are written", ignore_sample_mask},
    {"quads-not-packed", "The invocations of two quads alternate in a subgroup", interleave_quads},
    {"demotion-terminates", "A demoted invocation ends, as with OpKill", terminate_at_demotion},
});

}  // namespace

std::span<const DrawFault> all_draw_faults() { return draw_faults; }

}  // namespace spirv_oracle::golden
