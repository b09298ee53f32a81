// Conversion Instructions

#include <cmath>
#include <limits>

#include "grammar/core.h"
#include "interpreter/checks/pointer_storage.h"
#include "interpreter/exec/lanes/copy.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/decorated_conversion.h"
#include "interpreter/instructions/encoded_float/encoded_conversion.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/instructions/memory/small_pointers.h"

namespace spirv_oracle {
namespace {

// Whether the integer part of `value` fits into To. A NaN does not.
template <class To, class From>
bool representable(From value) {
  const double truncated = std::trunc(static_cast<double>(value));
  const double end = std::ldexp(1.0, std::numeric_limits<To>::digits);  // one more than the maximum
  const double begin = std::is_signed_v<To> ? -end : 0.0;
  return truncated >= begin && truncated < end;
}

// Conversions to integers with Grammar G. An undefined float may be a NaN.
template <class G>
struct OfDefinedValue {
  static constexpr Clause value_undefined{
      internal::ClauseId<G, ".value-undefined">::view, "undefined-operand",
      Effect::undefined_behavior,
      "Float Value is undefined, so it may be outside the range of Result Type",
      ArithmeticPoison::propagates};

  template <class From>
  static const Clause* may_break(PartlyIndeterminate<From>) {
    return &value_undefined;
  }
};

// Emits a conversion of 32-bit floats, which encoded floats become first.
template <class Self, class Domain, class Into>
void convert_encoded_to_integer(Lowering& lowering, const Instruction& instruction,
                                const Into& handler_for) {
  const ScalarType from = internal::operand_scalar(lowering, instruction, 0);
  const std::vector<Slot> floats =
      emit_decoded(lowering, lowering.value(instruction.id(2)).slots, from.encoding);
  const std::vector<Slot> results = lowering.define(instruction).slots;
  const Handler handler =
      internal::for_storage(Domain{}, lowering.type(instruction.type).scalar, false, handler_for);
  if (handler == nullptr || results.size() != floats.size()) internal::fail_no_handler(lowering);
  for (std::size_t i = 0; i < results.size(); ++i) lowering.emit(handler, results[i], {floats[i]});
}

template <class G, class Domain>
struct FloatToInteger : Conversion<G, AnyFloat, Domain>, OfDefinedValue<G>, LeastMxint8<G> {
  static constexpr auto enclosure = &enclosures::to_integer;
  static constexpr bool flushes_denormals = true;
  static constexpr Clause not_representable{internal::ClauseId<G, ".not-representable">::view,
                                            "conversion-out-of-range", Effect::undefined_behavior,
                                            "Float Value is outside the range of Result Type",
                                            ArithmeticPoison::result_is_poison};
  static constexpr auto clauses = clause_list(not_representable, OfDefinedValue<G>::value_undefined,
                                              LeastMxint8<G>::least_mxint8);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const auto decorations = ConversionDecorations::of(lowering, instruction);
    if (decorations.any())
      return lower_rounded_to_integer<Self, Domain>(lowering, instruction, decorations);
    if (internal::operand_scalar(lowering, instruction, 0).is_encoded()) {
      using Family = Conversion<G, AnyFloat, Domain>;
      return convert_encoded_to_integer<Self,
                                        Domain>(lowering, instruction, []<class To>() -> Handler {
        return internal::component_handler<typename Family::template Into<Self, To>, To, float>();
      });
    }
    Conversion<G, AnyFloat, Domain>::template lower<Self>(lowering, instruction);
  }

  template <class To, class From>
  static Checked<To> component(From value) {
    if (!representable<To>(value)) return not_representable;
    return static_cast<To>(value);
  }
};
struct OpConvertFToU : FloatToInteger<grammar::OpConvertFToU, UnsignedInt> {};
struct OpConvertFToS : FloatToInteger<grammar::OpConvertFToS, SignedInt> {};

// An integer is converted to a 16-bit float through a double, which is exact for every integer in the
// range of a 16-bit float. The integers that a double rounds are beyond that range.
template <class G, class Domain>
struct IntegerToFloat : Conversion<G, Domain, AnyFloat>, NotRepresentable<G> {
  static constexpr auto enclosure = &enclosures::to_float;
  static constexpr auto clauses = clause_list(NotRepresentable<G>::not_representable);
  using Float16Compute = double;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const auto decorations = ConversionDecorations::of(lowering, instruction);
    const ScalarType to = lowering.type(instruction.type).scalar;
    if (to.is_encoded()) {
      return converted_through(to.encoding).bytes == 4
                 ? lower_to_encoded<Self, float>(lowering, instruction)
                 : lower_to_encoded<Self, double>(lowering, instruction);
    }
    if (decorations.rounding)
      return lower_rounded_to_float<Domain>(lowering, instruction, decorations);
    Conversion<G, Domain, AnyFloat>::template lower<Self>(lowering, instruction);
  }

  // By way of the type Float.
  template <class Self, class Float>
  static void lower_to_encoded(Lowering& lowering, const Instruction& instruction) {
    using Family = Conversion<G, Domain, AnyFloat>;
    const ScalarType from = internal::operand_scalar(lowering, instruction, 0);
    const Handler handler =
        internal::for_storage(Domain{}, from, false, []<class From>() -> Handler {
          return internal::component_handler<typename Family::template Into<Self, Float>, Float,
                                             From>();
        });
    if (handler == nullptr) internal::fail_no_handler(lowering);
    const std::vector<Slot> integers = lowering.operand_slots(instruction.id(2));
    const std::vector<Slot> results = lowering.define(instruction).slots;
    std::vector<Slot> floats;
    for (const Slot integer : integers) {
      floats.push_back(lowering.new_plane({ScalarType::Class::floating, sizeof(Float)}));
      lowering.emit(handler, floats.back(), {integer});
    }
    emit_encoded(lowering, results, floats, sizeof(Float), EncodedTarget(lowering, instruction));
  }

  template <class To, class From>
  static To component(From value) {
    return static_cast<To>(value);
  }
};

struct OpConvertSToF : IntegerToFloat<grammar::OpConvertSToF, SignedInt> {};
struct OpConvertUToF : IntegerToFloat<grammar::OpConvertUToF, UnsignedInt> {};

// Truncates, or extends by the domain: added zeros are defined, and added copies of the sign are as
// indeterminate as the sign.
template <class G, class Domain>
struct ChangedWidth : Conversion<G, Domain, Domain> {
  static constexpr auto enclosure = internal::is_signed<Domain>
                                        ? &integer_enclosures::signed_conversion
                                        : &integer_enclosures::unsigned_conversion;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (ConversionDecorations::of(lowering, instruction).saturated)
      return lower_saturated<Domain, Domain>(lowering, instruction);
    Conversion<G, Domain, Domain>::template lower<Self>(lowering, instruction);
  }

  template <class To, class From>
  static To component(From value) {
    return static_cast<To>(value);
  }
  template <class To, class From>
  static To indeterminate_bits(PartlyIndeterminate<From> value) {
    return static_cast<To>(value.indeterminate);
  }
};

struct OpUConvert : ChangedWidth<grammar::OpUConvert, UnsignedInt> {};
struct OpSConvert : ChangedWidth<grammar::OpSConvert, SignedInt> {};

template <class G, class FromDomain, class ToDomain>
struct SaturatingConversion {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::bits;
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    lower_saturated<FromDomain, ToDomain>(lowering, instruction);
  }
};

struct OpSatConvertSToU : SaturatingConversion<grammar::OpSatConvertSToU, SignedInt, UnsignedInt> {
};
struct OpSatConvertUToS : SaturatingConversion<grammar::OpSatConvertUToS, UnsignedInt, SignedInt> {
};

// Rounding to 16 bits must start from the operand itself, not from a rounded value, so To is then at
// least as wide as the operand's type. The decoration FPRoundingMode takes precedence over the execution
// mode. In shaders it only applies to results of 16 bits.
struct OpFConvert : LeastMxint8<grammar::OpFConvert>, NotRepresentable<grammar::OpFConvert> {
  using Grammar = grammar::OpFConvert;
  static constexpr auto clauses = clause_list(least_mxint8, not_representable);
  static constexpr auto enclosure = &enclosures::float_to_float;
  static constexpr bool computes_floats = true, flushes_denormals = true;

  struct Keep {
    template <class T>
    static T component(T value) {
      return value;
    }
  };
  struct Narrow {
    static float component(double value) { return static_cast<float>(value); }
  };
  struct Widen {
    static double component(float value) { return value; }
  };

  template <std::float_round_style Style>
  struct RoundTo16 {
    template <class T>
    static std::uint16_t component(T value) {
      return static_cast<std::uint16_t>(half_float::detail::float2half<Style>(value));
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType from = internal::operand_scalar(lowering, instruction, 0);
    const ScalarType to = lowering.type(instruction.type).scalar;
    const bool toward_zero = internal::toward_zero(lowering, to);
    if (from.is_encoded() || to.is_encoded())
      return convert_encoded(lowering, instruction, from, to, toward_zero);
    if (from.scalar_class != ScalarType::Class::floating || to.scalar_class != from.scalar_class) {
      lowering.fail_input("operand and result must be floats");
    }
    const auto mode =
        lowering.module().decoration(instruction.result, spv::Decoration::FPRoundingMode);
    if (mode && from.bytes == 8 && to.bytes == 4) {
      return lower_rounded_to_float<TypeList<double>>(
          lowering, instruction, ConversionDecorations::of(lowering, instruction));
    }
    // Widening is exact.
    const Handler convert = mode && to.bytes == 2 ? decorated_handler(from.bytes, *mode)
                                                  : handler(from.bytes, to.bytes, toward_zero);
    internal::emit_components<1>(lowering, instruction, convert, {to, {from}});
  }

  // By way of a float to which the operand is converted.
  static void convert_encoded(Lowering& lowering, const Instruction& instruction, ScalarType from,
                              ScalarType to, bool toward_zero) {
    const std::vector<Slot> operands = lowering.operand_slots(instruction.id(2));
    const std::vector<Slot> results = lowering.define(instruction).slots;
    if (operands.size() != results.size()) internal::fail_no_handler(lowering);
    const ScalarType through = from.is_encoded() ? ScalarType{ScalarType::Class::floating, 4}
                                                 : converted_through(to.encoding);
    const std::vector<Slot> floats = from.is_encoded()
                                         ? emit_decoded(lowering, operands, from.encoding)
                                         : emit_floats(lowering, operands, from, through);
    if (to.is_encoded()) {
      return emit_encoded(lowering, results, floats, through.bytes,
                          EncodedTarget(lowering, instruction));
    }
    for (std::size_t i = 0; i < results.size(); ++i)
      lowering.emit(handler(4, to.bytes, toward_zero), results[i], {floats[i]});
  }
  // The values as floats of another width.
  static std::vector<Slot> emit_floats(Lowering& lowering, const std::vector<Slot>& values,
                                       ScalarType from, ScalarType to) {
    std::vector<Slot> floats;
    for (const Slot value : values) {
      floats.push_back(lowering.new_plane(to));
      lowering.emit(handler(from.bytes, to.bytes, false), floats.back(), {value});
    }
    return floats;
  }

  static Handler decorated_handler(unsigned from, std::uint32_t mode) {
    switch (static_cast<spv::FPRoundingMode>(mode)) {
      case spv::FPRoundingMode::RTE:
        return handler_to_16<std::round_to_nearest>(from);
      case spv::FPRoundingMode::RTZ:
        return handler_to_16<std::round_toward_zero>(from);
      case spv::FPRoundingMode::RTP:
        return handler_to_16<std::round_toward_infinity>(from);
      case spv::FPRoundingMode::RTN:
        return handler_to_16<std::round_toward_neg_infinity>(from);
      default:
        return nullptr;
    }
  }

  template <std::float_round_style Style>
  static Handler handler_to_16(unsigned from) {
    using internal::component_handler;
    return from == 4 ? component_handler<RoundTo16<Style>, std::uint16_t, float>()
                     : component_handler<RoundTo16<Style>, std::uint16_t, double>();
  }

  static Handler handler(unsigned from, unsigned to, bool toward_zero) {
    using internal::component_handler;
    switch (from * 16 + to) {
      case 2 * 16 + 4:
        return component_handler<Keep, float, Float16>();
      case 2 * 16 + 8:
        return component_handler<Keep, double, Float16>();
      case 4 * 16 + 2:
        return toward_zero ? component_handler<Keep, Float16TowardZero, float>()
                           : component_handler<Keep, Float16, float>();
      case 4 * 16 + 8:
        return component_handler<Widen, double, float>();
      case 8 * 16 + 2:
        return toward_zero ? component_handler<Keep, Float16TowardZero, double>()
                           : component_handler<Keep, Float16, double>();
      case 8 * 16 + 4:
        return component_handler<Narrow, float, double>();
      default:
        return copy_handler(from);
    }
  }
};

// Rounds to the nearest 16-bit float and back. The component type does not change. Values too small for a
// normal 16-bit float become zero.
struct OpQuantizeToF16 {
  using Grammar = grammar::OpQuantizeToF16;
  static constexpr auto enclosure = &enclosures::quantize_to_f16;
  static constexpr bool computes_floats = true, flushes_denormals = true;
  static constexpr bool ignores_special_mode = true;
  // "If the magnitude is too small to represent in the smallest normal [...], the result may be either +0 or -0."
  static constexpr auto either_zero = EitherZero::of_nonzero;
  using Family = Unary<Grammar, Float32>;

  static float component(float value) { return quantize_to_f16(value); }

  // "Correctly rounded with implementation defined rounding mode", whatever mode is declared. If the dispatch chooses
  // toward zero, that.
  struct TowardZero {
    static float component(float value) {
      const float cut = to_float(Float16{to_float16_toward_zero(value).bits});
      return std::isnan(value) ? value : quantize_to_f16(cut);
    }
  };
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (lowering.chooses(&ArithmeticChoices::toward_zero)) {
      Family::lower<TowardZero>(lowering, instruction);
    } else {
      Family::lower<Self>(lowering, instruction);
    }
  }
};

// Numbers and pointers share a representation: one component of 64 bits.
template <class G>
struct PointerAsInteger {
  using Grammar = G;
  static constexpr bool shares_planes = true;
  static constexpr auto enclosure = &enclosures::bits;
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Type& to = lowering.type(instruction.type);
    const Type& from = lowering.type_of(instruction.id(2));
    const unsigned pointer_bytes = has_small_pointers(lowering) ? 4 : 8;
    const bool from_pointer = from.kind == Type::Kind::pointer;
    const unsigned from_bytes = from_pointer ? pointer_bytes : from.scalar.bytes;
    const unsigned to_bytes = to.kind == Type::Kind::pointer ? pointer_bytes : to.scalar.bytes;
    Slot operand = lowering.slot(instruction.id(2));
    if (from_pointer && pointer_bytes == 4) operand = emit_small_pointer(lowering, operand);
    const auto bind = [&](Slot number) {
      const bool to_pointer = to.kind == Type::Kind::pointer;
      if (to_pointer && pointer_bytes == 4)
        number = emit_address_of_small_pointer(lowering, number);
      lowering.bind(instruction.result,
                    std::vector<Slot>{
                        to_pointer ? pointer_from_number(lowering, instruction, number) : number});
    };
    if (from_bytes == to_bytes) return bind(operand);
    const Handler handler = internal::for_storage(
        UnsignedInt{}, ScalarType::unsigned_integer(to_bytes), false, [&]<class To>() {
          return internal::for_storage(
              UnsignedInt{}, ScalarType::unsigned_integer(from_bytes), false, []<class From>() {
                using Kernel =
                    typename Conversion<G, UnsignedInt, UnsignedInt>::template Into<OpUConvert, To>;
                return internal::component_handler<Kernel, To, From>();
              });
        });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const Slot result = lowering.new_plane(ScalarType::unsigned_integer(to_bytes));
    lowering.emit(handler, result, {operand});
    bind(result);
  }
};
struct OpConvertPtrToU : PointerAsInteger<grammar::OpConvertPtrToU> {};
struct OpConvertUToPtr : PointerAsInteger<grammar::OpConvertUToPtr> {};

// Keeps the bits and changes the type. The component widths may differ: lower-numbered components contain
// the lower-order bits.
struct OpBitcast {
  using Grammar = grammar::OpBitcast;
  static constexpr bool shares_planes = true;
  static constexpr auto enclosure = &enclosures::reinterprets;
  static constexpr bool only_moves = true;

  // The bits of a component; those of a pointer as a number, if it is one.
  static unsigned bits_of(const Type& type, unsigned pointer_bits) {
    return type.kind == Type::Kind::pointer ? pointer_bits : type.scalar.bits();
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Type& to_type = lowering.type(instruction.type);
    const Type& from_type = lowering.type_of(instruction.id(2));
    const Value operand = lowering.value(instruction.id(2));
    if (Lowering::in_planes(operand)) {  // its target is not needed: see ModuleAnalysis
      return lowering.bind(instruction.result,
                           std::vector<Slot>{lowering.undefined_plane(ScalarType::pointer())});
    }
    const bool to_pointer = to_type.kind == Type::Kind::pointer;
    const bool from_pointer = from_type.kind == Type::Kind::pointer;
    const bool is_small = to_pointer != from_pointer && has_small_pointers(lowering);
    const unsigned from = bits_of(from_type, is_small ? 32 : 64);
    const unsigned to = bits_of(to_type, is_small ? 32 : 64);
    if (from == 0 || to == 0) lowering.fail_input("a Boolean has no bit pattern");
    Value result;
    result.slots = operand.slots;
    if (is_small && from_pointer) result.slots = {emit_small_pointer(lowering, operand.slots[0])};
    if (from != to) result.slots = regrouped(lowering, instruction, result.slots, from, to);
    if (is_small && to_pointer)
      result.slots = {emit_address_of_small_pointer(lowering, result.slots[0])};
    if (to_pointer && from == to) result.pointer.origins = operand.pointer.origins;
    if (to_pointer && to_type.storage_class != from_type.storage_class)
      result.slots = {pointer_from_number(lowering, instruction, result.slots[0])};
    lowering.bind(instruction.result, std::move(result));
  }

  // The planes of a value with components of `to` bits, from those of one with `from` bits.
  static std::vector<Slot> regrouped(Lowering& lowering, const Instruction& instruction,
                                     std::span<const Slot> operand, unsigned from, unsigned to) {
    const auto types = lowering.components(instruction.type);
    if (types.size() * to != operand.size() * from) {
      lowering.fail_input("the operand and Result Type have different numbers of bits");
    }
    if (from % to != 0 && to % from != 0)
      lowering.fail_input("the number of components is not a multiple of the smaller one");
    std::vector<Slot> results;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const bool is_number = types[i].bits() == to;
      results.push_back(
          lowering.new_plane(is_number ? types[i] : ScalarType::unsigned_integer(to / 8)));
      if (to < from) {
        const auto first_bit = static_cast<std::uint32_t>(i % (from / to) * to);
        lowering.emit(piece_handler(bytes_for(from), bytes_for(to)), results[i],
                      {operand[i * to / from]}, first_bit | to << width_shift);
      } else {
        const std::size_t parts = to / from;
        std::vector<std::uint32_t> words{from, static_cast<std::uint32_t>(parts)};
        const auto planes = operand.subspan(i * parts, parts);
        words.insert(words.end(), planes.begin(), planes.end());
        const std::uint32_t record_index =
            lowering.emit(whole_handler(bytes_for(from), bytes_for(to)), results[i], {},
                          lowering.add_data(words));
        lowering.describe(record_index, {.reads = {planes.begin(), planes.end()}});
      }
    }
    return results;
  }

  // The bytes of a plane.
  static constexpr unsigned bytes_for(unsigned bits) { return (bits + 7) / 8; }
  // The lowest `bits` bits.
  template <class T>
  static constexpr T mask_of(unsigned bits) {
    return static_cast<T>(~std::uint64_t{0} >> (64 - bits));
  }

  // extra: the first bit, the number of bits << 8.
  static constexpr unsigned width_shift = 8;

  template <class From, class To>
  static const Record* piece(Subgroup& subgroup, const Record* record) {
    combine_headers(subgroup, record->result, record->operand[0]);
    const unsigned first_bit = record->extra & 0xFF;
    const To mask = mask_of<To>(record->extra >> width_shift);
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const auto bits =
          static_cast<To>(subgroup.values<From>(record->operand[0])[lane] >> first_bit);
      subgroup.values<To>(record->result)[lane] = static_cast<To>(bits & mask);
    }
    if (is_indeterminate(subgroup.header(record->result))) [[unlikely]] {
      const LaneMask indeterminate =
          indeterminate_lanes(subgroup.header(record->result)) & subgroup.active;
      indeterminate.for_each([&](unsigned lane) {
        const From bits =
            partly_indeterminate<From>(subgroup, record->operand[0], lane).indeterminate;
        const auto piece = static_cast<To>(static_cast<To>(bits >> first_bit) & mask);
        set_indeterminate_bits<To>(subgroup, record->result, lane,
                                   piece == mask ? all_indeterminate<To> : piece);
      });
    }
    return record + 1;
  }

  template <class From, class To>
  static const Record* whole(Subgroup& subgroup, const Record* record) {
    // { bits of a part, number of parts, planes of the parts }
    const std::uint32_t* words = subgroup.data + record->extra;
    const unsigned width = words[0], parts = words[1];
    const std::uint32_t* slots = words + 2;
    const From mask = mask_of<From>(width);
    PlaneHeader header{};
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      To value = 0;
      for (unsigned part = 0; part < parts; ++part) {
        const auto bits = static_cast<From>(subgroup.values<From>(slots[part])[lane] & mask);
        value = static_cast<To>(value | static_cast<To>(bits) << (width * part));
      }
      subgroup.values<To>(record->result)[lane] = value;
    }
    for (unsigned part = 0; part < parts; ++part) header = header | subgroup.header(slots[part]);
    subgroup.header(record->result) = header;
    const LaneMask indeterminate = indeterminate_lanes(header) & subgroup.active;
    indeterminate.for_each([&](unsigned lane) {
      To bits = 0;
      for (unsigned part = 0; part < parts; ++part) {
        const From of_plane = partly_indeterminate<From>(subgroup, slots[part], lane).indeterminate;
        const auto of_part = static_cast<From>(of_plane & mask);
        bits = static_cast<To>(bits | static_cast<To>(of_part) << (width * part));
      }
      set_indeterminate_bits<To>(subgroup, record->result, lane, bits);
    });
    return record + 1;
  }

  static Handler piece_handler(unsigned from, unsigned to) {
    return internal::for_storage(
        UnsignedInt{}, ScalarType::unsigned_integer(from), false, [&]<class From>() {
          return internal::for_storage(UnsignedInt{}, ScalarType::unsigned_integer(to), false,
                                       []<class To>() -> Handler { return &piece<From, To>; });
        });
  }
  static Handler whole_handler(unsigned from, unsigned to) {
    return internal::for_storage(
        UnsignedInt{}, ScalarType::unsigned_integer(from), false, [&]<class From>() {
          return internal::for_storage(UnsignedInt{}, ScalarType::unsigned_integer(to), false,
                                       []<class To>() -> Handler { return &whole<From, To>; });
        });
  }
};

}  // namespace

std::span<const InstructionDefinition> conversion_instructions() {
  return InstructionList<OpConvertFToU, OpConvertFToS, OpConvertSToF, OpConvertUToF, OpUConvert,
                         OpSConvert, OpSatConvertSToU, OpSatConvertUToS, OpFConvert,
                         OpQuantizeToF16, OpConvertPtrToU, OpConvertUToPtr, OpBitcast>::definitions;
}

}  // namespace spirv_oracle
