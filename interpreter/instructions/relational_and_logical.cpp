// Relational and Logical Instructions

#include <cmath>
#include <functional>

#include "grammar/core.h"
#include "interpreter/exec/lanes/indeterminate_integers.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle {
namespace {

// Combines the components of a Boolean vector with or, or with and.
template <class G, bool All>
struct Reduction {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::bits;

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const LaneMask& a = subgroup.truth(record->operand[0]);
    const LaneMask& b = subgroup.truth(record->operand[1]);
    subgroup.truth(record->result) = All ? a & b : a | b;
    combine_headers(subgroup, record->result, record->operand[0], record->operand[1]);
    if (is_indeterminate(subgroup.header(record->result))) [[unlikely]]
      internal::close_decided_lanes<Reduction>(subgroup, *record);
    return record + 1;
  }
  // Decided by one false component for OpAll, or one true component for OpAny.
  static std::uint64_t decides(std::uint64_t component) { return All ? ~component : component; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> vector = lowering.value(instruction.id(2)).slots;
    Slot result = lowering.slot(instruction.id(2));
    for (std::size_t i = 1; i < vector.size(); ++i) {
      lowering.check_width(result, 0);
      lowering.check_width(vector[i], 0);
      const Slot next = lowering.new_plane(ScalarType::boolean());
      lowering.emit(&execute, next, {result, vector[i]});
      result = next;
    }
    lowering.bind(instruction.result, std::vector<Slot>{result});
  }
};
struct OpAny : Reduction<grammar::OpAny, false> {};
struct OpAll : Reduction<grammar::OpAll, true> {};

struct OpIsNan : Relation<grammar::OpIsNan, AnyFloat, 1> {
  static constexpr auto enclosure = &enclosures::is_nan;
  static constexpr std::uint32_t false_under = fast_math::not_nan;

  template <class T>
  static bool component(T x) {
    return x != x;
  }
};

struct OpIsInf : Relation<grammar::OpIsInf, AnyFloat, 1> {
  static constexpr auto enclosure = &enclosures::is_infinite;
  static constexpr std::uint32_t false_under = fast_math::not_inf;

  template <class T>
  static bool component(T x) {
    return std::isinf(x);
  }
};

struct OpIsFinite : Relation<grammar::OpIsFinite, AnyFloat, 1> {
  static constexpr auto enclosure = &enclosures::is_finite;

  template <class T>
  static bool component(T x) {
    return std::isfinite(x);
  }
};

// Works on the bits, because a 16-bit denormal would be a normal number in the wider type that other
// instructions compute in.
struct OpIsNormal {
  using Grammar = grammar::OpIsNormal;
  static constexpr auto enclosure = &enclosures::is_normal;

  template <class Bits>
  static bool component(Bits x) {
    return is_normal_bits(x);
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    using FloatBits = TypeList<std::uint16_t, std::uint32_t, std::uint64_t>;
    const ScalarType type = internal::operand_scalar(lowering, instruction, 0);
    if (type.scalar_class != ScalarType::Class::floating)
      return internal::fail_no_handler(lowering);
    const Handler handler = internal::for_storage(
        FloatBits{}, ScalarType::unsigned_integer(type.bytes), false,
        []<class Bits>() -> Handler { return internal::component_handler<Self, bool, Bits>(); });
    internal::emit_components<1>(lowering, instruction, handler, {ScalarType::boolean(), {type}});
  }
};

struct OpSignBitSet : Relation<grammar::OpSignBitSet, AnyFloat, 1> {
  static constexpr auto enclosure = &enclosures::bits;

  template <class T>
  static bool component(T x) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    return std::bit_cast<Bits>(x) < 0;
  }
};

struct OpLessOrGreater : Relation<grammar::OpLessOrGreater, AnyFloat, 2> {
  static constexpr auto enclosure = &enclosures::ordered_not_equal;

  template <class T>
  static bool component(T x, T y) {
    return x < y || x > y;
  }
};

struct OpOrdered : Relation<grammar::OpOrdered, AnyFloat, 2> {
  static constexpr auto enclosure = &enclosures::ordered;

  template <class T>
  static bool component(T x, T y) {
    return x == x && y == y;
  }
};

struct OpUnordered : Relation<grammar::OpUnordered, AnyFloat, 2> {
  static constexpr auto enclosure = &enclosures::unordered;

  template <class T>
  static bool component(T x, T y) {
    return x != x || y != y;
  }
};

// --- Booleans, 64 lanes at a time ---

struct OpLogicalEqual : LaneLogic<grammar::OpLogicalEqual, 2> {
  static std::uint64_t lanes(std::uint64_t operand_1, std::uint64_t operand_2) {
    return ~(operand_1 ^ operand_2);
  }
};

struct OpLogicalNotEqual : LaneLogic<grammar::OpLogicalNotEqual, 2> {
  static std::uint64_t lanes(std::uint64_t operand_1, std::uint64_t operand_2) {
    return operand_1 ^ operand_2;
  }
};

struct OpLogicalOr : LaneLogic<grammar::OpLogicalOr, 2> {
  static constexpr auto source_operator = SourceOperator::logical("||");

  static std::uint64_t lanes(std::uint64_t operand_1, std::uint64_t operand_2) {
    return operand_1 | operand_2;
  }
  static std::uint64_t decides(std::uint64_t operand) { return operand; }
};

struct OpLogicalAnd : LaneLogic<grammar::OpLogicalAnd, 2> {
  static constexpr auto source_operator = SourceOperator::logical("&&");

  static std::uint64_t lanes(std::uint64_t operand_1, std::uint64_t operand_2) {
    return operand_1 & operand_2;
  }
  static std::uint64_t decides(std::uint64_t operand) { return ~operand; }
};

struct OpLogicalNot : LaneLogic<grammar::OpLogicalNot, 1> {
  static std::uint64_t lanes(std::uint64_t operand) { return ~operand; }
};

// Only the chosen object affects the definedness. An indeterminate Condition makes the bits
// indeterminate in which the objects differ.
struct OpSelect {
  using Grammar = grammar::OpSelect;
  static constexpr auto enclosure = &enclosures::moves;
  static constexpr auto signedness = Signedness::kept(Grammar::object_1);
  static constexpr bool only_moves = true;

  template <class T>
  struct Kernel {
    [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup,
                                                           const Record& record) {
      const LaneMask condition = subgroup.truth(record.operand[0]);
      select_headers(subgroup, record, condition);
      if constexpr (std::is_same_v<T, bool>) {
        subgroup.truth(record.result) = (condition & subgroup.truth(record.operand[1])) |
                                        (~condition & subgroup.truth(record.operand[2]));
      } else {
        for_each_chunk(
            subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
              constexpr unsigned lanes = decltype(count)::value;
              T* out = subgroup.values<T>(record.result) + lane;
              const T* object_1 = subgroup.values<T>(record.operand[1]) + lane;
              const T* object_2 = subgroup.values<T>(record.operand[2]) + lane;
              const std::uint32_t bits = mask_bits<lanes>(condition, lane);
              SPIRV_ORACLE_LANE_LOOP
              for (std::size_t i = 0; i < lanes; ++i) {
                out[i] = (bits & (1u << i)) != 0 ? object_1[i] : object_2[i];
              }
            });
      }
      if (!subgroup.indeterminate_bits.empty() ||
          is_indeterminate(subgroup.header(record.operand[0]))) [[unlikely]]
        return select_indeterminate_bits(subgroup, &record);
      return &record + 1;
    }

    [[gnu::cold, gnu::noinline]] static const Record* select_indeterminate_bits(
        Subgroup& subgroup, const Record* record) {
      const LaneMask condition = subgroup.truth(record->operand[0]);
      const LaneMask indeterminate =
          indeterminate_lanes(subgroup.header(record->operand[0])) & subgroup.active;
      const LaneMask known = subgroup.active & ~indeterminate;
      copy_indeterminate_bits(subgroup, record->result, record->operand[1], condition & known);
      copy_indeterminate_bits(subgroup, record->result, record->operand[2], ~condition & known);
      indeterminate.for_each([&](unsigned lane) {
        const auto object_1 = partly_indeterminate<T>(subgroup, record->operand[1], lane);
        const auto object_2 = partly_indeterminate<T>(subgroup, record->operand[2], lane);
        const auto differing = object_1.value ^ object_2.value;
        const auto bits =
            static_cast<BitMaskOf<T>>(differing | object_1.indeterminate | object_2.indeterminate);
        set_indeterminate_bits<T>(subgroup, record->result, lane, bits);
      });
      return record + 1;
    }

    [[gnu::always_inline]] static inline void select_headers(Subgroup& subgroup,
                                                             const Record& record,
                                                             const LaneMask& condition) {
      if constexpr (!follows_definedness) return;
      const PlaneHeader chooser = subgroup.header(record.operand[0]);
      const PlaneHeader object_1 = subgroup.header(record.operand[1]);
      const PlaneHeader object_2 = subgroup.header(record.operand[2]);
      PlaneHeader& result = subgroup.header(record.result);
      result.undefined =
          chooser.undefined | (condition & object_1.undefined) | (~condition & object_2.undefined);
      result.implementation_dependent = chooser.implementation_dependent |
                                        (condition & object_1.implementation_dependent) |
                                        (~condition & object_2.implementation_dependent);
    }
  };

  static Handler handler(unsigned bytes) {
    return for_width(bytes, []<class T>() { return Multiversion<Kernel<T>>::pick(); });
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> condition =
        lowering.value(instruction.id(grammar::OpSelect::condition)).slots;
    const Id object_1 = instruction.id(grammar::OpSelect::object_1);
    const Id object_2 = instruction.id(grammar::OpSelect::object_2);
    const auto scalars = lowering.components(instruction.type);
    const std::vector<Slot> results = lowering.new_planes(instruction.type);
    lowering.bind(instruction.result, results);
    if (condition.size() != 1 && condition.size() != results.size()) {
      lowering.fail_input("Condition has the wrong number of components");
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot chooser = condition[condition.size() == 1 ? 0 : i];
      lowering.check_width(chooser, ScalarType::boolean().bytes);
      lowering.emit(handler(scalars[i].bytes), results[i],
                    {chooser, lowering.slot(object_1, i, scalars[i]),
                     lowering.slot(object_2, i, scalars[i])});
    }
  }
};

// --- integer comparisons ---

// Defined bits that differ decide, whatever the indeterminate bits are.
template <class T>
bool may_be_equal(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
  const auto indeterminate = static_cast<T>(operand_1.indeterminate | operand_2.indeterminate);
  return ((operand_1.value ^ operand_2.value) & ~indeterminate) == 0;
}

struct OpIEqual : Relation<grammar::OpIEqual, AnyInt, 2> {
  static constexpr auto enclosure = &integer_enclosures::equal;
  static constexpr auto source_operator = SourceOperator::comparison("==");
  static constexpr ComparedIntegers compared_integers{IntegerRelation::equal};

  template <class T>
  static bool component(T operand_1, T operand_2) {
    return operand_1 == operand_2;
  }
  template <class T>
  static bool indeterminate_bits(PartlyIndeterminate<T> operand_1,
                                 PartlyIndeterminate<T> operand_2) {
    return may_be_equal(operand_1, operand_2);
  }
};

struct OpINotEqual : Relation<grammar::OpINotEqual, AnyInt, 2> {
  static constexpr auto enclosure = &integer_enclosures::not_equal;
  static constexpr auto source_operator = SourceOperator::comparison("!=");
  static constexpr ComparedIntegers compared_integers{IntegerRelation::equal, true};

  template <class T>
  static bool component(T operand_1, T operand_2) {
    return operand_1 != operand_2;
  }
  template <class T>
  static bool indeterminate_bits(PartlyIndeterminate<T> operand_1,
                                 PartlyIndeterminate<T> operand_2) {
    return may_be_equal(operand_1, operand_2);
  }
};

template <class Compare>
constexpr SourceOperator operator_of{};
template <>
constexpr auto operator_of<std::equal_to<>> = SourceOperator::comparison("==");
template <>
constexpr auto operator_of<std::not_equal_to<>> = SourceOperator::comparison("!=");
template <>
constexpr auto operator_of<std::less<>> = SourceOperator::comparison("<");
template <>
constexpr auto operator_of<std::less_equal<>> = SourceOperator::comparison("<=");
template <>
constexpr auto operator_of<std::greater<>> = SourceOperator::comparison(">");
template <>
constexpr auto operator_of<std::greater_equal<>> = SourceOperator::comparison(">=");

template <class G, class Types, class Compare>
struct Comparison : Relation<G, Types, 2> {
  static constexpr SourceOperator source_operator = operator_of<Compare>;

  template <class T>
  static bool component(T operand_1, T operand_2) {
    return Compare{}(operand_1, operand_2);
  }
};

// Whether operand_1 < operand_2 (`Swapped`: operand_2 < operand_1) decides the comparison.
template <class G, class Types, class Compare, bool Swapped, const EnclosureRule* Unsigned,
          const EnclosureRule* Signed>
struct IntegerComparison : Comparison<G, Types, Compare> {
  static constexpr bool is_signed = internal::is_signed<Types>;
  static constexpr auto enclosure = is_signed ? Signed : Unsigned;
  static constexpr ComparedIntegers compared_integers{
      is_signed ? IntegerRelation::less_signed : IntegerRelation::less_unsigned, Compare{}(0, 0),
      Swapped};

  template <class T>
  static bool indeterminate_bits(PartlyIndeterminate<T> operand_1,
                                 PartlyIndeterminate<T> operand_2) {
    return Swapped ? may_be_less_or_not(operand_2, operand_1)
                   : may_be_less_or_not(operand_1, operand_2);
  }
};

template <class G, class Types>
using Less = IntegerComparison<G, Types, std::less<>, false, &integer_enclosures::unsigned_less,
                               &integer_enclosures::signed_less>;
template <class G, class Types>
using Greater =
    IntegerComparison<G, Types, std::greater<>, true, &integer_enclosures::unsigned_greater,
                      &integer_enclosures::signed_greater>;
template <class G, class Types>
using LessEqual = IntegerComparison<G, Types, std::less_equal<>, true,
                                    &integer_enclosures::unsigned_less_or_equal,
                                    &integer_enclosures::signed_less_or_equal>;
template <class G, class Types>
using GreaterEqual = IntegerComparison<G, Types, std::greater_equal<>, false,
                                       &integer_enclosures::unsigned_greater_or_equal,
                                       &integer_enclosures::signed_greater_or_equal>;

using OpUGreaterThan = Greater<grammar::OpUGreaterThan, UnsignedInt>;
using OpSGreaterThan = Greater<grammar::OpSGreaterThan, SignedInt>;
using OpUGreaterThanEqual = GreaterEqual<grammar::OpUGreaterThanEqual, UnsignedInt>;
using OpSGreaterThanEqual = GreaterEqual<grammar::OpSGreaterThanEqual, SignedInt>;
using OpULessThan = Less<grammar::OpULessThan, UnsignedInt>;
using OpSLessThan = Less<grammar::OpSLessThan, SignedInt>;
using OpULessThanEqual = LessEqual<grammar::OpULessThanEqual, UnsignedInt>;
using OpSLessThanEqual = LessEqual<grammar::OpSLessThanEqual, SignedInt>;

// --- floating-point comparisons: ordered ones are false for a NaN, unordered ones true ---

// The opposite answer, which is true for a NaN.
template <class Compare>
struct Not {
  template <class T>
  bool operator()(T operand_1, T operand_2) const {
    return !Compare{}(operand_1, operand_2);
  }
};
struct LessOrGreater {
  template <class T>
  bool operator()(T operand_1, T operand_2) const {
    return operand_1 < operand_2 || operand_1 > operand_2;
  }
};

// `Twin` has the opposite answer if an operand is a NaN, and the same answer otherwise.
template <class G, class Twin, class Compare, const EnclosureRule* Enclosure>
struct FloatComparison : Comparison<G, AnyFloat, Compare> {
  static constexpr bool flushes_denormals = true;
  static constexpr spv::Op twin_for_nans = Twin::opcode;
  static constexpr auto enclosure = Enclosure;
};
using OpFOrdEqual = FloatComparison<grammar::OpFOrdEqual, grammar::OpFUnordEqual, std::equal_to<>,
                                    &enclosures::ordered_equal>;
using OpFUnordEqual = FloatComparison<grammar::OpFUnordEqual, grammar::OpFOrdEqual,
                                      Not<LessOrGreater>, &enclosures::unordered_equal>;
using OpFOrdNotEqual = FloatComparison<grammar::OpFOrdNotEqual, grammar::OpFUnordNotEqual,
                                       LessOrGreater, &enclosures::ordered_not_equal>;
using OpFUnordNotEqual = FloatComparison<grammar::OpFUnordNotEqual, grammar::OpFOrdNotEqual,
                                         std::not_equal_to<>, &enclosures::unordered_not_equal>;
using OpFOrdLessThan = FloatComparison<grammar::OpFOrdLessThan, grammar::OpFUnordLessThan,
                                       std::less<>, &enclosures::ordered_less>;
using OpFUnordLessThan = FloatComparison<grammar::OpFUnordLessThan, grammar::OpFOrdLessThan,
                                         Not<std::greater_equal<>>, &enclosures::unordered_less>;
using OpFOrdGreaterThan = FloatComparison<grammar::OpFOrdGreaterThan, grammar::OpFUnordGreaterThan,
                                          std::greater<>, &enclosures::ordered_greater>;
using OpFUnordGreaterThan =
    FloatComparison<grammar::OpFUnordGreaterThan, grammar::OpFOrdGreaterThan,
                    Not<std::less_equal<>>, &enclosures::unordered_greater>;
using OpFOrdLessThanEqual =
    FloatComparison<grammar::OpFOrdLessThanEqual, grammar::OpFUnordLessThanEqual, std::less_equal<>,
                    &enclosures::ordered_less_or_equal>;
using OpFUnordLessThanEqual =
    FloatComparison<grammar::OpFUnordLessThanEqual, grammar::OpFOrdLessThanEqual,
                    Not<std::greater<>>, &enclosures::unordered_less_or_equal>;
using OpFOrdGreaterThanEqual =
    FloatComparison<grammar::OpFOrdGreaterThanEqual, grammar::OpFUnordGreaterThanEqual,
                    std::greater_equal<>, &enclosures::ordered_greater_or_equal>;
using OpFUnordGreaterThanEqual =
    FloatComparison<grammar::OpFUnordGreaterThanEqual, grammar::OpFOrdGreaterThanEqual,
                    Not<std::less<>>, &enclosures::unordered_greater_or_equal>;

}  // namespace

std::span<const InstructionDefinition> relational_and_logical_instructions() {
  return InstructionList<
      OpAny, OpAll, OpIsNan, OpIsInf, OpIsFinite, OpIsNormal, OpSignBitSet, OpLessOrGreater,
      OpOrdered, OpUnordered, OpLogicalEqual, OpLogicalNotEqual, OpLogicalOr, OpLogicalAnd,
      OpLogicalNot, OpSelect, OpIEqual, OpINotEqual, OpUGreaterThan, OpSGreaterThan,
      OpUGreaterThanEqual, OpSGreaterThanEqual, OpULessThan, OpSLessThan, OpULessThanEqual,
      OpSLessThanEqual, OpFOrdEqual, OpFUnordEqual, OpFOrdNotEqual, OpFUnordNotEqual,
      OpFOrdLessThan, OpFUnordLessThan, OpFOrdGreaterThan, OpFUnordGreaterThan, OpFOrdLessThanEqual,
      OpFUnordLessThanEqual, OpFOrdGreaterThanEqual, OpFUnordGreaterThanEqual>::definitions;
}

}  // namespace spirv_oracle
