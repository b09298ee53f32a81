#include "interpreter/lowering/kernel_images.h"

#include <algorithm>
#include <map>

namespace spirv_oracle {
namespace {

constexpr BindingKey key_of_argument(std::uint32_t number) {
  return {BindingKey::kernel_arguments, number, 0};
}

Value descriptor_value(Lowering& lowering, std::uint32_t object) {
  Value value;
  value.pointer.object = object;
  value.slots = {lowering.constant_plane(ScalarType::pointer(), AddressSpace::base_of(object))};
  return value;
}

AddressMode address_mode(std::uint32_t enumerant) {
  switch (static_cast<spv::SamplerAddressingMode>(enumerant)) {
    case spv::SamplerAddressingMode::ClampToEdge:
      return AddressMode::clamp_to_edge;
    case spv::SamplerAddressingMode::Clamp:
      return AddressMode::clamp_to_border;
    case spv::SamplerAddressingMode::Repeat:
      return AddressMode::repeat;
    case spv::SamplerAddressingMode::RepeatMirrored:
      return AddressMode::mirrored_repeat;
    default:
      return AddressMode::none;
  }
}

// Adds the format of argument `number` if it is an image.
void add_format(const ResourceObjects& objects, const BindingKey& key, const ImageShape& shape,
                std::vector<ImagesOfFormat>& formats) {
  const auto object = objects.buffers.find(key);
  const bool is_image =
      key.set == BindingKey::kernel_arguments && shape.format && object != objects.buffers.end();
  if (!is_image) return;
  auto same = std::ranges::find_if(formats, [&shape](const ImagesOfFormat& other) {
    return other.format.same_texels(*shape.format) && other.format.order == shape.format->order;
  });
  if (same == formats.end()) same = formats.insert(same, {*shape.format, {}});
  same->objects.push_back(object->second);
  std::ranges::sort(same->objects);
}

std::string name_of_argument(const Lowering& lowering, std::uint32_t number) {
  const Function* kernel = lowering.module().function(lowering.entry_point().function);
  return kernel == nullptr || number >= kernel->parameters.size()
             ? ""
             : name_of_memory(lowering.module(), kernel->parameters[number]);
}

std::string kind_of_texels(const TexelFormat& format) {
  if (!format.is_integer()) return "floats";
  return format.first_component().encoding == TexelEncoding::sint ? "signed integers"
                                                                  : "unsigned integers";
}

}  // namespace

Value lower_descriptor_argument(Lowering& lowering, Id parameter, std::uint32_t number,
                                const std::string& name) {
  const Type& type = lowering.type_of(parameter);
  const BindingKey key = key_of_argument(number);
  const ResourceObjects objects = resource_objects(lowering.request());
  if (type.kind == Type::Kind::sampled_image) {
    lowering.fail_unsupported("the type of " + name);
  }
  if (type.kind == Type::Kind::sampler) {
    const auto object = objects.samplers.find(key);
    if (object == objects.samplers.end()) {
      lowering.fail_input("no sampler is given for " + name);
    }
    lowering.builder().set_sampler(object->second, lowering.request().samplers.at(key));
    return descriptor_value(lowering, object->second);
  }
  const auto object = objects.buffers.find(key);
  if (object == objects.buffers.end()) {
    lowering.fail_input("no image is given for " + name);
  }
  bind_image(lowering, type.image, key, object->second, name);
  return descriptor_value(lowering, object->second);
}

Value lower_literal_sampler(Lowering& lowering, const Instruction& constant) {
  const std::uint32_t object = lowering.memory().allocate(
      0, MemoryKind::none, "sampler " + lowering.module().display(constant.result));
  if (object == 0) {
    lowering.fail({Status::limit, "memory limit reached by the samplers"});
  }
  SamplerState state;
  state.address.fill(address_mode(constant.literal(2)));
  state.normalized_coordinates = constant.literal(3) != 0;
  state.magnification = state.minification =
      static_cast<spv::SamplerFilterMode>(constant.literal(4)) == spv::SamplerFilterMode::Linear
          ? SamplerFilter::linear
          : SamplerFilter::nearest;
  lowering.builder().set_sampler(object, state);
  return descriptor_value(lowering, object);
}

std::vector<ImagesOfFormat> texel_formats_of_argument(Lowering& lowering, Id image) {
  const std::uint32_t object = lowering.value(image).pointer.object;
  std::vector<ImagesOfFormat> formats;
  const ResourceObjects objects = resource_objects(lowering.request());
  for (const auto& [key, shape] : lowering.request().images) {
    const auto found = objects.buffers.find(key);
    if (object != 0 && (found == objects.buffers.end() || found->second != object)) continue;
    add_format(objects, key, shape, formats);
  }
  if (formats.empty()) lowering.fail_unsupported("an image whose format is not known");
  return formats;
}

void check_access_qualifier(Lowering& lowering, Id image, bool writes) {
  if (!lowering.program().is_kernel()) return;
  const ImageType& type = lowering.type_of(image).image;
  if (writes && !type.writes())
    lowering.fail_input("the Access Qualifier of the image is ReadOnly");
  if (!writes && !type.reads())
    lowering.fail_input("the Access Qualifier of the image is WriteOnly");
}

bool fits_texel_type(const TexelFormat& format, ScalarType texel) {
  return format.is_integer() == (texel.scalar_class == ScalarType::Class::integer);
}

namespace {

// Whether a kernel has instructions whose values fit the format of an image, and instructions whose values do not.
struct ImageUse {
  bool fits = false;
  bool misfits = false;
};
using ImageUses = std::map<std::uint32_t, ImageUse>;  // by object

}  // namespace

void note_image_use(Lowering& lowering, Id image, bool fits) {
  const std::uint32_t object = lowering.value(image).pointer.object;
  if (object == 0) return;
  ImageUse& use = lowering.notes<ImageUses>()[object];
  use.fits |= fits;
  use.misfits |= !fits;
}

Result<void> check_image_uses(Lowering& lowering) {
  const ImageUses& uses = lowering.notes<ImageUses>();
  if (uses.empty()) return {};
  const ResourceObjects objects = resource_objects(lowering.request());
  for (const auto& [key, shape] : lowering.request().images) {
    const auto object = objects.buffers.find(key);
    if (object == objects.buffers.end() || !shape.format) continue;
    const auto use = uses.find(object->second);
    if (use == uses.end() || use->second.fits || !use->second.misfits) continue;
    return bad_input("argument " + std::to_string(key.binding) + " (" +
                     name_of_argument(lowering, key.binding) + "): the texels of format " +
                     std::string(shape.format->name) + " are " + kind_of_texels(*shape.format) +
                     ", but the kernel accesses the image as values of another kind only");
  }
  return {};
}

}  // namespace spirv_oracle
