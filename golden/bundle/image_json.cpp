#include "golden/bundle/image_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>

#include "interpreter/thrown_error.h"

namespace spirv_oracle::golden {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 2> filters{"nearest", "linear"};
constexpr std::array<const char*, 6> address_modes{
    "repeat",          "mirrored_repeat",      "clamp_to_edge",
    "clamp_to_border", "mirror_clamp_to_edge", "none"};
constexpr std::array<const char*, 3> borders{"transparent_black", "opaque_black", "opaque_white"};
constexpr std::array<const char*, 8> comparisons{
    "never", "less", "equal", "less_or_equal", "greater", "not_equal", "greater_or_equal",
    "always"};

template <class Enum, std::size_t N>
const char* name_of(const std::array<const char*, N>& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

// Throws the exceptions of nlohmann, and ThrownError for an unknown name.
template <class Enum, std::size_t N>
Enum value_of(const std::array<const char*, N>& names, const Json& json) {
  const auto name = json.get<std::string>();
  for (std::size_t i = 0; i < N; ++i) {
    if (name == names[i]) return static_cast<Enum>(i);
  }
  throw ThrownError{{Status::bad_input, fmt::format("'{}' is not one of the allowed names", name)}};
}

constexpr std::array<const char*, 7> encodings{"unorm",  "snorm",  "uint", "sint",
                                               "sfloat", "ufloat", "srgb"};

// Throws ThrownError for a component that no format has.
void check_component(const TexelComponent& component, std::uint8_t texel_bytes) {
  const unsigned bits = component.bits;
  if (bits == 0) return;
  const auto is_among = [bits](std::initializer_list<unsigned> sizes) {
    return std::ranges::find(sizes, bits) != sizes.end();
  };
  bool is_valid = component.first_bit + bits <= texel_bytes * 8u;
  if (component.encoding == TexelEncoding::sfloat)
    is_valid &= is_among({16, 32, 64});
  else if (component.encoding == TexelEncoding::ufloat)
    is_valid &= is_among({10, 11});
  else if (component.encoding == TexelEncoding::srgb)
    is_valid &= bits == 8;
  else if (component.is_normalized())
    is_valid &= bits <= 24;
  else
    is_valid &= bits <= 32 || bits == 64;
  if (bits >= 32) is_valid &= component.first_bit % 8 == 0;
  if (!is_valid) throw ThrownError{{Status::bad_input, "a texel has an impossible component"}};
}

}  // namespace

Json format_as_json(const TexelFormat& format) {
  const TexelFormat* named = find_texel_format(format.name);
  if (named != nullptr && named->same_texels(format)) return std::string(format.name);
  Json json{{"bytes", format.bytes}, {"components", Json::array()}};
  for (const TexelComponent& component : format.components) {
    json["components"].push_back({{"bits", component.bits},
                                  {"first_bit", component.first_bit},
                                  {"encoding", name_of(encodings, component.encoding)}});
  }
  return json;
}

TexelFormat parse_format(const Json& json) {
  if (json.is_string()) {
    const auto name = json.get<std::string>();
    if (const TexelFormat* format = find_texel_format(name)) return *format;
    throw ThrownError{{Status::bad_input, fmt::format("'{}' is not a texel format", name)}};
  }
  TexelFormat format;
  format.bytes = json.at("bytes").get<std::uint8_t>();
  for (std::size_t i = 0; i < format.components.size(); ++i) {
    const Json& component = json.at("components").at(i);
    format.components[i].bits = component.at("bits").get<std::uint8_t>();
    format.components[i].first_bit = component.at("first_bit").get<std::uint8_t>();
    format.components[i].encoding = value_of<TexelEncoding>(encodings, component.at("encoding"));
    check_component(format.components[i], format.bytes);
  }
  return format;
}

Json image_as_json(const ImageShape& shape) {
  Json json{{"format", shape.format ? format_as_json(*shape.format) : Json("Unknown")}};
  if (shape.is_texel_buffer()) return json;
  json["extent"] = shape.extent;
  json["layers"] = shape.layers;
  json["levels"] = shape.levels;
  json["samples"] = shape.samples;
  return json;
}

Json sampler_as_json(const SamplerState& state) {
  Json json{{"magnification", name_of(filters, state.magnification)},
            {"minification", name_of(filters, state.minification)},
            {"mipmap", name_of(filters, state.mipmap)},
            {"address", Json::array()},
            {"border", name_of(borders, state.border)},
            {"bias", state.bias},
            {"min_lod", state.min_lod},
            {"max_lod", state.max_lod},
            {"normalized_coordinates", state.normalized_coordinates}};
  for (const AddressMode mode : state.address)
    json["address"].push_back(name_of(address_modes, mode));
  if (state.compare) json["compare"] = name_of(comparisons, *state.compare);
  return json;
}

Result<ImageShape> parse_image_shape(const Json& json) {
  return catch_error([&]() -> Result<ImageShape> {
    ImageShape shape;
    if (json.at("format") != "Unknown") shape.format = parse_format(json.at("format"));
    if (!json.contains("extent")) return shape;
    shape.extent = json.at("extent").get<std::array<std::uint32_t, 3>>();
    shape.layers = json.at("layers").get<std::uint32_t>();
    shape.levels = json.at("levels").get<std::uint32_t>();
    shape.samples = json.at("samples").get<std::uint32_t>();
    return shape;
  });
}

Result<SamplerState> parse_sampler_state(const Json& json) {
  return catch_error([&]() -> Result<SamplerState> {
    SamplerState state;
    state.magnification = value_of<SamplerFilter>(filters, json.at("magnification"));
    state.minification = value_of<SamplerFilter>(filters, json.at("minification"));
    state.mipmap = value_of<SamplerFilter>(filters, json.at("mipmap"));
    for (std::size_t i = 0; i < state.address.size(); ++i)
      state.address[i] = value_of<AddressMode>(address_modes, json.at("address").at(i));
    state.border = value_of<BorderColor>(borders, json.at("border"));
    state.bias = json.at("bias").get<float>();
    state.min_lod = json.at("min_lod").get<float>();
    state.max_lod = json.at("max_lod").get<float>();
    state.normalized_coordinates = json.at("normalized_coordinates").get<bool>();
    if (json.contains("compare"))
      state.compare = value_of<CompareOperation>(comparisons, json.at("compare"));
    return state;
  });
}

}  // namespace spirv_oracle::golden
