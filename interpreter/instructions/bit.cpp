// Bit Instructions

#include <bit>

#include "grammar/core.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/no_wrap.h"
#include "interpreter/kernels/wrapping.h"

namespace spirv_oracle {
namespace {

template <class T>
constexpr unsigned width_of = 8 * sizeof(T);

// Only the value of Shift decides whether it is too large.
constexpr unsigned shift_operand = 1u << 1;

// The indeterminate bits of Base move with its bits. If Shift is indeterminate or too large, all bits
// of the result are indeterminate.
template <class S, class Move>
auto indeterminate_after_shift(PartlyIndeterminate<S> shift, Move move) {
  using T = decltype(move());
  const bool has_value = shift.indeterminate == 0 && shift.value < width_of<T>;
  return has_value ? move() : all_indeterminate<T>;
}

template <class G>
struct ShiftClause {
  static constexpr Clause too_far{internal::ClauseId<G, ".shift-too-far">::view, "shift-too-far",
                                  Effect::undefined_result,
                                  "Shift is greater than or equal to the bit width of Base"};
};

// T(Base >> Shift): the domain of Base determines the bits that are shifted in.
template <class G, class Domain>
struct ShiftRight : Shift<G, Domain> {
  static constexpr auto clauses = clause_list(ShiftClause<G>::too_far);
  static constexpr auto source_operator = SourceOperator::bitwise(">>");

  static constexpr unsigned condition_operands = shift_operand;

  template <class T, class S>
  static Checked<T> component(T base, S shift) {
    if (shift >= width_of<T>) return ShiftClause<G>::too_far;
    return T(base >> shift);
  }
  template <class T, class S>
  static T indeterminate_bits(PartlyIndeterminate<T> base, PartlyIndeterminate<S> shift) {
    return indeterminate_after_shift(shift, [&] { return T(base.indeterminate >> shift.value); });
  }
};

struct OpShiftRightLogical : ShiftRight<grammar::OpShiftRightLogical, UnsignedInt> {
  static constexpr auto enclosure = &integer_enclosures::shift_right;
};
struct OpShiftRightArithmetic : ShiftRight<grammar::OpShiftRightArithmetic, SignedInt> {
  static constexpr auto enclosure = &integer_enclosures::shift_right_arithmetic;
};

struct OpShiftLeftLogical : MayPromiseNoWrap<Shift<grammar::OpShiftLeftLogical, UnsignedInt>>,
                            NoWrapClauses<grammar::OpShiftLeftLogical>,
                            ShiftClause<grammar::OpShiftLeftLogical> {
  static constexpr auto enclosure = &integer_enclosures::shift_left;
  static constexpr auto clauses = clause_list(too_far, signed_wrap, unsigned_wrap);
  static constexpr auto source_operator = SourceOperator::bitwise("<<");
  static constexpr auto signedness = Signedness::kept(Grammar::base, 2);  // not that of Shift

  static constexpr unsigned condition_operands = shift_operand;

  template <class T, class S>
  static Checked<T> component(T base, S shift) {
    if (shift >= width_of<T>) return too_far;
    return T(base << shift);
  }
  template <class T, class S>
  static T indeterminate_bits(PartlyIndeterminate<T> base, PartlyIndeterminate<S> shift) {
    return indeterminate_after_shift(shift, [&] { return T(base.indeterminate << shift.value); });
  }
  // Whether shifting back does not restore Base.
  template <class T>
  static bool wraps(T base, T shift) {
    const auto shifted = static_cast<T>(static_cast<Modular<T>>(base) << shift);
    return static_cast<T>(shifted >> shift) != base;
  }
};

struct OpBitwiseOr : Binary<grammar::OpBitwiseOr, AnyInt> {
  static constexpr auto enclosure = &integer_enclosures::bitwise_or;
  static constexpr auto source_operator = SourceOperator::bitwise("|");

  template <class T>
  static T component(T operand_1, T operand_2) {
    return operand_1 | operand_2;
  }
  // A defined 1 decides the result.
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
    const auto decided =
        (operand_1.value & ~operand_1.indeterminate) | (operand_2.value & ~operand_2.indeterminate);
    return static_cast<T>((operand_1.indeterminate | operand_2.indeterminate) & ~decided);
  }
};

struct OpBitwiseXor : Binary<grammar::OpBitwiseXor, AnyInt> {
  static constexpr auto enclosure = &integer_enclosures::bitwise_xor;
  static constexpr auto source_operator = SourceOperator::bitwise("^");

  template <class T>
  static T component(T operand_1, T operand_2) {
    return operand_1 ^ operand_2;
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
    return operand_1.indeterminate | operand_2.indeterminate;
  }
};

struct OpBitwiseAnd : Binary<grammar::OpBitwiseAnd, AnyInt> {
  static constexpr auto enclosure = &integer_enclosures::bitwise_and;
  static constexpr auto source_operator = SourceOperator::bitwise("&");

  template <class T>
  static T component(T operand_1, T operand_2) {
    return operand_1 & operand_2;
  }
  // A defined 0 decides the result.
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
    const auto decided = (~operand_1.value & ~operand_1.indeterminate) |
                         (~operand_2.value & ~operand_2.indeterminate);
    return static_cast<T>((operand_1.indeterminate | operand_2.indeterminate) & ~decided);
  }
};

struct OpNot : Unary<grammar::OpNot, AnyInt> {
  static constexpr auto enclosure = &integer_enclosures::complement;

  template <class T>
  static T component(T operand) {
    return static_cast<T>(~operand);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand) {
    return operand.indeterminate;
  }
};

// --- bit fields: Offset and Count are the same scalars for all components ---

// A mask of the lowest `count` bits, from none to all.
template <class T>
constexpr T low_bits(std::uint64_t count) {
  return count >= width_of<T> ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << count) - 1);
}

// Emits the Base operands component by component, then the scalars Offset and Count of any width.
template <class G, class Domain, unsigned BaseOperands>
struct BitField {
  using Grammar = G;
  static constexpr Clause out_of_range{
      internal::ClauseId<G, ".out-of-range">::view, "bit-field-out-of-range",
      Effect::undefined_result,
      "Count, Offset or their sum is greater than the number of bits in the result"};
  static constexpr auto clauses = clause_list(out_of_range);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler handler = internal::for_storage(
        Domain{}, type, false, []<class T>() -> Handler { return &execute<Self, T>; });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const Id offset = instruction.id(2 + BaseOperands);
    const Id count = instruction.id(3 + BaseOperands);
    for (const Id id : {offset, count}) {
      if (lowering.type_of(id).scalar.scalar_class != ScalarType::Class::integer) {
        lowering.fail_input("Offset and Count must be integers");
      }
    }
    const ScalarType offset_type = lowering.type_of(offset).scalar;
    const ScalarType count_type = lowering.type_of(count).scalar;
    const std::uint32_t scalars[] = {lowering.slot(offset, 0, offset_type), offset_type.bytes,
                                     lowering.slot(count, 0, count_type), count_type.bytes};
    const std::uint32_t data = lowering.add_data(scalars);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.check_width(results[i], type.bytes);
      const std::uint32_t record_index =
          lowering.emit(handler, results[i],
                        {lowering.slot(instruction.id(2), i, type),
                         BaseOperands == 2 ? lowering.slot(instruction.id(3), i, type) : 0},
                        data);
      lowering.describe(record_index, {.reads = {scalars[0], scalars[2]}});
    }
  }

  template <class Self, class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* scalars = subgroup.data + record->extra;
    BrokenClauses broken;
    PlaneHeader header = subgroup.header(record->operand[0]) | subgroup.header(scalars[0]) |
                         subgroup.header(scalars[2]);
    if constexpr (BaseOperands == 2) header = header | subgroup.header(record->operand[1]);
    const LaneMask unknown_place =
        subgroup.header(scalars[0]).undefined | subgroup.header(scalars[2]).undefined;
    subgroup.active.for_each([&](unsigned lane) {
      const std::uint64_t offset = component_bits(subgroup, scalars[0], scalars[1], lane);
      const std::uint64_t count = component_bits(subgroup, scalars[2], scalars[3], lane);
      const T base = subgroup.values<T>(record->operand[0])[lane];
      Checked<T> result{T{0}};
      if (!is_within<T>(offset, count)) {
        result = Self::out_of_range;
      } else if constexpr (BaseOperands == 2) {
        result = Self::component(base, subgroup.values<T>(record->operand[1])[lane], offset, count);
      } else {
        result = Self::component(base, offset, count);
      }
      subgroup.values<T>(record->result)[lane] = result.value;
      if (result.broken != nullptr && !unknown_place.test(lane)) broken.add(*result.broken, lane);
    });
    subgroup.header(record->result) = header;
    if (is_indeterminate(header)) [[unlikely]]
      follow_bits<Self, T>(subgroup, *record);
    broken.report(subgroup, *record);
    return record + 1;
  }

  // Indeterminate bits move with the bits of Base and Insert, if the destination is known.
  template <class Self, class T>
  [[gnu::cold, gnu::noinline]] static void follow_bits(Subgroup& subgroup, const Record& record) {
    const std::uint32_t* scalars = subgroup.data + record.extra;
    const LaneMask unknown_place = indeterminate_lanes(subgroup.header(scalars[0])) |
                                   indeterminate_lanes(subgroup.header(scalars[2]));
    const LaneMask indeterminate =
        indeterminate_lanes(subgroup.header(record.result)) & subgroup.active;
    indeterminate.for_each([&](unsigned lane) {
      const std::uint64_t offset = component_bits(subgroup, scalars[0], scalars[1], lane);
      const std::uint64_t count = component_bits(subgroup, scalars[2], scalars[3], lane);
      T bits = all_indeterminate<T>;
      if (!unknown_place.test(lane) && is_within<T>(offset, count)) {
        const T base = partly_indeterminate<T>(subgroup, record.operand[0], lane).indeterminate;
        if constexpr (BaseOperands == 2) {
          const T insert = partly_indeterminate<T>(subgroup, record.operand[1], lane).indeterminate;
          bits = Self::component(base, insert, offset, count);
        } else {
          bits = Self::component(base, offset, count);
        }
      }
      set_indeterminate_bits<T>(subgroup, record.result, lane, bits);
    });
  }

  template <class T>
  static bool is_within(std::uint64_t offset, std::uint64_t count) {
    return offset <= width_of<T> && count <= width_of<T> && offset + count <= width_of<T>;
  }
};

struct OpBitFieldInsert : BitField<grammar::OpBitFieldInsert, UnsignedInt, 2> {
  template <class T>
  static T component(T base, T insert, std::uint64_t offset, std::uint64_t count) {
    if (count == 0) return base;
    const T field = static_cast<T>(low_bits<T>(count) << offset);
    return static_cast<T>((base & ~field) | (static_cast<T>(insert << offset) & field));
  }
};

struct OpBitFieldSExtract : BitField<grammar::OpBitFieldSExtract, UnsignedInt, 1> {
  template <class T>
  static T component(T base, std::uint64_t offset, std::uint64_t count) {
    if (count == 0) return T{0};
    const T field = static_cast<T>(static_cast<T>(base >> offset) & low_bits<T>(count));
    const T sign = static_cast<T>(T{1} << (count - 1));
    return static_cast<T>((field ^ sign) - sign);
  }
};

struct OpBitFieldUExtract : BitField<grammar::OpBitFieldUExtract, UnsignedInt, 1> {
  template <class T>
  static T component(T base, std::uint64_t offset, std::uint64_t count) {
    if (count == 0) return T{0};
    return static_cast<T>(static_cast<T>(base >> offset) & low_bits<T>(count));
  }
};

struct OpBitReverse : Unary<grammar::OpBitReverse, UnsignedInt> {
  template <class T>
  static T component(T base) {
    T result = 0;
    for (unsigned bit = 0; bit < width_of<T>; ++bit) {
      result = static_cast<T>(result | (((base >> bit) & 1u) << (width_of<T> - 1 - bit)));
    }
    return result;
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> base) {
    return component(base.indeterminate);
  }
};

// The result may be wider or narrower than the operand.
struct OpBitCount : Conversion<grammar::OpBitCount, UnsignedInt, UnsignedInt> {
  template <class To, class From>
  static To component(From base) {
    return static_cast<To>(std::popcount(base));
  }
};

}  // namespace

std::span<const InstructionDefinition> bit_instructions() {
  return InstructionList<OpShiftRightLogical, OpShiftRightArithmetic, OpShiftLeftLogical,
                         OpBitwiseOr, OpBitwiseXor, OpBitwiseAnd, OpNot, OpBitFieldInsert,
                         OpBitFieldSExtract, OpBitFieldUExtract, OpBitReverse,
                         OpBitCount>::definitions;
}

}  // namespace spirv_oracle
