// Images as objects: arrays of texels.
#include "debugger/engine/program/object.h"

#include "interpreter/ir/program_request.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {

namespace {

// In the address space.
std::uint32_t object_number(const Object& object) {
  return static_cast<std::uint32_t>(object.address >> AddressSpace::offset_bits);
}

}  // namespace

bool Objects::is_image(const Object& object) const {
  if (object.where != Object::Where::memory || object.type == 0) return false;
  const Type::Kind kind = types_.type(object.type).kind;
  return kind == Type::Kind::image || kind == Type::Kind::sampled_image;
}

Object Objects::without_descriptor(Object object) const {
  if (object.where != Object::Where::planes || object.type == 0 || object.slots.empty())
    return object;
  const Type::Kind kind = types_.type(object.type).kind;
  if (kind != Type::Kind::image && kind != Type::Kind::sampled_image) return object;
  const Scalar address =
      read_plane(*object.subgroup, object.slots[0], ScalarType::pointer(), object.lane);
  if (address.state == Definedness::undefined)
    return unavailable(object.type, "the descriptor is undefined");
  if (object.subgroup->memory->find(address.bits).allocation == nullptr)
    return unavailable(object.type, "the descriptor does not designate an image");
  object.where = Object::Where::memory;
  object.address = address.bits;
  object.pointer = object.slots[0];
  object.slots.clear();
  return object;
}

std::optional<TexelFormat> Objects::format_of(const Object& image) const {
  const auto declared = static_cast<std::uint32_t>(types_.type(image.type).image.format);
  if (const TexelFormat* format = find_texel_format(declared)) return *format;
  for (const auto& [key, number] : resources().buffers) {
    if (number != object_number(image)) continue;
    const auto shape = shapes_->images.find(key);
    if (shape != shapes_->images.end()) return shape->second.format;
  }
  return std::nullopt;
}

std::optional<ImageTexels> Objects::texels(const Object& image) const {
  if (shapes_ == nullptr) return std::nullopt;
  const auto format = format_of(image);
  if (!format) return std::nullopt;
  return ImageTexels::of(*image.subgroup->program, *format, types_.type(image.type),
                         object_number(image));
}

std::optional<std::vector<Scalar>> Objects::texel_scalars(const Object& texel) const {
  const auto image = texels(texel);
  if (!image) return std::nullopt;
  return image->texel(texel.subgroup->memory->find(texel.address),
                      AddressSpace::offset(texel.address));
}

std::uint64_t Objects::image_part_count(const Object& image) const {
  const auto of = texels(image);
  if (!of) return 0;
  if (!of->is_texel(image.image_indexes)) return of->count(image.image_indexes, image.image_level);
  const bool is_scalar = image.texel_component != 0 || of->component_count() == 1;
  return is_scalar ? 0 : of->component_count();
}

Object Objects::image_part(const Object& image, std::uint64_t index) const {
  const auto of = texels(image);
  Object part = image;
  if (of->is_texel(image.image_indexes)) {
    part.texel_component = static_cast<std::uint8_t>(index + 1);
    return part;
  }
  part.address += of->offset(image.image_indexes, image.image_level, index);
  if (of->selects_level(image.image_indexes)) part.image_level = static_cast<std::uint8_t>(index);
  ++part.image_indexes;
  return part;
}

bool Objects::shares_undefined_bytes(const Object& component) const {
  if (!is_image(component) || component.texel_component == 0) return false;
  return texels(component)->shares_undefined_bytes(
      component.subgroup->memory->find(component.address), AddressSpace::offset(component.address));
}

Result<std::uint64_t> Objects::texel_bits(const Object& component, const Scalar& value) const {
  return texels(component)->encoded(
      component.texel_component == 0 ? 0 : component.texel_component - 1u, value);
}

std::optional<Object> Objects::texel_of_bytes(const Object& texel, const Scalar& bytes,
                                              std::uint64_t count) const {
  const auto image = texels(texel);
  if (!image || !image->is_texel(texel.image_indexes)) return std::nullopt;
  const bool is_whole = texel.texel_component == 0;
  const unsigned first = is_whole ? 0 : texel.texel_component - 1u;
  const unsigned end = is_whole ? image->component_count() : first + 1;
  std::vector<Scalar> values;
  for (unsigned i = first; i < end; ++i) {
    const auto value = image->decoded(i, bytes, count);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return vector(image->component_type(), std::move(values));
}

void Objects::store_texel_bits(const Object& component, std::uint64_t bits) const {
  texels(component)->store(
      component.subgroup->memory->find(component.address), AddressSpace::offset(component.address),
      component.texel_component == 0 ? 0 : component.texel_component - 1u, bits);
}

// An array of texels has the type of one.
std::string Objects::image_type_name(const Object& image) const {
  const Type& type = types_.type(image.type);
  const auto of = texels(image);
  if (!of) return image_type_text(type, type.image, is_kernel_);
  if (image.image_indexes == 0)
    return image_type_text(type, type.image, is_kernel_) + " (" + of->description() + ")";
  const unsigned count = image.texel_component != 0 ? 1 : of->component_count();
  std::string text = type_text(of->component_type(), count, is_kernel_);
  for (unsigned i = image.image_indexes; !of->is_texel(i); ++i)
    text += "[" + std::to_string(of->count(i, image.image_level)) + "]";
  return text;
}

}  // namespace spirv_oracle
