// Broadcasts: the value of one invocation for the whole tangle.
#pragma once

#include "interpreter/instructions/group/non_uniform_shuffle.h"

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
  static constexpr auto enclosure = &enclosures::moves_across_lanes;

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

// The value of an invocation that the operand after it names for the whole tangle. See UniformShuffle; without `selected`.
template <class G>
struct BroadcastFromUniform : UniformShuffle<G> {
  static constexpr auto enclosure = &enclosures::moves_across_lanes;
  static constexpr std::uint64_t selected(unsigned, std::uint64_t id, unsigned) { return id; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    UniformShuffle<G>::template lower_with<Self>(lowering, instruction,
                                                 instruction.id(G::value + 1), 1);
  }
};

}  // namespace spirv_oracle
