// Atomic Instructions

#include <vector>

#include "grammar/core.h"
#include "interpreter/checks/atomics/atomic_effect.h"
#include "interpreter/checks/robust_access.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/atomic/atomic_emission.h"
#include "interpreter/instructions/atomic/atomic_handlers.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/memory/element_pointer.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

constexpr auto read_clauses = clause_list(
    memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
    memory_clauses::undefined_pointer, memory_clauses::robust_atomic);
constexpr auto write_clauses = clause_list(
    memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
    memory_clauses::undefined_pointer, memory_clauses::not_writable, memory_clauses::robust_atomic);

// SPV_NV_shader_atomic_fp16_vector
bool is_atomic_vector(const Type& type) {
  return type.kind == Type::Kind::vector && type.scalar.is_float() && type.scalar.bytes == 2 &&
         (type.count == 2 || type.count == 4);
}

// The type of the target of an atomic's pointer. Fails unless it is a scalar in memory, or such a vector if the instruction
// takes them.
const Type& atomic_type(Lowering& lowering, const Instruction& instruction, Id pointer,
                        bool takes_vectors) {
  const Type& pointer_type = lowering.type_of(pointer);
  const Type& pointee = lowering.type(accessed_type(lowering.module(), instruction, pointer));
  const bool is_scalar = pointee.kind == Type::Kind::scalar && pointee.scalar.bytes != 0;
  if (pointer_type.kind != Type::Kind::pointer) {
    lowering.fail_input("Pointer is not a pointer");
  } else if (!is_scalar && !(takes_vectors && is_atomic_vector(pointee))) {
    lowering.fail_unsupported("atomic access to a type that is neither integer nor float");
  } else if (Lowering::in_planes(lowering.value(pointer))) {
    lowering.fail_unsupported("atomic access to a variable that is kept in registers");
  }
  return pointee;
}
ScalarType atomic_scalar(Lowering& lowering, const Instruction& instruction, Id pointer) {
  return atomic_type(lowering, instruction, pointer, false).scalar;
}

// The planes of an operand that must have the type that Pointer points to.
std::vector<Slot> atomic_operands(Lowering& lowering, Id operand, const Type& type) {
  const Type& operand_type = lowering.type_of(operand);
  if (operand_type.kind != type.kind || operand_type.component_count != type.component_count ||
      operand_type.scalar.bytes != type.scalar.bytes ||
      operand_type.scalar.scalar_class != type.scalar.scalar_class) {
    lowering.fail_input("the type of an operand differs from the type that Pointer points to");
  }
  return lowering.operand_slots(operand);
}

std::vector<Slot> atomic_results(Lowering& lowering, const Instruction& instruction,
                                 const Type& type) {
  const Type& result = lowering.type(instruction.type);
  if (result.kind != type.kind || result.component_count != type.component_count ||
      result.scalar.bytes != type.scalar.bytes) {
    lowering.fail_input("Result Type differs from the type that Pointer points to");
  }
  return lowering.define(instruction).slots;
}

// Whether the operation commutes with the preceding one that other workgroups may observe: the same
// handler means the same operation of the same width. Comparing each operation with the one before
// it shows whether all operations of an entry point commute.
bool commutes_with_previous(Lowering& lowering, Handler handler) {
  const Program& program = lowering.program();
  for (auto record = program.records.rbegin(); record != program.records.rend(); ++record) {
    const Instruction& instruction =
        lowering.module().instruction(program.origins[record->origin].instruction);
    const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
    if (definition == nullptr ||
        definition->instruction_class != grammar::OpAtomicIAdd::instruction_class) {
      continue;
    }
    const Id pointer = instruction.id(Lowering::first_operand(instruction));
    if (!private_to_workgroup(lowering, pointer)) return record->handler == handler;
  }
  return true;
}

// --- load, store, exchange ---

// One step, on the bits of the value. `value` and `comparator` exist if the grammar has them.
template <class G, class Step, class Domain>
struct AtomicStep {
  using Grammar = G;
  static constexpr bool writes = requires { G::value; };
  static constexpr MemoryOperand memory_operands[] = {{G::pointer, G::has_result, writes}};
  static constexpr AtomicOperation atomic_operation = Step::operation;
  static constexpr bool flushes_denormals = std::is_same_v<Domain, AnyFloat>;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id pointer = instruction.id(G::pointer);
    const Type& pointee = atomic_type(lowering, instruction, pointer, Self::takes_vectors);
    const ScalarType type = pointee.scalar;
    const Handler handler = step_handler<Step, Domain>(lowering, Self::domain_type(type));
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    std::vector<Slot> values, comparators, results;
    if constexpr (requires { G::value; })
      values = atomic_operands(lowering, instruction.id(G::value), pointee);
    if constexpr (requires { G::comparator; })
      comparators = atomic_operands(lowering, instruction.id(G::comparator), pointee);
    results = G::has_result ? atomic_results(lowering, instruction, pointee)
                            : std::vector{original_plane(lowering, type)};
    if (!private_to_workgroup(lowering, pointer)) lowering.builder().note_order_of_workgroups();
    // "Atomic operations on vectors only guarantee atomicity of each component."
    for (std::uint32_t c = 0; c < pointee.component_count; ++c) {
      AccessedAtomically accessed{
          .address = emit_later_address(lowering, lowering.slot(pointer), c * type.bytes),
          .result = results[c],
          .reads = G::has_result,
          .writes = writes,
          .bytes = type.bytes};
      if (!values.empty()) accessed.value = values[c];
      if (!comparators.empty()) accessed.comparator = comparators[c];
      emit_atomic(lowering, instruction,
                  {.handler = handler,
                   .accessed = accessed,
                   .access_kind = Step::access_kind,
                   .robust_part = robust_part(pointee, c),
                   .may_change_value = writes});
    }
  }

  // From the address of component c.
  static AccessedPart robust_part(const Type& pointee, std::uint32_t c) {
    if (pointee.kind == Type::Kind::scalar) return {};
    const unsigned bytes = pointee.scalar.bytes;
    return {.bytes = bytes, .end = std::uint64_t{pointee.component_count - c} * bytes};
  }
  static constexpr bool takes_vectors = false;

  static ScalarType domain_type(ScalarType type) { return type; }
};

// For integers and floats, which are compared as bits.
template <class G, class Step>
struct AtomicBits : AtomicStep<G, Step, UnsignedInt> {
  static ScalarType domain_type(ScalarType type) {
    return ScalarType::unsigned_integer(type.bytes);
  }
};

struct OpAtomicLoad : AtomicBits<grammar::OpAtomicLoad, LoadStep> {
  static constexpr auto clauses = read_clauses;
};
struct OpAtomicStore : AtomicBits<grammar::OpAtomicStore, ExchangeStep> {
  static constexpr auto clauses = write_clauses;
};
struct OpAtomicExchange : AtomicBits<grammar::OpAtomicExchange, ExchangeStep> {
  static constexpr bool takes_vectors = true;
  static constexpr auto clauses = write_clauses;
};
struct OpAtomicCompareExchange
    : AtomicStep<grammar::OpAtomicCompareExchange, CompareExchangeStep, UnsignedInt> {
  static constexpr auto clauses = write_clauses;
};

// "Has the same semantics as OpAtomicCompareExchange."
struct OpAtomicCompareExchangeWeak
    : AtomicStep<grammar::OpAtomicCompareExchangeWeak, CompareExchangeStep, UnsignedInt> {
  static constexpr auto clauses = write_clauses;
};

// --- integer operations ---

// `extra` is passed to the record. Without a Value operand, the value is 1.
template <class G, class Operation, class Domain, std::uint32_t extra = 0>
struct AtomicModify {
  using Grammar = G;
  static constexpr MemoryOperand memory_operands[] = {{G::pointer, true, true}};
  static constexpr AtomicOperation atomic_operation = Operation::operation;
  static constexpr auto clauses = write_clauses;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id pointer = instruction.id(G::pointer);
    const Type& pointee = atomic_type(lowering, instruction, pointer, false);
    const ScalarType type = pointee.scalar;
    // Operations that commute need no order if their results are not used.
    const bool visible = !private_to_workgroup(lowering, pointer);
    const bool unordered = visible && lowering.analysis().uses(instruction.result).empty();
    const bool shared = unordered && lowering.request().several_threads;
    const Handler handler = modify_handler<Operation, Domain>(type, shared);
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const Slot value = value_slot(lowering, instruction, pointee);
    const Slot result = atomic_results(lowering, instruction, pointee)[0];
    if (visible && (!unordered || !commutes_with_previous(lowering, handler))) {
      lowering.builder().note_order_of_workgroups();
    }
    emit_atomic(lowering, instruction,
                {.handler = handler,
                 .extra = extra,
                 .accessed = {.address = lowering.slot(pointer),
                              .result = result,
                              .value = value,
                              .bytes = type.bytes},
                 .may_change_value = !leaves_value(lowering, instruction)});
  }

  // Whether Value is a constant that changes nothing: programs without an atomic load read in this way.
  static bool leaves_value(const Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::value; }) {
      return is_unchanged_by_zero(atomic_operation) &&
             lowering.types().integer(instruction.id(G::value)) == 0;
    } else {
      return false;
    }
  }

  static Slot value_slot(Lowering& lowering, const Instruction& instruction, const Type& pointee) {
    if constexpr (requires { G::value; }) {
      return atomic_operands(lowering, instruction.id(G::value), pointee)[0];
    } else {
      return lowering.constant_plane(pointee.scalar, 1);
    }
  }
};

struct OpAtomicIIncrement : AtomicModify<grammar::OpAtomicIIncrement, AtomicAddition, AnyInt> {};
struct OpAtomicIDecrement
    : AtomicModify<grammar::OpAtomicIDecrement, AtomicAddition, AnyInt, AtomicAddition::negated> {};
struct OpAtomicIAdd : AtomicModify<grammar::OpAtomicIAdd, AtomicAddition, AnyInt> {};
struct OpAtomicISub
    : AtomicModify<grammar::OpAtomicISub, AtomicAddition, AnyInt, AtomicAddition::negated> {};
struct OpAtomicSMin : AtomicModify<grammar::OpAtomicSMin, Minimum<true>, SignedInt> {};
struct OpAtomicUMin : AtomicModify<grammar::OpAtomicUMin, Minimum<false>, UnsignedInt> {};
struct OpAtomicSMax : AtomicModify<grammar::OpAtomicSMax, Maximum<true>, SignedInt> {};
struct OpAtomicUMax : AtomicModify<grammar::OpAtomicUMax, Maximum<false>, UnsignedInt> {};
struct OpAtomicAnd : AtomicModify<grammar::OpAtomicAnd, AtomicAnd, AnyInt> {};
struct OpAtomicOr : AtomicModify<grammar::OpAtomicOr, AtomicOr, AnyInt> {};
struct OpAtomicXor : AtomicModify<grammar::OpAtomicXor, AtomicXor, AnyInt> {};

// --- float operations ---

// Not even addition commutes, because the sum depends on the order of the roundings.

struct OpAtomicFAddEXT
    : AtomicStep<grammar::OpAtomicFAddEXT, FlushableStep<AtomicFloatAddition>, AnyFloat> {
  static constexpr bool takes_vectors = true;
  static constexpr auto clauses = write_clauses;
};

template <class G>
struct FloatExtremeClauses {
  static constexpr Clause zeros_of_both_signs{
      internal::ClauseId<G, ".zeros-of-both-signs">::view, "zeros-of-both-signs",
      Effect::implementation_defined,
      "Original Value and Value are zeros of different signs: either may be stored"};
  static constexpr Clause signaling_nan{
      internal::ClauseId<G, ".signaling-nan">::view, "signaling-nan",
      Effect::implementation_defined,
      "Original Value or Value is a signaling NaN: a NaN or the other operand may be stored"};
};

// "min(x, y) = x if x < y and y otherwise", except for a quiet NaN. The text for the maximum also says
// "x < y", where it can only mean "x > y".
template <class G, bool Greatest>
struct AtomicFloatExtreme
    : AtomicStep<G, FlushableStep<FloatExtreme<FloatExtremeClauses<G>, Greatest>>, AnyFloat> {
  static constexpr bool takes_vectors = true;
  static constexpr auto clauses = clause_list(
      memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
      memory_clauses::undefined_pointer, memory_clauses::not_writable,
      memory_clauses::robust_atomic, FloatExtremeClauses<G>::zeros_of_both_signs,
      FloatExtremeClauses<G>::signaling_nan);
};
struct OpAtomicFMinEXT : AtomicFloatExtreme<grammar::OpAtomicFMinEXT, false> {};
struct OpAtomicFMaxEXT : AtomicFloatExtreme<grammar::OpAtomicFMaxEXT, true> {};

// --- flags ---

constexpr std::uint32_t clear_state = 0;
constexpr std::uint32_t set_state = 1;

struct OpAtomicFlagTestAndSet {
  using Grammar = grammar::OpAtomicFlagTestAndSet;
  static constexpr MemoryOperand memory_operands[] = {{Grammar::pointer, true, true}};
  static constexpr auto atomic_operation = AtomicOperation::store;
  static constexpr Clause modified_otherwise{
      "OpAtomicFlagTestAndSet.modified-otherwise", "atomic-flag", Effect::undefined_result,
      "an instruction other than OpAtomicFlagTestAndSet and OpAtomicFlagClear modified the flag, "
      "so it is neither set nor clear"};
  static constexpr auto clauses =
      clause_list(memory_clauses::null_pointer, memory_clauses::out_of_bounds,
                  memory_clauses::misaligned, memory_clauses::undefined_pointer,
                  memory_clauses::not_writable, memory_clauses::robust_atomic, modified_otherwise);

  struct Step {
    static constexpr AccessKind access_kind = AccessKind::atomic;
    template <class T>
    static Known<T> step(const LaneAccess& access, const LaneOperands<T>& operands,
                         BrokenClauses& broken) {
      Known<T> original = internal::load<T>(access);
      // These instructions only store these two values.
      const bool is_flag = original.value == clear_state || original.value == set_state;
      if (!is_flag && original.state == Definedness::defined) {
        broken.add(modified_otherwise, operands.lane);
        original.state = Definedness::undefined;
      }
      internal::store(access, Known<T>{set_state, Definedness::defined});
      return original;
    }
  };

  // Computes from the original flag whether it was set.
  static const Record* test(Subgroup& subgroup, const Record* record) {
    combine_headers(subgroup, record->result, record->operand[0]);
    const std::uint32_t* flag = subgroup.values<std::uint32_t>(record->operand[0]);
    LaneMask& is_set = subgroup.truth(record->result);
    subgroup.active.for_each([&](unsigned lane) {
      is_set.reset(lane);
      if (flag[lane] != clear_state) is_set.set(lane);
    });
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id pointer = instruction.id(Grammar::pointer);
    const ScalarType type = flag_type(lowering, instruction, pointer);
    const Slot flag = lowering.new_plane(type);
    emit(lowering, instruction, &execute_atomic<Step, std::uint32_t>, flag, set_state);
    lowering.emit(&test, lowering.define(instruction).slots[0], {flag});
  }

  // Fails for types that cannot represent a flag.
  static ScalarType flag_type(Lowering& lowering, const Instruction& instruction, Id pointer) {
    // An untyped pointer is accessed as one to a 32-bit integer.
    if (lowering.type_of(pointer).element == 0) return ScalarType::unsigned_integer(4);
    const ScalarType type = atomic_scalar(lowering, instruction, pointer);
    if (type.bytes != 4 || type.scalar_class == ScalarType::Class::floating)
      lowering.fail_input("Pointer does not point to a 32-bit integer");
    return type;
  }

  // `flag`: the plane for the original value, if it is needed; `state`: the value to store.
  static void emit(Lowering& lowering, const Instruction& instruction, Handler handler, Slot flag,
                   std::uint32_t state) {
    const Id pointer = instruction.id(Lowering::first_operand(instruction));
    if (!private_to_workgroup(lowering, pointer)) lowering.builder().note_order_of_workgroups();
    const Slot value = lowering.constant_plane(ScalarType::unsigned_integer(4), state);
    emit_atomic(lowering, instruction,
                {.handler = handler,
                 .accessed = {.address = lowering.slot(pointer),
                              .result = flag,
                              .value = value,
                              .reads = state == set_state,
                              .bytes = sizeof(std::uint32_t)}});
  }
};

struct OpAtomicFlagClear {
  using Grammar = grammar::OpAtomicFlagClear;
  static constexpr MemoryOperand memory_operands[] = {{Grammar::pointer, false, true}};
  static constexpr auto atomic_operation = AtomicOperation::store;
  static constexpr auto clauses = write_clauses;

  struct Step {
    static constexpr AccessKind access_kind = AccessKind::atomic;
    template <class T>
    static Known<T> step(const LaneAccess& access, const LaneOperands<T>&, BrokenClauses&) {
      const Known<T> original = internal::load<T>(access);
      internal::store(access, Known<T>{clear_state, Definedness::defined});
      return original;
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type =
        OpAtomicFlagTestAndSet::flag_type(lowering, instruction, instruction.id(Grammar::pointer));
    OpAtomicFlagTestAndSet::emit(lowering, instruction, &execute_atomic<Step, std::uint32_t>,
                                 original_plane(lowering, type), clear_state);
  }
};

}  // namespace

std::span<const InstructionDefinition> atomic_instructions() {
  return InstructionList<OpAtomicLoad, OpAtomicStore, OpAtomicExchange, OpAtomicCompareExchange,
                         OpAtomicCompareExchangeWeak, OpAtomicIIncrement, OpAtomicIDecrement,
                         OpAtomicIAdd, OpAtomicISub, OpAtomicSMin, OpAtomicUMin, OpAtomicSMax,
                         OpAtomicUMax, OpAtomicAnd, OpAtomicOr, OpAtomicXor, OpAtomicFMinEXT,
                         OpAtomicFMaxEXT, OpAtomicFAddEXT, OpAtomicFlagTestAndSet,
                         OpAtomicFlagClear>::definitions;
}

}  // namespace spirv_oracle
