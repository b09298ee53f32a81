// Makes definitions from the declarations of instructions.
//
// A declaration is a struct with `Grammar` (generated) and `lower<Self>`, from its family or its own. Further members
// are facts, which it declares, or its family for all its members:
//
//   clauses              the rules that it can break
//   memory_operands      MemoryOperand; required of atomics
//   atomic_operation     AtomicOperation; required of atomics
//   exchange<Self>()     LaneExchange; required of group and non-uniform instructions
//   depends_on_tangle    whether its effect depends on the tangle; true for the classes of tangled instructions
//   signedness           Signedness
//   source_operator      SourceOperator
//   depends              a ComponentRule; without it, depends_by_component
//   enclosure            EnclosureRule*: which results are permitted; required of classes that may have floats, and where
//                        a lane gets or combines values of others
//   compared_integers    ComparedIntegers
//   shares_planes        whether its result may be in the planes of its operands; true for the family Arrangement
//   computes_floats, flushes_denormals, only_moves, takes_math_defaults, ignores_special_mode, rounds_on_request,
//   sign_operation, either_zero, twin_for_nans, false_under    the members of FloatFacts
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace internal {

template <class I>
constexpr std::span<const Clause* const> clauses_of() {
  if constexpr (requires { I::clauses; }) {
    static_assert(I::clauses.size() <= max_clauses, "more clauses than handlers can collect");
    return I::clauses;
  } else {
    return {};
  }
}

template <class I>
constexpr std::string_view class_of() {
  if constexpr (requires { I::Grammar::instruction_class; }) {
    return I::Grammar::instruction_class;
  } else {
    return {};
  }
}
template <class I>
constexpr bool is_of_class(auto... names) {
  return ((class_of<I>() == std::string_view(names)) || ...);
}

template <class I>
constexpr std::uint32_t number_of() {
  if constexpr (requires { I::Grammar::opcode; }) {
    return static_cast<std::uint32_t>(I::Grammar::opcode);
  } else {
    return I::Grammar::number;
  }
}

template <class I>
constexpr std::span<const MemoryOperand> memory_operands_of() {
  if constexpr (requires { I::memory_operands; }) {
    return I::memory_operands;
  } else {
    static_assert(!is_of_class<I>("Atomic"), "which operands are memory_operands?");
    return {};
  }
}

template <class I>
constexpr std::optional<AtomicOperation> atomic_operation_of() {
  if constexpr (requires { I::atomic_operation; }) {
    return I::atomic_operation;
  } else {
    static_assert(!is_of_class<I>("Atomic"), "which atomic_operation is it?");
    return {};
  }
}

// Calls of imported functions are not instructions of a class.
template <class I>
constexpr bool must_declare_exchange() {
  return requires { I::Grammar::opcode; }
  &&is_of_class<I>("Group", "Non-Uniform");
}
template <class I>
constexpr LaneExchange exchange_of() {
  if constexpr (requires { I::template exchange<I>(); }) {
    return I::template exchange<I>();
  } else {
    static_assert(!must_declare_exchange<I>(), "which values of other lanes does it exchange?");
    return {};
  }
}

// Which results conforming implementations may give. Rules for extended sets are in a table of the set.
template <class I>
constexpr bool must_declare_enclosure() {
  if (is_of_class<I>("Arithmetic", "Composite", "Conversion", "Derivative",
                     "Relational_and_Logical"))
    return true;
  const LaneExchange::Kind kind = exchange_of<I>().kind;
  return must_declare_exchange<I>() &&
         (kind == LaneExchange::Kind::read || kind == LaneExchange::Kind::combine);
}
template <class I>
constexpr const EnclosureRule* enclosure_of() {
  if constexpr (requires { I::enclosure; }) {
    return I::enclosure;
  } else {
    static_assert(!must_declare_enclosure<I>(), "which results are permitted?");
    return nullptr;
  }
}

template <class I>
constexpr ComparedIntegers compared_integers_of() {
  if constexpr (requires { I::compared_integers; }) {
    return I::compared_integers;
  } else {
    return {};
  }
}

template <class I>
constexpr bool shares_planes() {
  if constexpr (requires { I::shares_planes; }) {
    return I::shares_planes;
  } else {
    return false;
  }
}

// "Tangled Instruction". False if each lane works only on its own operands, as in the bit operations on ballots.
template <class I>
constexpr bool depends_on_tangle() {
  if constexpr (requires { I::depends_on_tangle; }) {
    return I::depends_on_tangle;
  } else {
    return is_of_class<I>("Group", "Non-Uniform", "Barrier", "Derivative");
  }
}

template <class I>
constexpr Signedness signedness_of() {
  if constexpr (requires { I::signedness; }) {
    return I::signedness;
  } else {
    return {};
  }
}

template <class I>
constexpr SourceOperator source_operator_of() {
  if constexpr (requires { I::source_operator; }) {
    return I::source_operator;
  } else {
    return {};
  }
}

template <class I>
constexpr ComponentRule component_rule_of() {
  if constexpr (requires { I::depends; }) {
    return I::depends;
  } else {
    return &depends_by_component;
  }
}

// The facts of a class or of a set, and those that the instruction declares itself.
template <class I>
constexpr FloatFacts float_facts_of(FloatFacts facts) {
  if (is_of_class<I>("Arithmetic", "Derivative")) facts.computes = true;
  if constexpr (requires { I::computes_floats; }) facts.computes = I::computes_floats;
  if constexpr (requires { I::flushes_denormals; }) facts.flushes_denormals = I::flushes_denormals;
  if constexpr (requires { I::only_moves; }) facts.only_moves = I::only_moves;
  if (is_of_class<I>("Arithmetic", "Conversion", "Relational_and_Logical", "Derivative"))
    facts.takes_math_defaults = !facts.only_moves;
  if constexpr (requires { I::takes_math_defaults; })
    facts.takes_math_defaults = I::takes_math_defaults;
  if constexpr (requires { I::ignores_special_mode; })
    facts.ignores_special_mode = I::ignores_special_mode;
  if constexpr (requires { I::rounds_on_request; }) facts.rounds_on_request = I::rounds_on_request;
  if constexpr (requires { I::sign_operation; }) facts.sign = I::sign_operation;
  if constexpr (requires { I::either_zero; }) facts.either_zero = I::either_zero;
  if constexpr (requires { I::twin_for_nans; })
    facts.twin_for_nans = static_cast<std::uint32_t>(I::twin_for_nans);
  if constexpr (requires { I::false_under; }) facts.false_under = I::false_under;
  return facts;
}

}  // namespace internal

// The instructions of one section of an extended set, whose facts about floats are these unless the instructions
// declare others.
template <FloatFacts facts, class... I>
struct InstructionListWith {
  static constexpr std::array<InstructionDefinition, sizeof...(I)> definitions = {
      InstructionDefinition{.name = I::Grammar::name,
                            .instruction_class = internal::class_of<I>(),
                            .number = internal::number_of<I>(),
                            .clauses = internal::clauses_of<I>(),
                            .lower = &I::template lower<I>,
                            .memory_operands = internal::memory_operands_of<I>(),
                            .atomic_operation = internal::atomic_operation_of<I>(),
                            .exchange = internal::exchange_of<I>(),
                            .depends_on_tangle = internal::depends_on_tangle<I>(),
                            .signedness = internal::signedness_of<I>(),
                            .source_operator = internal::source_operator_of<I>(),
                            .floats = internal::float_facts_of<I>(facts),
                            .depends = internal::component_rule_of<I>(),
                            .enclosure = internal::enclosure_of<I>(),
                            .compared_integers = internal::compared_integers_of<I>(),
                            .shares_planes = internal::shares_planes<I>()}...};
};

// The instructions of one section.
template <class... I>
using InstructionList = InstructionListWith<FloatFacts{}, I...>;

}  // namespace spirv_oracle
