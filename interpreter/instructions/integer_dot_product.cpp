// Arithmetic Instructions: the integer dot products

#include "interpreter/kernels/integer_dot_product.h"

#include <vector>

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"

namespace spirv_oracle {
namespace {

// The planes and the types of the operands of one instruction.
struct DotOperands {
  ScalarType result;
  ScalarType component;        // of unpacked vectors
  std::vector<Slot> vector_1;  // a single plane if packed
  std::vector<Slot> vector_2;
  bool packed = false;
};

bool is_integer(const Type& type, Type::Kind kind) {
  return type.kind == kind && type.scalar.scalar_class == ScalarType::Class::integer;
}

// Fails if the operands do not match. `format` is the index of Packed Vector Format.
DotOperands dot_operands(Lowering& lowering, const Instruction& instruction, unsigned format) {
  const Id ids[] = {instruction.id(2), instruction.id(3)};
  const Type& type_1 = lowering.type_of(ids[0]);
  const Type& type_2 = lowering.type_of(ids[1]);
  const Type& result = lowering.type(instruction.type);
  DotOperands operands;
  operands.packed = type_1.kind == Type::Kind::scalar;
  const auto kind = operands.packed ? Type::Kind::scalar : Type::Kind::vector;
  operands.component = type_1.scalar;
  operands.result = result.scalar;
  if (!is_integer(type_1, kind) || !is_integer(type_2, kind) ||
      !is_integer(result, Type::Kind::scalar) || type_1.scalar.bytes != type_2.scalar.bytes ||
      type_1.component_count != type_2.component_count) {
    lowering.fail_input("the types of the vectors and of the result do not match");
  } else if (operands.packed && (type_1.scalar.bytes != 4 || !instruction.has(format))) {
    lowering.fail_input("scalar operands must be 32-bit integers of a Packed Vector Format");
  } else if (operands.packed &&
             instruction.literal(format) !=
                 static_cast<std::uint32_t>(spv::PackedVectorFormat::PackedVectorFormat4x8Bit)) {
    lowering.fail_unsupported("Packed Vector Format " +
                              std::to_string(instruction.literal(format)));
  } else if (!operands.packed && type_1.scalar.bytes > result.scalar.bytes) {
    lowering.fail_input("the result is narrower than the components");
  } else {
    operands.vector_1 = lowering.value(ids[0]).slots;
    operands.vector_2 = lowering.value(ids[1]).slots;
  }
  return operands;
}

// Calls action.template operator()<R, A, B>() for the types of result and components: `Signed1` and
// `Signed2` are the signedness of the vectors, and `Results` lists the types of the result.
template <class Results, bool Signed1, bool Signed2, class Action>
Handler for_dot_types(const DotOperands& operands, Action action) {
  return internal::for_storage(Results{}, operands.result, false, [&]<class R>() -> Handler {
    const auto component =
        ScalarType::unsigned_integer(operands.packed ? 1 : operands.component.bytes);
    return internal::for_storage(UnsignedInt{}, component, false, [&]<class C>() -> Handler {
      using A = std::conditional_t<Signed1, std::make_signed_t<C>, C>;
      using B = std::conditional_t<Signed2, std::make_signed_t<C>, C>;
      if constexpr (sizeof(C) <= sizeof(R)) return action.template operator()<R, A, B>();
      return nullptr;
    });
  });
}

// --- modulo 2^width of the result ---

template <class R, class A, class B>
struct PackedDot {
  static R component(std::uint32_t vector_1, std::uint32_t vector_2) {
    return packed_dot<R, A, B>(vector_1, vector_2);
  }
};

template <class G, bool Signed1, bool Signed2>
struct DotProduct {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::bits;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const DotOperands operands = dot_operands(lowering, instruction, G::packed_vector_format);
    const Handler handler = for_dot_types<UnsignedInt, Signed1, Signed2>(
        operands, [&]<class R, class A, class B>() -> Handler {
          if constexpr (sizeof(A) == 1) {
            if (operands.packed) {
              return internal::component_handler<PackedDot<R, A, B>, R, std::uint32_t,
                                                 std::uint32_t>();
            }
          }
          return internal::component_handler<MultiplyAdd, R, R, A, B>();
        });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const Slot result = lowering.define(instruction).slots[0];
    if (operands.packed) {
      lowering.emit(handler, result, {operands.vector_1[0], operands.vector_2[0]});
      return;
    }
    Slot sum = lowering.constant_plane(operands.result, 0);
    for (std::size_t i = 0; i < operands.vector_1.size(); ++i) {
      const bool last = i + 1 == operands.vector_1.size();
      const Slot next = last ? result : lowering.new_plane(operands.result);
      lowering.emit(handler, next, {sum, operands.vector_1[i], operands.vector_2[i]});
      sum = next;
    }
  }
};

struct OpSDot : DotProduct<grammar::OpSDot, true, true> {};
struct OpUDot : DotProduct<grammar::OpUDot, false, false> {};
struct OpSUDot : DotProduct<grammar::OpSUDot, true, false> {};

// --- with a saturating accumulation ---

// Four products of 8-bit components fit into 32 bits, so only the accumulation can overflow.
template <class R>
constexpr bool packed_dot_fits = sizeof(R) >= 4;

template <class Self, class R, class A, class B>
struct PackedAccumulation {
  static auto component(std::uint32_t vector_1, std::uint32_t vector_2, R accumulator) {
    if constexpr (packed_dot_fits<R>) {
      return saturating_add(packed_dot<R, A, B>(vector_1, vector_2), accumulator);
    } else {
      ExactDot<R> dot;
      for (unsigned i = 0; i < 4; ++i)
        dot.add_product(unpack<A>(vector_1, i), unpack<B>(vector_2, i));
      const R result = saturating_add(dot.sum(), accumulator);
      return dot.overflows() ? Checked<R>(Self::intermediate_overflow, result) : Checked<R>(result);
    }
  }
};

template <class G, bool Signed1, bool Signed2>
struct AccumulatingDotProduct {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::bits;
  using Results = std::conditional_t<Signed1, SignedInt, UnsignedInt>;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const DotOperands operands = dot_operands(lowering, instruction, G::packed_vector_format);
    const Id accumulator = instruction.id(G::accumulator);
    const Type& accumulator_type = lowering.type_of(accumulator);
    if (!is_integer(accumulator_type, Type::Kind::scalar) ||
        accumulator_type.scalar.bytes != operands.result.bytes) {
      lowering.fail_input("the type of Accumulator differs from Result Type");
    }
    const Handler handler = for_dot_types<Results, Signed1, Signed2>(
        operands, [&]<class R, class A, class B>() -> Handler {
          if constexpr (sizeof(A) == 1) {
            if (operands.packed) {
              return internal::component_handler<PackedAccumulation<Self, R, A, B>, R,
                                                 std::uint32_t, std::uint32_t, R>();
            }
          }
          return &execute<Self, R, A, B>;
        });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const Slot result = lowering.define(instruction).slots[0];
    if (operands.packed) {
      lowering.emit(handler, result,
                    {operands.vector_1[0], operands.vector_2[0], lowering.slot(accumulator)});
      return;
    }
    std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(operands.vector_1.size())};
    words.insert(words.end(), operands.vector_1.begin(), operands.vector_1.end());
    words.insert(words.end(), operands.vector_2.begin(), operands.vector_2.end());
    const std::uint32_t record_index =
        lowering.emit(handler, result, {lowering.slot(accumulator)}, lowering.add_data(words));
    lowering.describe(record_index, {.reads = {words.begin() + 1, words.end()}});
  }

  // operand 0: Accumulator; extra: { count, planes of Vector 1 * count, planes of Vector 2 * count }.
  template <class Self, class R, class A, class B>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t count = subgroup.data[record->extra];
    const std::uint32_t* vector_1 = subgroup.data + record->extra + 1;
    const std::uint32_t* vector_2 = vector_1 + count;
    PlaneHeader header = subgroup.header(record->operand[0]);
    for (std::uint32_t i = 0; i < count; ++i) {
      header = header | subgroup.header(vector_1[i]) | subgroup.header(vector_2[i]);
    }
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      ExactDot<R> dot;
      for (std::uint32_t i = 0; i < count; ++i) {
        dot.add_product(subgroup.values<A>(vector_1[i])[lane],
                        subgroup.values<B>(vector_2[i])[lane]);
      }
      const R accumulator = subgroup.values<R>(record->operand[0])[lane];
      subgroup.values<R>(record->result)[lane] = saturating_add(dot.sum(), accumulator);
      if (dot.overflows() && !header.undefined.test(lane))
        broken.add(Self::intermediate_overflow, lane);
    });
    subgroup.header(record->result) = header;
    broken.report(subgroup, *record);
    return record + 1;
  }
};

struct OpSDotAccSat : AccumulatingDotProduct<grammar::OpSDotAccSat, true, true> {
  static constexpr Clause intermediate_overflow{
      "OpSDotAccSat.intermediate-overflow", "intermediate-overflow", Effect::undefined_result,
      "a multiplication or an addition other than the final accumulation overflows or underflows"};
  static constexpr auto clauses = clause_list(intermediate_overflow);
};

struct OpUDotAccSat : AccumulatingDotProduct<grammar::OpUDotAccSat, false, false> {
  static constexpr Clause intermediate_overflow{
      "OpUDotAccSat.intermediate-overflow", "intermediate-overflow", Effect::undefined_result,
      "a multiplication or an addition other than the final accumulation overflows or underflows"};
  static constexpr auto clauses = clause_list(intermediate_overflow);
};

struct OpSUDotAccSat : AccumulatingDotProduct<grammar::OpSUDotAccSat, true, false> {
  static constexpr Clause intermediate_overflow{
      "OpSUDotAccSat.intermediate-overflow", "intermediate-overflow", Effect::undefined_result,
      "a multiplication or an addition other than the final accumulation overflows or underflows"};
  static constexpr auto clauses = clause_list(intermediate_overflow);
};

}  // namespace

std::span<const InstructionDefinition> integer_dot_product_instructions() {
  return InstructionList<OpSDot, OpUDot, OpSUDot, OpSDotAccSat, OpUDotAccSat,
                         OpSUDotAccSat>::definitions;
}

}  // namespace spirv_oracle
