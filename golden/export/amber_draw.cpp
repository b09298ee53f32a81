#include "golden/export/amber_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "amber/script/layout.h"
#include "amber/script/script_images.h"
#include "amber/script/state_words.h"
#include "golden/bundle/module_summary.h"
#include "golden/bundle/outputs.h"
#include "golden/bundle/subgroup_use.h"
#include "golden/export/amber_draw_state.h"
#include "golden/export/amber_expectations.h"
#include "interpreter/loader/module.h"
#include "raster/clear.h"
#include "raster/color.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t most_color = 255;  // of CLEAR_COLOR

// A value of CLEAR_COLOR, CLEAR_DEPTH and CLEAR_STENCIL.
struct ClearedTo {
  ClearColor color;
  double depth = 0;
  std::uint32_t stencil = 0;
};

bool is_depth_stencil(const BundleResource& resource) {
  return resource.kind == draw_kinds::depth_stencil_attachment;
}

// An attachment with its format in the script.
struct ScriptAttachment {
  const BundleResource* resource = nullptr;
  std::string_view format;
  amber::ElementLayout layout;

  bool is_multisampled() const { return resource->image->samples > 1; }
};

class DrawScript {
 public:
  explicit DrawScript(const Bundle& bundle) : bundle_(bundle), draw_(*bundle.draw) {}

  Result<std::string> write();

 private:
  tl::unexpected<Error> fail(std::string_view what) const {
    return unsupported(fmt::format("{}: {} cannot be exported as AmberScript", bundle_.name, what));
  }
  Result<void> find_attachments();
  // Which values all attachments have before the draw, if CLEAR must give them.
  Result<void> find_clear_values();
  bool is_cleared_to(const ScriptAttachment& attachment, const ClearedTo& values) const;
  Result<std::string> shaders() const;
  std::vector<std::string_view> stages_with_subgroups() const;
  Result<std::string> declarations() const;
  Result<std::string> image(const ScriptAttachment& attachment) const;
  std::string index_buffer(const BundleResource& resource) const;
  Result<std::string> vertex_data() const;
  Result<std::string> pipeline() const;
  std::string attachment_bindings() const;
  std::string commands() const;
  std::string expectations(ComparedComponents& compared) const;

  const Bundle& bundle_;
  const BundleDraw& draw_;
  std::vector<ScriptAttachment> attachments_;
  std::optional<ClearedTo> cleared_to_;
};

Result<void> DrawScript::find_attachments() {
  for (const BundleResource& resource : bundle_.resources) {
    if (!is_attachment_kind(resource.kind)) continue;
    const TexelFormat& format = *resource.image->format;
    const std::string_view name = amber::attachment_format_name(format, is_depth_stencil(resource));
    if (name.empty()) return fail(fmt::format("the format of {}", resource.name));
    if (resource.image->extent[2] > 1) return fail(fmt::format("the layers of {}", resource.name));
    const auto type = amber::parse_amber_type(name);
    auto layout = amber::layout_of(*type, amber::LayoutRule::std430);
    if (!layout || layout->stride != format.bytes)
      return fail(fmt::format("the format {} of {}", name, resource.name));
    attachments_.push_back({&resource, name, std::move(*layout)});
  }
  return {};
}

bool DrawScript::is_cleared_to(const ScriptAttachment& attachment, const ClearedTo& values) const {
  const BundleResource& resource = *attachment.resource;
  if (resource.kind == draw_kinds::resolve_attachment) return true;  // written by CLEAR and draw
  Attachment cleared{.shape = *resource.image, .contents = shadowed_bytes(*resource.input)};
  const Surface format = *Surface::of(cleared);
  ClearDepthStencil depth_stencil;
  if (format.has(0)) depth_stencil.depth = values.depth;
  if (format.has(1)) depth_stencil.stencil = values.stencil;
  const auto done = is_depth_stencil(resource) ? clear_depth_stencil(cleared, depth_stencil)
                                               : clear_color(cleared, values.color);
  return done && cleared.contents.bytes == resource.input->bytes;
}

Result<void> DrawScript::find_clear_values() {
  if (std::ranges::none_of(attachments_, &ScriptAttachment::is_multisampled)) return {};
  const auto is_undefined = [](const ScriptAttachment& attachment) {
    const InputBytes& input = *attachment.resource->input;
    const auto size = static_cast<std::uint64_t>(input.bytes.size());
    return !attachment.is_multisampled() ||
           (input.undefined.size() == 1 && input.undefined[0] == std::pair(std::uint64_t{0}, size));
  };
  if (std::ranges::all_of(attachments_, is_undefined)) return {};
  // The values of the first texels.
  ClearedTo& values = cleared_to_.emplace();
  for (const ScriptAttachment& attachment : attachments_) {
    const BundleResource& resource = *attachment.resource;
    Attachment contents{.shape = *resource.image, .contents = shadowed_bytes(*resource.input)};
    const auto surface = Surface::of(contents);
    if (!surface) return tl::unexpected(surface.error());
    const Color first = surface->read(surface->texel(0, 0, 0, 0));
    if (is_depth_stencil(resource)) {
      values.depth = first[0].number;
      values.stencil = static_cast<std::uint32_t>(first[1].integer);
    } else if (resource.kind == draw_kinds::color_attachment) {
      for (unsigned i = 0; i < first.size(); ++i) {
        const double number = surface->format().is_integer()
                                  ? static_cast<double>(first[i].integer)
                                  : std::round(first[i].number * most_color);
        const double color = number >= 0 && number <= most_color ? number : 0;
        values.color.integers[i] = static_cast<std::int64_t>(color);
        values.color.floats[i] = color / most_color;
      }
    }
  }
  for (const ScriptAttachment& attachment : attachments_) {
    if (!is_cleared_to(attachment, values))
      return fail(fmt::format("the contents of {} beside an attachment with samples",
                              attachment.resource->name));
  }
  return {};
}

Result<std::string> DrawScript::shaders() const {
  std::string text;
  for (const BundleStage& stage : draw_.stages) {
    const auto shader = amber_shader(
        stage_name(stage.stage), fmt::format("{}_shader", stage_name(stage.stage)), stage.words);
    if (!shader) return shader;
    text += *shader;
  }
  const auto fragment = amber_shader("fragment", "fragment_shader", bundle_.words);
  return fragment ? text + *fragment : fragment;
}

std::vector<std::string_view> DrawScript::stages_with_subgroups() const {
  std::vector<std::string_view> stages;
  const auto add = [&](std::string_view name, const std::vector<std::uint32_t>& words) {
    const auto module = load_module(words, {false, ""});
    if (module && uses_subgroups(capability_names(**module))) stages.push_back(name);
  };
  for (const BundleStage& stage : draw_.stages) {
    const bool is_control = stage.stage == Stage::tessellation_control;
    add(is_control                                      ? "tessellationControl"
        : stage.stage == Stage::tessellation_evaluation ? "tessellationEvaluation"
                                                        : stage_name(stage.stage),
        stage.words);
  }
  add("fragment", bundle_.words);
  return stages;
}

Result<std::string> DrawScript::image(const ScriptAttachment& attachment) const {
  const BundleResource& resource = *attachment.resource;
  const auto& extent = resource.image->extent;
  std::string text = fmt::format("IMAGE {} FORMAT {} DIM_2D WIDTH {} HEIGHT {}",
                                 amber_name(resource), attachment.format, extent[0], extent[1]);
  if (attachment.is_multisampled())
    return text + fmt::format(" SAMPLES {}\n\n", resource.image->samples);
  const std::span<const std::byte> bytes = resource.input->bytes;
  const bool is_zero =
      std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{}; });
  if (is_zero || cleared_to_) return text + " FILL 0\n\n";
  text += " DATA\n";
  for (std::size_t texel = 0; texel < bytes.size(); texel += attachment.layout.stride) {
    for (const amber::Field& field : attachment.layout.fields) {
      const std::uint64_t bits = load_bits(bytes.subspan(texel + field.offset, field.size));
      if (is_float(field.kind) && !std::isfinite(float_value(field.kind, bits)))
        return fail(fmt::format("infinities and NaN in {}", resource.name));
      text += ' ' + amber_literal(field.kind, bits);
    }
    text += '\n';
  }
  return text + "END\n\n";
}

// From its offset on, with the vertex offset added, which AmberScript lacks.
std::string DrawScript::index_buffer(const BundleResource& resource) const {
  const IndexBuffer& index = *draw_.call.index_buffer;
  const std::span<const std::byte> all = resource.input->bytes;
  const auto bytes = all.subspan(std::min<std::size_t>(index.offset, all.size()));
  const ScalarKind type = index.type == IndexType::uint8    ? ScalarKind::uint8
                          : index.type == IndexType::uint16 ? ScalarKind::uint16
                                                            : ScalarKind::uint32;
  const std::size_t size = scalar_size(type);
  const auto whole = bytes.first(bytes.size() / size * size);
  if (draw_.call.vertex_offset == 0) return amber_buffer(amber_name(resource), whole, type);
  std::vector<std::byte> moved;
  for (std::size_t at = 0; at < whole.size(); at += size) {
    const auto vertex = static_cast<std::uint32_t>(load_bits(whole.subspan(at, size))) +
                        static_cast<std::uint32_t>(draw_.call.vertex_offset);
    append_bits(vertex, sizeof vertex, moved);
  }
  return amber_buffer(amber_name(resource), moved, ScalarKind::uint32);
}

Result<std::string> DrawScript::declarations() const {
  std::string text;
  for (const ScriptAttachment& attachment : attachments_) {
    const auto declared = image(attachment);
    if (!declared) return declared;
    text += *declared;
  }
  for (const BundleResource& resource : bundle_.resources) {
    if (is_attachment_kind(resource.kind)) continue;
    if (resource.input->bytes.empty()) return fail(fmt::format("the empty {}", resource.name));
    if (resource.kind == draw_kinds::index_buffer) {
      text += index_buffer(resource);
    } else {
      const bool is_vertices = resource.kind == draw_kinds::vertex_buffer;
      text += amber_buffer(amber_name(resource), resource.input->bytes,
                           is_vertices ? ScalarKind::uint8 : amber_unit(resource));
    }
  }
  return text;
}

Result<std::string> DrawScript::vertex_data() const {
  const VertexInputState& input = draw_.state.vertex_input;
  std::string text;
  for (const VertexAttribute& attribute : input.attributes) {
    const auto format = amber::vertex_format_name({attribute.format, attribute.is_scaled});
    if (format.empty())
      return fail(fmt::format("the format of the vertex attribute {}", attribute.location));
    const auto buffer = std::ranges::find_if(bundle_.resources, [&](const BundleResource& other) {
      return other.kind == draw_kinds::vertex_buffer && other.key.binding == attribute.binding;
    });
    const auto binding =
        std::ranges::find(input.bindings, attribute.binding, &VertexBinding::binding);
    if (buffer == bundle_.resources.end() || binding == input.bindings.end())
      return fail(fmt::format("the vertex attribute {} without a buffer", attribute.location));
    text += fmt::format("  VERTEX_DATA {} LOCATION {} RATE {} FORMAT {} OFFSET {} STRIDE {}\n",
                        amber_name(*buffer), attribute.location,
                        binding->rate == VertexInputRate::instance ? "instance" : "vertex", format,
                        attribute.offset, binding->stride);
  }
  return text;
}

// The resolve attachments of a script belong to the color attachments in their order.
std::string DrawScript::attachment_bindings() const {
  std::string text;
  for (const ScriptAttachment& attachment : attachments_) {
    const BundleResource& resource = *attachment.resource;
    text += fmt::format("  BIND BUFFER {} AS ", amber_name(resource));
    if (resource.kind == draw_kinds::color_attachment) {
      text += fmt::format("color LOCATION {}\n", resource.key.binding);
    } else {
      text += is_depth_stencil(resource) ? "depth_stencil\n" : "resolve\n";
    }
  }
  return text;
}

Result<std::string> DrawScript::pipeline() const {
  const auto state = amber_draw_state(bundle_);
  if (!state) return state;
  const auto vertices = vertex_data();
  if (!vertices) return vertices;
  std::vector<std::uint32_t> with_samples, resolved;
  for (const ScriptAttachment& attachment : attachments_) {
    const BundleResource& resource = *attachment.resource;
    if (resource.kind == draw_kinds::color_attachment && attachment.is_multisampled())
      with_samples.push_back(resource.key.binding);
    if (resource.kind == draw_kinds::resolve_attachment) resolved.push_back(resource.key.binding);
  }
  if (!std::ranges::equal(
          resolved, std::span(with_samples).first(std::min(resolved.size(), with_samples.size()))))
    return fail("a color attachment that is not resolved before one that is");
  std::string text = "PIPELINE graphics pipeline\n";
  for (const BundleStage& stage : draw_.stages) {
    text += amber_attachment_of_shader(bundle_, fmt::format("{}_shader", stage_name(stage.stage)),
                                       stage.entry_point, stage.specialization);
  }
  text += amber_attachment_of_shader(bundle_, "fragment_shader", bundle_.entry_point,
                                     bundle_.specialization);
  text += fmt::format("  FRAMEBUFFER_SIZE {} {}\n", draw_.width, draw_.height);
  text += attachment_bindings() + amber_bindings(bundle_, amber_name) + *vertices;
  if (draw_.call.index_buffer) text += "  INDEX_DATA b_index\n";
  return text + *state + "END\n\n";
}

std::string DrawScript::commands() const {
  std::string text;
  if (cleared_to_) {
    const auto& color = cleared_to_->color.integers;
    text += fmt::format(
        "CLEAR_COLOR pipeline {} {} {} {}\nCLEAR_DEPTH pipeline {}\nCLEAR_STENCIL pipeline {}\n"
        "CLEAR pipeline\n",
        color[0], color[1], color[2], color[3], cleared_to_->depth, cleared_to_->stencil);
  }
  const DrawCall& call = draw_.call;
  const auto topology = static_cast<std::size_t>(draw_.state.input_assembly.topology);
  return text + fmt::format(
                    "RUN pipeline DRAW_ARRAY AS {}{} START_IDX {} COUNT {} START_INSTANCE {} "
                    "INSTANCE_COUNT {}\n\n",
                    amber::topology_words[topology], call.index_buffer ? " INDEXED" : "",
                    call.first_vertex, call.vertex_count, call.first_instance, call.instance_count);
}

std::string DrawScript::expectations(ComparedComponents& compared) const {
  std::string text;
  for (const ScriptAttachment& attachment : attachments_) {
    if (!attachment.resource->output) continue;
    const auto type_at = [&](std::uint64_t byte) -> std::optional<ScalarKind> {
      const auto& fields = attachment.layout.fields;
      const auto field =
          std::ranges::find(fields, byte % attachment.layout.stride, &amber::Field::offset);
      if (field == fields.end() || field->size != scalar_size(field->kind)) return std::nullopt;
      return field->kind;
    };
    const AttachmentExpectations of_output = expect_attachment(*attachment.resource, type_at);
    text += of_output.text;
    compared.add(of_output.compared);
  }
  for (const BundleResource& resource : bundle_.resources) {
    if (!resource.output || is_attachment_kind(resource.kind)) continue;
    // Bounds would need a second draw, into attachments that are not as they were.
    const BufferExpectations of_output(resource);
    text += of_output.exact();
    compared.exactly += of_output.compared().exactly;
    compared.not_at_all += of_output.compared().by_bounds + of_output.compared().not_at_all;
  }
  return text;
}

Result<std::string> DrawScript::write() {
  if (auto done = check_amber_resources(bundle_); !done) return tl::unexpected(done.error());
  if (auto done = find_attachments(); !done) return tl::unexpected(done.error());
  if (auto done = find_clear_values(); !done) return tl::unexpected(done.error());
  ComparedComponents compared;
  const std::string expected = expectations(compared);
  const auto shader_text = shaders();
  if (!shader_text) return shader_text;
  const auto declared = declarations();
  if (!declared) return declared;
  const auto drawn = pipeline();
  if (!drawn) return drawn;
  return amber_head(bundle_, compared, "") +
         amber_requirements(bundle_, amber_draw_features(draw_), stages_with_subgroups()) +
         *shader_text + *declared + *drawn + commands() + expected;
}

}  // namespace

Result<std::string> draw_as_amber_script(const Bundle& bundle) {
  return DrawScript(bundle).write();
}

}  // namespace spirv_oracle::golden
