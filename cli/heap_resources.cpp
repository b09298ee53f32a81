#include "cli/heap_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace spirv_oracle {
namespace {

constexpr std::array<std::pair<std::string_view, DescriptorType>, 6> type_names = {{
    {"uniform-buffer", DescriptorType::uniform_buffer},
    {"storage-buffer", DescriptorType::storage_buffer},
    {"uniform-texel-buffer", DescriptorType::uniform_texel_buffer},
    {"storage-texel-buffer", DescriptorType::storage_texel_buffer},
    {"sampled-image", DescriptorType::sampled_image},
    {"storage-image", DescriptorType::storage_image},
}};

Result<void> add_type(LaunchOptions& launch, const std::string& text) {
  const auto parts = split_assignment(text, "heap.SLOT=TYPE, such as heap.1=uniform-buffer");
  if (!parts) return tl::unexpected(parts.error());
  const auto name = parse_buffer_name(parts->first);
  if (!name) return tl::unexpected(name.error());
  if (name->key.set != BindingKey::resource_heap)
    return bad_input(fmt::format(
        "'{}' is not a descriptor in a heap: the module says the types of others", parts->first));
  const auto* const found =
      std::ranges::find(type_names, parts->second, &decltype(type_names)::value_type::first);
  if (found == type_names.end()) {
    std::string names;
    for (const auto& [type, value] : type_names)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", type);
    return bad_input(
        fmt::format("'{}' is not a type of descriptor: use one of {}", parts->second, names));
  }
  launch.descriptor_types.push_back({*name, found->second});
  return {};
}

// The type that --descriptor-type gives to a descriptor.
std::optional<DescriptorType> given_type(const LaunchOptions& options, const BindingKey& key) {
  for (const DescriptorTypeOption& option : options.descriptor_types) {
    if (option.name.key == key) return option.type;
  }
  return std::nullopt;
}

bool has_format(const LaunchOptions& options, const BindingKey& key) {
  return std::ranges::any_of(options.formats,
                             [&key](const FormatOption& option) { return option.name.key == key; });
}

// The descriptors that the options write.
std::vector<ResourceInfo> written(const LaunchOptions& options) {
  std::vector<ResourceInfo> resources;
  const auto add = [&](const BufferName& name, ResourceKind kind) {
    if (!name.key.is_in_heap()) return;
    ResourceInfo resource;
    resource.kind = kind;
    if (kind == ResourceKind::storage_buffer &&
        given_type(options, name.key) == DescriptorType::uniform_buffer)
      resource.kind = ResourceKind::uniform_buffer;
    resource.set = name.key.set;
    resource.binding = name.key.binding;
    resource.writable = resource.kind != ResourceKind::uniform_buffer;
    resources.push_back(std::move(resource));
  };
  for (const BufferOption& option : options.buffers)
    add(option.name, has_format(options, option.name.key) ? ResourceKind::storage_texel_buffer
                                                          : ResourceKind::storage_buffer);
  for (const ImageOption& option : options.images) add(option.name, ResourceKind::storage_image);
  for (const SamplerOption& option : options.samplers) add(option.name, ResourceKind::sampler);
  for (const AccelerationStructureOption& option : options.acceleration_structures)
    add(option.name, ResourceKind::acceleration_structure);
  for (const NullOption& option : options.null_descriptors)
    add(option.name, ResourceKind::storage_buffer);
  return resources;
}

// Whether the resource that is bound can have the type.
bool fits(const Dispatch& dispatch, const BindingKey& key, DescriptorType type) {
  if (dispatch.null_descriptors.contains(key)) return true;
  const auto image = dispatch.images.find(key);
  if (image == dispatch.images.end())
    return (dispatch.buffers.contains(key) || dispatch.memory_buffers.contains(key)) &&
           (type == DescriptorType::uniform_buffer || type == DescriptorType::storage_buffer);
  if (image->second.is_texel_buffer())
    return type == DescriptorType::uniform_texel_buffer ||
           type == DescriptorType::storage_texel_buffer;
  return type == DescriptorType::sampled_image || type == DescriptorType::storage_image;
}

}  // namespace

void add_heap_rows(LaunchOptions& launch, std::vector<OptionRow>& rows) {
  rows.push_back(
      {"Resources", "descriptor-type", '\0', "heap.SLOT=TYPE", true,
       "the type of a descriptor in the resource heap: uniform-buffer, storage-buffer, "
       "uniform-texel-buffer, storage-texel-buffer, sampled-image or storage-image (default: what "
       "the module reads from the heap; storage, if it reads both)",
       "", [&launch](const std::string& value) { return add_type(launch, value); }});
}

void add_heap_resources(const LaunchOptions& options, ModuleInfo& module) {
  for (EntryPointInfo& entry : module.entry_points) {
    if (!entry.reads_heaps) continue;
    for (ResourceInfo& resource : written(options)) {
      resource.scalar = entry.heap_scalar;
      entry.resources.push_back(std::move(resource));
    }
  }
}

Result<void> add_heap_types(const LaunchOptions& options, Dispatch& dispatch) {
  std::set<BindingKey> keys;
  for (const ResourceInfo& resource : written(options)) {
    if (!keys.insert({resource.set, resource.binding, 0}).second)
      return bad_input(
          fmt::format("several options write a descriptor to heap.{}", resource.binding));
  }
  for (const DescriptorTypeOption& option : options.descriptor_types) {
    const BindingKey& key = option.name.key;
    const std::string name = fmt::format("--descriptor-type {}", buffer_text(option.name));
    if (!fits(dispatch, key, option.type))
      return bad_input(fmt::format("{}: no option writes {} there", name, name_of(option.type)));
    if (!dispatch.heap_types.emplace(key, option.type).second)
      return bad_input(fmt::format("{} is given twice", name));
  }
  return {};
}

}  // namespace spirv_oracle
