#include "interpreter/instructions/image/texel_conversion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/image/texel_enclosures.h"
#include "interpreter/instructions/image/texel_steps.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {

namespace texel_clauses {
constinit const Clause rounded{
    "OpImageWrite.value-rounded", "texel-conversion", Effect::implementation_defined,
    "the format does not have the value, and either of the two nearest values may be stored"};
constinit const Clause small_float_rounded{"OpImageWrite.small-float-rounded", "texel-conversion",
                                           Effect::implementation_defined,
                                           "the value is not representable as a float of 10 or 11 "
                                           "bits, and its rounding is not specified"};
constinit const Clause not_a_number{
    "OpImageWrite.value-not-finite", "texel-conversion", Effect::implementation_defined,
    "an infinity or a NaN is stored in a format that cannot represent it"};
constinit const Clause not_representable{"OpImageWrite.value-not-representable", "texel-conversion",
                                         Effect::undefined_result,
                                         "the format cannot represent the integer"};
constinit const Clause half_rounded{"OpImageWrite.half-rounded", "texel-conversion",
                                    Effect::implementation_defined,
                                    "the value is not representable as a 16-bit float, and its "
                                    "rounding is not specified"};
constinit const Clause denormal{
    "image.denormal", "texel-conversion", Effect::implementation_defined,
    "a component of the texel is a denormal; a kernel may read or store it as 0"};
}  // namespace texel_clauses

namespace {

constexpr ScalarType word_type = ScalarType::unsigned_integer(4);

// --- choosing handlers ---

template <class Self, class Out, class... In>
Handler handler_of() {
  return internal::component_handler<Self, Out, In...>();
}

Slot float_constant(Lowering& lowering, float value) {
  return lowering.constant_plane({ScalarType::Class::floating, 4, false},
                                 std::bit_cast<std::uint32_t>(value));
}
Slot integer_constant(Lowering& lowering, std::uint32_t value) {
  return lowering.constant_plane(word_type, value);
}

template <class Action>
Handler for_integer(unsigned bytes, bool is_signed, Action action) {
  switch (bytes * 2 + (is_signed ? 1 : 0)) {
    case 2:
      return action.template operator()<std::uint8_t>();
    case 3:
      return action.template operator()<std::int8_t>();
    case 4:
      return action.template operator()<std::uint16_t>();
    case 5:
      return action.template operator()<std::int16_t>();
    case 8:
      return action.template operator()<std::uint32_t>();
    case 9:
      return action.template operator()<std::int32_t>();
    case 16:
      return action.template operator()<std::uint64_t>();
    case 17:
      return action.template operator()<std::int64_t>();
    default:
      return nullptr;
  }
}

// The origin of an indeterminate result: an operand, or the conversion itself.
void note_origin(Lowering& lowering, Slot result, std::initializer_list<Slot> operands) {
  if (!lowering.request().record_provenance) return;
  const auto count = static_cast<std::uint32_t>(operands.size());
  std::vector<std::uint32_t> words = {0, 1, result, count, count};
  words.insert(words.end(), operands);
  lowering.emit(&note_result, no_slot, {}, lowering.add_data(words));
}

// The result is exact if the operand is.
void note_exact_conversion(Lowering& lowering, Slot result, Slot operand) {
  if (lowering.request().record_enclosures)
    lowering.emit(&enclose_conversion, result, {operand, no_slot});
  note_origin(lowering, result, {operand});
}

void emit_conversion(Lowering& lowering, Handler handler, Slot result, Slot from,
                     Slot constant = 0) {
  if (handler == nullptr) return internal::fail_no_handler(lowering);
  lowering.emit(handler, result, {from, constant});
  note_exact_conversion(lowering, result, from);
}

// A conversion whose results may differ between implementations.
struct UncertainConversion {
  Enclose enclose = nullptr;
  ScalarType from, to;
  bool has_constant = false;  // on which `enclose` depends
};
void emit_conversion(Lowering& lowering, Handler handler, Slot result, Slot from, Slot constant,
                     const UncertainConversion& conversion) {
  if (conversion.enclose == nullptr || !lowering.request().record_enclosures)
    return emit_conversion(lowering, handler, result, from, constant);
  if (handler == nullptr) return internal::fail_no_handler(lowering);
  lowering.emit(handler, result, {from, constant});
  emit_enclosed_step(lowering, conversion.enclose, {result, conversion.to}, {from, conversion.from},
                     {conversion.has_constant ? constant : no_slot, float_type});
  note_origin(lowering, result, {from});
}

// The bits of a component as a number, in a plane of `bytes` bytes.
ScalarType bits_as_number(const TexelComponent& component, unsigned bytes) {
  ScalarType type = ScalarType::unsigned_integer(bytes);
  type.is_signed = component.encoding == TexelEncoding::snorm;
  if (component.encoding == TexelEncoding::sfloat)
    type = {ScalarType::Class::floating, static_cast<std::uint8_t>(bytes), false};
  return type;
}

// Reads components of one format.
class TexelReader {
 public:
  TexelReader(Lowering& lowering, ScalarType type, TexelExtension extension)
      : lowering_(lowering), type_(type), extension_(extension) {}

  // Bits in a plane of `bytes` bytes; `field` if they come from a packed word.
  Slot value_of(Slot bits, unsigned bytes, const TexelComponent& component) {
    switch (component.encoding) {
      case TexelEncoding::unorm:
      case TexelEncoding::snorm: {
        const bool is_signed = component.encoding == TexelEncoding::snorm;
        const Handler handler = for_integer(bytes, is_signed, []<class T>() -> Handler {
          if constexpr (sizeof(T) > 4)
            return nullptr;
          else
            return handler_of<texel_steps::NormalizedToFloat, float, T, float>();
        });
        return emit(handler, bits, float_constant(lowering_, largest_normalized(component)),
                    {enclosure_of_read(component), bits_as_number(component, bytes), type_, true});
      }
      case TexelEncoding::sfloat:
        if (bytes == 2)
          return emit(handler_of<texel_steps::Float16ToFloat, float, Float16>(), bits);
        if (lowering_.program().is_kernel())
          return emit(handler_of<texel_steps::KernelFloat, float, float>(), bits, 0,
                      {enclosure_of_read(component), type_, type_});
        return bits;
      case TexelEncoding::ufloat:
        return emit(
            handler_of<texel_steps::SmallFloatToFloat, float, std::uint32_t, std::uint32_t>(), bits,
            integer_constant(lowering_, component.bits - 5u));
      case TexelEncoding::srgb:
        return emit(handler_of<texel_steps::SrgbToFloat, float, std::uint8_t>(), bits, 0,
                    {enclosure_of_read(component), bits_as_number(component, bytes), type_});
      case TexelEncoding::uint:
      case TexelEncoding::sint:
        break;
    }
    return integer_of(bits, bytes, component);
  }

  Slot missing(bool alpha) {
    if (!alpha) return lowering_.constant_plane(type_, 0);
    if (!type_.is_float()) return lowering_.constant_plane(type_, 1);
    return lowering_.constant_plane(type_, std::bit_cast<std::uint32_t>(1.0f));
  }

  bool extends_sign(const TexelComponent& component) const {
    return extension_ == TexelExtension::by_format ? component.encoding == TexelEncoding::sint
                                                   : extension_ == TexelExtension::sign;
  }

 private:
  Slot integer_of(Slot bits, unsigned bytes, const TexelComponent& component) {
    if (bytes == type_.bytes) return bits;
    const Handler handler = for_integer(bytes, extends_sign(component), [&]<class T>() -> Handler {
      if (type_.bytes == 8)
        return handler_of<texel_steps::IntegerTo<std::uint64_t>, std::uint64_t, T>();
      return handler_of<texel_steps::IntegerTo<std::uint32_t>, std::uint32_t, T>();
    });
    return emit(handler, bits);
  }

  Slot emit(Handler handler, Slot bits, Slot constant = 0,
            const UncertainConversion& conversion = {}) {
    const Slot result = lowering_.new_plane(type_);
    emit_conversion(lowering_, handler, result, bits, constant, conversion);
    return result;
  }

  Lowering& lowering_;
  ScalarType type_;
  TexelExtension extension_;
};

void emit_access(Lowering& lowering, bool store, const TexelAccess& access,
                 std::span<const Slot> slots, const BeforeTexelAccess& before) {
  before(access, store ? slots : std::span<const Slot>());
  // A texel is one access.
  const std::uint64_t last = access.offset + (access.count - 1) * access.stride;
  emit_component_access(lowering,
                        {.store = store,
                         .address = access.address,
                         .offset = access.offset,
                         .stride = access.stride,
                         .bytes = access.bytes,
                         .planes = slots,
                         .robust_part = AccessedPart{last, access.bytes, last + access.bytes}});
}

// The positions of the first `count` components of a format, each only once.
std::vector<unsigned> components_of(const TexelFormat& format, unsigned count) {
  std::vector<unsigned> list;
  for (unsigned i = 0; i < std::min<std::size_t>(count, format.components.size()); ++i) {
    if (format.components[i].bits != 0 && !format.is_repeated(i)) list.push_back(i);
  }
  return list;
}

// Adjacent components in their order take one access.
bool is_in_order(const TexelFormat& format, std::span<const unsigned> list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (format.components[list[i]].first_bit != i * format.components[list[0]].bits) return false;
  }
  return true;
}

// `slots`: those of the components in `list`.
void access_components(Lowering& lowering, bool store, Slot address, const TexelFormat& format,
                       std::span<const unsigned> list, std::span<const Slot> slots,
                       const BeforeTexelAccess& before) {
  const std::uint32_t bytes = format.first_component().bytes();
  if (slots.empty()) return;
  if (is_in_order(format, list)) {
    return emit_access(lowering, store,
                       {address, 0, bytes, static_cast<std::uint32_t>(slots.size()), bytes}, slots,
                       before);
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    emit_access(lowering, store,
                {address, format.components[list[i]].first_byte(), bytes, 1, bytes},
                slots.subspan(i, 1), before);
  }
}

// The type for the bits of a component that is not packed.
ScalarType bits_type(const TexelComponent& component) {
  return ScalarType::unsigned_integer(component.bytes());
}

// Converts values to bits, each in a plane of `bytes` bytes.
Slot bits_of(Lowering& lowering, Slot value, ScalarType type, unsigned bytes,
             const TexelComponent& component) {
  Handler handler = nullptr;
  Slot constant = 0;
  switch (component.encoding) {
    case TexelEncoding::unorm:
    case TexelEncoding::snorm:
      handler =
          for_integer(bytes, component.encoding == TexelEncoding::snorm, [&]<class T>() -> Handler {
            if constexpr (sizeof(T) > 4)
              return nullptr;
            else if (lowering.program().is_kernel())
              return handler_of<texel_steps::FloatToNormalized<T, true>, T, float, float>();
            else
              return handler_of<texel_steps::FloatToNormalized<T, false>, T, float, float>();
          });
      constant = float_constant(lowering, largest_normalized(component));
      break;
    case TexelEncoding::sfloat:
      if (lowering.program().is_kernel()) {
        handler = bytes == 4
                      ? handler_of<texel_steps::KernelFloat, float, float>()
                      : handler_of<texel_steps::KernelFloatToFloat16, std::uint16_t, float>();
        break;
      }
      if (bytes == 4) return value;
      handler = handler_of<texel_steps::ShaderFloatToFloat16, std::uint16_t, float>();
      break;
    case TexelEncoding::ufloat:
      handler = handler_of<texel_steps::FloatToSmallFloat, std::uint32_t, float, std::uint32_t>();
      constant = integer_constant(lowering, component.bits - 5u);
      break;
    case TexelEncoding::srgb:
      handler = lowering.program().is_kernel()
                    ? handler_of<texel_steps::FloatToSrgb<true>, std::uint8_t, float>()
                    : handler_of<texel_steps::FloatToSrgb<false>, std::uint8_t, float>();
      break;
    case TexelEncoding::uint:
    case TexelEncoding::sint: {
      if (component.bits == type.bytes * 8u) return value;
      const bool is_signed = component.encoding == TexelEncoding::sint;
      constant = integer_constant(lowering, component.bits | (is_signed ? 0x100u : 0u));
      if (lowering.program().is_kernel() && type.bytes == 4) {
        handler = for_integer(bytes, false, []<class T>() -> Handler {
          return handler_of<texel_steps::ToNearestInteger<T>, T, std::uint32_t, std::uint32_t>();
        });
        break;
      }
      handler = for_integer(bytes, false, [&]<class T>() -> Handler {
        if (type.bytes == 8)
          return handler_of<texel_steps::ToInteger<T>, T, std::uint64_t, std::uint32_t>();
        return handler_of<texel_steps::ToInteger<T>, T, std::uint32_t, std::uint32_t>();
      });
      break;
    }
  }
  const ScalarType bits = bits_as_number(component, bytes);
  const Slot result = lowering.new_plane(bits);
  emit_conversion(lowering, handler, result, value, constant,
                  {enclosure_of_write(component), type, bits, component.is_normalized()});
  return result;
}

std::uint32_t place_of(const TexelComponent& component) {
  return component.first_bit | std::uint32_t{component.bits} << 8;
}

// A packed texel is one word; in planes it has 32 bits.
Slot load_word(Lowering& lowering, Slot address, const TexelFormat& format,
               const BeforeTexelAccess& before) {
  const Slot bits = lowering.new_plane(ScalarType::unsigned_integer(format.bytes));
  emit_access(lowering, false, {address, 0, format.bytes, 1, format.bytes}, {&bits, 1}, before);
  if (format.bytes == 4) return bits;
  const Slot word = lowering.new_plane(word_type);
  lowering.emit(
      format.bytes == 1
          ? handler_of<texel_steps::IntegerTo<std::uint32_t>, std::uint32_t, std::uint8_t>()
          : handler_of<texel_steps::IntegerTo<std::uint32_t>, std::uint32_t, std::uint16_t>(),
      word, {bits});
  return word;
}

void store_word(Lowering& lowering, Slot address, const TexelFormat& format, Slot word,
                const BeforeTexelAccess& before) {
  Slot bits = word;
  if (format.bytes != 4) {
    bits = lowering.new_plane(ScalarType::unsigned_integer(format.bytes));
    lowering.emit(
        format.bytes == 1
            ? handler_of<texel_steps::IntegerTo<std::uint8_t>, std::uint8_t, std::uint32_t>()
            : handler_of<texel_steps::IntegerTo<std::uint16_t>, std::uint16_t, std::uint32_t>(),
        bits, {word});
  }
  emit_access(lowering, true, {address, 0, format.bytes, 1, format.bytes}, {&bits, 1}, before);
}

void check_type(Lowering& lowering, const TexelFormat& format, ScalarType type) {
  const bool fits = format.is_integer()
                        ? type.scalar_class == ScalarType::Class::integer && type.bytes >= 4
                        : type.is_float() && type.bytes == 4;
  if (!fits) lowering.fail_unsupported_operands();
}

// Kernels also read and write 16-bit floats, which are rounded 32-bit floats.
bool is_half_texel(Lowering& lowering, ScalarType type) {
  return type.is_float() && type.bytes == 2 && lowering.program().is_kernel();
}

std::vector<Slot> converted(Lowering& lowering, std::span<const Slot> slots, ScalarType type) {
  std::vector<Slot> results;
  const Handler handler = type.bytes == 2
                              ? handler_of<texel_steps::FloatToFloat16, Float16, float>()
                              : handler_of<texel_steps::Float16ToFloat, float, Float16>();
  for (const Slot slot : slots) {
    results.push_back(lowering.new_plane(type));
    emit_conversion(lowering, handler, results.back(), slot);
  }
  return results;
}

}  // namespace

std::vector<Slot> load_texel(Lowering& lowering, Slot address, const TexelFormat& format,
                             ScalarType type, unsigned count, TexelExtension extension,
                             const BeforeTexelAccess& before) {
  if (is_half_texel(lowering, type)) {
    return converted(lowering,
                     load_texel(lowering, address, format, float_type, count, extension, before),
                     type);
  }
  check_type(lowering, format, type);
  TexelReader reader(lowering, type, extension);
  const std::vector<unsigned> list = components_of(format, count);
  std::vector<Slot> bits;
  if (format.is_packed()) {
    const Slot word = load_word(lowering, address, format, before);
    for (const unsigned i : list) {
      const TexelComponent& component = format.components[i];
      const bool is_signed = component.encoding == TexelEncoding::snorm ||
                             (format.is_integer() && reader.extends_sign(component));
      const Handler handler =
          is_signed
              ? handler_of<texel_steps::ExtractSigned, std::int32_t, std::uint32_t, std::uint32_t>()
              : handler_of<texel_steps::ExtractField, std::uint32_t, std::uint32_t,
                           std::uint32_t>();
      bits.push_back(lowering.new_plane(word_type));
      emit_conversion(lowering, handler, bits.back(), word,
                      integer_constant(lowering, place_of(component)));
    }
  } else {
    for (const unsigned i : list)
      bits.push_back(lowering.new_plane(bits_type(format.components[i])));
    access_components(lowering, false, address, format, list, bits, before);
  }
  std::array<std::optional<Slot>, 4> found;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const TexelComponent& component = format.components[list[i]];
    found[list[i]] =
        reader.value_of(bits[i], format.is_packed() ? 4 : component.bytes(), component);
  }
  std::vector<Slot> values;
  for (unsigned i = 0; i < count; ++i) {
    const bool exists = i < found.size() && format.components[i].bits != 0;
    if (exists && !found[i]) {  // a repetition
      const auto first = std::ranges::find(format.components, format.components[i]);
      found[i] = found[static_cast<std::size_t>(first - format.components.begin())];
    }
    values.push_back(exists && found[i] ? *found[i] : reader.missing(i == 3));
  }
  return values;
}

void store_texel(Lowering& lowering, Slot address, const TexelFormat& format, ScalarType type,
                 std::span<const Slot> components, const BeforeTexelAccess& before) {
  if (is_half_texel(lowering, type)) {
    const std::vector<Slot> wide = converted(lowering, components, float_type);
    return store_texel(lowering, address, format, float_type, wide, before);
  }
  check_type(lowering, format, type);
  const std::vector<unsigned> list = components_of(format, 4);
  std::vector<Slot> bits;
  for (const unsigned i : list) {
    const TexelComponent& component = format.components[i];
    const unsigned bytes = format.is_packed() ? 4 : component.bytes();
    bits.push_back(i < components.size()
                       ? bits_of(lowering, components[i], type, bytes, component)
                       : lowering.undefined_plane(ScalarType::unsigned_integer(bytes)));
  }
  if (!format.is_packed())
    return access_components(lowering, true, address, format, list, bits, before);
  Slot word = integer_constant(lowering, 0);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const TexelComponent& component = format.components[list[i]];
    const Slot with_field = lowering.new_plane(word_type);
    const Slot place = integer_constant(lowering, place_of(component));
    lowering.emit(handler_of<texel_steps::InsertField, std::uint32_t, std::uint32_t, std::uint32_t,
                             std::uint32_t>(),
                  with_field, {word, bits[i], place});
    if (lowering.request().record_enclosures)
      emit_enclosed_field(lowering, with_field, word, {bits[i], bits_as_number(component, 4)},
                          place);
    note_origin(lowering, with_field, {word, bits[i]});
    word = with_field;
  }
  store_word(lowering, address, format, word, before);
}

}  // namespace spirv_oracle
