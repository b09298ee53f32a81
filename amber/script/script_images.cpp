#include "amber/script/script_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>

#include "amber/script/state_words.h"

namespace spirv_oracle::amber {
namespace {

// What the texels of a format are used for.
enum class Use : std::uint8_t { texels, attachment, vertices };

std::string_view use_name(Use use) {
  return use == Use::texels ? "texels" : use == Use::attachment ? "attachments" : "vertices";
}

bool is_scaled(FormatMode mode) {
  return mode == FormatMode::uscaled || mode == FormatMode::sscaled;
}

std::optional<TexelEncoding> encoding_of(FormatMode mode, bool alpha, Use use) {
  if (is_scaled(mode) && use != Use::vertices) return std::nullopt;
  switch (mode) {
    case FormatMode::unorm:
      return TexelEncoding::unorm;
    case FormatMode::snorm:
      return TexelEncoding::snorm;
    case FormatMode::uint:
    case FormatMode::uscaled:
      return TexelEncoding::uint;
    case FormatMode::sint:
    case FormatMode::sscaled:
      return TexelEncoding::sint;
    case FormatMode::sfloat:
      return TexelEncoding::sfloat;
    case FormatMode::ufloat:
      return TexelEncoding::ufloat;
    case FormatMode::srgb:  // alpha has no transfer function
      return alpha ? TexelEncoding::unorm : TexelEncoding::srgb;
  }
  return std::nullopt;
}

// The position of a component among red, green, blue, alpha. Depth or stencil is the first. None: not used.
std::optional<std::size_t> place_of(char name) {
  constexpr std::string_view names = "RGBA";
  if (name == 'D' || name == 'S') return 0;
  const std::size_t place = names.find(name);
  return place == std::string_view::npos ? std::nullopt : std::optional(place);
}

Result<TexelFormat> by_format(const ImageFormat& format, Use use) {
  TexelFormat texel{format.name, 0, {}};
  unsigned bits = 0;
  for (const FormatComponent& component : format.components) bits += component.bits;
  texel.bytes =
      static_cast<std::uint8_t>((format.packed_bits != 0 ? format.packed_bits : bits) / 8);
  const auto not_usable = [&] {
    return unsupported(
        fmt::format("{} of format {} are not supported yet", use_name(use), format.name));
  };
  // The aspect of the view determines what a shader reads, and scripts do not name it.
  const bool has_aspects = format.components.size() == 2 && format.components[1].name == 'S';
  if (has_aspects && use != Use::attachment) return not_usable();
  unsigned first_bit =
      format.packed_bits;  // of a packed format: the end, because it begins at the top
  for (const FormatComponent& component : format.components) {
    const bool is_stencil = use == Use::attachment && component.name == 'S';
    const auto place = is_stencil ? std::optional<std::size_t>(1) : place_of(component.name);
    const auto encoding = encoding_of(component.mode, component.name == 'A', use);
    if (format.packed_bits != 0) first_bit -= component.bits;
    const bool is_unused = component.name == 'X';
    if (!is_unused && (!place || !encoding)) return not_usable();
    if (!is_unused) {
      texel.components[*place] = {component.bits, static_cast<std::uint8_t>(first_bit), *encoding};
    }
    if (format.packed_bits == 0) first_bit += component.bits;
  }
  return texel;
}

// A scalar or vector. Each of its components takes a component of the format.
Result<TexelFormat> by_type(const DataType& type, const ElementLayout& layout, Use use) {
  if (type.structure || type.is_matrix())
    return unsupported(
        fmt::format("{} of type {} are not supported yet", use_name(use), type.name));
  TexelFormat texel{"", static_cast<std::uint8_t>(layout.stride), {}};
  const TexelEncoding encoding = is_float(type.scalar)            ? TexelEncoding::sfloat
                                 : is_signed_integer(type.scalar) ? TexelEncoding::sint
                                                                  : TexelEncoding::uint;
  for (std::size_t i = 0; i < type.rows; ++i) {
    const Field& field = layout.fields[i];
    texel.components[i] = {static_cast<std::uint8_t>(field.size * 8u),
                           static_cast<std::uint8_t>(field.offset * 8), encoding};
  }
  return texel;
}

// Whether the formats have the same components at the same places.
bool same_components(const TexelFormat& a, const TexelFormat& b) {
  return std::ranges::equal(a.components, b.components,
                            [](const TexelComponent& one, const TexelComponent& other) {
                              return one.bits == other.bits && (one.bits == 0 || one == other);
                            });
}

// The first format for which the predicate holds. Those that are not packed come first, because their components are values
// of their own.
template <class Predicate>
std::string_view name_of_format(Predicate fits) {
  for (const bool is_packed : {false, true}) {
    for (const std::string_view name : image_format_names()) {
      const ImageFormat& format = *find_image_format(name);
      if ((format.packed_bits != 0) == is_packed && fits(format)) return name;
    }
  }
  return "";
}

// The setting of a sampler; "" if the script does not set it.
std::string setting(const Sampler& sampler, const std::string& keyword) {
  const auto found = sampler.settings.find(keyword);
  return found == sampler.settings.end() ? std::string() : found->second;
}

AddressMode address_mode(const std::string& word) {
  if (word == "mirrored_repeat") return AddressMode::mirrored_repeat;
  if (word == "clamp_to_edge") return AddressMode::clamp_to_edge;
  if (word == "clamp_to_border") return AddressMode::clamp_to_border;
  if (word == "mirrored_clamp_to_edge") return AddressMode::mirror_clamp_to_edge;
  return AddressMode::repeat;
}

SamplerFilter filter(const std::string& word) {
  return word == "linear" ? SamplerFilter::linear : SamplerFilter::nearest;
}

BorderColor border_color(const std::string& word) {
  if (word.ends_with("opaque_black")) return BorderColor::opaque_black;
  return word.ends_with("opaque_white") ? BorderColor::opaque_white
                                        : BorderColor::transparent_black;
}

CompareOperation compare_operation(const std::string& word) {
  const auto found = std::ranges::find(compare_operation_words, word);
  return found == compare_operation_words.end()
             ? CompareOperation::never
             : static_cast<CompareOperation>(found - compare_operation_words.begin());
}

float number_or(const std::string& word, float otherwise) {
  return word.empty() ? otherwise : std::strtof(word.c_str(), nullptr);
}

}  // namespace

namespace {

Result<TexelFormat> format_of(const Buffer& buffer, Use use) {
  const DataType& type = buffer.type;
  return type.format != nullptr ? by_format(*type.format, use) : by_type(type, *buffer.layout, use);
}

Result<spirv_oracle::ImageShape> shape_of(const Buffer& buffer, Use use) {
  auto format = format_of(buffer, use);
  if (!format) return tl::unexpected(format.error());
  if (!buffer.image || buffer.image->width == 0) {
    return bad_input(fmt::format(
        "buffer '{}' is bound as an image but has no size: declare it with IMAGE", buffer.name));
  }
  const ImageShape& given = *buffer.image;
  spirv_oracle::ImageShape shape;
  shape.format = *format;
  shape.extent = {given.width, given.height, given.depth};
  shape.levels = given.mip_levels;
  shape.samples = given.samples;
  if (std::ranges::max(shape.extent) > max_image_extent)
    return limit_reached(fmt::format("image '{}' is too large", buffer.name));
  return shape;
}

}  // namespace

Result<TexelFormat> texel_format_of(const Buffer& buffer) { return format_of(buffer, Use::texels); }

Result<spirv_oracle::ImageShape> image_shape_of(const Buffer& buffer) {
  return shape_of(buffer, Use::texels);
}

Result<spirv_oracle::ImageShape> attachment_shape_of(const Buffer& buffer) {
  return shape_of(buffer, Use::attachment);
}

Result<VertexFormat> vertex_format_of(const DataType& type) {
  Result<TexelFormat> texel;
  if (type.format != nullptr) {
    texel = by_format(*type.format, Use::vertices);
  } else {
    const auto layout = layout_of(type, LayoutRule::std430);
    if (!layout) return tl::unexpected(layout.error());
    texel = by_type(type, *layout, Use::vertices);
  }
  if (!texel) return tl::unexpected(texel.error());
  return VertexFormat{*texel,
                      type.format != nullptr && is_scaled(type.format->components.front().mode)};
}

std::string_view attachment_format_name(const TexelFormat& format, bool is_depth_stencil) {
  return name_of_format([&](const ImageFormat& other) {
    const char first = other.components.back().name;
    const auto texel = by_format(other, Use::attachment);
    return (first == 'D' || first == 'S') == is_depth_stencil && texel &&
           texel->bytes == format.bytes && same_components(*texel, format);
  });
}

std::string_view vertex_format_name(const VertexFormat& format) {
  return name_of_format([&](const ImageFormat& other) {
    const auto texel = by_format(other, Use::vertices);
    return texel && is_scaled(other.components.front().mode) == format.is_scaled &&
           same_components(*texel, format.texel);
  });
}

spirv_oracle::ImageShape shape_from_level(const spirv_oracle::ImageShape& shape,
                                          std::uint32_t level) {
  spirv_oracle::ImageShape rest = shape;
  for (std::uint32_t& extent : rest.extent) extent = std::max(extent >> level, 1u);
  rest.levels -= level;
  return rest;
}

bool levels_fit(const ImageShape& shape) {
  const std::uint32_t largest = std::max({shape.width, shape.height, shape.depth});
  return shape.mip_levels != 0 && shape.mip_levels <= max_image_levels &&
         largest >> (shape.mip_levels - 1) != 0;
}

std::uint64_t texel_count(const ImageShape& shape) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t sum = 0;
  for (std::uint32_t level = 0; level < std::min(shape.mip_levels, max_image_levels); ++level) {
    std::uint64_t count = shape.samples;
    for (const std::uint32_t extent : {shape.width, shape.height, shape.depth}) {
      if (__builtin_mul_overflow(count, std::uint64_t{std::max(extent >> level, 1u)}, &count))
        return most;
    }
    if (__builtin_add_overflow(sum, count, &sum)) return most;
  }
  return sum;
}

SamplerState sampler_state_of(const Sampler& sampler) {
  SamplerState state;
  state.magnification = filter(setting(sampler, "MAG_FILTER"));
  state.minification = filter(setting(sampler, "MIN_FILTER"));
  state.address = {address_mode(setting(sampler, "ADDRESS_MODE_U")),
                   address_mode(setting(sampler, "ADDRESS_MODE_V")),
                   address_mode(setting(sampler, "ADDRESS_MODE_W"))};
  state.border = border_color(setting(sampler, "BORDER_COLOR"));
  state.min_lod = number_or(setting(sampler, "MIN_LOD"), 0);
  state.max_lod = number_or(setting(sampler, "MAX_LOD"), 1);
  state.normalized_coordinates = !sampler.settings.contains("UNNORMALIZED_COORDS");
  if (!state.normalized_coordinates) state.min_lod = state.max_lod = 0;
  if (setting(sampler, "COMPARE") == "on")
    state.compare = compare_operation(setting(sampler, "COMPARE_OP"));
  return state;
}

}  // namespace spirv_oracle::amber
