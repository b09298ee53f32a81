#include "golden/bundle/bundle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::array<std::pair<ResourceKind, std::string_view>, 14> kind_names{{
    {ResourceKind::storage_buffer, "storage_buffer"},
    {ResourceKind::uniform_buffer, "uniform_buffer"},
    {ResourceKind::push_constant, "push_constant"},
    {ResourceKind::uniform_texel_buffer, "uniform_texel_buffer"},
    {ResourceKind::storage_texel_buffer, "storage_texel_buffer"},
    {ResourceKind::storage_image, "storage_image"},
    {ResourceKind::sampled_image, "sampled_image"},
    {ResourceKind::combined_image_sampler, "combined_image_sampler"},
    {ResourceKind::sampler, "sampler"},
    {ResourceKind::buffer_argument, "buffer_argument"},
    {ResourceKind::local_argument, "local_argument"},
    {ResourceKind::value_argument, "value_argument"},
    {ResourceKind::image_argument, "image_argument"},
    {ResourceKind::sampler_argument, "sampler_argument"},
}};

}  // namespace

bool is_attachment_kind(std::string_view kind) {
  return kind == draw_kinds::color_attachment || kind == draw_kinds::resolve_attachment ||
         kind == draw_kinds::depth_stencil_attachment;
}

bool is_draw_kind(std::string_view kind) {
  return is_attachment_kind(kind) || kind == draw_kinds::vertex_buffer ||
         kind == draw_kinds::index_buffer;
}

InputBytes input_bytes(const ShadowedBytes& contents) {
  InputBytes input{contents.bytes, {}};
  for (std::uint64_t i = 0; i < contents.size(); ++i) {
    if (value_state(contents.shadow[i]) != Definedness::undefined) continue;
    input.bytes[i] = std::byte{0};  // makes the bundle independent of these bytes
    if (!input.undefined.empty() && input.undefined.back().second == i) {
      ++input.undefined.back().second;
    } else {
      input.undefined.emplace_back(i, i + 1);
    }
  }
  return input;
}

std::string_view stage_name(Stage stage) {
  switch (stage) {
    case Stage::tessellation_control:
      return "tessellation_control";
    case Stage::tessellation_evaluation:
      return "tessellation_evaluation";
    case Stage::geometry:
      return "geometry";
    default:
      return "vertex";
  }
}

Result<void> check_draw(const Bundle& bundle) {
  constexpr std::uint32_t most_bindings = 32;
  const auto has = [&bundle](Stage stage) {
    return std::ranges::find(bundle.draw->stages, stage, &BundleStage::stage) !=
           bundle.draw->stages.end();
  };
  if (has(Stage::tessellation_control) != has(Stage::tessellation_evaluation))
    return bad_input("tessellation needs both a control and an evaluation shader");
  bool has_indices = false;
  for (const BundleResource& resource : bundle.resources) {
    if (!is_draw_kind(resource.kind)) continue;
    const auto reject = [&resource](std::string_view why) {
      return bad_input(fmt::format("the {} {} {}", resource.kind, resource.name, why));
    };
    if (!resource.input) return reject("has no contents");
    if (resource.key.binding >= most_bindings) return reject("has a binding that is too large");
    has_indices |= resource.kind == draw_kinds::index_buffer;
    if (!is_attachment_kind(resource.kind)) continue;
    if (!resource.image || !resource.image->format || resource.image->is_texel_buffer() ||
        resource.image->format->bytes == 0)
      return reject("is not an image with a format");
    const ImageShape& shape = *resource.image;
    if (shape.levels != 1 || shape.layers != 1 || shape.extent[2] != 1 || shape.samples == 0 ||
        shape.samples > 16 || shape.extent[0] > max_image_extent ||
        shape.extent[1] > max_image_extent)
      return reject("must have one level and layer of a possible size");
    const std::uint64_t size = ImageLayout::of(shape, shape.format->bytes, 0).size;
    if (size != resource.input->bytes.size())
      return reject(fmt::format("must have {} bytes", size));
  }
  if (bundle.draw->call.index_buffer && !has_indices)
    return bad_input("the index buffer is missing");
  return {};
}

std::vector<std::string> names_of(const NotAssumed& not_assumed) {
  std::vector<std::string> names;
  if (not_assumed.subgroup_size) names.emplace_back("subgroup-size");
  if (not_assumed.subgroup_mapping) names.emplace_back("subgroup-mapping");
  if (not_assumed.float_controls) names.emplace_back("float-controls");
  return names;
}

std::uint64_t Witness::end() const { return offset + values.size() * scalar_size(type); }

AcceptanceStatistics statistics_of(const Bundle& bundle) {
  std::vector<const OutputAcceptance*> outputs;
  for (const BundleResource& resource : bundle.resources) {
    if (resource.output) outputs.push_back(&resource.output->acceptance);
  }
  return statistics_of(outputs);
}

void accept_agreed_only(Bundle& bundle) {
  for (BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    resource.output->acceptance =
        with_agreed_exact(resource.output->acceptance, resource.output->expected);
  }
}

std::string statistics_text(const AcceptanceStatistics& statistics) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::uint64_t count, std::string_view name) {
    if (count != 0) parts.push_back(fmt::format("{} {}", count, name));
  };
  add(statistics.exact, "exact");
  add(statistics.nan, "nan");
  add(statistics.set, "set");
  if (statistics.range != 0) {
    parts.push_back(fmt::format("{} range (median width {} ulp)", statistics.range,
                                statistics.median_range_ulp));
  }
  add(statistics.permutation, "permutation");
  add(statistics.any, "any");
  if (statistics.agreed != 0)
    parts.back() +=
        fmt::format(" ({} agreed in all executions that were tried)", statistics.agreed);
  return fmt::format("{} component{}: {}", statistics.components,
                     statistics.components == 1 ? "" : "s", fmt::join(parts, ", "));
}

const BundleCase* find_case(const Bundle& bundle, const std::string& output, std::uint64_t offset) {
  for (const BundleCase& one : bundle.cases) {
    if (one.output == output && one.offset <= offset && offset - one.offset < one.size) return &one;
  }
  return nullptr;
}

const BundleResource* find_output(const Bundle& bundle, const std::string& name) {
  const auto found = std::ranges::find_if(bundle.resources, [&name](const BundleResource& one) {
    return one.output && one.name == name;
  });
  return found == bundle.resources.end() ? nullptr : &*found;
}

std::string_view resource_kind_name(ResourceKind kind) {
  return std::ranges::find(kind_names, kind, &std::pair<ResourceKind, std::string_view>::first)
      ->second;
}

std::optional<ResourceKind> find_resource_kind(std::string_view name) {
  const auto found =
      std::ranges::find(kind_names, name, &std::pair<ResourceKind, std::string_view>::second);
  if (found == kind_names.end()) return std::nullopt;
  return found->first;
}

}  // namespace spirv_oracle::golden
