// Shuffles: every invocation gets the value of another one.
#pragma once

#include <vector>

#include "interpreter/exec/rendezvous.h"
#include "interpreter/semantics/group_scope.h"
#include "interpreter/semantics/non_uniform_fixed_shuffle.h"
#include "interpreter/semantics/non_uniform_sources.h"

namespace spirv_oracle {
namespace internal {

// The invocations of a workgroup that execute one dynamic instance, by local invocation index.
class WorkgroupTangle {
 public:
  explicit WorkgroupTangle(std::span<Subgroup* const> arrived)
      : arrivals_(by_invocation(arrived)) {}

  const std::vector<Arrival>& arrivals() const { return arrivals_; }
  const Arrival* find(std::uint64_t invocation) const {
    const auto found = std::ranges::lower_bound(arrivals_, invocation, {}, &Arrival::invocation);
    return found != arrivals_.end() && found->invocation == invocation ? &*found : nullptr;
  }
  bool contains(std::uint64_t invocation) const { return find(invocation) != nullptr; }

 private:
  std::vector<Arrival> arrivals_;
};

// Gives one invocation the value of another one, with its definedness.
template <class T>
void move_value(const Op& op, Slot value, const Arrival& reader, const Arrival& source) {
  const PlaneHeader& moved = source.subgroup->header(value);
  PlaneHeader& header = reader.subgroup->header(op.result);
  if (moved.undefined.test(source.lane)) header.undefined.set(reader.lane);
  if (moved.implementation_dependent.test(source.lane)) {
    header.implementation_dependent.set(reader.lane);
  }
  if constexpr (std::is_same_v<T, bool>) {
    set_result<bool>(*reader.subgroup, op, reader.lane,
                     source.subgroup->truth(value).test(source.lane));
  } else {
    reader.subgroup->values<T>(op.result)[reader.lane] =
        source.subgroup->values<T>(value)[source.lane];
  }
}

}  // namespace internal

// Every invocation names its own source, by the operand behind the value:
//   Checked<unsigned> source(const AnyTangle&, unsigned lane, unsigned operand)
// The same in a full tangle of 32 lanes, where a lane has no source if that has the bit of 32, and else is less:
//   unsigned source_of_32(unsigned lane, unsigned operand)
// and what those lanes break, if that is not the first of the clauses; null if it may not be the same for all:
//   const Clause* broken_of_32(const std::uint32_t* operands)
// It may have a quick way for a full tangle all of whose lanes have the same operand:
//   Slide slide(unsigned size, unsigned operand)
// An undefined operand makes the result undefined. `Value` is the operand that is shuffled.
template <class G, unsigned Value = G::value>
struct Shuffle {
  using Grammar = G;
  static constexpr unsigned value_place = internal::place<G>(Value);
  static constexpr unsigned operand_place = value_place + 1;

  // `extra` is the width of the operand.
  template <class Self, class T>
  struct Kernels {
    template <class Gather>
    struct Kernel {
      [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
        const Slot operand = op.operand[operand_place];
        alignas(32) std::uint32_t narrowed[128];
        const std::uint32_t* operands = subgroup.values<std::uint32_t>(operand);
        if (op.extra != 4) [[unlikely]] {
          narrow_operands(unsigned_plane(subgroup, operand, op.extra), subgroup.padded_lanes,
                          narrowed);
          operands = narrowed;
        }
        if constexpr (requires { &Self::slide; }) {
          const Slot value = op.operand[value_place];
          if (is_full(subgroup) && !is_open(subgroup.header(value)) &&
              !is_open(subgroup.header(operand)) &&
              internal::same_in_all(operands, subgroup.padded_lanes) &&
              internal::slide<Gather, T>(subgroup, op, value,
                                         Self::slide(subgroup.size, operands[0]))) {
            return;
          }
        }
        internal::shuffle<Gather, T, Self::clauses>(
            subgroup, op, op.operand[value_place], subgroup.header(operand),
            [=](const auto& tangle, unsigned lane) __attribute__((always_inline)) {
              return Self::source(tangle, lane, operands[lane]);
            });
      }
    };
  };

  // The usual case: a full tangle of 32 lanes, and what is moved is plain. All others are for Kernels.
  template <class Self, class T>
  struct Kernels32 {
    template <class Gather>
    struct Kernel {
      [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
        const PlaneHeader& operand = located_header(subgroup, op.operand[operand_place]);
        const PlaneHeader& value = located_header(subgroup, op.operand[value_place]);
        const bool plain = op.extra == 4 && subgroup.active.words[0] == 0xFFFFFFFF &&
                           Gather::no_bits(&operand, &value) && subgroup.open_bits.empty();
        if (!plain) [[unlikely]]
          return general(subgroup, &op);
        const bool moved = move(subgroup, op, value, values_behind<std::uint32_t>(operand));
        return moved ? &op + 1 : general(subgroup, &op);
      }

      [[gnu::always_inline]] static inline bool move(Subgroup& subgroup, const Op& op,
                                                     const PlaneHeader& value,
                                                     const std::uint32_t* operands) {
        if constexpr (requires { &Self::slide; }) {
          if (operands[0] == operands[31] && Gather::all_same(operands))
            return internal::slide_32<Gather, T>(subgroup, op, value, Self::slide(32, operands[0]));
        }
        alignas(32) std::uint32_t from[32];
        alignas(32) std::uint32_t outside[32];
        SPIRV_ORACLE_LANE_LOOP
        for (unsigned lane = 0; lane < 32; ++lane) {
          const std::uint32_t source = Self::source_of_32(lane, operands[lane]);
          outside[lane] = 0u - (source >> 5 & 1u);
          from[lane] = source & ~outside[lane];
        }
        PlaneHeader& result = located_header(subgroup, op.result);
        internal::gather_plane<Gather, T>(result, value, from, 32);
        const LaneMask without{{Gather::flags_to_bits(outside), 0}};
        result = {without, {}};
        if (without.none()) return true;
        const Clause* const broken = broken_of_32(operands);
        return broken != nullptr && count_recent(subgroup, op, *broken, without);
      }

      [[gnu::always_inline]] static inline const Clause* broken_of_32(
          const std::uint32_t* operands) {
        if constexpr (requires { &Self::broken_of_32; }) {
          return Self::broken_of_32(operands);
        } else {
          return Self::clauses.front();
        }
      }

      [[gnu::noinline]] static const Op* general(Subgroup& subgroup, const Op* op) {
        return pick_gather<Kernels<Self, T>::template Kernel>()(subgroup, op);
      }
    };
  };

  // A number that does not fit into 32 bits is as far out of range as the largest one that does.
  [[gnu::noinline]] static void narrow_operands(const UnsignedPlane& operand, unsigned count,
                                                std::uint32_t* narrowed) {
    for (unsigned lane = 0; lane < count; ++lane) {
      narrowed[lane] =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(operand[lane], 0xFFFFFFFF));
    }
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::execution; }) {
      if (!internal::has_subgroup_scope(lowering, instruction, G::execution)) return;
    }
    const Id operand = instruction.id(Value + 1);
    const ScalarType operand_type = lowering.type_of(operand).scalar;
    const bool has_32_lanes = lowering.program().subgroup_size == 32;
    const Handler handler =
        for_width(lowering.type(instruction.type).scalar.bytes, [=]<class T>() -> Handler {
          return has_32_lanes ? pick_gather<Kernels32<Self, T>::template Kernel>()
                              : pick_gather<Kernels<Self, T>::template Kernel>();
        });
    if (operand_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    internal::ShuffleRecord record{handler, operand_type.bytes};
    if (const auto constant = internal::constant_operand(lowering, operand)) {
      const auto named = static_cast<unsigned>(std::min<std::uint64_t>(*constant, 0xFFFFFFFF));
      int slide = 0;
      if constexpr (requires { &Self::slide; })
        slide = Self::slide(lowering.program().subgroup_size, named).by;
      const auto source = [=](const FullTangle& tangle, unsigned lane) {
        return Self::source(tangle, lane, named);
      };
      record = internal::fixed_record<Self>(lowering, instruction, record.extra, source, slide);
    }
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size() && !lowering.failed(); ++i) {
      const Slot value = lowering.slot(instruction.id(Value), i);
      internal::emit_placed(lowering, record.handler, results[i],
                            {{value_place, value}, {operand_place, lowering.slot(operand)}},
                            record.extra);
    }
  }
};

// The whole tangle names the sources by one operand:
//   Checked<unsigned> source(const AnyTangle&, unsigned lane, std::uint64_t operand,
//                            unsigned constant)
// where `constant` is known at lowering; and the clauses `not_uniform` and `undefined_operand`. Where the
// operand must be the same only within blocks of so many lanes, it has
//   unsigned uniform_lanes
// It may
// have a quick way to do the same for a full tangle whose values are plain; false: not in this case
//   bool move_full<T>(Subgroup&, Slot result, Slot value, std::uint64_t operand, unsigned constant)
template <class G>
struct UniformShuffle {
  using Grammar = G;
  static constexpr unsigned value_place = internal::place<G>(G::value);
  static constexpr unsigned operand_place = value_place + 1;

  template <class Self, class T>
  struct Kernels {
    template <class Gather>
    struct Kernel {
      [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
        const Slot operand_slot = op.operand[operand_place];
        const internal::UniformOperand operand =
            internal::uniform_operand(subgroup, operand_slot, op.extra % width_unit);
        if (operand.uniformity != internal::Uniformity::uniform) [[unlikely]] {
          if constexpr (requires { Self::uniform_lanes; }) return shuffle_blocks(subgroup, op);
          return internal::break_for_tangle(subgroup, op,
                                            operand.uniformity == internal::Uniformity::different
                                                ? Self::not_uniform
                                                : Self::undefined_operand);
        }
        const PlaneHeader header{{}, subgroup.header(operand_slot).implementation_dependent};
        const std::uint64_t named = operand.value;
        const unsigned constant = op.extra / width_unit;
        if constexpr (requires { &Self::template move_full<T>; }) {
          const Slot value = op.operand[value_place];
          const bool plain = (header.implementation_dependent & subgroup.active).none() &&
                             is_full(subgroup) && is_plain(subgroup, value);
          if (plain && Self::template move_full<T>(subgroup, op.result, value, named, constant)) {
            subgroup.header(op.result) = {};
            return;
          }
        }
        internal::shuffle<Gather, T, Self::clauses>(
            subgroup, op, op.operand[value_place],
            header, [=](const auto& tangle, unsigned lane) __attribute__((always_inline)) {
              return Self::source(tangle, lane, named, constant);
            });
      }

      // Where blocks of lanes name different sources, or some do not name any.
      [[gnu::cold, gnu::noinline]] static void shuffle_blocks(Subgroup& subgroup, const Op& op) {
        if constexpr (requires { Self::uniform_lanes; }) {
          const Slot slot = op.operand[operand_place];
          const PlaneHeader& operand = subgroup.header(slot);
          const UnsignedPlane named = unsigned_plane(subgroup, slot, op.extra % width_unit);
          subgroup.header(op.result) = {{}, operand.implementation_dependent};
          BrokenClauses broken;
          for (unsigned first = 0; first < subgroup.size; first += Self::uniform_lanes) {
            const LaneMask block = subgroup.active & ~LaneMask::first(first) &
                                   LaneMask::first(first + Self::uniform_lanes);
            bool uniform = true;
            block.for_each([&](unsigned lane) { uniform &= named[lane] == named[block.lowest()]; });
            const bool undefined = (operand.undefined & block).any();
            if (undefined || !uniform) {
              broken.add(undefined ? Self::undefined_operand : Self::not_uniform, block);
              continue;
            }
            block.for_each([&](unsigned lane) {
              const Checked<unsigned> source =
                  Self::source(tangle_of(subgroup), lane, named[lane], op.extra / width_unit);
              if (source.broken != nullptr) return broken.add(*source.broken, lane);
              internal::move_value<T>(op, op.operand[value_place], {0, &subgroup, lane},
                                      {0, &subgroup, source.value});
            });
          }
          broken.report(subgroup, op);
        }
      }
    };
  };

  // `extra` is the constant and the width of the operand.
  static constexpr std::uint32_t width_unit = 16;

  // The operand of all who arrived, where it is the same.
  static internal::Uniformity read_operand(std::span<Subgroup* const> arrived, const Op& op,
                                           std::uint64_t& value) {
    auto uniformity = internal::Uniformity::uniform;
    for (const Subgroup* subgroup : arrived) {
      const internal::UniformOperand operand =
          internal::uniform_operand(*subgroup, op.operand[operand_place], op.extra % width_unit);
      if (operand.uniformity == internal::Uniformity::undefined) return operand.uniformity;
      if (subgroup == arrived.front()) value = operand.value;
      if (operand.uniformity != internal::Uniformity::uniform || operand.value != value) {
        uniformity = internal::Uniformity::different;
      }
    }
    return uniformity;
  }

  // At Workgroup scope, where the ids are local invocation indices.
  template <class Self, class T>
  static void combine_workgroup(std::span<Subgroup* const> arrived, const Op& op) {
    std::uint64_t named = 0;
    const internal::Uniformity uniformity = read_operand(arrived, op, named);
    if (uniformity != internal::Uniformity::uniform) {
      const Clause& clause = uniformity == internal::Uniformity::different
                                 ? Self::not_uniform
                                 : Self::undefined_operand;
      for (Subgroup* subgroup : arrived) internal::break_for_tangle(*subgroup, op, clause);
      return;
    }
    const internal::WorkgroupTangle tangle(arrived);
    std::vector<BrokenClauses> broken(arrived.size());
    for (std::size_t i = 0; i < arrived.size(); ++i) {
      arrived[i]->header(op.result) = {
          {}, arrived[i]->header(op.operand[operand_place]).implementation_dependent};
    }
    for (const Arrival& reader : tangle.arrivals()) {
      const Checked<unsigned> source =
          Self::source(tangle, reader.invocation, named, op.extra / width_unit);
      if (source.broken != nullptr) {
        const auto subgroup = std::ranges::find(arrived, reader.subgroup);
        broken[static_cast<std::size_t>(subgroup - arrived.begin())].add(*source.broken,
                                                                         reader.lane);
      } else {
        internal::move_value<T>(op, op.operand[value_place], reader, *tangle.find(source.value));
      }
    }
    for (std::size_t i = 0; i < arrived.size(); ++i) broken[i].report(*arrived[i], op);
  }

  template <class Self>
  static GroupCode code_for(ScalarType type) {
    GroupCode code;
    for_width(type.bytes, [&]<class T>() -> Handler {
      code = {pick_gather<Kernels<Self, T>::template Kernel>(), &combine_workgroup<Self, T>};
      return code.tangle;
    });
    return code;
  }

  template <class Self>
  static void lower_with(Lowering& lowering, const Instruction& instruction, Id operand,
                         unsigned constant) {
    const GroupCode code = code_for<Self>(lowering.type(instruction.type).scalar);
    const ScalarType operand_type = lowering.type_of(operand).scalar;
    if (operand_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    const bool is_constant =
        operand_type.bytes == 4 && internal::constant_operand(lowering, operand).has_value();
    const std::uint32_t width = is_constant ? 0 : operand_type.bytes;
    const std::vector<Slot> results = lowering.define(instruction).slots;
    internal::ShuffleRecord record{
        internal::emit_scope(lowering, instruction, G::execution, {}, code, results.size()),
        constant * width_unit + width};
    if (is_constant && record.handler == code.tangle && lowering.program().subgroup_size == 32) {
      const std::uint64_t named = *internal::constant_operand(lowering, operand);
      record = internal::fixed_record<Self>(lowering, instruction, record.extra,
                                            [=](const FullTangle& tangle, unsigned lane) {
                                              return Self::source(tangle, lane, named, constant);
                                            });
    }
    for (std::size_t i = 0; i < results.size() && !lowering.failed(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i);
      internal::emit_placed(lowering, record.handler, results[i],
                            {{value_place, value}, {operand_place, lowering.slot(operand)}},
                            record.extra);
    }
  }
};

}  // namespace spirv_oracle
