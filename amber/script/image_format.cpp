#include "amber/script/image_format.h"

#include <array>
#include <map>

namespace spirv_oracle::amber {
namespace {

constexpr std::array format_names = std::to_array<std::string_view>({
    "A1R5G5B5_UNORM_PACK16",
    "A2B10G10R10_SINT_PACK32",
    "A2B10G10R10_SNORM_PACK32",
    "A2B10G10R10_SSCALED_PACK32",
    "A2B10G10R10_UINT_PACK32",
    "A2B10G10R10_UNORM_PACK32",
    "A2B10G10R10_USCALED_PACK32",
    "A2R10G10B10_SINT_PACK32",
    "A2R10G10B10_SNORM_PACK32",
    "A2R10G10B10_SSCALED_PACK32",
    "A2R10G10B10_UINT_PACK32",
    "A2R10G10B10_UNORM_PACK32",
    "A2R10G10B10_USCALED_PACK32",
    "A8B8G8R8_SINT_PACK32",
    "A8B8G8R8_SNORM_PACK32",
    "A8B8G8R8_SRGB_PACK32",
    "A8B8G8R8_SSCALED_PACK32",
    "A8B8G8R8_UINT_PACK32",
    "A8B8G8R8_UNORM_PACK32",
    "A8B8G8R8_USCALED_PACK32",
    "B10G11R11_UFLOAT_PACK32",
    "B4G4R4A4_UNORM_PACK16",
    "B5G5R5A1_UNORM_PACK16",
    "B5G6R5_UNORM_PACK16",
    "B8G8R8A8_SINT",
    "B8G8R8A8_SNORM",
    "B8G8R8A8_SRGB",
    "B8G8R8A8_SSCALED",
    "B8G8R8A8_UINT",
    "B8G8R8A8_UNORM",
    "B8G8R8A8_USCALED",
    "B8G8R8_SINT",
    "B8G8R8_SNORM",
    "B8G8R8_SRGB",
    "B8G8R8_SSCALED",
    "B8G8R8_UINT",
    "B8G8R8_UNORM",
    "B8G8R8_USCALED",
    "D16_UNORM",
    "D16_UNORM_S8_UINT",
    "D24_UNORM_S8_UINT",
    "D32_SFLOAT",
    "D32_SFLOAT_S8_UINT",
    "R16G16B16A16_SFLOAT",
    "R16G16B16A16_SINT",
    "R16G16B16A16_SNORM",
    "R16G16B16A16_SSCALED",
    "R16G16B16A16_UINT",
    "R16G16B16A16_UNORM",
    "R16G16B16A16_USCALED",
    "R16G16B16_SFLOAT",
    "R16G16B16_SINT",
    "R16G16B16_SNORM",
    "R16G16B16_SSCALED",
    "R16G16B16_UINT",
    "R16G16B16_UNORM",
    "R16G16B16_USCALED",
    "R16G16_SFLOAT",
    "R16G16_SINT",
    "R16G16_SNORM",
    "R16G16_SSCALED",
    "R16G16_UINT",
    "R16G16_UNORM",
    "R16G16_USCALED",
    "R16_SFLOAT",
    "R16_SINT",
    "R16_SNORM",
    "R16_SSCALED",
    "R16_UINT",
    "R16_UNORM",
    "R16_USCALED",
    "R32G32B32A32_SFLOAT",
    "R32G32B32A32_SINT",
    "R32G32B32A32_UINT",
    "R32G32B32_SFLOAT",
    "R32G32B32_SINT",
    "R32G32B32_UINT",
    "R32G32_SFLOAT",
    "R32G32_SINT",
    "R32G32_UINT",
    "R32_SFLOAT",
    "R32_SINT",
    "R32_UINT",
    "R4G4B4A4_UNORM_PACK16",
    "R4G4_UNORM_PACK8",
    "R5G5B5A1_UNORM_PACK16",
    "R5G6B5_UNORM_PACK16",
    "R64G64B64A64_SFLOAT",
    "R64G64B64A64_SINT",
    "R64G64B64A64_UINT",
    "R64G64B64_SFLOAT",
    "R64G64B64_SINT",
    "R64G64B64_UINT",
    "R64G64_SFLOAT",
    "R64G64_SINT",
    "R64G64_UINT",
    "R64_SFLOAT",
    "R64_SINT",
    "R64_UINT",
    "R8G8B8A8_SINT",
    "R8G8B8A8_SNORM",
    "R8G8B8A8_SRGB",
    "R8G8B8A8_SSCALED",
    "R8G8B8A8_UINT",
    "R8G8B8A8_UNORM",
    "R8G8B8A8_USCALED",
    "R8G8B8_SINT",
    "R8G8B8_SNORM",
    "R8G8B8_SRGB",
    "R8G8B8_SSCALED",
    "R8G8B8_UINT",
    "R8G8B8_UNORM",
    "R8G8B8_USCALED",
    "R8G8_SINT",
    "R8G8_SNORM",
    "R8G8_SRGB",
    "R8G8_SSCALED",
    "R8G8_UINT",
    "R8G8_UNORM",
    "R8G8_USCALED",
    "R8_SINT",
    "R8_SNORM",
    "R8_SRGB",
    "R8_SSCALED",
    "R8_UINT",
    "R8_UNORM",
    "R8_USCALED",
    "S8_UINT",
    "X8_D24_UNORM_PACK32",
});

struct ModeName {
  std::string_view name;
  FormatMode mode;
};

constexpr std::array mode_names{
    ModeName{"UNORM", FormatMode::unorm},     ModeName{"SNORM", FormatMode::snorm},
    ModeName{"USCALED", FormatMode::uscaled}, ModeName{"SSCALED", FormatMode::sscaled},
    ModeName{"UINT", FormatMode::uint},       ModeName{"SINT", FormatMode::sint},
    ModeName{"SRGB", FormatMode::srgb},       ModeName{"SFLOAT", FormatMode::sfloat},
    ModeName{"UFLOAT", FormatMode::ufloat},
};

unsigned take_number(std::string_view& text) {
  unsigned number = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    number = number * 10 + static_cast<unsigned>(text.front() - '0');
    text.remove_prefix(1);
  }
  return number;
}

// Splits the name: components such as R8G8, then the mode that they share, and so on. PACKn is the
// last part.
ImageFormat parse_name(std::string_view name) {
  ImageFormat format{name, {}, 0};
  std::size_t without_mode = 0;  // the first component whose mode is not known yet
  while (!name.empty()) {
    std::string_view part = name.substr(0, name.find('_'));
    name.remove_prefix(part.size() == name.size() ? part.size() : part.size() + 1);
    const ModeName* mode = nullptr;
    for (const ModeName& row : mode_names) {
      if (row.name == part) mode = &row;
    }
    if (mode != nullptr) {
      for (; without_mode < format.components.size(); ++without_mode)
        format.components[without_mode].mode = mode->mode;
    } else if (part.starts_with("PACK")) {
      part.remove_prefix(4);
      format.packed_bits = static_cast<std::uint8_t>(take_number(part));
    } else {
      while (!part.empty()) {
        const char component = part.front();
        part.remove_prefix(1);
        format.components.push_back(
            {component, static_cast<std::uint8_t>(take_number(part)), FormatMode::uint});
      }
    }
  }
  return format;
}

std::map<std::string_view, ImageFormat> all_formats() {
  std::map<std::string_view, ImageFormat> formats;
  for (const std::string_view name : format_names) formats.emplace(name, parse_name(name));
  return formats;
}

}  // namespace

const ImageFormat* find_image_format(std::string_view name) {
  static const std::map<std::string_view, ImageFormat> formats = all_formats();
  const auto found = formats.find(name);
  return found == formats.end() ? nullptr : &found->second;
}

std::span<const std::string_view> image_format_names() { return format_names; }

ScalarKind component_kind(const FormatComponent& component) {
  const FormatMode mode = component.mode;
  const bool wide = component.bits > 32;
  if (mode == FormatMode::sfloat || mode == FormatMode::ufloat) {
    if (component.bits == 16) return ScalarKind::float16;
    return wide ? ScalarKind::float64 : ScalarKind::float32;
  }
  const bool is_signed =
      mode == FormatMode::sint || mode == FormatMode::snorm || mode == FormatMode::sscaled;
  if (component.bits == 8) return is_signed ? ScalarKind::int8 : ScalarKind::uint8;
  if (component.bits == 16) return is_signed ? ScalarKind::int16 : ScalarKind::uint16;
  if (wide) return is_signed ? ScalarKind::int64 : ScalarKind::uint64;
  return is_signed ? ScalarKind::int32 : ScalarKind::uint32;
}

}  // namespace spirv_oracle::amber
