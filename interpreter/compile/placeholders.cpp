#include "interpreter/compile/placeholders.h"

#include "interpreter/check_supported.h"
#include "interpreter/compile/bound_program.h"

namespace spirv_oracle {
namespace {

// The smallest image of a permitted shape.
void add_image_placeholder(const BindingKey& key, const ImageInfo& image, Dispatch& dispatch) {
  ImageShape shape;
  shape.format = *find_texel_format("Rgba32f");
  shape.extent[0] = image.dimensionality == "Buffer" ? 0 : 1;
  shape.samples = image.multisampled ? 4 : 1;
  dispatch.buffers[key] = ShadowedBytes::zero(std::size_t{shape.format->bytes} * shape.samples);
  dispatch.images[key] = shape;
}

void add_placeholder(const ResourceInfo& resource, Dispatch& dispatch) {
  const BindingKey key{resource.set, resource.binding, 0};
  switch (resource.kind) {
    case ResourceKind::local_argument:
      dispatch.local_arguments.try_emplace(resource.binding, resource.runtime_stride);
      return;
    case ResourceKind::value_argument:
      dispatch.argument_values.try_emplace(resource.binding,
                                           ShadowedBytes::zero(resource.fixed_size));
      return;
    case ResourceKind::sampler_argument:
      dispatch.samplers.try_emplace(key);
      return;
    case ResourceKind::acceleration_structure:
      if (!dispatch.acceleration_structures.contains(key) &&
          !dispatch.null_descriptors.contains(key))
        dispatch.acceleration_structures[key] = std::make_shared<const AccelerationStructure>();
      return;
    case ResourceKind::image_argument:
      if (dispatch.buffers.contains(key) || !resource.image) return;
      add_image_placeholder(key, *resource.image, dispatch);
      return;
    default:
      if (dispatch.memory_buffers.contains(key) || dispatch.null_descriptors.contains(key)) return;
      if (is_argument(resource.kind) && dispatch.argument_values.contains(resource.binding)) return;
      dispatch.buffers.try_emplace(key);
      return;
  }
}

// A storage buffer and a sampler, if the heaps are empty.
void add_heap_placeholders(Dispatch& dispatch) {
  constexpr BindingKey buffer{BindingKey::resource_heap, 0, 0};
  dispatch.samplers.try_emplace({BindingKey::sampler_heap, 0, 0});
  if (dispatch.memory_buffers.contains(buffer) || dispatch.null_descriptors.contains(buffer) ||
      dispatch.acceleration_structures.contains(buffer) ||
      !dispatch.buffers.try_emplace(buffer).second)
    return;
  dispatch.heap_types.try_emplace(buffer, DescriptorType::storage_buffer);
}

}  // namespace

Dispatch with_placeholders(const Module& module, Dispatch dispatch) {
  for (const EntryPointInfo& entry : describe(module, dispatch.limits.max_memory).entry_points) {
    if (!dispatch.entry_point.empty() && entry.name != dispatch.entry_point) continue;
    for (const ResourceInfo& resource : entry.resources) add_placeholder(resource, dispatch);
    if (entry.reads_heaps) add_heap_placeholders(dispatch);
  }
  return dispatch;
}

Result<void> check_supported(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch) {
  Dispatch complete = with_placeholders(module, dispatch);
  if (!complete.local_size)
    complete.local_size = Dim3{1, 1, 1};  // of a kernel that does not declare it
  const auto compiled = bind_once(module, registry, complete);
  if (!compiled) return tl::unexpected(compiled.error());
  return {};
}

}  // namespace spirv_oracle
