// Non-Uniform Instructions: partition

#include "interpreter/instructions/group/non_uniform_ballot.h"

namespace spirv_oracle {
namespace {

// PartitionEXT is the same instruction.
struct OpGroupNonUniformPartitionNV {
  using Grammar = grammar::OpGroupNonUniformPartitionNV;
  static constexpr auto enclosure = &enclosures::bits;

  template <class>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::predicate,
            .value = Grammar::value,
            .name = "subgroupPartition"};
  }

  static constexpr Clause nan_lanes{"OpGroupNonUniformPartitionNV.nan", "nan-operand",
                                    Effect::implementation_defined,
                                    "invocations whose value is the same NaN may be in one subset "
                                    "of the partition or in several"};
  static constexpr auto clauses = clause_list(nan_lanes);

  struct Subset {
    LaneMask lanes;    // those whose values equal that of the lane; always includes the lane itself
    bool nan = false;  // the value equals no value, not even itself
  };

  // `equal_to_lane(lane)`: the lanes whose value equals that of `lane`.
  template <class EqualToLane>
  static Subset subset_of(const Tangle& tangle, unsigned lane, EqualToLane equal_to_lane) {
    Subset subset{equal_to_lane(lane) & tangle.lanes, false};
    if (!subset.lanes.test(lane)) subset = {LaneMask::single(lane), true};
    return subset;
  }

  // The word of the ballot that a record computes, and the planes of Value in the format of its list.
  struct Operands {
    unsigned word;
    std::uint32_t count;
    const std::uint32_t* slots;
  };

  template <class T>
  static LaneMask equal_to(const Subgroup& subgroup, const Operands& operands, unsigned lane) {
    LaneMask lanes = lanes_if(true);
    for (std::uint32_t i = 0; i < operands.count; ++i) {
      if constexpr (std::is_same_v<T, bool>) {
        const LaneMask& truth = subgroup.truth(operands.slots[i]);
        lanes &= truth.test(lane) ? truth : ~truth;
      } else {
        const T* values = subgroup.values<T>(operands.slots[i]);
        lanes &= equal_lanes(values, subgroup.padded_lanes, values[lane]);
      }
    }
    return lanes;
  }

  template <class T>
  static LaneMask same_bits(const Subgroup& subgroup, const Operands& operands, unsigned lane) {
    LaneMask lanes = lanes_if(true);
    if constexpr (!std::is_same_v<T, bool>) {
      using Bits = UnsignedOfSize<sizeof(T)>;
      for (std::uint32_t i = 0; i < operands.count; ++i) {
        const Bits* values = subgroup.values<Bits>(operands.slots[i]);
        lanes &= equal_lanes(values, subgroup.padded_lanes, values[lane]);
      }
    }
    return lanes;
  }

  // The lanes whose word contains a bit that depends on one of the `unknown` lanes.
  static LaneMask touched(const Tangle& tangle, const LaneMask& unknown, unsigned word) {
    const LaneMask in_word =
        unknown & LaneMask::first(32 * word + 32) & ~LaneMask::first(32 * word);
    LaneMask lanes;
    tangle.lanes.for_each([&](unsigned lane) {
      // A lane's own bit is always set.
      LaneMask others = unknown.test(lane) ? tangle.lanes & LaneMask::first(32 * word + 32) &
                                                 ~LaneMask::first(32 * word)
                                           : in_word;
      others.reset(lane);
      if (others.any()) lanes.set(lane);
    });
    return lanes;
  }

  // The record's list: the word, the number of components, and their planes.
  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* list = subgroup.data + record->extra;
    const Operands operands{list[0], list[1], list + 2};
    const Tangle tangle = tangle_of(subgroup);
    PlaneHeader contributed;
    for (std::uint32_t i = 0; i < operands.count; ++i) {
      contributed = contributed | subgroup.header(operands.slots[i]);
    }
    contributed.undefined &= tangle.lanes;
    contributed.implementation_dependent &= tangle.lanes;
    const PlaneHeader header{touched(tangle, contributed.undefined, operands.word),
                             touched(tangle, contributed.implementation_dependent, operands.word)};

    std::uint32_t* out = subgroup.values<std::uint32_t>(record->result);
    BrokenClauses broken;
    LaneMask rest = tangle.lanes;
    while (rest.any()) {
      const unsigned lane = rest.lowest();
      const Subset subset =
          subset_of(tangle, lane, [&](unsigned of) { return equal_to<T>(subgroup, operands, of); });
      const std::uint32_t bits = ballot_word(subset.lanes, operands.word);
      subset.lanes.for_each([&](unsigned member) { out[member] = bits; });
      rest &= ~subset.lanes;
      if (!subset.nan || header.undefined.test(lane)) continue;
      LaneMask twins =
          same_bits<T>(subgroup, operands, lane) & tangle.lanes & ~contributed.undefined;
      twins.reset(lane);
      if (ballot_word(twins, operands.word) != 0) broken.add(nan_lanes, lane);
    }
    subgroup.header(record->result) = header;
    broken.report(subgroup, *record);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id value = instruction.id(Grammar::value);
    const std::vector<Slot> slots = lowering.value(value).slots;
    const Slot first = lowering.slot(instruction.id(Grammar::value));
    const Handler handler = internal::for_comparison(
        lowering.type_of(value).scalar, []<class T>() -> Handler { return &execute<T>; });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const std::vector<Slot> words = internal::define_ballot(lowering, instruction);
    for (std::uint32_t word = 0; word < words.size(); ++word) {
      std::vector<std::uint32_t> list{word, static_cast<std::uint32_t>(slots.size())};
      list.insert(list.end(), slots.begin(), slots.end());
      internal::emit_placed(lowering, handler, words[word],
                            {{internal::place<Grammar>(Grammar::value), first}},
                            lowering.add_data(list), slots);
    }
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_partition_instructions() {
  return InstructionList<OpGroupNonUniformPartitionNV>::definitions;
}

}  // namespace spirv_oracle
