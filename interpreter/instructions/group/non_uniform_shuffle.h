// Shuffles: every invocation gets the value of another one.
#pragma once

#include <vector>

#include "interpreter/exec/state/multiversion.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/instructions/group/combination/group_lane_loops.h"
#include "interpreter/instructions/group/group_scope.h"
#include "interpreter/instructions/group/non_uniform_sources.h"

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

// Copies the value of another invocation, with its definedness.
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

// `extra` of a shuffle's record: the bytes of its operand, those of the values that it moves (0: Booleans), and a
// constant.
struct ShuffleExtra {
  unsigned operand_bytes = 0;
  unsigned value_bytes = 0;
  unsigned constant = 0;
};
constexpr std::uint32_t pack(ShuffleExtra extra) {
  return extra.operand_bytes | extra.value_bytes << 4 | extra.constant << 8;
}
[[gnu::always_inline]] inline ShuffleExtra shuffle_extra(const Op& op) {
  return {op.extra & 15, op.extra >> 4 & 15, op.extra >> 8};
}

// Continues with another kernel out of line, so that a handler for the usual case stays short.
template <class Kernel>
[[gnu::noinline]] const Op* continue_with(Subgroup& subgroup, const Op* op) {
  static const Handler handler = Multiversion<Kernel>::pick();
  return handler(subgroup, op);
}

}  // namespace internal

// Every invocation names its own source, by the operand after the value:
//   Checked<unsigned> source(const AnyTangle&, unsigned lane, unsigned operand)
// It may have a quick way for a full tangle all of whose lanes have the same operand:
//   Slide slide(unsigned size, unsigned operand)
//   bool exchanges: the source is the lane, xor'ed with the operand
// An undefined operand makes the result undefined. `Value` is the operand that is shuffled.
template <class G, unsigned Value = G::value>
struct Shuffle {
  using Grammar = G;
  static constexpr unsigned value_place = internal::place<G>(Value);
  static constexpr unsigned operand_place = value_place + 1;

  template <class Self>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
      const Slot operand = op.operand[operand_place];
      const internal::ShuffleExtra extra = internal::shuffle_extra(op);
      alignas(32) std::uint32_t narrowed[128];
      const std::uint32_t* operands = subgroup.values<std::uint32_t>(operand);
      if (extra.operand_bytes != 4) [[unlikely]] {
        narrow_operands(unsigned_plane(subgroup, operand, extra.operand_bytes),
                        subgroup.padded_lanes, narrowed);
        operands = narrowed;
      }
      internal::shuffle<Self::clauses>(
          subgroup, op, op.operand[value_place], extra.value_bytes, subgroup.header(operand),
          [=](const auto& tangle, unsigned lane) __attribute__((always_inline)) {
            return Self::source(tangle, lane, operands[lane]);
          });
    }
  };

  // The usual case: 32-bit operands, and plain values in a full tangle.
  template <class Self, class T>
  struct PlainKernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      const Slot value = op.operand[value_place], operand = op.operand[operand_place];
      if (internal::shuffle_extra(op).operand_bytes == 4 &&
          internal::moves_plain_values(subgroup, value, operand)) {
        const std::uint32_t* const operands = subgroup.values<std::uint32_t>(operand);
        if constexpr (requires { &Self::slide; }) {
          if (internal::same_in_all(operands, subgroup.padded_lanes) &&
              internal::slide<T>(subgroup, op, value, Self::slide(subgroup.size, operands[0]))) {
            return &op + 1;
          }
        }
        if constexpr (requires { Self::exchanges; } && !std::is_same_v<T, bool>) {
          if (internal::same_in_all(operands, subgroup.padded_lanes) &&
              operands[0] < subgroup.size) {
            exchange_lanes(subgroup.values<T>(value), subgroup.values<T>(op.result),
                           subgroup.padded_lanes, operands[0]);
            subgroup.header(op.result) = {};
            return &op + 1;
          }
        }
        const auto source = [=](const auto& tangle, std::size_t lane)
            __attribute__((always_inline)) {
          return Self::source(tangle, static_cast<unsigned>(lane), operands[lane]);
        };
        if (internal::shuffle_plain_values<T>(subgroup, op, value, source)) return &op + 1;
      }
      return internal::continue_with<Kernel<Self>>(subgroup, &op);
    }
  };

  // Numbers that do not fit into 32 bits become the largest one, which is out of range as well.
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
      internal::require_subgroup_scope(lowering, instruction, G::execution);
    }
    const Id operand = instruction.id(Value + 1);
    const ScalarType operand_type = lowering.type_of(operand).scalar;
    const unsigned value_bytes = lowering.type(instruction.type).scalar.bytes;
    const Handler handler = for_width(value_bytes, []<class T>() -> Handler {
      return Multiversion<PlainKernel<Self, T>>::pick();
    });
    if (operand_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot value = lowering.slot(instruction.id(Value), i);
      internal::emit_placed(lowering, handler, results[i],
                            {{value_place, value}, {operand_place, lowering.slot(operand)}},
                            internal::pack({operand_type.bytes, value_bytes}));
    }
  }
};

// The whole tangle names the sources by one operand:
//   Checked<unsigned> source(const AnyTangle&, unsigned lane, std::uint64_t operand,
//                            unsigned constant)
// where `constant` is known at lowering; and the clauses `not_uniform` and `undefined_operand`. Where the
// operand must be the same only within blocks of lanes, it has their size:
//   unsigned uniform_lanes
// Where the lanes rotate by the operand within blocks of `constant` lanes:
//   bool rotates
template <class G>
struct UniformShuffle {
  using Grammar = G;
  static constexpr unsigned value_place = internal::place<G>(G::value);
  static constexpr unsigned operand_place = value_place + 1;

  template <class Self>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
      const Slot operand_slot = op.operand[operand_place];
      const internal::ShuffleExtra extra = internal::shuffle_extra(op);
      const internal::UniformOperand operand =
          internal::uniform_operand(subgroup, operand_slot, extra.operand_bytes);
      if (operand.uniformity != internal::Uniformity::uniform) [[unlikely]] {
        if constexpr (requires { Self::uniform_lanes; }) return shuffle_blocks(subgroup, op);
        return internal::break_for_tangle(subgroup, op,
                                          operand.uniformity == internal::Uniformity::different
                                              ? Self::not_uniform
                                              : Self::undefined_operand);
      }
      const PlaneHeader header{{}, subgroup.header(operand_slot).implementation_dependent};
      const std::uint64_t named = operand.value;
      const unsigned constant = extra.constant;
      internal::shuffle<Self::clauses>(
          subgroup, op, op.operand[value_place], extra.value_bytes,
          header, [=](const auto& tangle, unsigned lane) __attribute__((always_inline)) {
            return Self::source(tangle, lane, named, constant);
          });
    }

    // For blocks of lanes that name different sources, or no source.
    [[gnu::cold, gnu::noinline]] static void shuffle_blocks(Subgroup& subgroup, const Op& op) {
      if constexpr (requires { Self::uniform_lanes; }) {
        const Slot slot = op.operand[operand_place];
        const PlaneHeader& operand = subgroup.header(slot);
        const internal::ShuffleExtra extra = internal::shuffle_extra(op);
        const UnsignedPlane named = unsigned_plane(subgroup, slot, extra.operand_bytes);
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
                Self::source(tangle_of(subgroup), lane, named[lane], extra.constant);
            if (source.broken != nullptr) return broken.add(*source.broken, lane);
            for_width(extra.value_bytes, [&]<class T>() {
              internal::move_value<T>(op, op.operand[value_place], {0, &subgroup, lane},
                                      {0, &subgroup, source.value});
            });
          });
        }
        broken.report(subgroup, op);
      }
    }
  };

  // The usual case: plain values in a full tangle.
  template <class Self, class T>
  struct PlainKernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      const Slot value = op.operand[value_place], operand_slot = op.operand[operand_place];
      if (internal::moves_plain_values(subgroup, value, operand_slot)) {
        const internal::ShuffleExtra extra = internal::shuffle_extra(op);
        const internal::UniformOperand operand =
            internal::uniform_operand(subgroup, operand_slot, extra.operand_bytes);
        const unsigned constant = extra.constant;
        if (operand.uniformity != internal::Uniformity::uniform) [[unlikely]] {
          return internal::continue_with<Kernel<Self>>(subgroup, &op);
        } else if constexpr (requires { Self::rotates; } && !std::is_same_v<T, bool>) {
          const unsigned by = static_cast<unsigned>(operand.value) & (constant - 1);
          internal::rotate_plain_values<T>(subgroup, op, value, by, constant);
          return &op + 1;
        } else {
          const auto source = [ named = operand.value, constant ](
              const auto& tangle, std::size_t lane) __attribute__((always_inline)) {
            return Self::source(tangle, static_cast<unsigned>(lane), named, constant);
          };
          if (internal::shuffle_plain_values<T>(subgroup, op, value, source)) return &op + 1;
        }
      }
      return internal::continue_with<Kernel<Self>>(subgroup, &op);
    }
  };

  // The operand of all participants, if it is the same.
  static internal::Uniformity read_operand(std::span<Subgroup* const> arrived, const Op& op,
                                           std::uint64_t& value) {
    auto uniformity = internal::Uniformity::uniform;
    for (const Subgroup* subgroup : arrived) {
      const internal::UniformOperand operand = internal::uniform_operand(
          *subgroup, op.operand[operand_place], internal::shuffle_extra(op).operand_bytes);
      if (operand.uniformity == internal::Uniformity::undefined) return operand.uniformity;
      if (subgroup == arrived.front()) value = operand.value;
      if (operand.uniformity != internal::Uniformity::uniform || operand.value != value) {
        uniformity = internal::Uniformity::different;
      }
    }
    return uniformity;
  }

  // For Workgroup scope, where ids are local invocation indices.
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
          Self::source(tangle, reader.invocation, named, internal::shuffle_extra(op).constant);
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
      code = {Multiversion<PlainKernel<Self, T>>::pick(), &combine_workgroup<Self, T>};
      return code.tangle;
    });
    return code;
  }

  template <class Self>
  static void lower_with(Lowering& lowering, const Instruction& instruction, Id operand,
                         unsigned constant) {
    const ScalarType value_type = lowering.type(instruction.type).scalar;
    const GroupCode code = code_for<Self>(value_type);
    const ScalarType operand_type = lowering.type_of(operand).scalar;
    if (operand_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    const bool is_constant =
        operand_type.bytes == 4 && internal::constant_operand(lowering, operand).has_value();
    const std::uint32_t width = is_constant ? 0 : operand_type.bytes;
    const std::vector<Slot> results = lowering.define(instruction).slots;
    const Handler handler =
        internal::emit_scope(lowering, instruction, G::execution, {}, code, results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i);
      internal::emit_placed(lowering, handler, results[i],
                            {{value_place, value}, {operand_place, lowering.slot(operand)}},
                            internal::pack({width, value_type.bytes, constant}));
    }
  }
};

}  // namespace spirv_oracle
