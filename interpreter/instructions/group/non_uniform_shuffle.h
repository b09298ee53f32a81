// Shuffles: every invocation gets the value of another one.
#pragma once

#include <vector>

#include "interpreter/exec/state/multiversion.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/instructions/group/combination/group_combination.h"
#include "interpreter/instructions/group/non_uniform_sources.h"

namespace spirv_oracle {
namespace internal {

// Copies the value of another invocation, with its definedness.
template <class T>
void move_value(const Record& record, Slot value, const Arrival& reader, const Arrival& source) {
  const PlaneHeader& moved = source.subgroup->header(value);
  PlaneHeader& header = reader.subgroup->header(record.result);
  if (moved.undefined.test(source.lane)) header.undefined.set(reader.lane);
  if (moved.implementation_dependent.test(source.lane)) {
    header.implementation_dependent.set(reader.lane);
  }
  if constexpr (std::is_same_v<T, bool>) {
    set_result<bool>(*reader.subgroup, record, reader.lane,
                     source.subgroup->truth(value).test(source.lane));
  } else {
    reader.subgroup->values<T>(record.result)[reader.lane] =
        source.subgroup->values<T>(value)[source.lane];
  }
}

// `extra` of a shuffle's record: the bytes of its operand, those of the values that it moves (0: Booleans), and
// the size of a cluster.
struct ShuffleExtra {
  unsigned operand_bytes = 0;
  unsigned value_bytes = 0;
  unsigned cluster_size = 0;
};
constexpr std::uint32_t pack(ShuffleExtra extra) {
  return extra.operand_bytes | extra.value_bytes << 4 | extra.cluster_size << 8;
}
[[gnu::always_inline]] inline ShuffleExtra shuffle_extra(const Record& record) {
  return {record.extra & 15, record.extra >> 4 & 15, record.extra >> 8};
}

}  // namespace internal

// Which lane a lane reads, as the operand says. It may be outside the scope.
struct SelectsById {
  static constexpr unsigned selected(unsigned, unsigned id) { return id; }
};
struct SelectsByXor {
  static constexpr unsigned selected(unsigned lane, unsigned mask) { return lane ^ mask; }
};

// Every invocation names its own source, by the operand after the value:
//   unsigned selected(unsigned lane, unsigned operand), as above
//   Checked<unsigned> source(const AnyTangle&, unsigned lane, unsigned operand)
//   std::string_view function: its name in the source
// An undefined operand makes the result undefined. `Value` is the operand that is shuffled.
template <class G, unsigned Value = G::value>
struct Shuffle {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::moves_across_lanes;
  static constexpr unsigned value_place = internal::place<G>(Value);
  static constexpr unsigned operand_place = value_place + 1;

  template <class Self>
  static LaneSource read(const LaneReader& reader) {
    const auto lane = static_cast<unsigned>(reader.id);
    const unsigned operand = narrowed(reader.selector[0]);
    const FullTangle scope{static_cast<unsigned>(reader.size)};
    return {Value, Self::selected(lane, operand),
            Self::source(scope, lane, operand).broken == nullptr};
  }
  template <class Self>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::read,
            .value = Value,
            .selector = Value + 1,
            .name = Self::function,
            .source = &read<Self>};
  }

  template <class Self>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      const Slot operand = record.operand[operand_place];
      const internal::ShuffleExtra extra = internal::shuffle_extra(record);
      alignas(32) std::uint32_t narrow[128];
      const std::uint32_t* operands = subgroup.values<std::uint32_t>(operand);
      if (extra.operand_bytes != 4) [[unlikely]] {
        narrow_operands(unsigned_plane(subgroup, operand, extra.operand_bytes),
                        subgroup.padded_lanes, narrow);
        operands = narrow;
      }
      internal::shuffle(
          subgroup, record, record.operand[value_place], extra.value_bytes,
          subgroup.header(operand),
          [=](const auto& tangle, unsigned lane) __attribute__((always_inline)) {
            return Self::source(tangle, lane, operands[lane]);
          });
    }
  };

  // Numbers that do not fit into 32 bits become the largest one, which is out of range as well.
  static std::uint32_t narrowed(std::uint64_t operand) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(operand, 0xFFFFFFFF));
  }
  [[gnu::noinline]] static void narrow_operands(const UnsignedPlane& operands, unsigned count,
                                                std::uint32_t* out) {
    for (unsigned lane = 0; lane < count; ++lane) out[lane] = narrowed(operands[lane]);
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::execution; }) {
      internal::require_subgroup_scope(lowering, instruction, G::execution);
    }
    const Id operand = instruction.id(Value + 1);
    const ScalarType operand_type = lowering.type_of(operand).scalar;
    const unsigned value_bytes = lowering.type(instruction.type).scalar.bytes;
    if (operand_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    const Handler handler = Multiversion<Kernel<Self>>::pick();
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
//   unsigned selected(unsigned lane, std::uint64_t operand, unsigned cluster_size), which may be outside the scope
//   Checked<unsigned> source(const AnyTangle&, unsigned lane, std::uint64_t operand, unsigned cluster_size)
//   std::string_view function: its name in the source
// where `cluster_size` is known at lowering; and the clauses `not_uniform` and `undefined_operand`. Where the
// operand must be the same only within blocks of lanes, it has their size:
//   unsigned uniform_lanes
template <class G>
struct UniformShuffle {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::moves_across_lanes;
  static constexpr unsigned value_place = internal::place<G>(G::value);
  static constexpr unsigned operand_place = value_place + 1;
  static constexpr unsigned cluster_operand = []() -> unsigned {
    if constexpr (requires { G::cluster_size; }) return G::cluster_size;
    return 0u;
  }();

  template <class Self>
  static LaneSource read(const LaneReader& reader) {
    const auto lane = static_cast<unsigned>(reader.id);
    const std::uint64_t operand = reader.selector[0];
    const auto cluster_size = static_cast<unsigned>(reader.cluster_size);
    const FullTangle scope{static_cast<unsigned>(reader.size)};
    return {G::value, Self::selected(lane, operand, cluster_size),
            std::has_single_bit(cluster_size) &&
                Self::source(scope, lane, operand, cluster_size).broken == nullptr};
  }
  template <class Self>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::read,
            .value = G::value,
            .selector = G::value + 1,
            .cluster_size = cluster_operand,
            .name = Self::function,
            .source = &read<Self>};
  }

  template <class Self>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      const Slot operand_slot = record.operand[operand_place];
      const internal::ShuffleExtra extra = internal::shuffle_extra(record);
      const internal::UniformOperand operand =
          internal::uniform_operand(subgroup, operand_slot, extra.operand_bytes);
      if (operand.uniformity != internal::Uniformity::uniform) [[unlikely]] {
        if constexpr (requires { Self::uniform_lanes; }) return shuffle_blocks(subgroup, record);
        return internal::break_for_tangle(subgroup, record,
                                          operand.uniformity == internal::Uniformity::different
                                              ? Self::not_uniform
                                              : Self::undefined_operand);
      }
      const PlaneHeader header{{}, subgroup.header(operand_slot).implementation_dependent};
      const std::uint64_t named = operand.value;
      const unsigned cluster_size = extra.cluster_size;
      internal::shuffle(
          subgroup, record, record.operand[value_place], extra.value_bytes,
          header, [=](const auto& tangle, unsigned lane) __attribute__((always_inline)) {
            return Self::source(tangle, lane, named, cluster_size);
          });
    }

    // For blocks of lanes that name different sources, or no source.
    [[gnu::cold, gnu::noinline]] static void shuffle_blocks(Subgroup& subgroup,
                                                            const Record& record) {
      if constexpr (requires { Self::uniform_lanes; }) {
        const Slot slot = record.operand[operand_place];
        const PlaneHeader& operand = subgroup.header(slot);
        const internal::ShuffleExtra extra = internal::shuffle_extra(record);
        const UnsignedPlane named = unsigned_plane(subgroup, slot, extra.operand_bytes);
        subgroup.header(record.result) = {{}, operand.implementation_dependent};
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
                Self::source(tangle_of(subgroup), lane, named[lane], extra.cluster_size);
            if (source.broken != nullptr) return broken.add(*source.broken, lane);
            for_width(extra.value_bytes, [&]<class T>() {
              internal::move_value<T>(record, record.operand[value_place], {0, &subgroup, lane},
                                      {0, &subgroup, source.value});
            });
          });
        }
        broken.report(subgroup, record);
      }
    }
  };

  // The handler in the scope of the instruction, after the records that must precede those of `count` components:
  //   Handler of_scope(Lowering&, const Instruction&, ScalarType value, Handler of_subgroup, std::size_t count)
  // Without that, the scope must be Subgroup.
  template <class Self>
  static Handler handler_for(Lowering& lowering, const Instruction& instruction, ScalarType value,
                             std::size_t count) {
    const Handler of_subgroup = Multiversion<Kernel<Self>>::pick();
    if constexpr (requires { &Self::of_scope; }) {
      return Self::of_scope(lowering, instruction, value, of_subgroup, count);
    } else if constexpr (requires { G::execution; }) {
      internal::require_subgroup_scope(lowering, instruction, G::execution);
    }
    return of_subgroup;
  }

  template <class Self>
  static void lower_with(Lowering& lowering, const Instruction& instruction, Id operand,
                         unsigned cluster_size) {
    const ScalarType value_type = lowering.type(instruction.type).scalar;
    const ScalarType operand_type = lowering.type_of(operand).scalar;
    if (operand_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    const bool is_constant =
        operand_type.bytes == 4 && internal::constant_operand(lowering, operand).has_value();
    const std::uint32_t width = is_constant ? 0 : operand_type.bytes;
    const std::vector<Slot> results = lowering.define(instruction).slots;
    const Handler handler = handler_for<Self>(lowering, instruction, value_type, results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i);
      internal::emit_placed(lowering, handler, results[i],
                            {{value_place, value}, {operand_place, lowering.slot(operand)}},
                            internal::pack({width, value_type.bytes, cluster_size}));
    }
  }
};

}  // namespace spirv_oracle
