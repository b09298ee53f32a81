#include "cli/image_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "cli/image_options.h"
#include "cli/resource_text.h"
#include "cli/resources.h"
#include "data/memory_range.h"
#include "data/picture.h"
#include "support/option_error.h"

namespace spirv_oracle {
namespace {

bool is_texel_buffer_kind(ResourceKind kind) {
  return kind == ResourceKind::uniform_texel_buffer || kind == ResourceKind::storage_texel_buffer;
}

// The file, if the contents of an image come from a picture.
std::optional<std::string_view> picture_of(std::string_view data) {
  if (!data.starts_with('@') || !is_picture_file(data)) return std::nullopt;
  return data.substr(1);
}

// `option` is the user's text, for messages.
Result<void> add_picture(const std::string& option, const BindingKey& key, const ImageText& image,
                         std::string_view file, const DataContext& context, Dispatch& dispatch) {
  const auto picture = read_picture(file, context.left() / 2);
  if (!picture) return in_option(option, picture.error());
  ImageShape shape = image.shape;
  if (shape.is_texel_buffer()) shape.extent = {picture->width, picture->height, 1};
  const std::array<std::uint32_t, 3> extent = {picture->width, picture->height, 1};
  if (shape.extent != extent || shape.layers != 1 || shape.levels != 1 || shape.samples != 1) {
    return in_option(
        option,
        {Status::bad_input, fmt::format("a picture of {} x {} pixels gives an image of that extent "
                                        "with one layer, level and sample",
                                        picture->width, picture->height)});
  }
  auto texels = texels_of_picture(*picture, *shape.format);
  if (!texels) return in_option(option, texels.error());
  ShadowedBytes& contents = dispatch.buffers[key];
  contents.shadow.assign(texels->size(), Definedness::defined);
  contents.bytes = std::move(*texels);
  dispatch.images[key] = shape;
  return {};
}

Result<void> set_image(const std::string& option, const BindingKey& key, const ImageText& image,
                       const DataContext& context, Dispatch& dispatch) {
  if (const auto file = picture_of(image.data))
    return add_picture(option, key, image, *file, context, dispatch);
  const std::uint64_t size = ImageLayout::of(image.shape, image.shape.format->bytes, 0).size;
  if (is_memory_range(image.data)) {
    const auto range = parse_memory_range(image.data, dispatch.memories);
    if (!range) return in_option(option, range.error());
    if (range->size != size)
      return bad_input(fmt::format("{}: the image takes {} bytes, but the range has {}", option,
                                   size, range->size));
    dispatch.memory_buffers[key] = *range;
    dispatch.images[key] = image.shape;
    return {};
  }
  if (size > context.left() / 2)
    return limit_reached(fmt::format("{}: the image takes {} bytes", option, size));
  ShadowedBytes contents = ShadowedBytes::uninitialized(size);
  if (!image.data.empty()) {
    auto data = parse_data(image.data, context);
    if (!data) return in_option(option, data.error());
    contents = std::move(*data);
  }
  if (contents.size() != size) {
    return bad_input(fmt::format("{}: the image takes {} bytes, but DATA has {}", option, size,
                                 contents.size()));
  }
  dispatch.buffers[key] = std::move(contents);
  dispatch.images[key] = image.shape;
  return {};
}

Result<void> add_image(const EntryPointInfo& entry, const ImageOption& option,
                       const DataContext& context, Dispatch& dispatch,
                       std::vector<std::string>& notes) {
  const std::string name = fmt::format("--image {}", buffer_text(option.name));
  note_unused(entry, option.name, name, notes);
  if (const auto ok = check_descriptor(entry, option.name, name, is_image_kind); !ok) return ok;
  return set_image(name, option.name.key, {option.shape, option.data}, context, dispatch);
}

// Applies to every element, or to the named one.
Result<void> add_format(const EntryPointInfo& entry, const FormatOption& option, Dispatch& dispatch,
                        std::vector<std::string>& notes) {
  const std::string name = fmt::format("--format-of {}", buffer_text(option.name));
  note_unused(entry, option.name, name, notes);
  if (const auto ok = check_descriptor(entry, option.name, name, is_texel_buffer_kind); !ok)
    return ok;
  const auto applies = [&option](const BindingKey& key) {
    return key.set == option.name.key.set && key.binding == option.name.key.binding &&
           (!option.name.has_element || key.element == option.name.key.element);
  };
  for (const auto& [key, contents] : dispatch.buffers) {
    if (applies(key)) dispatch.images[key].format = option.format;
  }
  for (const auto& [key, range] : dispatch.memory_buffers) {
    if (applies(key)) dispatch.images[key].format = option.format;
  }
  return {};
}

unsigned dimensions_of(const ImageInfo& image) {
  if (image.dimensionality == "3D") return 3;
  return image.dimensionality == "1D" || image.dimensionality == "Buffer" ? 1 : 2;
}

// Whether an image is of the type that a kernel takes. A host program could not set the argument to another one.
Result<void> check_type_of_image(const ResourceInfo& resource, const ImageText& image) {
  const ImageInfo& type = *resource.image;
  const unsigned dimensions = dimensions_of(type);
  const std::string taken = fmt::format("{} takes {} of {} dimension{}", resource_text(resource),
                                        type.arrayed ? "an array of images" : "an image",
                                        dimensions, dimensions == 1 ? "" : "s");
  if (image.dimensions != dimensions)
    return bad_input(fmt::format("{}, but the extent of this image has {}: write {}", taken,
                                 image.dimensions,
                                 dimensions == 1   ? "FORMAT:W"
                                 : dimensions == 2 ? "FORMAT:WxH"
                                                   : "FORMAT:WxHxD"));
  if (image.has_layers != type.arrayed)
    return bad_input(fmt::format("{}, but this image has {}layers: {} ,layers=N", taken,
                                 image.has_layers ? "" : "no ", type.arrayed ? "append" : "omit"));
  return {};
}

// "rgba8:16x16:zero(1024)"
std::string suggested_image(const ImageInfo& image) {
  constexpr std::uint32_t extent = 16;
  ImageShape shape;
  shape.format = image.format != nullptr
                     ? *image.format
                     : *find_texel_format(image.sampled_type == ScalarKind::int32    ? "Rgba8i"
                                          : image.sampled_type == ScalarKind::uint32 ? "Rgba8ui"
                                                                                     : "Rgba8");
  const bool cube = image.dimensionality == "Cube";
  const unsigned dimensions = dimensions_of(image);
  std::string text = fmt::format("{}:", shape.format->name);
  for (unsigned axis = 0; axis < dimensions; ++axis) {
    shape.extent[axis] = extent;
    text += fmt::format("{}{}", axis == 0 ? "" : "x", extent);
  }
  if (cube || image.arrayed) {
    shape.layers = cube ? 6 : 1;
    text += fmt::format(",layers={}", shape.layers);
  }
  if (image.multisampled) {
    shape.samples = 4;
    text += ",samples=4";
  }
  return fmt::format("{}:zero({})", text, ImageLayout::of(shape, shape.format->bytes, 0).size);
}

std::string suggested_images(const ResourceInfo& resource) {
  const std::string image = suggested_image(*resource.image);
  return suggested_for_descriptors(resource, [&image](const std::string& name) {
    return fmt::format("--image '{}={}'", name, image);
  });
}

// One option for each descriptor. Brackets are quoted for the shell.
std::string suggested_samplers(const ResourceInfo& resource) {
  const char* quote = resource.descriptor_count == 1 ? "" : "'";
  return suggested_for_descriptors(resource, [quote](const std::string& name) {
    return fmt::format("--sampler {0}{1}=nearest,clamp_to_edge{0}", quote, name);
  });
}

}  // namespace

bool is_buffer_kind(ResourceKind kind) {
  return kind == ResourceKind::storage_buffer || kind == ResourceKind::uniform_buffer ||
         is_texel_buffer_kind(kind);
}

bool is_image_kind(ResourceKind kind) {
  return kind == ResourceKind::storage_image || kind == ResourceKind::sampled_image ||
         kind == ResourceKind::combined_image_sampler;
}

bool has_sampler(ResourceKind kind) {
  return kind == ResourceKind::sampler || kind == ResourceKind::combined_image_sampler;
}

Result<void> add_images(const EntryPointInfo& entry, const LaunchOptions& options,
                        DataContext& context, Dispatch& dispatch, std::vector<std::string>& notes) {
  for (const ImageOption& option : options.images) {
    context.in_use = memory_of_contents(dispatch);
    if (auto done = add_image(entry, option, context, dispatch, notes); !done) return done;
  }
  for (const SamplerOption& option : options.samplers) {
    const std::string name = fmt::format("--sampler {}", buffer_text(option.name));
    note_unused(entry, option.name, name, notes);
    if (auto ok = check_descriptor(entry, option.name, name, has_sampler); !ok) return ok;
    dispatch.samplers[option.name.key] = option.state;
  }
  for (const FormatOption& option : options.formats) {
    if (auto done = add_format(entry, option, dispatch, notes); !done) return done;
  }
  return {};
}

Result<void> add_image_argument(const ResourceInfo& resource, const std::string& data,
                                const DataContext& context, Dispatch& dispatch) {
  const BindingKey key{BindingKey::kernel_arguments, resource.binding, 0};
  const std::string option = fmt::format("--arg {}", resource.binding);
  auto image = parse_image(data);
  if (!image) return in_option(option, image.error());
  if (auto done = check_type_of_image(resource, *image); !done)
    return in_option(option, done.error());
  if (auto done = set_image(option, key, *image, context, dispatch); !done) return done;
  ImageShape& shape = dispatch.images[key];
  if (resource.image->dimensionality != "Buffer") return {};
  if (shape.extent[1] * shape.extent[2] * shape.layers * shape.levels * shape.samples != 1)
    return bad_input(fmt::format("{}: a buffer of texels has a width only", option));
  shape.extent[0] = 0;
  return {};
}

Result<void> add_sampler_argument(const ResourceInfo& resource, const std::string& data,
                                  Dispatch& dispatch) {
  const auto sampler = parse_sampler(data);
  if (!sampler)
    return tl::unexpected(
        Error{sampler.error().status,
              fmt::format("--arg {}: {}", resource.binding, sampler.error().message)});
  dispatch.samplers[{BindingKey::kernel_arguments, resource.binding, 0}] = *sampler;
  return {};
}

Result<void> add_null_descriptors(const EntryPointInfo& entry, const LaunchOptions& options,
                                  Dispatch& dispatch, std::vector<std::string>& notes) {
  for (const NullOption& option : options.null_descriptors) {
    const std::string name = fmt::format("--null-descriptor {}", buffer_text(option.name));
    note_unused(entry, option.name, name, notes);
    const auto fits = [](ResourceKind kind) {
      return is_buffer_kind(kind) || is_image_kind(kind) ||
             kind == ResourceKind::acceleration_structure;
    };
    if (auto ok = check_descriptor(entry, option.name, name, fits); !ok) return ok;
    const BindingKey& key = option.name.key;
    if (dispatch.buffers.contains(key) || dispatch.memory_buffers.contains(key) ||
        dispatch.acceleration_structures.contains(key))
      return bad_input(fmt::format("{}: another option binds a resource to it", name));
    dispatch.null_descriptors.insert(key);
  }
  return {};
}

bool has_null_descriptor(const ResourceInfo& resource, const LaunchOptions& options) {
  return std::ranges::any_of(options.null_descriptors, [&](const NullOption& option) {
    return option.name.key.set == resource.set && option.name.key.binding == resource.binding;
  });
}

std::string suggested_argument(const ResourceInfo& resource) {
  const std::string data = resource.kind == ResourceKind::sampler_argument
                               ? "nearest,clamp_to_edge"
                               : suggested_image(*resource.image);
  return fmt::format("--arg '{}={}'", resource.binding, data);
}

std::string missing_image_options(const ResourceInfo& resource, const LaunchOptions& options) {
  const auto given = [&resource](const auto& list) {
    return std::any_of(list.begin(), list.end(), [&resource](const auto& option) {
      return option.name.key.set == resource.set && option.name.key.binding == resource.binding;
    });
  };
  std::string text;
  const auto add = [&](const std::string& option) {
    text += fmt::format("\n  {}   for the {}", option, resource_text(resource));
  };
  const bool has_image = given(options.images) || has_null_descriptor(resource, options);
  if (is_image_kind(resource.kind) && !has_image) add(suggested_images(resource));
  if (has_sampler(resource.kind) && !given(options.samplers)) add(suggested_samplers(resource));
  return text;
}

std::string suggested_for_descriptors(
    const ResourceInfo& resource,
    const std::function<std::string(const std::string& name)>& option_for) {
  constexpr std::uint32_t most = 8;
  const std::string name = fmt::format("{}.{}", resource.set, resource.binding);
  const std::uint32_t count = resource.descriptor_count;
  if (count == 1) return option_for(name);
  if (count == 0) return option_for(name + "[0]");  // the module does not say how many there are
  std::string text = option_for(name + "[0]");
  for (std::uint32_t i = 1; i < std::min(count, most); ++i)
    text += " " + option_for(fmt::format("{}[{}]", name, i));
  if (count <= most) return text;
  return text + fmt::format(" ... and {} more, up to {}[{}]", count - most, name, count - 1);
}

std::string suggested_image_option(const ResourceInfo& resource) {
  std::string text = is_image_kind(resource.kind) ? suggested_images(resource) : std::string();
  if (has_sampler(resource.kind)) text += (text.empty() ? "" : " ") + suggested_samplers(resource);
  return text;
}

}  // namespace spirv_oracle
