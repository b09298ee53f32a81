#include "debugger/engine/program/image_texels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "interpreter/images/texel_component.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

// None if the format cannot represent the number.
std::optional<std::uint64_t> integer_bits(const TexelComponent& component, ScalarType type,
                                          std::uint64_t number) {
  if (component.bits == 64) return number;
  const std::uint64_t mask = (std::uint64_t{1} << component.bits) - 1;
  const bool is_signed = component.encoding == TexelEncoding::sint;
  if (is_signed) number = static_cast<std::uint64_t>(sign_extended(number, 8u * type.bytes));
  const std::uint64_t stored = number & mask;
  return static_cast<std::uint64_t>(integer_value(component, stored)) == number
             ? std::optional(stored)
             : std::nullopt;
}

constexpr std::array dimension_names{
    std::pair{spv::Dim::Dim1D, "1D"}, std::pair{spv::Dim::Dim2D, "2D"},
    std::pair{spv::Dim::Dim3D, "3D"}, std::pair{spv::Dim::Cube, "Cube"},
    std::pair{spv::Dim::Buffer, "Buffer"}};

}  // namespace

std::optional<ImageTexels> ImageTexels::of(const Program& program, const TexelFormat& format,
                                           const Type& type, std::uint32_t object) {
  const auto layout = program.images.layouts.find(object);
  if (layout == program.images.layouts.end() || layout->second.levels.empty()) return std::nullopt;
  return ImageTexels(layout->second, format, type);
}

ImageTexels::ImageTexels(const ImageLayout& layout, const TexelFormat& format, const Type& type)
    : layout_(layout), format_(format), component_type_(type.image.sampled_type) {
  const spv::Dim dim = type.image.dim;
  has_rows_ = dim != spv::Dim::Dim1D && dim != spv::Dim::Buffer;
  has_slices_ = dim == spv::Dim::Dim3D || dim == spv::Dim::Cube || type.image.arrayed;
  if (component_type_.bytes != 0) return;
  // In kernels, each instruction has a type of its own.
  component_type_ = {format.is_integer() ? ScalarType::Class::integer : ScalarType::Class::floating,
                     4, format.first_component().encoding == TexelEncoding::sint};
}

std::vector<ImageTexels::Dimension> ImageTexels::dimensions(unsigned level) const {
  const LevelLayout& of = layout_.levels[level];
  std::vector<Dimension> dimensions;
  if (has_slices_) dimensions.push_back({of.extent[2], of.pitch[2]});
  if (has_rows_) dimensions.push_back({of.extent[1], of.pitch[1]});
  dimensions.push_back({of.extent[0], of.pitch[0]});
  if (layout_.samples > 1) dimensions.push_back({layout_.samples, layout_.sample_pitch});
  return dimensions;
}

unsigned ImageTexels::index_count() const {
  return static_cast<unsigned>(dimensions(0).size()) + (has_levels() ? 1 : 0);
}

std::uint64_t ImageTexels::count(unsigned indexes, unsigned level) const {
  if (selects_level(indexes)) return layout_.levels.size();
  return dimensions(level)[indexes - (has_levels() ? 1 : 0)].count;
}

std::uint64_t ImageTexels::offset(unsigned indexes, unsigned level, std::uint64_t element) const {
  if (selects_level(indexes)) return layout_.levels[element].offset;
  return element * dimensions(level)[indexes - (has_levels() ? 1 : 0)].pitch;
}

std::uint64_t ImageTexels::size(unsigned indexes, unsigned level) const {
  if (indexes == 0) return layout_.size;
  if (is_texel(indexes)) return format_.bytes;
  const Dimension outer = dimensions(level)[indexes - (has_levels() ? 1 : 0)];
  return outer.count * outer.pitch;
}

std::vector<TexelComponent> ImageTexels::components() const {
  std::vector<TexelComponent> own;
  for (unsigned i = 0; i < 4; ++i) {
    if (format_.components[i].bits != 0 && !format_.is_repeated(i))
      own.push_back(format_.components[i]);
  }
  return own;
}

std::uint64_t ImageTexels::decoded(const TexelComponent& component, std::uint64_t bits) const {
  if (component_type_.is_float()) return std::bit_cast<std::uint32_t>(float_value(component, bits));
  const auto number = static_cast<std::uint64_t>(integer_value(component, bits));
  return component_type_.bytes < 8 ? number & ((std::uint64_t{1} << 8 * component_type_.bytes) - 1)
                                   : number;
}

std::optional<Scalar> ImageTexels::decoded(unsigned component, const Scalar& bytes,
                                           std::uint64_t count) const {
  const TexelComponent of = components()[component];
  const ComponentBytes own(of);
  const bool is_known = bytes.state != Definedness::undefined || component_count() == 1;
  if (!is_known || own.end() > std::min<std::uint64_t>(count, sizeof(bytes.bits)))
    return std::nullopt;
  std::array<std::byte, sizeof(bytes.bits)> texel;
  std::memcpy(texel.data(), &bytes.bits, texel.size());
  return Scalar{decoded(of, own.extract(texel.data())), bytes.state};
}

std::optional<std::vector<Scalar>> ImageTexels::texel(const ObjectEntry& image,
                                                      std::uint64_t offset) const {
  if (image.allocation == nullptr || offset > image.size || image.size - offset < format_.bytes)
    return std::nullopt;
  std::vector<Scalar> values;
  for (const TexelComponent& component : components()) {
    const ComponentBytes bytes(component);
    values.push_back({decoded(component, bytes.extract(image.bytes + offset)),
                      bytes.state(image.shadow + offset)});
  }
  return values;
}

Result<std::uint64_t> ImageTexels::encoded(unsigned component, const Scalar& value) const {
  const TexelComponent of = components()[component];
  const auto bits =
      component_type_.is_float()
          ? float_bits(of, std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)))
          : integer_bits(of, component_type_, value.bits);
  if (bits) return *bits;
  return bad_input("the format " + std::string(format_.name) + " cannot represent " +
                   scalar_text(component_type_, value.bits));
}

void ImageTexels::store(const ObjectEntry& image, std::uint64_t offset, unsigned component,
                        std::uint64_t bits) const {
  const ComponentBytes bytes(components()[component]);
  bytes.insert(bits, image.bytes + offset);
  std::fill(image.shadow + offset + bytes.first(), image.shadow + offset + bytes.end(),
            Definedness::defined);
}

bool ImageTexels::shares_undefined_bytes(const ObjectEntry& image, std::uint64_t offset) const {
  return format_.is_packed() &&
         std::any_of(image.shadow + offset, image.shadow + offset + format_.bytes,
                     [](Definedness state) { return value_state(state) != Definedness::defined; });
}

std::string ImageTexels::description() const {
  const LevelLayout& first = layout_.levels.front();
  std::string text(format_.name);
  text += (text.empty() ? "" : ", ") + std::to_string(first.extent[0]);
  if (has_rows_) text += "x" + std::to_string(first.extent[1]);
  if (has_slices_) text += "x" + std::to_string(first.extent[2]);
  if (has_levels()) text += ", " + std::to_string(layout_.levels.size()) + " levels";
  if (layout_.samples > 1) text += ", " + std::to_string(layout_.samples) + " samples";
  return text;
}

std::string image_type_text(const Type& type, const ImageType& image, bool is_kernel) {
  const auto dimension =
      std::ranges::find(dimension_names, image.dim, &decltype(dimension_names)::value_type::first);
  std::string name = dimension == dimension_names.end() ? "" : dimension->second;
  if (is_kernel) {
    std::ranges::transform(name, name.begin(), [](char c) { return c == 'D' ? 'd' : c; });
    if (image.dim == spv::Dim::Buffer) name = "1d_buffer";
    return "image" + name + (image.arrayed ? "_array" : "") + "_t";
  }
  const bool is_integer = image.sampled_type.scalar_class == ScalarType::Class::integer;
  const std::string prefix = !is_integer ? "" : image.sampled_type.is_signed ? "i" : "u";
  const char* const what = type.kind == Type::Kind::sampled_image ? "sampler"
                           : image.sampled == 1                   ? "texture"
                                                                  : "image";
  return prefix + what + name + (image.multisampled ? "MS" : "") + (image.arrayed ? "Array" : "");
}

}  // namespace spirv_oracle
