#include "interpreter/images/opencl_format.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace spirv_oracle {
namespace {

using enum TexelEncoding;

// A channel order: the channels in the order of memory, named r, g, b and a. x means r, g and b at once
// (luminance), or for all four (intensity).
struct OrderRow {
  std::string_view name;
  std::string_view channels;
  unsigned only_bytes = 0;  // of a channel; 0: any
};

// By the enumerants of Image Channel Order. Empty: shared with OpenGL only.
constexpr std::array<OrderRow, 20> orders{
    {{"r", "r"},          {"a", "a"},           {"rg", "rg"},          {"ra", "ra"},
     {"rgb", "rgb"},      {"rgba", "rgba"},     {"bgra", "bgra", 1},   {"argb", "argb", 1},
     {"intensity", "i"},  {"luminance", "l"},   {"rx", "r"},           {"rgx", "rg"},
     {"rgbx", "rgb"},     {"depth", "r"},       {"depth_stencil", ""}, {"srgb", "rgb", 1},
     {"srgbx", "rgb", 1}, {"srgba", "rgba", 1}, {"sbgra", "bgra", 1},  {"abgr", "abgr", 1}}};

// A channel data type. Packed types have `packed_bytes`, and the first bits of red, green, blue and alpha.
struct DataTypeRow {
  std::string_view name;
  std::uint8_t bits = 0;
  TexelEncoding encoding = unorm;
  std::uint8_t packed_bytes = 0;
  std::array<std::uint8_t, 4> first_bits = {};
};

// By the enumerants of Image Channel Data Type.
constexpr std::array<DataTypeRow, 17> data_types{
    {{"snorm_int8", 8, snorm},
     {"snorm_int16", 16, snorm},
     {"unorm_int8", 8, unorm},
     {"unorm_int16", 16, unorm},
     {"unorm_short_565", 5, unorm, 2, {11, 5, 0, 0}},
     {"unorm_short_555", 5, unorm, 2, {10, 5, 0, 0}},
     {"unorm_int_101010", 10, unorm, 4, {20, 10, 0, 0}},
     {"signed_int8", 8, sint},
     {"signed_int16", 16, sint},
     {"signed_int32", 32, sint},
     {"unsigned_int8", 8, uint},
     {"unsigned_int16", 16, uint},
     {"unsigned_int32", 32, uint},
     {"half_float", 16, sfloat},
     {"float", 32, sfloat},
     {"unorm_int24", 0},  // shared with OpenGL only
     {"unorm_int_101010_2", 10, unorm, 4, {22, 12, 2, 0}}}};

constexpr std::uint32_t unorm_int8 = 2, unorm_int16 = 3, short_565 = 4, rgba_101010_2 = 16;

bool is_srgb(ChannelOrder order) {
  return order >= ChannelOrder::srgb && order <= ChannelOrder::sbgra;
}

// The tables of clCreateImage: the types that each order permits.
bool go_together(ChannelOrder order, std::uint32_t type) {
  const OrderRow& row = orders[static_cast<std::size_t>(order)];
  const DataTypeRow& data = data_types[type];
  if (row.channels.empty() || data.bits == 0) return false;
  if (is_srgb(order)) return type == unorm_int8;
  if (data.packed_bytes != 0) {
    return type == rgba_101010_2 ? order == ChannelOrder::rgba
                                 : order == ChannelOrder::rgb || order == ChannelOrder::rgbx;
  }
  if (order == ChannelOrder::rgb || order == ChannelOrder::rgbx) return false;
  if (row.only_bytes != 0) return data.bits == row.only_bytes * 8;
  const bool is_float = data.encoding == sfloat;
  if (order == ChannelOrder::depth) return type == unorm_int16 || (is_float && data.bits == 32);
  const bool is_brightness = order == ChannelOrder::intensity || order == ChannelOrder::luminance;
  return !is_brightness || (data.encoding != sint && data.encoding != uint);
}

void add_channel(char channel, const TexelComponent& component, TexelFormat& format) {
  constexpr std::string_view names = "rgba";
  for (unsigned i = 0; i < names.size(); ++i) {
    const bool is_brightness = channel == 'i' || (channel == 'l' && i < 3);
    if (names[i] == channel || is_brightness) format.components[i] = component;
  }
}

TexelFormat make_format(ChannelOrder order, std::uint32_t type) {
  const OrderRow& row = orders[static_cast<std::size_t>(order)];
  const DataTypeRow& data = data_types[type];
  TexelFormat format;
  format.order = order;
  if (data.packed_bytes != 0) {
    format.bytes = data.packed_bytes;
    for (unsigned i = 0; i < row.channels.size(); ++i) {
      std::uint8_t bits = data.bits;
      if (type == short_565 && i == 1) bits = 6;
      if (i == 3) bits = 2;
      format.components[i] = {bits, data.first_bits[i], data.encoding};
    }
    return format;
  }
  format.bytes = static_cast<std::uint8_t>(row.channels.size() * data.bits / 8);
  for (std::size_t i = 0; i < row.channels.size(); ++i) {
    const bool is_alpha = row.channels[i] == 'a';
    const TexelEncoding encoding = is_srgb(order) && !is_alpha ? srgb : data.encoding;
    add_channel(row.channels[i], {data.bits, static_cast<std::uint8_t>(i * data.bits), encoding},
                format);
  }
  return format;
}

struct NamedFormat {
  std::string name;
  TexelFormat format;
};

// All formats. Their names live as long as the program.
const std::vector<NamedFormat>& all_formats() {
  static const std::vector<NamedFormat> formats = [] {
    std::vector<NamedFormat> list;
    for (std::size_t order = 0; order < orders.size(); ++order) {
      for (std::uint32_t type = 0; type < data_types.size(); ++type) {
        if (!go_together(static_cast<ChannelOrder>(order), type)) continue;
        list.push_back({std::string(orders[order].name) + "/" + std::string(data_types[type].name),
                        make_format(static_cast<ChannelOrder>(order), type)});
      }
    }
    for (NamedFormat& named : list) named.format.name = named.name;
    return list;
  }();
  return formats;
}

std::string normalized(std::string_view part) {
  std::string text;
  for (const char c : part) text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text.starts_with("cl_") ? text.substr(3) : text;
}

}  // namespace

const TexelFormat* find_opencl_format(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return nullptr;
  const std::string wanted =
      normalized(name.substr(0, slash)) + "/" + normalized(name.substr(slash + 1));
  const auto found = std::ranges::find(all_formats(), wanted, &NamedFormat::name);
  return found == all_formats().end() ? nullptr : &found->format;
}

std::optional<std::uint32_t> channel_data_type(const TexelFormat& format) {
  const TexelComponent& first = format.first_component();
  const TexelEncoding encoding = first.encoding == srgb ? unorm : first.encoding;
  for (std::uint32_t i = 0; i < data_types.size(); ++i) {
    const DataTypeRow& row = data_types[i];
    if (row.bits != first.bits || row.encoding != encoding) continue;
    const bool is_placed = row.packed_bytes == 0
                               ? !format.is_packed()
                               : row.packed_bytes == format.bytes &&
                                     (i != rgba_101010_2) == (format.components[3].bits == 0) &&
                                     row.first_bits[0] == first.first_bit;
    if (is_placed) return i;
  }
  return std::nullopt;
}

bool has_transparent_border(ChannelOrder order) {
  return order == ChannelOrder::rx || order == ChannelOrder::rgx || order == ChannelOrder::rgbx ||
         order == ChannelOrder::srgbx;
}

}  // namespace spirv_oracle
