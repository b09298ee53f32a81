#include "spirv_run/list_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cli/image_resources.h"
#include "cli/resource_text.h"
#include "cli/resources.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t default_workgroup = 64;
constexpr std::uint32_t max_suggested_workgroup = 65536;

// "2D array", "2D array of Rgba8 texels"
std::string shape_text(const ImageInfo& image) {
  std::string text = image.dimensionality;
  if (image.multisampled) text += " multisampled";
  if (image.arrayed) text += " array";
  return text;
}
std::string image_text(const ImageInfo& image) {
  return shape_text(image) + fmt::format(" of {} texels", image.format == nullptr
                                                              ? scalar_name(image.sampled_type)
                                                              : image.format->name);
}

std::string bytes_text(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "byte" : "bytes");
}

std::string size_text(const ResourceInfo& resource) {
  if (resource.kind == ResourceKind::local_argument ||
      resource.kind == ResourceKind::buffer_argument)
    return fmt::format(
        "{} per element{}", bytes_text(resource.runtime_stride),
        resource.kind == ResourceKind::buffer_argument && !resource.writable ? ", read-only" : "");
  if (resource.kind == ResourceKind::sampler || resource.kind == ResourceKind::sampler_argument)
    return "filter and address modes";
  if (resource.kind == ResourceKind::acceleration_structure) return "instances and their geometry";
  if (is_pipe(resource))
    return fmt::format("packets of {}, {}", bytes_text(resource.runtime_stride),
                       resource.writable ? "written" : "read");
  if (resource.kind == ResourceKind::image_argument)
    return fmt::format("{}{}", shape_text(*resource.image), resource.writable ? "" : ", read-only");
  std::string text = resource.image ? image_text(*resource.image) : bytes_text(resource.fixed_size);
  if (!resource.image && resource.runtime_stride != 0)
    text += fmt::format(", then {} per element of the array at the end", resource.runtime_stride);
  if (resource.descriptor_count == 0) text += ", runtime-sized descriptor array";
  if (resource.descriptor_count > 1)
    text += fmt::format(", {} descriptors", resource.descriptor_count);
  const bool may_be_written = resource.kind == ResourceKind::storage_buffer ||
                              resource.kind == ResourceKind::storage_texel_buffer ||
                              resource.kind == ResourceKind::storage_image;
  if (may_be_written && !resource.writable) text += ", read-only";
  return text;
}

std::string_view kind_name(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::storage_buffer:
      return "storage_buffer";
    case ResourceKind::uniform_buffer:
      return "uniform_buffer";
    case ResourceKind::push_constant:
      return "push_constant";
    case ResourceKind::buffer_argument:
      return "buffer_argument";
    case ResourceKind::local_argument:
      return "local_argument";
    case ResourceKind::value_argument:
      return "value_argument";
    case ResourceKind::image_argument:
      return "image_argument";
    case ResourceKind::sampler_argument:
      return "sampler_argument";
    case ResourceKind::uniform_texel_buffer:
      return "uniform_texel_buffer";
    case ResourceKind::storage_texel_buffer:
      return "storage_texel_buffer";
    case ResourceKind::storage_image:
      return "storage_image";
    case ResourceKind::sampled_image:
      return "sampled_image";
    case ResourceKind::combined_image_sampler:
      return "combined_image_sampler";
    case ResourceKind::sampler:
      return "sampler";
    case ResourceKind::acceleration_structure:
      return "acceleration_structure";
  }
  return "";
}

// A value in the JSON representation of its type.
Json constant_json(const SpecConstantInfo& constant) {
  const std::string text = format_scalar(constant.type, constant.default_bits);
  const Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(text) : value;
}

Json resource_json(const ResourceInfo& resource) {
  Json json{{"kind", is_pipe(resource) ? "pipe_argument" : kind_name(resource.kind)},
            {"name", resource.name}};
  if (is_argument(resource.kind)) {
    json["argument"] = resource.binding;
  } else if (resource.kind != ResourceKind::push_constant) {
    json["set"] = resource.set;
    json["binding"] = resource.binding;
    json["descriptor_count"] = resource.descriptor_count;
  }
  json["fixed_size"] = resource.fixed_size;
  json["runtime_stride"] = resource.runtime_stride;
  json["type"] = resource.scalar ? Json(scalar_name(*resource.scalar)) : Json(nullptr);
  json["writable"] = resource.writable;
  if (resource.image) {
    json["image"] = {
        {"dimensionality", resource.image->dimensionality},
        {"arrayed", resource.image->arrayed},
        {"multisampled", resource.image->multisampled},
        {"format",
         resource.image->format == nullptr ? Json(nullptr) : Json(resource.image->format->name)}};
  }
  return json;
}

void add_modes(const WorkgroupModes& modes, Json& json) {
  json["local_size"] = modes.size ? Json(*modes.size) : Json(nullptr);
  if (std::ranges::any_of(modes.size_spec_ids, [](const auto& id) { return id.has_value(); })) {
    for (const auto& id : modes.size_spec_ids)
      json["local_size_spec_ids"].push_back(id ? Json(*id) : Json(nullptr));
  }
  if (modes.size_hint) json["local_size_hint"] = *modes.size_hint;
  if (modes.subgroup_size) json["subgroup_size"] = *modes.subgroup_size;
  if (modes.subgroups_per_workgroup)
    json["subgroups_per_workgroup"] = *modes.subgroups_per_workgroup;
}

std::string dim_text(const Dim3& size) {
  return fmt::format("{},{},{}", size[0], size[1], size[2]);
}

// Variables that share a binding. One option gives the contents for all of them.
struct Binding {
  ResourceInfo resource;             // large enough for all of them
  std::vector<std::string> aliases;  // names of the variables after the first one
};

bool share_binding(const ResourceInfo& a, const ResourceInfo& b) {
  const bool same_option = a.kind == b.kind || (is_buffer_kind(a.kind) && is_buffer_kind(b.kind));
  return same_option && !is_argument(a.kind) && a.kind != ResourceKind::push_constant &&
         a.set == b.set && a.binding == b.binding;
}

void add_alias(const ResourceInfo& alias, Binding& binding) {
  ResourceInfo& all = binding.resource;
  if (alias.name != all.name && !alias.name.empty() &&
      std::ranges::find(binding.aliases, alias.name) == binding.aliases.end())
    binding.aliases.push_back(alias.name);
  if (alias.kind == ResourceKind::storage_buffer) all.kind = alias.kind;
  all.fixed_size = std::max(all.fixed_size, alias.fixed_size);
  all.runtime_stride = std::max(all.runtime_stride, alias.runtime_stride);
  all.descriptor_count = std::max(all.descriptor_count, alias.descriptor_count);
  all.writable |= alias.writable;
  if (alias.scalar != all.scalar) all.scalar.reset();
}

std::vector<Binding> bindings_of(const EntryPointInfo& entry) {
  std::vector<Binding> bindings;
  for (const ResourceInfo& resource : entry.resources) {
    const auto same = std::ranges::find_if(bindings, [&resource](const Binding& other) {
      return share_binding(other.resource, resource);
    });
    if (same == bindings.end()) {
      bindings.push_back({resource, {}});
    } else {
      add_alias(resource, *same);
    }
  }
  return bindings;
}

std::string aliases_text(const Binding& binding) {
  std::string text;
  for (const std::string& alias : binding.aliases) text += fmt::format(", '{}'", alias);
  return text;
}

// The constants that determine the size, if there are any.
std::string size_source_text(const WorkgroupModes& modes) {
  constexpr std::array<std::string_view, 3> axes{"x", "y", "z"};
  std::string text;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (modes.size_spec_ids[i])
      text += fmt::format("{}{} by --spec {}=N", text.empty() ? "" : ", ", axes[i],
                          *modes.size_spec_ids[i]);
  }
  return text.empty() ? "" : fmt::format(" ({})", text);
}

// A workgroup size for an entry point that does not declare it.
Dim3 suggested_size(const WorkgroupModes& modes, const LaunchOptions& options) {
  if (options.local_size) return *options.local_size;
  if (modes.size_hint) return *modes.size_hint;
  if (modes.subgroups_per_workgroup) {
    const std::uint32_t subgroup = modes.subgroup_size.value_or(options.subgroup_size);
    const std::uint32_t most = max_suggested_workgroup / std::max(subgroup, 1u);
    return {subgroup * std::min(*modes.subgroups_per_workgroup, most), 1, 1};
  }
  return {default_workgroup, 1, 1};
}

void add_entry_text(const EntryPointInfo& entry, const WorkgroupModes& modes,
                    const LaunchOptions& options, std::string& text) {
  EntryPointInfo sized = entry;  // with the suggested options
  sized.local_size = modes.size;
  text += fmt::format("entry point '{}', {}", entry.name, entry.execution_model);
  const bool has_workgroups = entry.execution_model == "GLCompute" || is_kernel(entry);
  if (modes.size) {
    text += fmt::format(", workgroup size {}{}", dim_text(*modes.size), size_source_text(modes));
  } else if (has_workgroups) {
    text += ", workgroup size not declared";
  }
  if (modes.subgroup_size) text += fmt::format(", subgroup size {}", *modes.subgroup_size);
  if (modes.subgroups_per_workgroup)
    text += fmt::format(", {} subgroups per workgroup", *modes.subgroups_per_workgroup);
  text += '\n';
  if (!modes.size && has_workgroups) {
    sized.local_size = suggested_size(modes, options);
    text += fmt::format(
        "    {} {} --local-size {}\n", options.global_size ? "--global-size" : "--groups",
        dim_text(options.global_size.value_or(options.groups)), dim_text(*sized.local_size));
  }
  for (const Binding& binding : bindings_of(entry)) {
    text += fmt::format("  {}{}: {}\n    {}\n", resource_text(binding.resource),
                        aliases_text(binding), size_text(binding.resource),
                        suggested_option(binding.resource, invocation_count(sized, options)));
  }
}

}  // namespace

std::string resources_as_text(const ModuleInfo& module, const ModesOfEntryPoint& modes,
                              const LaunchOptions& options) {
  std::string text;
  for (const EntryPointInfo& entry : module.entry_points)
    add_entry_text(entry, modes(entry.name), options, text);
  for (const SpecConstantInfo& constant : module.spec_constants) {
    const std::string name = constant.name.empty() ? "" : fmt::format(" '{}'", constant.name);
    const std::string value = format_scalar(constant.type, constant.default_bits);
    text += fmt::format("specialization constant {0}{1}: {2}\n    --spec {0}={3}\n",
                        constant.spec_id, name, scalar_name(constant.type), value);
  }
  return text;
}

Json resources_as_json(const ModuleInfo& module, const ModesOfEntryPoint& modes) {
  Json entries = Json::array();
  for (const EntryPointInfo& entry : module.entry_points) {
    Json json{{"name", entry.name}, {"execution_model", entry.execution_model}};
    add_modes(modes(entry.name), json);
    json["resources"] = Json::array();
    for (const Binding& binding : bindings_of(entry)) {
      Json resource = resource_json(binding.resource);
      if (!binding.aliases.empty()) resource["aliases"] = binding.aliases;
      json["resources"].push_back(std::move(resource));
    }
    entries.push_back(std::move(json));
  }
  Json constants = Json::array();
  for (const SpecConstantInfo& constant : module.spec_constants) {
    constants.push_back(Json{{"spec_id", constant.spec_id},
                             {"name", constant.name},
                             {"type", scalar_name(constant.type)},
                             {"default", constant_json(constant)}});
  }
  return Json{{"entry_points", std::move(entries)}, {"spec_constants", std::move(constants)}};
}

}  // namespace spirv_oracle
