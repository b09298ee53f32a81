#include "interpreter/lowering/image_resources.h"

#include <algorithm>

#include "interpreter/images/opencl_format.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/descriptor_types.h"
#include "interpreter/lowering/kernel_images.h"

namespace spirv_oracle {
namespace {

BindingKey key_of(const Module& module, Id variable) {
  BindingKey key;
  key.set = module.decoration(variable, spv::Decoration::DescriptorSet).value_or(0);
  key.binding = module.decoration(variable, spv::Decoration::Binding).value_or(0);
  return key;
}

ImageShape shape_of(const Lowering& lowering, const BindingKey& key) {
  const auto found = lowering.request().images.find(key);
  return found == lowering.request().images.end() ? ImageShape{} : found->second;
}

// The format of the image type or, if that is Unknown, the one that the user gave; none if neither
// is known.
std::optional<TexelFormat> bound_format(const Lowering& lowering, const ImageType& image,
                                        const BindingKey& key) {
  const TexelFormat* declared = find_texel_format(static_cast<std::uint32_t>(image.format));
  return declared != nullptr ? std::optional(*declared) : shape_of(lowering, key).format;
}

std::string extent_text(const ImageShape& shape) {
  std::string text;
  for (const std::uint32_t extent : shape.extent)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  text += " texels";
  if (shape.layers != 1) text += ", " + std::to_string(shape.layers) + " layers";
  if (shape.samples != 1) text += ", " + std::to_string(shape.samples) + " samples";
  return text;
}

// Whether an image of that shape, with any number of samples, can be bound to the type in the module.
bool fits_shape(const ImageType& type, const ImageShape& shape) {
  const bool buffer = type.dim == spv::Dim::Buffer;
  if (buffer || shape.is_texel_buffer()) return buffer == shape.is_texel_buffer();
  const bool cube = type.dim == spv::Dim::Cube;
  if (type.dim == spv::Dim::Dim1D && shape.extent[1] != 1) return false;
  if (type.dim != spv::Dim::Dim3D && shape.extent[2] != 1) return false;
  if (cube && (shape.layers % 6 != 0 || shape.extent[0] != shape.extent[1])) return false;
  // A fragment reads its own layer of an input attachment.
  const bool has_any_layers = type.arrayed || type.dim == spv::Dim::SubpassData;
  return has_any_layers || shape.layers == (cube ? 6u : 1u);
}

// Floats do not match integers, and signed integers do not match unsigned ones.
bool fits_sampled_type(const ImageType& type, const TexelFormat& format) {
  if (type.sampled_type.bytes == 0) return true;  // OpTypeVoid: each instruction has its own
  const bool is_float = type.sampled_type.scalar_class == ScalarType::Class::floating;
  if (is_float == format.is_integer()) return false;
  const bool is_wide = format.components[0].bits == 64;  // Sampled Type has no 64-bit floats
  return !is_wide || (!is_float && type.sampled_type.bytes == 8);
}

Result<void> check_image(const ImageType& type, const ImageShape& shape,
                         const std::optional<TexelFormat>& format, const ImageLayout& layout,
                         std::uint64_t size) {
  if (!format) {
    return bad_input("the module does not declare the format of its texels, so it must be given");
  }
  if (shape.format && !shape.format->same_texels(*format)) {
    const std::string given(shape.format->name.empty() ? "another one" : shape.format->name);
    return bad_input("its format is given as " + given + ", but the module has " +
                     std::string(format->name));
  }
  if (!fits_sampled_type(type, *format)) {
    return bad_input("its format " + std::string(format->name) +
                     " does not match the Sampled Type of the module");
  }
  if (!fits_shape(type, shape)) {
    return bad_input(shape.is_texel_buffer()
                         ? std::string("the module declares an image, but a buffer is given")
                         : "an image of " + extent_text(shape) + " does not fit the module's type");
  }
  if (type.multisampled != (shape.samples > 1)) {
    return bad_input("its texels have " + std::to_string(shape.samples) +
                     (shape.samples > 1 ? " samples" : " sample") +
                     ", but the image type of the module is " +
                     (type.multisampled ? "multisampled" : "single-sampled"));
  }
  if (layout.size > size) {
    return bad_input("its texels take " + std::to_string(layout.size) + " bytes, but " +
                     std::to_string(size) + " are given");
  }
  return {};
}

// The descriptors that the value of an image may be.
class PossibleImages {
 public:
  PossibleImages(Lowering& lowering, const ImageType& type, const PointerValue& image)
      : lowering_(lowering),
        type_(type),
        is_in_heap_(image.is_of_heap),
        array_(image.declaration == 0 ? BindingKey{}
                                      : key_of(lowering.module(), image.declaration)),
        objects_(resource_objects(lowering.request()).buffers),
        is_known_(is_in_heap_ || image.declaration != 0) {}

  // Whether the descriptors are known at all.
  bool is_known() const { return is_known_; }

  // The formats of all images among them.
  std::vector<ImagesOfFormat> formats() const {
    std::vector<ImagesOfFormat> formats;
    for (const auto& [key, shape] : lowering_.request().images) {
      const auto object = objects_.find(key);
      if (!contains(key) || !shape.format || object == objects_.end()) continue;
      auto same = std::ranges::find_if(formats, [&shape = shape](const ImagesOfFormat& other) {
        return other.format.same_texels(*shape.format);
      });
      if (same == formats.end()) same = formats.insert(same, {*shape.format, {}});
      same->objects.push_back(object->second);
    }
    for (ImagesOfFormat& format : formats) std::ranges::sort(format.objects);
    return formats;
  }

  // The objects of all null descriptors among them.
  std::vector<std::uint32_t> null_objects() const {
    std::vector<std::uint32_t> found;
    for (const BindingKey& null : lowering_.request().null_descriptors) {
      if (contains(null)) found.push_back(objects_.at(null));
    }
    return found;
  }

  std::vector<std::uint32_t> other_objects() const {
    std::vector<std::uint32_t> found;
    for (const auto& [bound, object] : objects_) {
      if (contains(bound) && !lowering_.request().null_descriptors.contains(bound))
        found.push_back(object);
    }
    std::ranges::sort(found);
    return found;
  }

 private:
  // A read of another type of descriptor from the heap is reported, and gives no descriptor.
  bool contains(const BindingKey& key) const {
    if (!is_in_heap_) return key.set == array_.set && key.binding == array_.binding;
    if (key.set != BindingKey::resource_heap) return false;
    if (lowering_.request().null_descriptors.contains(key)) return true;
    const auto image = lowering_.request().images.find(key);
    return image != lowering_.request().images.end() && fits_shape(type_, image->second) &&
           image->second.format && fits_sampled_type(type_, *image->second.format);
  }

  Lowering& lowering_;
  const ImageType& type_;
  bool is_in_heap_;
  BindingKey array_;
  std::map<BindingKey, std::uint32_t> objects_;
  bool is_known_;
};

// Has all components, so that none of the zeros that a load gives is replaced.
TexelFormat format_of_null_descriptor(const ImageType& type) {
  const bool is_integer = type.sampled_type.scalar_class == ScalarType::Class::integer;
  const auto bits = static_cast<std::uint8_t>(8 * type.sampled_type.bytes);
  TexelFormat format{"null", static_cast<std::uint8_t>(bits / 2)};
  for (unsigned i = 0; i < format.components.size(); ++i) {
    format.components[i] = {bits, static_cast<std::uint8_t>(i * bits),
                            is_integer ? TexelEncoding::uint : TexelEncoding::sfloat};
  }
  return format;
}

std::string kind_text(const Type& type) {
  switch (type.kind) {
    case Type::Kind::sampler:
      return "sampler";
    case Type::Kind::sampled_image:
      return "combined image sampler";
    case Type::Kind::acceleration_structure:
      return "acceleration structure";
    default:
      return type.image.dim == spv::Dim::Buffer ? "texel buffer" : "image";
  }
}

}  // namespace

unsigned coordinate_count(const ImageType& type) {
  const unsigned layer = type.arrayed ? 1 : 0;
  switch (type.dim) {
    case spv::Dim::Buffer:
      return 1;
    case spv::Dim::Dim1D:
      return 1 + layer;
    case spv::Dim::Dim2D:
    case spv::Dim::Rect:
    case spv::Dim::SubpassData:
      return 2 + layer;
    case spv::Dim::Dim3D:
    case spv::Dim::Cube:  // the face, or face and layer in one
      return 3;
    default:
      return 0;
  }
}

std::uint32_t bound_descriptor(Lowering& lowering, const Instruction& variable,
                               const ResourceObjects& objects, const BindingKey& key) {
  const Type& type = descriptor_type(lowering, variable);
  const bool has_sampler =
      type.kind == Type::Kind::sampler ||
      (type.kind == Type::Kind::sampled_image && type.image.dim != spv::Dim::Buffer);
  const auto& bound = objects_of_type(objects, type);
  const auto found = bound.find(key);
  if (type.kind == Type::Kind::acceleration_structure) {
    if (found == bound.end())
      return lowering.request().null_descriptors.contains(key) ? objects.buffers.at(key) : 0;
    lowering.builder().set_acceleration_structure(
        found->second, lowering.request().acceleration_structures.at(key));
    return found->second;
  }
  if (found == bound.end()) return 0;
  const std::uint32_t object = found->second;
  if (has_sampler) {
    const auto sampler = lowering.request().samplers.find(key);
    if (sampler == lowering.request().samplers.end())
      lowering.fail_input("no sampler is given for the " + kind_text(type) + " at binding " +
                          binding_name(key));
    lowering.builder().set_sampler(object, sampler->second);
  }
  if (type.kind == Type::Kind::sampler) return object;
  const std::string what = "the " + kind_text(type) + " at binding " + binding_name(key);
  bind_image(lowering, type.image, key, object, what);
  return object;
}

void bind_image(Lowering& lowering, const ImageType& type, const BindingKey& key,
                std::uint32_t object, const std::string& what) {
  if (const auto ok = try_bind_image(lowering, type, key, object); !ok)
    lowering.fail({ok.error().status, what + ": " + ok.error().message});
}

Result<void> try_bind_image(Lowering& lowering, const ImageType& type, const BindingKey& key,
                            std::uint32_t object) {
  if (lowering.request().null_descriptors.contains(key)) {
    ImageLayout nothing = ImageLayout::of_null_descriptor();
    nothing.coordinates = coordinate_count(type);
    lowering.builder().set_image(object, std::move(nothing));
    return {};
  }
  const ImageShape shape = shape_of(lowering, key);
  const std::optional<TexelFormat> format = bound_format(lowering, type, key);
  const std::uint64_t size = lowering.memory().object(object).size;
  ImageLayout layout = ImageLayout::of(shape, format ? format->bytes : 0, size);
  if (auto ok = check_image(type, shape, format, layout, size); !ok) return ok;
  layout.unbound_reads_zero = lowering.request().device_limits.residency_non_resident_strict;
  layout.format_name = format->name;
  layout.coordinates = coordinate_count(type);
  layout.channel_order = static_cast<std::uint32_t>(format->order);
  layout.channel_data_type = channel_data_type(*format).value_or(0);
  // Other resources that share the memory may still write to it.
  if (type.sampled == 1 || !type.writes())
    lowering.memory().object(object).allocation->writable = false;
  lowering.builder().set_image(object, std::move(layout));
  return {};
}

Value lower_descriptor_variable(Lowering& lowering, const Instruction& variable) {
  const Type& pointee = lowering.type(data_type(lowering.module(), variable));
  const Type& type = descriptor_type(lowering, variable);
  const BindingKey key = key_of(lowering.module(), variable.result);
  Value value;
  note_descriptor_type(lowering, variable);
  if (!type.is_descriptor()) {
    lowering.fail_unsupported("the resource " + lowering.module().display(variable.result) +
                              " of the type " + lowering.type_text(variable.type));
  }
  if (!pointee.is_descriptor()) {
    value.slots = {lowering.constant_plane(ScalarType::pointer(), 0)};
    value.pointer.descriptors = variable.result;
    return value;
  }
  const std::uint32_t object =
      bound_descriptor(lowering, variable, resource_objects(lowering.request()), key);
  if (object == 0) {
    lowering.fail_input("no " + kind_text(type) + " is given for binding " + binding_name(key));
  }
  value.pointer.object = object;
  value.slots = {lowering.constant_plane(ScalarType::pointer(), AddressSpace::base_of(object))};
  return value;
}

std::vector<ImagesOfFormat> texel_formats_of(Lowering& lowering, Id image) {
  if (lowering.program().is_kernel()) return texel_formats_of_argument(lowering, image);
  const ImageType& type = lowering.type_of(image).kind == Type::Kind::pointer
                              ? lowering.type(lowering.type_of(image).element).image
                              : lowering.type_of(image).image;
  return texel_formats_of(lowering, type, lowering.value(image).pointer);
}

std::vector<ImagesOfFormat> texel_formats_of(Lowering& lowering, const ImageType& type,
                                             const PointerValue& image) {
  const TexelFormat* declared = find_texel_format(static_cast<std::uint32_t>(type.format));
  if (declared != nullptr && lowering.request().null_descriptors.empty()) return {{*declared, {}}};
  const PossibleImages possible(lowering, type, image);
  std::vector<ImagesOfFormat> formats;
  if (!possible.is_known() && declared != nullptr) formats.push_back({*declared, {}});
  if (possible.is_known()) {
    if (declared == nullptr) {
      formats = possible.formats();
    } else if (auto others = possible.other_objects(); !others.empty()) {
      formats.push_back({*declared, std::move(others)});
    }
    if (auto null = possible.null_objects(); !null.empty())
      formats.push_back({format_of_null_descriptor(type), std::move(null), true});
  }
  // No descriptor in the heap fits, so every read was reported.
  if (formats.empty() && image.is_of_heap)
    formats.push_back({format_of_null_descriptor(type), {}, true});
  if (formats.empty()) lowering.fail_unsupported("an image whose format is not known");
  return formats;
}

}  // namespace spirv_oracle
