// Non-Uniform Instructions: ballot

#include "interpreter/semantics/non_uniform_ballot.h"

namespace spirv_oracle {

internal::BallotList internal::add_ballot_operand(Lowering& lowering, Id ballot) {
  const std::vector<Slot> slots = lowering.value(ballot).slots;
  const Type& type = lowering.type_of(ballot);
  if (slots.size() != 4 || type.scalar.scalar_class != ScalarType::Class::integer ||
      type.scalar.bytes != 4) {
    lowering.fail_input("a ballot must be a vector of four 32-bit integers");
    return {};
  }
  return {slots[0], lowering.add_data(slots)};
}

std::vector<Slot> internal::define_ballot(Lowering& lowering, const Instruction& instruction) {
  const Type& type = lowering.type(instruction.type);
  if (type.component_count != 4 || type.scalar.scalar_class != ScalarType::Class::integer ||
      type.scalar.bytes != 4) {
    lowering.fail_input("a ballot must be a vector of four 32-bit integers");
    return {};
  }
  std::vector<Slot> words;
  std::vector<Slot> result;
  for (unsigned word = 0; word < 4; ++word) {
    if (word < ballot_words(lowering.dispatch().subgroup_size)) {
      result.push_back(words.emplace_back(lowering.new_plane(type.scalar)));
    } else {
      result.push_back(lowering.constant_plane(type.scalar, 0));
    }
  }
  lowering.bind(instruction.result, result);
  return words;
}

namespace {

struct OpGroupNonUniformBallot : BallotOfPredicate<grammar::OpGroupNonUniformBallot> {};

struct OpGroupNonUniformInverseBallot {
  using Grammar = grammar::OpGroupNonUniformInverseBallot;

  static constexpr Clause value_not_uniform{
      "OpGroupNonUniformInverseBallot.value-not-uniform", "non-uniform-operand",
      Effect::undefined_behavior,
      "Value is not the same for all invocations that execute the same dynamic instance"};
  static constexpr Clause value_undefined{
      "OpGroupNonUniformInverseBallot.value-undefined", "undefined-operand",
      Effect::undefined_behavior,
      "Value must be the same for all invocations that execute the same dynamic instance, but it is "
      "undefined"};
  static constexpr auto clauses = clause_list(value_not_uniform, value_undefined);

  // Whether the bit for the invocation `lane` is set.
  static bool bit(unsigned lane, const LaneMask& value) { return value.test(lane); }

  // The record's list: the planes of Value.
  static const Op* execute(Subgroup& subgroup, const Op* op) {
    const BallotOperand value{subgroup, subgroup.data + op->extra};
    if (const Clause* broken = check(subgroup, value)) {
      internal::break_for_tangle(subgroup, *op, *broken);
      return op + 1;
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
    subgroup.truth(op->result) = result;
    const PlaneHeader all = header_for_all(subgroup, value.header_of_words(4));
    subgroup.header(op->result) = {{}, all.implementation_dependent};
    return op + 1;
  }

  static const Clause* check(const Subgroup& subgroup, const BallotOperand& value) {
    const Clause* broken = nullptr;
    for (unsigned word = 0; word < 4; ++word) {
      switch (internal::uniform_operand(subgroup, value.slots[word], 4).uniformity) {
        case internal::Uniformity::uniform: break;
        case internal::Uniformity::different: broken = &value_not_uniform; break;
        case internal::Uniformity::undefined: return &value_undefined;
      }
    }
    return broken;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (!internal::has_subgroup_scope(lowering, instruction, Grammar::execution)) return;
    const internal::BallotList value =
        internal::add_ballot_operand(lowering, instruction.id(Grammar::value));
    internal::emit_placed(lowering, &execute, lowering.define(instruction).slots[0],
                          {{internal::place<Grammar>(Grammar::value), value.first_word}},
                          value.list);
  }
};

struct OpGroupNonUniformBallotBitExtract {
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
  static const Op* execute(Subgroup& subgroup, const Op* op) {
    const Tangle tangle = tangle_of(subgroup);
    const BallotOperand value{subgroup, subgroup.data + op->extra};
    const UnsignedPlane index = unsigned_plane(subgroup, op->operand[index_place], IndexBytes);
    LaneMask result;
    PlaneHeader header = subgroup.header(op->operand[index_place]);
    BrokenClauses broken;
    (tangle.lanes & ~header.undefined).for_each([&](unsigned lane) {
      const Checked<bool> checked = bit(tangle, value[lane], index[lane]);
      if (checked.broken != nullptr) return broken.add(*checked.broken, lane);
      if (checked.value) result.set(lane);
      const PlaneHeader& word = value.header(static_cast<unsigned>(index[lane] / 32));
      if (word.undefined.test(lane)) header.undefined.set(lane);
      if (word.implementation_dependent.test(lane)) header.implementation_dependent.set(lane);
    });
    subgroup.truth(op->result) = result;
    subgroup.header(op->result) = header;
    broken.report(subgroup, *op);
    return op + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (!internal::has_subgroup_scope(lowering, instruction, Grammar::execution)) return;
    const internal::BallotList value =
        internal::add_ballot_operand(lowering, instruction.id(Grammar::value));
    const Id index = instruction.id(Grammar::index);
    const Slot index_slot = lowering.slot(index);
    const Handler handler = internal::for_storage(
        UnsignedInt{}, lowering.type_of(index).scalar, false,
        []<class T>() -> Handler { return &execute<sizeof(T)>; });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    internal::emit_placed(lowering, handler, lowering.define(instruction).slots[0],
                          {{internal::place<Grammar>(Grammar::value), value.first_word},
                           {index_place, index_slot}},
                          value.list);
  }
};

// An unsigned number of any width, computed from the considered bits of each invocation's own Value:
//   LaneMask considered(unsigned size, unsigned lane)
//   Checked<unsigned> result(const LaneMask& considered_bits)
template <class Self, class T>
const Op* execute_on_ballot(Subgroup& subgroup, const Op* op) {
  const BallotOperand value{subgroup, subgroup.data + op->extra};
  T* out = subgroup.values<T>(op->result);
  PlaneHeader header;
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    const LaneMask considered = Self::considered(subgroup.size, lane);
    for (unsigned word = 0; word < ballot_words(subgroup.size); ++word) {
      if (ballot_word(considered, word) == 0) continue;
      if (value.header(word).undefined.test(lane)) header.undefined.set(lane);
      if (value.header(word).implementation_dependent.test(lane)) {
        header.implementation_dependent.set(lane);
      }
    }
    const Checked<unsigned> result = Self::result(value[lane] & considered);
    out[lane] = static_cast<T>(result.value);
    if (result.broken != nullptr && !header.undefined.test(lane)) broken.add(*result.broken, lane);
  });
  subgroup.header(op->result) = header;
  broken.report(subgroup, *op);
  return op + 1;
}

template <class Self>
void lower_on_ballot(Lowering& lowering, const Instruction& instruction, unsigned value_index) {
  const internal::BallotList value =
      internal::add_ballot_operand(lowering, instruction.id(value_index));
  const Handler handler =
      internal::for_storage(UnsignedInt{}, lowering.type(instruction.type).scalar, false,
                            []<class T>() -> Handler { return &execute_on_ballot<Self, T>; });
  if (handler == nullptr) return internal::fail_no_handler(lowering);
  const unsigned first_operand = Lowering::first_operand(instruction);
  internal::emit_placed(lowering, handler, lowering.define(instruction).slots[0],
                        {{value_index - first_operand, value.first_word}}, value.list);
}

// "The bits in Value required to represent all bits of the scope restricted tangle" are those of all
// ids below the subgroup size.
struct OpGroupNonUniformBallotBitCount {
  using Grammar = grammar::OpGroupNonUniformBallotBitCount;

  struct Reduce {
    static LaneMask considered(unsigned size, unsigned) { return LaneMask::first(size); }
    static Checked<unsigned> result(const LaneMask& bits) { return bits.count(); }
  };
  struct InclusiveScan : Reduce {
    static LaneMask considered(unsigned, unsigned lane) { return LaneMask::first(lane + 1); }
  };
  struct ExclusiveScan : Reduce {
    static LaneMask considered(unsigned, unsigned lane) { return LaneMask::first(lane); }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (!internal::has_subgroup_scope(lowering, instruction, Grammar::execution)) return;
    switch (static_cast<spv::GroupOperation>(instruction.literal(Grammar::operation))) {
      case spv::GroupOperation::Reduce:
        return lower_on_ballot<Reduce>(lowering, instruction, Grammar::value);
      case spv::GroupOperation::InclusiveScan:
        return lower_on_ballot<InclusiveScan>(lowering, instruction, Grammar::value);
      case spv::GroupOperation::ExclusiveScan:
        return lower_on_ballot<ExclusiveScan>(lowering, instruction, Grammar::value);
      default:
        lowering.fail_unsupported("this group operation is not defined for the instruction");
    }
  }
};

struct OpGroupNonUniformBallotFindLSB {
  using Grammar = grammar::OpGroupNonUniformBallotFindLSB;

  static constexpr Clause no_bit{"OpGroupNonUniformBallotFindLSB.no-bit", "no-bit-set",
                                 Effect::undefined_result,
                                 "none of the considered bits of Value is set to 1"};
  static constexpr auto clauses = clause_list(no_bit);

  static LaneMask considered(unsigned size, unsigned) { return LaneMask::first(size); }
  static Checked<unsigned> result(const LaneMask& bits) {
    if (bits.none()) return no_bit;
    return bits.lowest();
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (!internal::has_subgroup_scope(lowering, instruction, Grammar::execution)) return;
    lower_on_ballot<Self>(lowering, instruction, Grammar::value);
  }
};

struct OpGroupNonUniformBallotFindMSB {
  using Grammar = grammar::OpGroupNonUniformBallotFindMSB;

  static constexpr Clause no_bit{"OpGroupNonUniformBallotFindMSB.no-bit", "no-bit-set",
                                 Effect::undefined_result,
                                 "none of the considered bits of Value is set to 1"};
  static constexpr auto clauses = clause_list(no_bit);

  static LaneMask considered(unsigned size, unsigned) { return LaneMask::first(size); }
  static Checked<unsigned> result(const LaneMask& bits) {
    if (bits.none()) return no_bit;
    return bits.highest();
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (!internal::has_subgroup_scope(lowering, instruction, Grammar::execution)) return;
    lower_on_ballot<Self>(lowering, instruction, Grammar::value);
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
