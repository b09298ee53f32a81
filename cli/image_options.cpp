#include "cli/image_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/options.h"
#include "data/picture.h"
#include "data/scalar.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view image_group = "Resources";

template <class Value, std::size_t N>
using Names = std::array<std::pair<std::string_view, Value>, N>;

constexpr Names<SamplerFilter, 2> filters{
    {{"nearest", SamplerFilter::nearest}, {"linear", SamplerFilter::linear}}};
constexpr Names<AddressMode, 5> address_modes{
    {{"repeat", AddressMode::repeat},
     {"mirrored_repeat", AddressMode::mirrored_repeat},
     {"clamp_to_edge", AddressMode::clamp_to_edge},
     {"clamp_to_border", AddressMode::clamp_to_border},
     {"mirror_clamp_to_edge", AddressMode::mirror_clamp_to_edge}}};
// The names of settings in OpenCL, without and with the prefixes of OpenCL C, which may be joined by '|'.
constexpr Names<SamplerFilter, 2> kernel_filters{
    {{"CLK_FILTER_NEAREST", SamplerFilter::nearest}, {"CLK_FILTER_LINEAR", SamplerFilter::linear}}};
constexpr Names<AddressMode, 7> kernel_address_modes{
    {{"none", AddressMode::none},
     {"clamp", AddressMode::clamp_to_border},
     {"CLK_ADDRESS_NONE", AddressMode::none},
     {"CLK_ADDRESS_CLAMP", AddressMode::clamp_to_border},
     {"CLK_ADDRESS_CLAMP_TO_EDGE", AddressMode::clamp_to_edge},
     {"CLK_ADDRESS_REPEAT", AddressMode::repeat},
     {"CLK_ADDRESS_MIRRORED_REPEAT", AddressMode::mirrored_repeat}}};
constexpr Names<bool, 4> coordinates{{{"normalized", true},
                                      {"unnormalized", false},
                                      {"CLK_NORMALIZED_COORDS_TRUE", true},
                                      {"CLK_NORMALIZED_COORDS_FALSE", false}}};
constexpr Names<BorderColor, 3> border_colors{
    {{"transparent_black", BorderColor::transparent_black},
     {"opaque_black", BorderColor::opaque_black},
     {"opaque_white", BorderColor::opaque_white}}};
constexpr Names<CompareOperation, 8> compare_operations{
    {{"never", CompareOperation::never},
     {"less", CompareOperation::less},
     {"equal", CompareOperation::equal},
     {"less_or_equal", CompareOperation::less_or_equal},
     {"greater", CompareOperation::greater},
     {"not_equal", CompareOperation::not_equal},
     {"greater_or_equal", CompareOperation::greater_or_equal},
     {"always", CompareOperation::always}}};

template <class Rows>
auto find_name(const Rows& rows, std::string_view name)
    -> std::optional<decltype(rows.front().second)> {
  for (const auto& [row_name, value] : rows) {
    if (row_name == name) return value;
  }
  return std::nullopt;
}

template <class Rows>
std::string names_of(const Rows& rows) {
  std::string text;
  for (const auto& [name, value] : rows)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
  return text;
}

template <class Rows, class Value>
Result<void> set_named(const Rows& rows, std::string_view key, std::string_view name,
                       Value& target) {
  const auto found = find_name(rows, name);
  if (!found)
    return bad_input(
        fmt::format("'{}' is not a sampler {}: use one of {}", name, key, names_of(rows)));
  target = *found;
  return {};
}

Result<void> set_number(std::string_view key, std::string_view text, float& target) {
  const auto bits = parse_scalar(ScalarKind::float32, text);
  if (!bits) return bad_input(fmt::format("{}: {}", key, bits.error().message));
  target = static_cast<float>(float_value(ScalarKind::float32, *bits));
  return {};
}

// A word without a key: a filter, or an address mode for all coordinates.
Result<void> set_word(std::string_view word, SamplerState& sampler) {
  if (const auto filter = find_name(filters, word)) {
    sampler.magnification = sampler.minification = *filter;
  } else if (const auto mode = find_name(address_modes, word)) {
    sampler.address.fill(*mode);
  } else if (const auto kernel_filter = find_name(kernel_filters, word)) {
    sampler.magnification = sampler.minification = *kernel_filter;
  } else if (const auto kernel_mode = find_name(kernel_address_modes, word)) {
    sampler.address.fill(*kernel_mode);
  } else if (const auto normalized = find_name(coordinates, word)) {
    sampler.normalized_coordinates = *normalized;
  } else {
    return bad_input(
        fmt::format("'{}' is not a sampler setting: use {}, {}, unnormalized, or mag=, min=, mip=, "
                    "u=, v=, w=, border=, bias=, min_lod=, max_lod=, compare=",
                    word, names_of(filters), names_of(address_modes)));
  }
  return {};
}

Result<void> set_setting(std::string_view key, std::string_view value, SamplerState& sampler) {
  if (key == "mag") return set_named(filters, key, value, sampler.magnification);
  if (key == "min") return set_named(filters, key, value, sampler.minification);
  if (key == "mip") return set_named(filters, key, value, sampler.mipmap);
  if (key == "u") return set_named(address_modes, key, value, sampler.address[0]);
  if (key == "v") return set_named(address_modes, key, value, sampler.address[1]);
  if (key == "w") return set_named(address_modes, key, value, sampler.address[2]);
  if (key == "border") return set_named(border_colors, key, value, sampler.border);
  if (key == "bias") return set_number(key, value, sampler.bias);
  if (key == "min_lod") return set_number(key, value, sampler.min_lod);
  if (key == "max_lod") return set_number(key, value, sampler.max_lod);
  if (key == "compare") return set_named(compare_operations, key, value, sampler.compare.emplace());
  return set_word(key, sampler);
}

Result<std::uint32_t> parse_count(std::string_view text, std::string_view what,
                                  std::uint32_t most) {
  const auto value = parse_unsigned(text, what);
  if (!value) return tl::unexpected(value.error());
  if (*value < 1 || *value > most)
    return bad_input(fmt::format("{} must be from 1 to {}, not {}", what, most, text));
  return static_cast<std::uint32_t>(*value);
}

Result<void> parse_extent(std::string_view text, ImageText& image) {
  constexpr std::array<std::string_view, 3> names{"the width", "the height", "the depth"};
  for (std::size_t axis = 0;; ++axis) {
    if (axis == names.size())
      return bad_input("an image has at most three dimensions: write W, WxH or WxHxD");
    const std::size_t end = text.find('x');
    const auto extent = parse_count(text.substr(0, end), names[axis], max_image_extent);
    if (!extent) return tl::unexpected(extent.error());
    image.shape.extent[axis] = *extent;
    image.dimensions = static_cast<unsigned>(axis + 1);
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
}

// "N" or "FIRST-LAST", below `end`.
Result<IndexRange> parse_index_range(std::string_view text, std::string_view what,
                                     std::uint32_t end) {
  const std::size_t dash = text.find('-');
  const auto first = parse_unsigned(text.substr(0, dash), what);
  if (!first) return tl::unexpected(first.error());
  const auto last =
      dash == std::string_view::npos ? first : parse_unsigned(text.substr(dash + 1), what);
  if (!last) return tl::unexpected(last.error());
  if (*first > *last || *last >= end)
    return bad_input(fmt::format("unbound: {} must be N or FIRST-LAST from 0 to {}, not {}", what,
                                 end - 1, text));
  return IndexRange{static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)};
}

// What is between the parentheses of unbound(...).
Result<UnboundRegion> parse_unbound(std::string_view text, const ImageShape& shape) {
  UnboundRegion region;
  for (const std::string_view item : split_outside_parentheses(text, ',')) {
    const std::string_view part = trimmed(item);
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    struct Key {
      std::string_view name;
      IndexRange& range;
      std::uint32_t end;
    };
    const std::array<Key, 5> keys{{{"x", region.axes[0], shape.extent[0]},
                                   {"y", region.axes[1], shape.extent[1]},
                                   {"z", region.axes[2], shape.extent[2]},
                                   {"layer", region.layers, shape.layers},
                                   {"level", region.levels, shape.levels}}};
    const auto found = std::ranges::find(keys, key, &Key::name);
    if (found == keys.end() || equals == std::string_view::npos)
      return bad_input(fmt::format(
          "unbound: '{}' is not x=, y=, z=, layer= or level= with N or FIRST-LAST", part));
    const auto range = parse_index_range(part.substr(equals + 1), found->name, found->end);
    if (!range) return tl::unexpected(range.error());
    found->range = *range;
  }
  return region;
}

constexpr std::string_view unbound_begin = "unbound(";

bool is_unbound(std::string_view part) {
  return part.starts_with(unbound_begin) && part.ends_with(')');
}

Result<void> parse_shape(std::string_view text, ImageText& image) {
  ImageShape& shape = image.shape;
  const auto parts = split_outside_parentheses(text, ',');
  if (auto done = parse_extent(trimmed(parts.front()), image); !done) return done;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view part = trimmed(parts[i]);
    if (is_unbound(part)) continue;
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    std::uint32_t* const target = key == "layers"    ? &shape.layers
                                  : key == "levels"  ? &shape.levels
                                  : key == "samples" ? &shape.samples
                                                     : nullptr;
    if (target == nullptr || equals == std::string_view::npos)
      return bad_input(
          fmt::format("'{}' is not layers=N, levels=N, samples=N or unbound(REGION)", part));
    const std::uint32_t most = key == "levels"    ? max_image_levels
                               : key == "samples" ? 64
                                                  : max_image_extent;
    const auto count = parse_count(part.substr(equals + 1), key, most);
    if (!count) return tl::unexpected(count.error());
    *target = *count;
    image.has_layers |= key == "layers";
  }
  const std::uint32_t largest = *std::max_element(shape.extent.begin(), shape.extent.end());
  if (largest >> (shape.levels - 1) == 0)
    return bad_input(
        fmt::format("an image of {} texels cannot have {} levels", largest, shape.levels));
  for (std::string_view part : parts) {
    part = trimmed(part);
    if (!is_unbound(part)) continue;
    part.remove_prefix(unbound_begin.size());
    part.remove_suffix(1);
    const auto region = parse_unbound(part, shape);
    if (!region) return tl::unexpected(region.error());
    shape.unbound.push_back(*region);
  }
  return {};
}

Result<TexelFormat> parse_format(std::string_view name) {
  const TexelFormat* format = find_texel_format(name);
  if (format != nullptr) return *format;
  return bad_input(
      fmt::format("'{}' is not an image format: use a SPIR-V or GLSL name such as rgba8, r32ui or "
                  "rgba16f, or a channel order and type of OpenCL such as bgra/unorm_int8",
                  name));
}

Result<BufferName> parse_key(std::string_view text) {
  auto name = parse_buffer_name(text);
  if (name && name->key.set == BindingKey::kernel_arguments)
    return bad_input(fmt::format("'{}' is a kernel argument: use --arg", text));
  return name;
}

template <class List>
bool is_given(const List& list, const BufferName& name) {
  return std::any_of(list.begin(), list.end(),
                     [&name](const auto& other) { return other.name == name; });
}

// Splits SET.BINDING=VALUE. Fails if `list` already has a value for the binding.
template <class List>
Result<std::pair<BufferName, std::string>> parse_assignment(const std::string& text,
                                                            std::string_view form,
                                                            const List& list) {
  const auto parts = split_assignment(text, form);
  if (!parts) return tl::unexpected(parts.error());
  const auto name = parse_key(parts->first);
  if (!name) return tl::unexpected(name.error());
  if (is_given(list, *name)) return bad_input(fmt::format("{} is given twice", parts->first));
  return std::pair(*name, parts->second);
}

Result<void> add_image(LaunchOptions& launch, const std::string& text) {
  const auto parts = parse_assignment(
      text, "SET.BINDING=FORMAT:WxH:DATA, such as 0.1=rgba8:4x4:zero(64)", launch.images);
  if (!parts) return tl::unexpected(parts.error());
  const auto image = parse_image(parts->second);
  if (!image) return tl::unexpected(image.error());
  launch.images.push_back({parts->first, image->shape, image->data});
  return {};
}

Result<void> add_sampler(LaunchOptions& launch, const std::string& text) {
  auto parts = parse_assignment(text, "SET.BINDING=SETTING,..., such as 0.1=linear,clamp_to_edge",
                                launch.samplers);
  if (!parts) return tl::unexpected(parts.error());
  const auto sampler = parse_sampler(parts->second);
  if (!sampler) return tl::unexpected(sampler.error());
  if (parts->first.key.is_in_heap()) parts->first.key.set = BindingKey::sampler_heap;
  if (is_given(launch.samplers, parts->first))
    return bad_input(fmt::format("{} is given twice", buffer_text(parts->first)));
  launch.samplers.push_back({parts->first, *sampler});
  return {};
}

Result<void> add_format(LaunchOptions& launch, const std::string& text) {
  const auto parts =
      parse_assignment(text, "SET.BINDING=FORMAT, such as 0.1=rgba8", launch.formats);
  if (!parts) return tl::unexpected(parts.error());
  const auto format = parse_format(parts->second);
  if (!format) return tl::unexpected(format.error());
  launch.formats.push_back({parts->first, *format});
  return {};
}

Result<void> add_null_descriptor(LaunchOptions& launch, const std::string& text) {
  const auto name = parse_buffer_name(text);
  if (!name) return tl::unexpected(name.error());
  launch.null_descriptors.push_back({*name});
  return {};
}

}  // namespace

Result<ImageText> parse_image(std::string_view text) {
  ImageText image;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos)
    return bad_input(
        fmt::format("'{}' has no extent: write FORMAT:WxH:DATA or FORMAT:@FILE.png", text));
  const auto format = parse_format(text.substr(0, colon));
  if (!format) return tl::unexpected(format.error());
  image.shape.format = *format;
  const std::string_view rest = text.substr(colon + 1);
  if (rest.starts_with('@') && is_picture_file(rest)) {  // whose extent it has
    image.shape.extent[0] = 0;
    image.data = rest;
    return image;
  }
  const std::size_t second = rest.find(':');
  if (second != std::string_view::npos) image.data = rest.substr(second + 1);
  if (auto done = parse_shape(rest.substr(0, second), image); !done)
    return tl::unexpected(done.error());
  return image;
}

Result<SamplerState> parse_sampler(std::string_view text) {
  SamplerState sampler;
  const char separator = text.starts_with("CLK_") ? '|' : ',';
  for (const std::string_view part : split_outside_parentheses(text, separator)) {
    const std::string_view setting = trimmed(part);
    const std::size_t equals = setting.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : setting.substr(equals + 1);
    const auto done = equals == std::string_view::npos
                          ? set_word(setting, sampler)
                          : set_setting(setting.substr(0, equals), value, sampler);
    if (!done) return tl::unexpected(done.error());
  }
  return sampler;
}

void add_image_rows(LaunchOptions& launch, std::vector<OptionRow>& rows) {
  rows.push_back(
      {image_group, "image", '\0', "SET.BINDING=IMAGE", true,
       "contents of an image: FORMAT:WxHxD:DATA, with optional ,layers=N ,levels=N ,samples=N "
       ",unbound(REGION) after the extent. DATA holds the levels in order; without DATA, all "
       "texels are undefined. "
       "FORMAT:@FILE.png reads a picture and takes the extent from it",
       "", [&launch](const std::string& value) { return add_image(launch, value); }});
  rows.push_back({image_group, "sampler", '\0', "SET.BINDING=SETTINGS", true,
                  "a sampler: nearest or linear, an address mode such as repeat or clamp_to_edge, "
                  "unnormalized; mag= min= mip= u= v= w= border= bias= min_lod= max_lod= compare=",
                  "", [&launch](const std::string& value) { return add_sampler(launch, value); }});
  rows.push_back({image_group, "format-of", '\0', "SET.BINDING=FORMAT", true,
                  "texel format of a texel buffer, if the module does not declare it: a SPIR-V or "
                  "GLSL name such as rgba8",
                  "", [&launch](const std::string& value) { return add_format(launch, value); }});
  rows.push_back(
      {image_group, "null-descriptor", '\0', "SET.BINDING", true,
       "binds nothing to a buffer or image: loads give zeros, stores and atomics have no effect, "
       "and "
       "sizes are 0 (the feature nullDescriptor of Vulkan)",
       "", [&launch](const std::string& value) { return add_null_descriptor(launch, value); }});
}

}  // namespace spirv_oracle
