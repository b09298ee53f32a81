#include "cli/resource_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/acceleration_structure_options.h"
#include "cli/image_resources.h"
#include "cli/resources.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t max_suggested_elements = 65536;

std::string_view kind_text(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::storage_buffer:
      return "storage buffer";
    case ResourceKind::uniform_buffer:
      return "uniform buffer";
    case ResourceKind::push_constant:
      return "push constants";
    case ResourceKind::buffer_argument:
      return "buffer argument";
    case ResourceKind::local_argument:
      return "local memory argument";
    case ResourceKind::value_argument:
      return "argument";
    case ResourceKind::image_argument:
      return "image argument";
    case ResourceKind::sampler_argument:
      return "sampler argument";
    case ResourceKind::uniform_texel_buffer:
      return "uniform texel buffer";
    case ResourceKind::storage_texel_buffer:
      return "storage texel buffer";
    case ResourceKind::storage_image:
      return "storage image";
    case ResourceKind::sampled_image:
      return "sampled image";
    case ResourceKind::combined_image_sampler:
      return "combined image sampler";
    case ResourceKind::sampler:
      return "sampler";
    case ResourceKind::acceleration_structure:
      return "acceleration structure";
  }
  return "resource";
}

// A pipe that is read is full.
std::string suggested_pipe(const ResourceInfo& resource) {
  constexpr std::uint64_t packets = 64;
  const std::string pipe =
      fmt::format("--arg '{}=pipe({},{})", resource.binding, packets, resource.runtime_stride);
  return resource.writable ? pipe + "'"
                           : fmt::format("{}:zero({})'", pipe, packets * resource.runtime_stride);
}

}  // namespace

std::string buffer_label(const EntryPointInfo& entry, const BindingKey& key) {
  BufferName name;
  name.key = key;
  const ResourceInfo* resource = find_resource(entry, name);
  name.has_element = resource != nullptr && resource->descriptor_count != 1;
  return buffer_text(name);
}

std::string resource_text(const ResourceInfo& resource) {
  std::string text(is_pipe(resource) ? "pipe argument" : kind_text(resource.kind));
  if (is_argument(resource.kind)) {
    text += fmt::format(" {}", resource.binding);
  } else if (BindingKey{resource.set}.is_in_heap()) {
    text += fmt::format(" heap.{}", resource.binding);
  } else if (resource.kind != ResourceKind::push_constant)
    text += fmt::format(" {}.{}", resource.set, resource.binding);
  if (!resource.name.empty()) text += fmt::format(" '{}'", resource.name);
  return text;
}

std::string suggested_option(const ResourceInfo& resource, std::uint64_t invocations) {
  if (is_image_kind(resource.kind) || has_sampler(resource.kind))
    return suggested_image_option(resource);
  if (resource.kind == ResourceKind::acceleration_structure)
    return suggested_acceleration_structure(resource);
  if (resource.kind == ResourceKind::image_argument ||
      resource.kind == ResourceKind::sampler_argument)
    return suggested_argument(resource);
  if (is_pipe(resource)) return suggested_pipe(resource);
  const std::uint64_t elements = std::clamp(invocations, std::uint64_t{1}, max_suggested_elements);
  const std::uint64_t size = resource.fixed_size + resource.runtime_stride * elements;
  std::string data = fmt::format("zero({})", size);
  if (resource.scalar && *resource.scalar != ScalarKind::boolean &&
      size % scalar_size(*resource.scalar) == 0) {
    data = fmt::format("{}:fill({},0)", scalar_name(*resource.scalar),
                       size / scalar_size(*resource.scalar));
  }
  if (resource.kind == ResourceKind::push_constant) return fmt::format("--push '{}'", data);
  if (resource.kind == ResourceKind::local_argument)
    return fmt::format("--arg '{}=local({})'", resource.binding, size);
  if (is_argument(resource.kind)) return fmt::format("--arg '{}={}'", resource.binding, data);
  std::string format;
  if (resource.image && resource.image->format == nullptr) {
    format = fmt::format("--format-of {}.{}=FORMAT ", resource.set, resource.binding);
    data = "DATA";
  }
  return format + suggested_for_descriptors(resource, [&data](const std::string& name) {
           return fmt::format("--buffer '{}={}'", name, data);
         });
}

std::uint64_t invocation_count(const EntryPointInfo& entry, const LaunchOptions& options) {
  const std::optional<Dim3> size = options.local_size ? options.local_size : entry.local_size;
  if (!size && !options.global_size) return default_invocations;
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t here = options.global_size ? (*options.global_size)[i]
                                                   : std::uint64_t{(*size)[i]} * options.groups[i];
    if (__builtin_mul_overflow(count, here, &count)) {
      return max_suggested_elements;
    }
  }
  return count;
}

std::string existing_buffers(const EntryPointInfo& entry) {
  std::string text;
  for (const ResourceInfo& resource : entry.resources) {
    if (resource.kind == ResourceKind::push_constant ||
        resource.kind == ResourceKind::local_argument ||
        resource.kind == ResourceKind::value_argument ||
        resource.kind == ResourceKind::sampler_argument)
      continue;
    text += fmt::format("{}{}", text.empty() ? "it uses the " : ", the ", resource_text(resource));
  }
  return text.empty() ? "it uses none" : text;
}

}  // namespace spirv_oracle
