#include "interpreter/instructions/image/texel_conversion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "interpreter/images/texel_value.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {

namespace texel_clauses {
constinit const Clause rounded{
    "OpImageWrite.value-rounded", "texel-conversion", Effect::implementation_defined,
    "the value is so close to the midpoint of two values of the format that either may be stored"};
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
                                    "the value is not representable as a 16-bit float: a kernel "
                                    "may round it to the nearest or toward zero"};
constinit const Clause denormal{
    "image.denormal", "texel-conversion", Effect::implementation_defined,
    "a component of the texel is a denormal; a kernel may read or store it as 0"};
}  // namespace texel_clauses

namespace {

constexpr ScalarType word_type = ScalarType::unsigned_integer(4);

// --- from bits to values; the second operand is a constant of the format ---

struct NormalizedToFloat {
  template <class T>
  static float component(T bits, float largest) {
    return normalized_value(bits, largest);
  }
};
struct Float16ToFloat {
  static float component(float value) { return value; }
};
struct SmallFloatToFloat {
  static float component(std::uint32_t bits, std::uint32_t fraction_bits) {
    return small_float_value(bits, fraction_bits);
  }
};
struct SrgbToFloat {
  static float component(std::uint8_t bits) { return srgb_value(bits); }
};
template <class To>
struct IntegerTo {
  template <class From>
  static To component(From bits) {
    return static_cast<To>(bits);
  }
  template <class From>
  static To indeterminate_bits(PartlyIndeterminate<From> bits) {
    return static_cast<To>(bits.indeterminate);
  }
};

// Extracts bits of a word. `place` is the first bit plus, from bit 8 on, their number.
struct ExtractField {
  static std::uint32_t component(std::uint32_t word, std::uint32_t place) {
    return word >> (place & 31) & ((1u << (place >> 8)) - 1);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> word, PartlyIndeterminate<T> place) {
    return component(word.indeterminate, place.value);
  }
};
struct InsertField {
  static std::uint32_t component(std::uint32_t word, std::uint32_t bits, std::uint32_t place) {
    return word | (bits & ((1u << (place >> 8)) - 1)) << (place & 31);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> word, PartlyIndeterminate<T> bits,
                              PartlyIndeterminate<T> place) {
    return component(word.indeterminate, bits.indeterminate, place.value);
  }
};
// The same, with sign extension.
struct ExtractSigned {
  static std::int32_t component(std::uint32_t word, std::uint32_t place) {
    const std::uint32_t unused = 32 - (place >> 8);
    return static_cast<std::int32_t>(ExtractField::component(word, place) << unused) >>
           static_cast<std::int32_t>(unused);
  }
};

// --- from values to bits ---

// Numbers below -1 become -1 in shaders, and the least integer of the type in kernels ("Converting Floating-point
// Values to Normalized Integer Channel Data Types").
template <class To, bool InKernel>
struct FloatToNormalized {
  static Checked<To> component(float value, float largest) {
    if (!std::isfinite(value)) {
      const float bound = std::isnan(value) ? 0.0f : (value > 0 ? largest : lowest(largest));
      return {texel_clauses::not_a_number, static_cast<To>(bound)};
    }
    const double scaled =
        std::clamp(double{value} * largest, double{lowest(largest)}, double{largest});
    const double nearest = std::nearbyint(scaled);
    const auto bits = static_cast<To>(static_cast<std::int64_t>(nearest));
    // OpenCL permits any result at most 0.6 from the exact one.
    if (std::abs(scaled - nearest) >= 0.4) return {texel_clauses::rounded, bits};
    return bits;
  }
  static float lowest(float largest) {
    return std::is_signed_v<To> ? -largest - (InKernel ? 1.0f : 0.0f) : 0.0f;
  }
};

struct FloatToFloat16 {
  static float component(float value) { return value; }
};

// In kernels: rounded to the nearest or toward zero, and denormals may become 0 ("Conversion Rules for Half Precision
// Floating-point Channel Data Type").
struct KernelFloatToFloat16 {
  static Checked<std::uint16_t> component(float value) {
    const Float16 half = to_float16(value);
    const std::uint16_t bits = half.bits;
    if (std::isnan(value)) return bits;
    const bool is_denormal = (bits & 0x7C00) == 0 && (bits & 0x3FF) != 0;
    if (is_denormal) return {texel_clauses::denormal, bits};
    if (to_float(half) != value) return {texel_clauses::half_rounded, bits};
    return bits;
  }
};

// In kernels: denormals may become 0 ("Conversion Rules for Floating-point Channel Data Type").
struct KernelFloat {
  static Checked<float> component(float value) {
    if (std::fpclassify(value) == FP_SUBNORMAL) return {texel_clauses::denormal, value};
    return value;
  }
};

struct FloatToSmallFloat {
  static Checked<std::uint32_t> component(float value, std::uint32_t fraction_bits) {
    const SmallFloat stored = to_small_float(value, fraction_bits);
    if (stored.exact) return stored.bits;
    return {texel_clauses::small_float_rounded, stored.bits};
  }
};

struct FloatToSrgb {
  static Checked<std::uint8_t> component(float value) {
    if (!std::isfinite(value)) return {texel_clauses::not_a_number, std::uint8_t{0}};
    const double scaled = srgb_encoded(value) * 255;
    const double nearest = std::nearbyint(scaled);
    const auto bits = static_cast<std::uint8_t>(nearest);
    if (std::abs(scaled - nearest) >= 0.4) return {texel_clauses::rounded, bits};
    return bits;
  }
};

// In kernels: the nearest integer of the type ("Conversion Rules for Signed and Unsigned Integer Channel Data
// Types"). `limits`: the number of bits; bit 8 is set for signed formats.
template <class To>
struct ToNearestInteger {
  static To component(std::uint32_t value, std::uint32_t limits) {
    const unsigned bits = limits & 0xFF;
    if ((limits & 0x100) == 0)
      return static_cast<To>(std::min<std::uint64_t>(value, (std::uint64_t{1} << bits) - 1));
    const std::int64_t most = (std::int64_t{1} << (bits - 1)) - 1;
    return static_cast<To>(
        std::clamp<std::int64_t>(static_cast<std::int32_t>(value), -most - 1, most));
  }
};

// `limits`: as above.
template <class To>
struct ToInteger {
  template <class From>
  static Checked<To> component(From value, std::uint32_t limits) {
    const unsigned bits = limits & 0xFF;
    const auto stored = static_cast<To>(value);
    bool fits = false;
    if ((limits & 0x100) != 0) {
      const auto number = static_cast<std::int64_t>(static_cast<std::make_signed_t<From>>(value));
      fits = bits == 64 ||
             (number >= -(std::int64_t{1} << (bits - 1)) && number < std::int64_t{1} << (bits - 1));
    } else {
      fits = bits == 64 || static_cast<std::uint64_t>(value) >> bits == 0;
    }
    if (!fits) return {texel_clauses::not_representable, stored};
    return stored;
  }
};

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
void note_conversion(Lowering& lowering, Slot result, std::initializer_list<Slot> operands) {
  if (lowering.dispatch().record_enclosures) {
    const Slot second = operands.size() > 1 ? operands.begin()[1] : no_slot;
    lowering.emit(&enclose_conversion, result, {*operands.begin(), second});
  }
  if (!lowering.dispatch().pass.record_provenance) return;
  const auto count = static_cast<std::uint32_t>(operands.size());
  std::vector<std::uint32_t> words = {0, 1, result, count, count};
  words.insert(words.end(), operands);
  lowering.emit(&note_result, no_slot, {}, lowering.add_data(words));
}

void emit_conversion(Lowering& lowering, Handler handler, Slot result, Slot from,
                     Slot constant = 0) {
  if (handler == nullptr) return internal::fail_no_handler(lowering);
  lowering.emit(handler, result, {from, constant});
  note_conversion(lowering, result, {from});
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
            return handler_of<NormalizedToFloat, float, T, float>();
        });
        return emit(handler, bits, float_constant(lowering_, largest_normalized(component)));
      }
      case TexelEncoding::sfloat:
        if (bytes == 2) return emit(handler_of<Float16ToFloat, float, Float16>(), bits);
        if (lowering_.program().is_kernel())
          return emit(handler_of<KernelFloat, float, float>(), bits);
        return bits;
      case TexelEncoding::ufloat:
        return emit(handler_of<SmallFloatToFloat, float, std::uint32_t, std::uint32_t>(), bits,
                    integer_constant(lowering_, component.bits - 5u));
      case TexelEncoding::srgb:
        return emit(handler_of<SrgbToFloat, float, std::uint8_t>(), bits);
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
      if (type_.bytes == 8) return handler_of<IntegerTo<std::uint64_t>, std::uint64_t, T>();
      return handler_of<IntegerTo<std::uint32_t>, std::uint32_t, T>();
    });
    return emit(handler, bits);
  }

  Slot emit(Handler handler, Slot bits, Slot constant = 0) {
    const Slot result = lowering_.new_plane(type_);
    emit_conversion(lowering_, handler, result, bits, constant);
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
              return handler_of<FloatToNormalized<T, true>, T, float, float>();
            else
              return handler_of<FloatToNormalized<T, false>, T, float, float>();
          });
      constant = float_constant(lowering, largest_normalized(component));
      break;
    case TexelEncoding::sfloat:
      if (lowering.program().is_kernel()) {
        handler = bytes == 4 ? handler_of<KernelFloat, float, float>()
                             : handler_of<KernelFloatToFloat16, std::uint16_t, float>();
        break;
      }
      if (bytes == 4) return value;
      handler = handler_of<FloatToFloat16, Float16, float>();
      break;
    case TexelEncoding::ufloat:
      handler = handler_of<FloatToSmallFloat, std::uint32_t, float, std::uint32_t>();
      constant = integer_constant(lowering, component.bits - 5u);
      break;
    case TexelEncoding::srgb:
      handler = handler_of<FloatToSrgb, std::uint8_t, float>();
      break;
    case TexelEncoding::uint:
    case TexelEncoding::sint: {
      if (component.bits == type.bytes * 8u) return value;
      const bool is_signed = component.encoding == TexelEncoding::sint;
      constant = integer_constant(lowering, component.bits | (is_signed ? 0x100u : 0u));
      if (lowering.program().is_kernel() && type.bytes == 4) {
        handler = for_integer(bytes, false, []<class T>() -> Handler {
          return handler_of<ToNearestInteger<T>, T, std::uint32_t, std::uint32_t>();
        });
        break;
      }
      handler = for_integer(bytes, false, [&]<class T>() -> Handler {
        if (type.bytes == 8) return handler_of<ToInteger<T>, T, std::uint64_t, std::uint32_t>();
        return handler_of<ToInteger<T>, T, std::uint32_t, std::uint32_t>();
      });
      break;
    }
  }
  const Slot result = lowering.new_plane(ScalarType::unsigned_integer(bytes));
  emit_conversion(lowering, handler, result, value, constant);
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
  lowering.emit(format.bytes == 1
                    ? handler_of<IntegerTo<std::uint32_t>, std::uint32_t, std::uint8_t>()
                    : handler_of<IntegerTo<std::uint32_t>, std::uint32_t, std::uint16_t>(),
                word, {bits});
  return word;
}

void store_word(Lowering& lowering, Slot address, const TexelFormat& format, Slot word,
                const BeforeTexelAccess& before) {
  Slot bits = word;
  if (format.bytes != 4) {
    bits = lowering.new_plane(ScalarType::unsigned_integer(format.bytes));
    lowering.emit(format.bytes == 1
                      ? handler_of<IntegerTo<std::uint8_t>, std::uint8_t, std::uint32_t>()
                      : handler_of<IntegerTo<std::uint16_t>, std::uint16_t, std::uint32_t>(),
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
  const Handler handler = type.bytes == 2 ? handler_of<FloatToFloat16, Float16, float>()
                                          : handler_of<Float16ToFloat, float, Float16>();
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
          is_signed ? handler_of<ExtractSigned, std::int32_t, std::uint32_t, std::uint32_t>()
                    : handler_of<ExtractField, std::uint32_t, std::uint32_t, std::uint32_t>();
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
    const Slot with_field = lowering.new_plane(word_type);
    lowering.emit(
        handler_of<InsertField, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>(),
        with_field,
        {word, bits[i], integer_constant(lowering, place_of(format.components[list[i]]))});
    note_conversion(lowering, with_field, {word, bits[i]});
    word = with_field;
  }
  store_word(lowering, address, format, word, before);
}

}  // namespace spirv_oracle
