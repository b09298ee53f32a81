#include "cli/list_resources.h"

#include <fmt/format.h>

#include "cli/resources.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

// "2D array of Rgba8 texels"
std::string image_text(const ImageInfo& image) {
  std::string text = image.dimensionality;
  if (image.multisampled) text += " multisampled";
  if (image.arrayed) text += " array";
  return text + fmt::format(" of {} texels", image.format == nullptr
                                                 ? scalar_name(image.sampled_type)
                                                 : image.format->name);
}

std::string size_text(const ResourceInfo& resource) {
  if (resource.kind == ResourceKind::local_argument ||
      resource.kind == ResourceKind::buffer_argument)
    return fmt::format(
        "{} bytes per element{}", resource.runtime_stride,
        resource.kind == ResourceKind::buffer_argument && !resource.writable ? ", read-only" : "");
  if (resource.kind == ResourceKind::sampler) return "no texels of its own";
  std::string text =
      resource.image ? image_text(*resource.image) : fmt::format("{} bytes", resource.fixed_size);
  if (!resource.image && resource.runtime_stride != 0)
    text += fmt::format(" and {} per element", resource.runtime_stride);
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
  }
  return "";
}

// A value as its type has it in JSON.
Json constant_json(const SpecConstantInfo& constant) {
  const std::string text = format_scalar(constant.type, constant.default_bits);
  const Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(text) : value;
}

Json resource_json(const ResourceInfo& resource) {
  Json json{{"kind", kind_name(resource.kind)}, {"name", resource.name}};
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

}  // namespace

std::string resources_as_text(const ModuleInfo& module, const LaunchOptions& options) {
  std::string text;
  for (const EntryPointInfo& entry : module.entry_points) {
    text += fmt::format("entry point '{}', {}", entry.name, entry.execution_model);
    if (entry.local_size) {
      const Dim3& size = *entry.local_size;
      text += fmt::format(", workgroup size {},{},{}", size[0], size[1], size[2]);
    }
    text += '\n';
    for (const ResourceInfo& resource : entry.resources) {
      text += fmt::format("  {}: {}\n    {}\n", resource_text(resource), size_text(resource),
                          suggested_option(resource, invocation_count(entry, options)));
    }
  }
  for (const SpecConstantInfo& constant : module.spec_constants) {
    const std::string name = constant.name.empty() ? "" : fmt::format(" '{}'", constant.name);
    const std::string value = format_scalar(constant.type, constant.default_bits);
    text += fmt::format("specialization constant {0}{1}: {2}\n    --spec {0}={3}\n",
                        constant.spec_id, name, scalar_name(constant.type), value);
  }
  return text;
}

Json resources_as_json(const ModuleInfo& module) {
  Json entries = Json::array();
  for (const EntryPointInfo& entry : module.entry_points) {
    Json json{{"name", entry.name}, {"execution_model", entry.execution_model}};
    json["local_size"] = entry.local_size ? Json(*entry.local_size) : Json(nullptr);
    json["resources"] = Json::array();
    for (const ResourceInfo& resource : entry.resources)
      json["resources"].push_back(resource_json(resource));
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
