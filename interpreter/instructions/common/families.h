// Families of instructions. A family owns the iteration over components and lanes, the choice of the
// handler for the types, and the default rule for definedness (a result component is undefined
// where an operand component is). An instruction adds its name, the types it takes and the meaning for
// one component:
//
//   struct OpUDiv : Binary<grammar::OpUDiv, UnsignedInt> {
//     static constexpr Clause operand_2_zero{...};
//     static constexpr auto clauses = clause_list(operand_2_zero);
//     template <class T>
//     static Checked<T> component(T operand_1, T operand_2) { ... }
//   };
//
// A family also gives facts about its instructions (ir/instruction_list.h); an instruction may declare others.
//
// 16-bit floats are computed as float (or as Self::Float16Compute) and rounded once. An instruction that
// moves or combines bits also says which bits of its result undefined bits reach (indeterminate_bit_rules.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "interpreter/exec/lanes/component_handler.h"
#include "interpreter/instructions/common/enclosures.h"
#include "interpreter/ir/instruction_list.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

namespace internal {

[[noreturn]] inline void fail_no_handler(const Lowering& lowering) {
  lowering.fail_unsupported_operands();
}

// The component types of a handler.
template <unsigned Arity>
struct Signature {
  ScalarType result;
  ScalarType operands[Arity];
};

// Emits one record per component of the result. Fails if the planes do not have the types of the
// handler.
template <unsigned Arity>
void emit_components(Lowering& lowering, const Instruction& instruction, Handler handler,
                     const Signature<Arity>& signature) {
  if (handler == nullptr) return fail_no_handler(lowering);
  const unsigned first = Lowering::first_operand(instruction);
  const std::vector<Slot> results = lowering.define(instruction).slots;
  for (std::size_t i = 0; i < results.size(); ++i) {
    Slot operands[3] = {0, 0, 0};
    for (unsigned k = 0; k < Arity; ++k) {
      operands[k] = lowering.slot(instruction.id(first + k), i, signature.operands[k]);
    }
    lowering.check_width(results[i], signature.result.bytes);
    lowering.emit(handler, results[i], {operands[0], operands[1], operands[2]});
  }
}

inline ScalarType operand_scalar(Lowering& lowering, const Instruction& instruction,
                                 unsigned index) {
  const Id id = instruction.id(Lowering::first_operand(instruction) + index);
  return lowering.type_of(id).scalar;
}

// Storage types of floats that this instruction's mode rounds toward zero.
inline bool toward_zero(Lowering& lowering, ScalarType type) {
  return type.scalar_class == ScalarType::Class::floating &&
         lowering.rounds_toward_zero(type.bytes);
}

template <class... T>
constexpr bool are_floats(TypeList<T...>) {
  return (!std::is_integral_v<T> && ...);
}
template <class... T>
constexpr bool are_integers(TypeList<T...>) {
  return (std::is_integral_v<T> && ...);
}
// Instructions with floats declare themselves which results are permitted.
template <bool has_only_integers>
struct EnclosureWithoutFloats {};
template <>
struct EnclosureWithoutFloats<true> {
  static constexpr auto enclosure = &enclosures::bits;
};
template <class... Domain>
using FactsOfIntegers = EnclosureWithoutFloats<(are_integers(Domain{}) && ...)>;

template <class Domain>
constexpr bool is_signed = std::is_same_v<Domain, SignedInt>;

// Of instructions whose result has the type of their operands: in C, these are signed only together.
template <class Domain>
constexpr Signedness signedness_in = std::is_same_v<Domain, AnyInt>
                                         ? Signedness::kept()
                                         : Signedness{is_signed<Domain>, is_signed<Domain>};

}  // namespace internal

// T component(T...): result and operands have the same component type, from the list `Domain`.
template <class G, class Domain, unsigned Arity>
struct Componentwise : internal::FactsOfIntegers<Domain> {
  using Grammar = G;
  static constexpr Signedness signedness = internal::signedness_in<Domain>;
  static constexpr bool flushes_denormals = internal::are_floats(Domain{});

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler handler = internal::for_storage(
        Domain{}, type, internal::toward_zero(lowering, type), []<class T>() -> Handler {
          if constexpr (Arity == 1) return internal::component_handler<Self, T, T>();
          if constexpr (Arity == 2) return internal::component_handler<Self, T, T, T>();
          if constexpr (Arity == 3) return internal::component_handler<Self, T, T, T, T>();
        });
    internal::Signature<Arity> signature{type, {}};
    std::ranges::fill(signature.operands, type);
    internal::emit_components<Arity>(lowering, instruction, handler, signature);
  }
};
template <class G, class Domain>
using Unary = Componentwise<G, Domain, 1>;
template <class G, class Domain>
using Binary = Componentwise<G, Domain, 2>;
template <class G, class Domain>
using Ternary = Componentwise<G, Domain, 3>;

// bool component(T...): a Boolean result of operands of one component type.
template <class G, class Domain, unsigned Arity>
struct Relation : internal::FactsOfIntegers<Domain> {
  using Grammar = G;
  static constexpr Signedness signedness{.operands = internal::is_signed<Domain>};

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = internal::operand_scalar(lowering, instruction, 0);
    const Handler handler = internal::for_storage(Domain{}, type, false, []<class T>() -> Handler {
      if constexpr (Arity == 1) return internal::component_handler<Self, bool, T>();
      if constexpr (Arity == 2) return internal::component_handler<Self, bool, T, T>();
    });
    internal::Signature<Arity> signature{ScalarType::boolean(), {}};
    std::ranges::fill(signature.operands, type);
    internal::emit_components<Arity>(lowering, instruction, handler, signature);
  }
};

// To component<To>(From): changes the component type. Both are storage types; the result type
// determines `To`.
template <class G, class FromDomain, class ToDomain>
struct Conversion : internal::FactsOfIntegers<FromDomain, ToDomain> {
  using Grammar = G;
  static constexpr Signedness signedness{internal::is_signed<FromDomain>,
                                         internal::is_signed<ToDomain>};

  // Binds the result type of a conversion, so that the kernel only has to call component(From).
  template <class Self, class To>
  struct Into : Self {
    template <class From>
    static auto component(From value) {
      return Self::template component<typename ComputeType<To>::type>(value);
    }
    template <class From>
    static auto indeterminate_bits(PartlyIndeterminate<From> value) requires requires {
      Self::template indeterminate_bits<To>(value);
    }
    { return Self::template indeterminate_bits<To>(value); }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType from = internal::operand_scalar(lowering, instruction, 0);
    const ScalarType to = lowering.type(instruction.type).scalar;
    const Handler handler = internal::for_storage(
        ToDomain{}, to, internal::toward_zero(lowering, to), [&]<class To>() -> Handler {
          return internal::for_storage(FromDomain{}, from, false, []<class From>() -> Handler {
            return internal::component_handler<Into<Self, To>, To, From>();
          });
        });
    internal::emit_components<1>(lowering, instruction, handler, {to, {from}});
  }
};

// T component(T, S): the second operand is an integer of its own width.
template <class G, class Domain>
struct Shift : internal::FactsOfIntegers<Domain> {
  using Grammar = G;
  static constexpr Signedness signedness{.result = internal::is_signed<Domain>};

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType base = lowering.type(instruction.type).scalar;
    const ScalarType shift = internal::operand_scalar(lowering, instruction, 1);
    const Handler handler = internal::for_storage(Domain{}, base, false, [&]<class T>() -> Handler {
      return internal::for_storage(UnsignedInt{}, shift, false, []<class S>() -> Handler {
        return internal::component_handler<Self, T, T, S>();
      });
    });
    internal::emit_components<2>(lowering, instruction, handler, {base, {base, shift}});
  }
};

namespace internal {

// If a defined Boolean operand decides the result in a lane, the result is defined there.
template <class Self>
[[gnu::cold, gnu::noinline]] void close_decided_lanes(Subgroup& subgroup, const Record& record) {
  PlaneHeader& header = subgroup.header(record.result);
  for (const Slot operand : {record.operand[0], record.operand[1]}) {
    const LaneMask indeterminate = indeterminate_lanes(subgroup.header(operand));
    for (unsigned w = 0; w < 2; ++w) {
      const std::uint64_t decided =
          Self::decides(subgroup.truth(operand).words[w]) & ~indeterminate.words[w];
      header.undefined.words[w] &= ~decided;
      header.implementation_dependent.words[w] &= ~decided;
    }
  }
}

}  // namespace internal

// std::uint64_t lanes(std::uint64_t...): Boolean operands and result, 64 lanes at a time.
// Self::decides(std::uint64_t operand) returns the lanes in which a defined operand decides alone.
template <class G, unsigned Arity>
struct LaneLogic {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::bits;

  template <class Self>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const LaneMask& a = subgroup.truth(record->operand[0]);
    LaneMask& result = subgroup.truth(record->result);
    if constexpr (Arity == 1) {
      for (unsigned w = 0; w < 2; ++w) result.words[w] = Self::lanes(a.words[w]);
      combine_headers(subgroup, record->result, record->operand[0]);
    } else {
      const LaneMask& b = subgroup.truth(record->operand[1]);
      for (unsigned w = 0; w < 2; ++w) result.words[w] = Self::lanes(a.words[w], b.words[w]);
      combine_headers(subgroup, record->result, record->operand[0], record->operand[1]);
      if constexpr (requires { Self::decides(a.words[0]); }) {
        if (is_indeterminate(subgroup.header(record->result))) [[unlikely]]
          internal::close_decided_lanes<Self>(subgroup, *record);
      }
    }
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::Signature<Arity> signature{ScalarType::boolean(), {}};
    std::ranges::fill(signature.operands, ScalarType::boolean());
    internal::emit_components<Arity>(lowering, instruction, &execute<Self>, signature);
  }
};

// Instructions that only name and arrange values while lowering (`static void arrange(Lowering&,
// const Instruction&)`).
template <class G>
struct Arrangement {
  using Grammar = G;
  static constexpr bool shares_planes = true;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    Self::arrange(lowering, instruction);
  }
};

}  // namespace spirv_oracle
