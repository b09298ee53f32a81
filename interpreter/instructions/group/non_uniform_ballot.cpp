// Non-Uniform Instructions: ballot

#include "interpreter/instructions/group/non_uniform_ballot.h"

namespace spirv_oracle {

internal::BallotList internal::add_ballot_operand(Lowering& lowering, Id ballot) {
  const std::vector<Slot> slots = lowering.value(ballot).slots;
  const Type& type = lowering.type_of(ballot);
  if (slots.size() != 4 || type.scalar.scalar_class != ScalarType::Class::integer ||
      type.scalar.bytes != 4) {
    lowering.fail_input("a ballot must be a vector of four 32-bit integers");
  }
  return {slots, lowering.add_data(slots)};
}

std::vector<Slot> internal::define_ballot(Lowering& lowering, const Instruction& instruction) {
  const Type& type = lowering.type(instruction.type);
  if (type.component_count != 4 || type.scalar.scalar_class != ScalarType::Class::integer ||
      type.scalar.bytes != 4) {
    lowering.fail_input("a ballot must be a vector of four 32-bit integers");
  }
  std::vector<Slot> words;
  std::vector<Slot> result;
  for (unsigned word = 0; word < 4; ++word) {
    if (word < ballot_words(lowering.program().subgroup_size)) {
      result.push_back(words.emplace_back(lowering.new_plane(type.scalar)));
    } else {
      result.push_back(lowering.constant_plane(type.scalar, 0));
    }
  }
  lowering.bind(instruction.result, result);
  return words;
}

namespace {

struct OpGroupNonUniformBallot : BallotOfPredicate<grammar::OpGroupNonUniformBallot> {
  static constexpr std::string_view function = "subgroupBallot";
};

// Bit operations on ballots: each lane works on its own operands.
struct OfOwnBallot : ExchangesNothing {
  static constexpr bool depends_on_tangle = false;
};

struct OpGroupNonUniformInverseBallot : OfOwnBallot {
  using Grammar = grammar::OpGroupNonUniformInverseBallot;

  static constexpr Clause value_not_uniform{"OpGroupNonUniformInverseBallot.value-not-uniform",
                                            "non-uniform-operand", Effect::undefined_behavior,
                                            "Value is not the same for all active invocations"};
  static constexpr Clause value_undefined{
      "OpGroupNonUniformInverseBallot.value-undefined", "undefined-operand",
      Effect::undefined_behavior,
      "Value must be the same for all active invocations, but it is "
      "undefined"};
  static constexpr auto clauses = clause_list(value_not_uniform, value_undefined);

  // Whether the bit for the invocation `lane` is set.
  static bool bit(unsigned lane, const LaneMask& value) { return value.test(lane); }

  // The record's list: the planes of Value.
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const BallotOperand value{subgroup, subgroup.data + record->extra};
    if (const Clause* broken = check(subgroup, value)) {
      internal::break_for_tangle(subgroup, *record, *broken);
      return record + 1;
    }
    const LaneMask bits = value[subgroup.active.lowest()];
    LaneMask result;
    if (is_full(subgroup)) {
      result = bits;
    } else {
      subgroup.active.for_each([&](unsigned lane) {
        if (bit(lane, bits)) result.set(lane);
      });
    }
    subgroup.truth(record->result) = result;
    const PlaneHeader all = header_for_all(subgroup, value.header_of_words(4));
    subgroup.header(record->result) = {{}, all.implementation_dependent};
    return record + 1;
  }

  static const Clause* check(const Subgroup& subgroup, const BallotOperand& value) {
    const Clause* broken = nullptr;
    for (unsigned word = 0; word < 4; ++word) {
      switch (internal::uniform_operand(subgroup, value.slots[word], 4).uniformity) {
        case internal::Uniformity::uniform:
          break;
        case internal::Uniformity::different:
          broken = &value_not_uniform;
          break;
        case internal::Uniformity::undefined:
          return &value_undefined;
      }
    }
    return broken;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::require_subgroup_scope(lowering, instruction, Grammar::execution);
    const internal::BallotList value =
        internal::add_ballot_operand(lowering, instruction.id(Grammar::value));
    internal::emit_placed(lowering, &execute, lowering.define(instruction).slots[0],
                          {{internal::place<Grammar>(Grammar::value), value.words[0]}}, value.list,
                          value.words);
  }
};

struct OpGroupNonUniformBallotBitExtract : OfOwnBallot {
  using Grammar = grammar::OpGroupNonUniformBallotBitExtract;

  static constexpr Clause index_out_of_range{
      "OpGroupNonUniformBallotBitExtract.index-out-of-range", "lane-out-of-range",
      Effect::undefined_result, "Index is greater than or equal to the size of the scope"};
  static constexpr auto clauses = clause_list(index_out_of_range);

  static constexpr unsigned index_place = internal::place<Grammar>(Grammar::index);

  static Checked<bool> bit(const Tangle& tangle, const LaneMask& value, std::uint64_t index) {
    if (index >= tangle.size) return index_out_of_range;
    return value.test(static_cast<unsigned>(index));
  }

  // The record's list: the planes of Value. A result depends on the word that Index selects.
  template <unsigned IndexBytes>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const Tangle tangle = tangle_of(subgroup);
    const BallotOperand value{subgroup, subgroup.data + record->extra};
    const UnsignedPlane index = unsigned_plane(subgroup, record->operand[index_place], IndexBytes);
    LaneMask result;
    PlaneHeader header = subgroup.header(record->operand[index_place]);
    BrokenClauses broken;
    (tangle.lanes & ~header.undefined).for_each([&](unsigned lane) {
      const Checked<bool> checked = bit(tangle, value[lane], index[lane]);
      if (checked.broken != nullptr) return broken.add(*checked.broken, lane);
      if (checked.value) result.set(lane);
      const PlaneHeader& word = value.header(static_cast<unsigned>(index[lane] / 32));
      if (!indeterminate_lanes(word).test(lane) ||
          !value.indeterminate_bits(lane).test(static_cast<unsigned>(index[lane]))) {
        return;
      }
      if (word.undefined.test(lane)) header.undefined.set(lane);
      if (word.implementation_dependent.test(lane)) header.implementation_dependent.set(lane);
    });
    subgroup.truth(record->result) = result;
    subgroup.header(record->result) = header;
    broken.report(subgroup, *record);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::require_subgroup_scope(lowering, instruction, Grammar::execution);
    const internal::BallotList value =
        internal::add_ballot_operand(lowering, instruction.id(Grammar::value));
    const Id index = instruction.id(Grammar::index);
    const Slot index_slot = lowering.slot(index);
    const Handler handler =
        internal::for_storage(UnsignedInt{}, lowering.type_of(index).scalar, false,
                              []<class T>() -> Handler { return &execute<sizeof(T)>; });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    internal::emit_placed(
        lowering, handler, lowering.define(instruction).slots[0],
        {{internal::place<Grammar>(Grammar::value), value.words[0]}, {index_place, index_slot}},
        value.list, value.words);
  }
};

// --- numbers computed from each invocation's own Value ---
// "The bits in Value required to represent all bits of the scope restricted tangle" are those of
// all ids below the subgroup size. The 32-bit words are processed one after the other:
//   std::uint32_t considered(unsigned lane, unsigned first)
//     the bits that count for a lane, in the word that starts with the id `first`
//   unsigned fold(unsigned result, unsigned first, std::uint32_t bits)
//     adds another word of considered bits to the result, which starts with Self::initial
//   bool is_decided(const LaneMask& set, const LaneMask& indeterminate)
//     whether the considered bits that are set decide the result, although some bits are indeterminate

constexpr unsigned bit_count(std::uint32_t bits) {  // in a form that vectorizes
  bits -= (bits >> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333);
  return (((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101) >> 24;
}

// The lowest `count` bits of a word.
constexpr std::uint32_t low_bits(unsigned count) {
  return count >= 32 ? 0xFFFFFFFF : (std::uint32_t{1} << count) - 1;
}

// For each word and lane, the bits of the ids below the lane, or up to it.
struct ScanMasks {
  std::uint32_t below[4][128], up_to[4][128];
};
constexpr ScanMasks scan_masks = [] {
  ScanMasks masks{};
  for (unsigned word = 0; word < 4; ++word) {
    for (unsigned lane = 32 * word; lane < 128; ++lane) {
      masks.below[word][lane] = low_bits(lane - 32 * word);
      masks.up_to[word][lane] = low_bits(lane + 1 - 32 * word);
    }
  }
  return masks;
}();

// The record's list: the planes of Value.
template <class Self>
struct FoldOfBallot {
  template <class T>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      const BallotOperand value{subgroup, subgroup.data + record.extra};
      alignas(32) std::uint32_t results[128];
      PlaneHeader header;
      for_each_chunk(
          subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
            for (unsigned i = 0; i < decltype(count)::value; ++i) results[lane + i] = Self::initial;
          });
      for (unsigned first = 0; first < subgroup.size; first += 32) {
        const Slot word = value.slots[first / 32];
        const PlaneHeader& word_header = subgroup.header(word);
        const LaneMask lanes = LaneMask::first(128) & ~LaneMask::first(Self::first_lane(first));
        header.undefined |= word_header.undefined & lanes;
        header.implementation_dependent |= word_header.implementation_dependent & lanes;
        fold_word(subgroup, subgroup.values<std::uint32_t>(word), first, results);
      }
      T* out = subgroup.values<T>(record.result);
      for_each_chunk(
          subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
            SPIRV_ORACLE_LANE_LOOP
            for (unsigned i = 0; i < decltype(count)::value; ++i) {
              out[lane + i] = static_cast<T>(results[lane + i]);
            }
          });
      if (is_indeterminate(header)) [[unlikely]]
        header = without_decided_lanes(subgroup, record, header);
      subgroup.header(record.result) = header;
      if constexpr (requires { Self::clauses; }) {
        const LaneMask none = equal_lanes(results, subgroup.padded_lanes, Self::initial) &
                              subgroup.active & ~header.undefined;
        if (none.any()) [[unlikely]]
          report_none(subgroup, record, none);
      }
    }

    // The lanes of the header whose result depends on an indeterminate bit.
    [[gnu::cold, gnu::noinline]] static PlaneHeader without_decided_lanes(const Subgroup& subgroup,
                                                                          const Record& record,
                                                                          PlaneHeader header) {
      const BallotOperand value{subgroup, subgroup.data + record.extra};
      LaneMask decided;
      (indeterminate_lanes(header) & subgroup.active).for_each([&](unsigned lane) {
        LaneMask considered;
        for (unsigned first = 0; first < subgroup.size; first += 32) {
          const std::uint32_t word =
              Self::considered(lane, first) & low_bits(subgroup.size - first);
          considered.words[first / 64] |= std::uint64_t{word} << first % 64;
        }
        const LaneMask indeterminate = value.indeterminate_bits(lane) & considered;
        if (indeterminate.none() ||
            Self::is_decided(value[lane] & considered & ~indeterminate, indeterminate))
          decided.set(lane);
      });
      return {header.undefined & ~decided, header.implementation_dependent & ~decided};
    }

    [[gnu::always_inline]] static inline void fold_word(const Subgroup& subgroup,
                                                        const std::uint32_t* words, unsigned first,
                                                        std::uint32_t* results) {
      const std::uint32_t in_subgroup = low_bits(subgroup.size - first);
      for_each_chunk(
          subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
            SPIRV_ORACLE_LANE_LOOP
            for (unsigned i = 0; i < decltype(count)::value; ++i) {
              const std::uint32_t considered = Self::considered(lane + i, first) & in_subgroup;
              results[lane + i] =
                  Self::fold(results[lane + i], first, words[lane + i] & considered);
            }
          });
    }

    [[gnu::cold, gnu::noinline]] static void report_none(Subgroup& subgroup, const Record& record,
                                                         const LaneMask& lanes) {
      BrokenClauses broken;
      if constexpr (requires { Self::no_bit; }) {
        lanes.for_each([&](unsigned lane) { broken.add(Self::no_bit, lane); });
      }
      broken.report(subgroup, record);
    }
  };

  static void lower_on(Lowering& lowering, const Instruction& instruction, unsigned value_index) {
    const internal::BallotList value =
        internal::add_ballot_operand(lowering, instruction.id(value_index));
    const Handler handler =
        internal::for_storage(UnsignedInt{}, lowering.type(instruction.type).scalar, false,
                              []<class T>() -> Handler { return Multiversion<Kernel<T>>::pick(); });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const unsigned first_operand = Lowering::first_operand(instruction);
    internal::emit_placed(lowering, handler, lowering.define(instruction).slots[0],
                          {{value_index - first_operand, value.words[0]}}, value.list, value.words);
  }
};

struct OpGroupNonUniformBallotBitCount : OfOwnBallot {
  using Grammar = grammar::OpGroupNonUniformBallotBitCount;

  struct Count {
    static constexpr unsigned initial = 0;
    [[gnu::always_inline]] static unsigned fold(unsigned count, unsigned, std::uint32_t bits) {
      return count + bit_count(bits);
    }
    static bool is_decided(const LaneMask&, const LaneMask&) { return false; }
  };
  struct Reduce : Count {
    // The first lane that the word affects.
    static constexpr unsigned first_lane(unsigned) { return 0; }
    [[gnu::always_inline]] static std::uint32_t considered(unsigned, unsigned) {
      return 0xFFFFFFFF;
    }
  };
  struct InclusiveScan : Count {
    static constexpr unsigned first_lane(unsigned first) { return first; }
    [[gnu::always_inline]] static std::uint32_t considered(unsigned lane, unsigned first) {
      return scan_masks.up_to[first / 32][lane];
    }
  };
  struct ExclusiveScan : Count {
    static constexpr unsigned first_lane(unsigned first) { return first + 1; }
    [[gnu::always_inline]] static std::uint32_t considered(unsigned lane, unsigned first) {
      return scan_masks.below[first / 32][lane];
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::require_subgroup_scope(lowering, instruction, Grammar::execution);
    switch (static_cast<spv::GroupOperation>(instruction.literal(Grammar::operation))) {
      case spv::GroupOperation::Reduce:
        return FoldOfBallot<Reduce>::lower_on(lowering, instruction, Grammar::value);
      case spv::GroupOperation::InclusiveScan:
        return FoldOfBallot<InclusiveScan>::lower_on(lowering, instruction, Grammar::value);
      case spv::GroupOperation::ExclusiveScan:
        return FoldOfBallot<ExclusiveScan>::lower_on(lowering, instruction, Grammar::value);
      default:
        lowering.fail_unsupported("the group operation " +
                                  std::to_string(instruction.literal(Grammar::operation)));
    }
  }
};

// The id of a bit. All bits of the subgroup count.
template <class G>
struct FindBit : OfOwnBallot {
  using Grammar = G;
  static constexpr unsigned initial = 0xFFFFFFFF;

  static constexpr unsigned first_lane(unsigned) { return 0; }
  [[gnu::always_inline]] static std::uint32_t considered(unsigned, unsigned) { return 0xFFFFFFFF; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::require_subgroup_scope(lowering, instruction, Grammar::execution);
    FoldOfBallot<Self>::lower_on(lowering, instruction, Grammar::value);
  }
};

struct OpGroupNonUniformBallotFindLSB : FindBit<grammar::OpGroupNonUniformBallotFindLSB> {
  static constexpr Clause no_bit{"OpGroupNonUniformBallotFindLSB.no-bit", "no-bit-set",
                                 Effect::undefined_result,
                                 "none of the bits of Value that the instruction considers is 1"};
  static constexpr auto clauses = clause_list(no_bit);

  [[gnu::always_inline]] static unsigned fold(unsigned found, unsigned first, std::uint32_t bits) {
    const unsigned zeros_below = bit_count(~bits & (bits - 1));
    return found != initial || bits == 0 ? found : first + zeros_below;
  }
  static bool is_decided(const LaneMask& set, const LaneMask& indeterminate) {
    return set.any() && set.lowest() < indeterminate.lowest();
  }
};

struct OpGroupNonUniformBallotFindMSB : FindBit<grammar::OpGroupNonUniformBallotFindMSB> {
  static constexpr Clause no_bit{"OpGroupNonUniformBallotFindMSB.no-bit", "no-bit-set",
                                 Effect::undefined_result,
                                 "none of the bits of Value that the instruction considers is 1"};
  static constexpr auto clauses = clause_list(no_bit);

  [[gnu::always_inline]] static unsigned fold(unsigned found, unsigned first, std::uint32_t bits) {
    std::uint32_t up_to_highest = bits;
    for (unsigned distance = 1; distance < 32; distance *= 2)
      up_to_highest |= up_to_highest >> distance;
    return bits == 0 ? found : first + bit_count(up_to_highest) - 1;
  }
  static bool is_decided(const LaneMask& set, const LaneMask& indeterminate) {
    return set.any() && set.highest() > indeterminate.highest();
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_ballot_instructions() {
  return InstructionList<OpGroupNonUniformBallot, OpGroupNonUniformInverseBallot,
                         OpGroupNonUniformBallotBitExtract, OpGroupNonUniformBallotBitCount,
                         OpGroupNonUniformBallotFindLSB,
                         OpGroupNonUniformBallotFindMSB>::definitions;
}

}  // namespace spirv_oracle
