// Broadcasts: the value of one invocation for the whole tangle.
#pragma once

#include "interpreter/instructions/group/combination/non_uniform.h"

namespace spirv_oracle {

// Copies the value of lane `source`, with its definedness, to all lanes.
template <class T>
[[gnu::always_inline]] inline void broadcast(Subgroup& subgroup, Slot result, Slot value,
                                             unsigned source) {
  if constexpr (std::is_same_v<T, bool>) {
    subgroup.truth(result) = lanes_if(subgroup.truth(value).test(source));
  } else {
    fill(subgroup, result, subgroup.values<T>(value)[source]);
  }
  const PlaneHeader& header = subgroup.header(value);
  subgroup.header(result) = {lanes_if(header.undefined.test(source)),
                             lanes_if(header.implementation_dependent.test(source))};
}

// The value of the tangled invocation with the lowest id. `function`: the name in the source.
template <class G>
struct BroadcastFromFirst {
  using Grammar = G;

  static constexpr unsigned value_place = internal::place<G>(G::value);

  static unsigned source(const Tangle& tangle) { return tangle.lanes.lowest(); }

  static LaneSource read(const LaneReader& reader) {
    return {G::value, source({reader.active, static_cast<unsigned>(reader.size)})};
  }
  template <class Self>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::read,
            .value = G::value,
            .name = Self::function,
            .source = &read};
  }

  template <class T>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      broadcast<T>(subgroup, record.result, record.operand[value_place],
                   source(tangle_of(subgroup)));
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::execution; }) {
      internal::require_subgroup_scope(lowering, instruction, G::execution);
    }
    const Handler handler =
        for_width(lowering.type(instruction.type).scalar.bytes,
                  []<class T>() -> Handler { return Multiversion<Kernel<T>>::pick(); });
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i);
      internal::emit_placed(lowering, handler, results[i], {{value_place, value}});
    }
  }
};

// The value of an invocation that the operand after it names for the whole tangle:
// Checked<unsigned> source(const AnyTangle&, std::uint64_t id), the clauses `not_uniform` and
// `undefined_operand`, and `function`, the name in the source.
template <class G>
struct BroadcastFromUniform {
  using Grammar = G;
  static constexpr unsigned value_place = internal::place<G>(G::value);
  static constexpr unsigned id_place = value_place + 1;

  template <class Self>
  static LaneSource read(const LaneReader& reader) {
    const std::uint64_t id = reader.selector[0];
    const FullTangle scope{static_cast<unsigned>(reader.size)};
    return {G::value, id, Self::source(scope, id).broken == nullptr};
  }
  template <class Self>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::read,
            .value = G::value,
            .selector = G::value + 1,
            .name = Self::function,
            .source = &read<Self>};
  }

  // For an operand that is not a constant; its width is in `extra`.
  template <class Self, class T>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      const internal::UniformOperand id =
          internal::uniform_operand(subgroup, record.operand[id_place], record.extra);
      if (id.uniformity != internal::Uniformity::uniform) [[unlikely]] {
        return internal::break_for_tangle(subgroup, record,
                                          id.uniformity == internal::Uniformity::different
                                              ? Self::not_uniform
                                              : Self::undefined_operand);
      }
      ById<Self, T>::run(subgroup, record, id.value);
      subgroup.header(record.result).implementation_dependent |=
          subgroup.header(record.operand[id_place]).implementation_dependent;
    }
  };

  template <class Self, class T>
  struct ById {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record,
                                                  std::uint64_t id) {
      const Checked<unsigned> source = Self::source(tangle_of(subgroup), id);
      if (source.broken != nullptr) [[unlikely]] {
        return internal::break_for_tangle(subgroup, record, *source.broken);
      }
      broadcast<T>(subgroup, record.result, record.operand[value_place], source.value);
    }
  };

  // For a constant operand; `extra` is its value, or the largest number if it does not fit.
  template <class Self, class T>
  struct ConstantKernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      ById<Self, T>::run(subgroup, record, record.extra);
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::execution; }) {
      internal::require_subgroup_scope(lowering, instruction, G::execution);
    }
    const Id id = instruction.id(G::value + 1);
    const ScalarType type = lowering.type(instruction.type).scalar;
    const std::optional<std::uint64_t> constant = internal::constant_operand(lowering, id);
    std::uint32_t extra = lowering.type_of(id).scalar.bytes;
    Handler handler = nullptr;
    if (constant) {
      handler = for_width(type.bytes, []<class T>() -> Handler {
        return Multiversion<ConstantKernel<Self, T>>::pick();
      });
      extra = static_cast<std::uint32_t>(std::min<std::uint64_t>(*constant, 0xFFFFFFFF));
    } else {
      handler = for_width(
          type.bytes, []<class T>() -> Handler { return Multiversion<Kernel<Self, T>>::pick(); });
    }
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i);
      internal::emit_placed(lowering, handler, results[i],
                            {{value_place, value}, {id_place, lowering.slot(id)}}, extra);
    }
  }
};

}  // namespace spirv_oracle
