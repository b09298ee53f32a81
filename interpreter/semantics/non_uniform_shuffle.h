// Shuffles: every invocation gets the value of another one.
#pragma once

#include <vector>

#include "interpreter/semantics/non_uniform.h"

namespace spirv_oracle {
namespace internal {

// The value of the lane source(lane) for each lane of the tangle, with its definedness. A lane whose
// `operand` is undefined has no source. `Source`: Checked<unsigned>(unsigned lane).
template <class T, class Source>
void shuffle_tangle(Subgroup& subgroup, const Op& op, Slot value, const PlaneHeader& operand,
                    Source source) {
  const PlaneHeader value_header = subgroup.header(value);
  PlaneHeader header = operand;
  BrokenClauses broken;
  LaneMask truth;
  subgroup.active.for_each([&](unsigned lane) {
    if (operand.undefined.test(lane)) return;
    const Checked<unsigned> from = source(lane);
    if (from.broken != nullptr) return broken.add(*from.broken, lane);
    if constexpr (std::is_same_v<T, bool>) {
      if (subgroup.truth(value).test(from.value)) truth.set(lane);
    } else {
      subgroup.values<T>(op.result)[lane] = subgroup.values<T>(value)[from.value];
    }
    if (value_header.undefined.test(from.value)) header.undefined.set(lane);
    if (value_header.implementation_dependent.test(from.value)) {
      header.implementation_dependent.set(lane);
    }
  });
  if constexpr (std::is_same_v<T, bool>) subgroup.truth(op.result) = truth;
  subgroup.header(op.result) = header;
  broken.report(subgroup, op);
}

// The same for a full tangle of plain values; false, and nothing done, if a lane has no source.
template <class T, class Source>
[[gnu::always_inline]] inline bool shuffle_full(Subgroup& subgroup, Slot result, Slot value,
                                              Source source) {
  constexpr std::uint32_t nowhere = 0xFFFFFFFF;
  alignas(32) std::uint32_t from[128];
  for_each_chunk(subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
    constexpr unsigned chunk = decltype(count)::value;
    SPIRV_ORACLE_LANE_LOOP
    for (unsigned i = 0; i < chunk; ++i) {
      const Checked<unsigned> checked = source(lane + i);
      from[lane + i] = checked.broken != nullptr ? nowhere : checked.value;
    }
  });
  std::uint32_t last = 0;
  for (unsigned lane = subgroup.size; lane < subgroup.padded_lanes; ++lane) from[lane] = 0;
  for_each_chunk(subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
    constexpr unsigned chunk = decltype(count)::value;
    std::uint32_t highest = 0;
    for (unsigned i = 0; i < chunk; ++i) highest = std::max(highest, from[lane + i]);
    last = std::max(last, highest);
  });
  if (last == nowhere) return false;
  if constexpr (std::is_same_v<T, bool>) {
    const LaneMask values = subgroup.truth(value);
    LaneMask truth;
    for (unsigned lane = 0; lane < subgroup.size; ++lane) {
      truth.words[lane / 64] |= std::uint64_t{values.test(from[lane])} << (lane % 64);
    }
    subgroup.truth(result) = truth;
  } else {
    const T* in = subgroup.values<T>(value);
    T* out = subgroup.values<T>(result);
    for_each_chunk(subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
      constexpr unsigned chunk = decltype(count)::value;
      for (unsigned i = 0; i < chunk; ++i) out[lane + i] = in[from[lane + i]];
    });
  }
  subgroup.header(result) = {};
  return true;
}

}  // namespace internal

// Every invocation names its own source:
//   Checked<unsigned> source(const Tangle&, unsigned lane, operand)
// The function is a template over the tangle and the unsigned type of the operand. A source is found
// if and only if it is in the tangle; an undefined operand makes the result undefined.
template <class G>
struct Shuffle {
  using Grammar = G;
  static constexpr unsigned value_place = internal::place<G>(G::value);
  static constexpr unsigned operand_place = value_place + 1;

  template <class Self, class T, class Operand>
  [[gnu::noinline]] static void general(Subgroup& subgroup, const Op& op) {
    const Tangle tangle = tangle_of(subgroup);
    const Operand* operands = subgroup.values<Operand>(op.operand[operand_place]);
    internal::shuffle_tangle<T>(
        subgroup, op, op.operand[value_place], subgroup.header(op.operand[operand_place]),
        [&](unsigned lane) { return Self::source(tangle, lane, operands[lane]); });
  }

  template <class Self, class T>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
      if (is_full(subgroup) && is_plain(subgroup, op.operand[value_place]) &&
          is_plain(subgroup, op.operand[operand_place])) {
        const FullTangle tangle{subgroup.size};
        const std::uint32_t* operands = subgroup.values<std::uint32_t>(op.operand[operand_place]);
        if (internal::shuffle_full<T>(subgroup, op.result, op.operand[value_place],
                                      [&](unsigned lane) __attribute__((always_inline)) {
              return Self::source(tangle, lane, operands[lane]);
            })) {
          return;
        }
      }
      general<Self, T, std::uint32_t>(subgroup, op);
    }
  };

  template <class Self, class T, class Operand>
  static const Op* execute(Subgroup& subgroup, const Op* op) {
    general<Self, T, Operand>(subgroup, *op);
    return op + 1;
  }

  template <class Self>
  static void lower_with(Lowering& lowering, const Instruction& instruction, Id operand) {
    const ScalarType operand_type = lowering.type_of(operand).scalar;
    const Handler handler = internal::for_width(
        lowering.type(instruction.type).scalar, [&]<class T>() -> Handler {
          return internal::for_storage(
              UnsignedInt{}, operand_type, false, []<class Operand>() -> Handler {
                if constexpr (sizeof(Operand) == 4) return Multiversion<Kernel<Self, T>>::pick();
                return &execute<Self, T, Operand>;
              });
        });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size() && !lowering.failed(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i);
      internal::emit_placed(lowering, handler, results[i],
                            {{value_place, value}, {operand_place, lowering.slot(operand)}});
    }
  }
};

// The whole tangle names the sources by one operand:
//   Checked<unsigned> source(const Tangle&, unsigned lane, std::uint64_t operand, std::uint32_t constant)
// where `constant` is known at lowering; and the clauses `not_uniform` and `undefined_operand`.
template <class G>
struct UniformShuffle {
  using Grammar = G;
  static constexpr unsigned value_place = internal::place<G>(G::value);
  static constexpr unsigned operand_place = value_place + 1;

  template <class Self, class T>
  [[gnu::noinline]] static void general(Subgroup& subgroup, const Op& op, std::uint64_t operand) {
    const Tangle tangle = tangle_of(subgroup);
    const LaneMask dependent = subgroup.header(op.operand[operand_place]).implementation_dependent;
    internal::shuffle_tangle<T>(
        subgroup, op, op.operand[value_place], {{}, dependent},
        [&](unsigned lane) { return Self::source(tangle, lane, operand, op.extra / width_unit); });
  }

  template <class Self, class T>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
      const internal::UniformOperand operand =
          internal::uniform_operand(subgroup, op.operand[operand_place], op.extra % width_unit);
      if (operand.uniformity != internal::Uniformity::uniform) [[unlikely]] {
        return internal::break_for_tangle(subgroup, op,
                                          operand.uniformity == internal::Uniformity::different
                                              ? Self::not_uniform
                                              : Self::undefined_operand);
      }
      if (is_full(subgroup) && is_plain(subgroup, op.operand[value_place]) &&
          is_plain(subgroup, op.operand[operand_place])) {
        const FullTangle tangle{subgroup.size};
        if (internal::shuffle_full<T>(subgroup, op.result, op.operand[value_place],
                                      [&](unsigned lane) __attribute__((always_inline)) {
              return Self::source(tangle, lane, operand.value, op.extra / width_unit);
            })) {
          return;
        }
      }
      general<Self, T>(subgroup, op, operand.value);
    }
  };

  // `extra` is the constant and the width of the operand.
  static constexpr std::uint32_t width_unit = 16;

  template <class Self>
  static void lower_with(Lowering& lowering, const Instruction& instruction, Id operand,
                         std::uint32_t constant) {
    const Handler handler = internal::for_width(
        lowering.type(instruction.type).scalar,
        []<class T>() -> Handler { return Multiversion<Kernel<Self, T>>::pick(); });
    const ScalarType operand_type = lowering.type_of(operand).scalar;
    if (operand_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size() && !lowering.failed(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i);
      internal::emit_placed(lowering, handler, results[i],
                            {{value_place, value}, {operand_place, lowering.slot(operand)}},
                            constant * width_unit + operand_type.bytes);
    }
  }
};

}  // namespace spirv_oracle
