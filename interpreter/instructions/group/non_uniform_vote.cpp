// Non-Uniform Instructions: elect and vote

#include "interpreter/instructions/group/non_uniform_vote.h"

#include <vector>

namespace spirv_oracle {
namespace {

// True only in the tangled invocation with the lowest id.
struct OpGroupNonUniformElect : ExchangesNothing {
  using Grammar = grammar::OpGroupNonUniformElect;

  static LaneMask elected(const Tangle& tangle) { return LaneMask::single(tangle.lanes.lowest()); }

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    subgroup.truth(record->result) = elected(tangle_of(subgroup));
    subgroup.header(record->result) = {};
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::require_subgroup_scope(lowering, instruction, Grammar::execution);
    internal::emit_placed(lowering, &execute, lowering.define(instruction).slots[0], {});
  }
};

struct OpGroupNonUniformAll : Vote<grammar::OpGroupNonUniformAll>, AllVote {
  static constexpr std::string_view function = "subgroupAll";
};
struct OpGroupNonUniformAny : Vote<grammar::OpGroupNonUniformAny>, AnyVote {
  static constexpr std::string_view function = "subgroupAny";
};

// Vectors are equal if all their components are.
struct OpGroupNonUniformAllEqual {
  using Grammar = grammar::OpGroupNonUniformAllEqual;
  static constexpr auto enclosure = &enclosures::bits;
  static constexpr bool flushes_denormals = true;

  template <class>
  static constexpr LaneExchange exchange() {
    return {
        .kind = LaneExchange::Kind::predicate, .value = Grammar::value, .name = "subgroupAllEqual"};
  }

  // The record's list: the number of components and their planes.
  template <class T>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      const Tangle tangle = tangle_of(subgroup);
      const std::uint32_t count = subgroup.data[record.extra];
      const std::uint32_t* slots = subgroup.data + record.extra + 1;
      bool all = true;
      bool is_decided = false;
      PlaneHeader header;
      for (std::uint32_t i = 0; i < count; ++i) {
        header = header | subgroup.header(slots[i]);
        if constexpr (std::is_same_v<T, bool>) {
          all = all && all_equal(tangle, subgroup.truth(slots[i]));
        } else {
          all = all && all_equal(tangle, subgroup.values<T>(slots[i]), subgroup.padded_lanes);
        }
        if (is_indeterminate(subgroup.header(slots[i]))) [[unlikely]]
          is_decided |= is_decided_by(subgroup, slots[i]);
      }
      const bool alone = tangle.lanes.count() == 1;
      subgroup.truth(record.result) = lanes_if(all || alone);
      subgroup.header(record.result) = header_for_all(subgroup, header);
      if (is_decided) [[unlikely]]
        decide(subgroup, record, alone);
    }

    [[gnu::cold, gnu::noinline]] static void decide(Subgroup& subgroup, const Record& record,
                                                    bool all) {
      subgroup.truth(record.result) = lanes_if(all);
      subgroup.header(record.result) = {};
    }

    // Whether the defined bits of one component prove the result false, or the lane is alone.
    [[gnu::cold, gnu::noinline]] static bool is_decided_by(const Subgroup& subgroup, Slot slot) {
      const Tangle tangle = tangle_of(subgroup);
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        T set{}, not_set{};
        tangle.lanes.for_each([&](unsigned lane) {
          const auto value = partly_indeterminate<T>(subgroup, slot, lane);
          set = static_cast<T>(set | (value.value & ~value.indeterminate));
          not_set = static_cast<T>(not_set | (~value.value & ~value.indeterminate));
        });
        return tangle.lanes.count() == 1 || (set & not_set) != 0;
      } else {
        return equality_is_decided(
            tangle, internal::known_lanes(subgroup, slot), [&](const Tangle& known) {
              if constexpr (std::is_same_v<T, bool>) {
                return all_equal(known, subgroup.truth(slot));
              } else {
                return all_equal(known, subgroup.values<T>(slot), subgroup.padded_lanes);
              }
            });
      }
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::require_subgroup_scope(lowering, instruction, Grammar::execution);
    const ScalarType type = lowering.type_of(instruction.id(Grammar::value)).scalar;
    const Handler handler = internal::for_comparison(
        type, []<class T>() -> Handler { return Multiversion<Kernel<T>>::pick(); });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const std::vector<Slot> slots = lowering.value(instruction.id(Grammar::value)).slots;
    const Slot first = lowering.slot(instruction.id(Grammar::value));
    std::vector<std::uint32_t> list{static_cast<std::uint32_t>(slots.size())};
    list.insert(list.end(), slots.begin(), slots.end());
    internal::emit_placed(lowering, handler, lowering.define(instruction).slots[0],
                          {{internal::place<Grammar>(Grammar::value), first}},
                          lowering.add_data(list), slots);
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_vote_instructions() {
  return InstructionList<OpGroupNonUniformElect, OpGroupNonUniformAll, OpGroupNonUniformAny,
                         OpGroupNonUniformAllEqual>::definitions;
}

}  // namespace spirv_oracle
