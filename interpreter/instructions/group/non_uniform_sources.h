// The source lanes of a shuffle, and how values move with their definedness.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "interpreter/exec/report/recent_findings.h"
#include "interpreter/instructions/group/combination/non_uniform.h"

namespace spirv_oracle::internal {

// Adds lanes from `first_lane` on to a mask in registers. (Loading it after partial stores would
// stall.)
[[gnu::always_inline]] inline void add_lanes(LaneMask& mask, unsigned first_lane,
                                             std::uint64_t bits) {
  const std::uint64_t word = bits << (first_lane % 64);
  mask |= first_lane < 64 ? LaneMask{{word, 0}} : LaneMask{{0, word}};
}

// The lane that a lane reads if lanes rotate by a number of lanes, within clusters whose size is a power of two.
constexpr unsigned rotated_lane(unsigned lane, unsigned by, unsigned cluster_size) {
  return (lane & ~(cluster_size - 1)) | ((lane + by) & (cluster_size - 1));
}

// out[i] = in[from[i]]
template <class T>
[[gnu::always_inline]] inline void gather(const T* in, const std::uint32_t* from, T* out,
                                          unsigned count) {
  for (unsigned lane = 0; lane < count; lane += 8) {
    for (unsigned i = 0; i < 8; ++i) out[lane + i] = in[from[lane + i]];
  }
}

[[gnu::always_inline]] inline LaneMask gather_mask(const LaneMask& mask, const std::uint32_t* from,
                                                   unsigned count) {
  alignas(32) std::uint32_t in[128];
  alignas(32) std::uint32_t out[128];
  for_each_chunk(
      count, [&](auto size, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(size)::value;
        const std::uint32_t bits = mask_bits<chunk>(mask, lane);
        SPIRV_ORACLE_LANE_LOOP
        for (unsigned i = 0; i < chunk; ++i) in[lane + i] = (bits & (1u << i)) != 0 ? ~0u : 0u;
      });
  gather(in, from, out, count);
  LaneMask gathered;
  for_each_chunk(
      count, [&](auto size, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(size)::value;
        alignas(32) std::uint32_t flags[chunk];
        std::memcpy(flags, out + lane, sizeof(flags));
        add_lanes(gathered, lane, flags_to_bits(flags));
      });
  return gathered;
}

// The lanes of a full tangle for which the condition holds.
//   bool condition(unsigned lane)
template <class Condition>
[[gnu::always_inline]] inline LaneMask lanes_where(const Subgroup& subgroup, Condition condition) {
  LaneMask lanes;
  for_each_chunk(
      subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(count)::value;
        alignas(32) std::uint32_t flags[chunk];
        SPIRV_ORACLE_LANE_LOOP
        for (unsigned i = 0; i < chunk; ++i) flags[i] = condition(lane + i) ? ~0u : 0u;
        add_lanes(lanes, lane, flags_to_bits(flags));
      });
  return lanes;
}

// The bit of the clause among the Clauses; 0 for null.
template <const auto& Clauses>
[[gnu::always_inline]] inline std::uint32_t clause_bit(const Clause* clause) {
  return [=]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    return ((clause == Clauses[I] ? 1u << I : 0u) | ...);
  }
  (std::make_index_sequence<std::size(Clauses)>{});
}

// Sets for each lane, active or not, the lane that it reads in a full tangle, or 0 if there is
// none.
template <class Source>
[[gnu::always_inline]] inline void find_sources(const Subgroup& subgroup, Source source,
                                                std::uint32_t* from) {
  const FullTangle tangle{subgroup.size};
  for_each_chunk(
      subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(count)::value;
        SPIRV_ORACLE_LANE_LOOP
        for (unsigned i = 0; i < chunk; ++i) {
          const Checked<unsigned> checked = source(tangle, lane + i);
          from[lane + i] = checked.broken == nullptr ? checked.value : 0;
        }
      });
}

// The clauses that lanes, active or not, break in a full tangle.
template <const auto& Clauses, class Source>
[[gnu::always_inline]] inline std::uint32_t broken_clauses(const Subgroup& subgroup,
                                                           Source source) {
  const FullTangle tangle{subgroup.size};
  std::uint32_t broken = 0;
  for_each_chunk(
      subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
        std::uint32_t in_chunk = 0;
        for (unsigned i = 0; i < count; ++i)
          in_chunk |= clause_bit<Clauses>(source(tangle, lane + i).broken);
        broken |= in_chunk;
      });
  return broken;
}

// The values of a plane with `count` lanes; ignores the header.
template <class T>
[[gnu::always_inline]] inline void gather_plane(PlaneHeader& result, const PlaneHeader& value,
                                                const std::uint32_t* from, unsigned count) {
  if constexpr (std::is_same_v<T, bool>) {
    *values_behind<LaneMask>(result) = gather_mask(*values_behind<LaneMask>(value), from, count);
  } else {
    gather(values_behind<T>(value), from, values_behind<T>(result), count);
  }
}

template <class Source>
[[gnu::cold, gnu::noinline]] void report_sources(Subgroup& subgroup, const Record& record,
                                                 const LaneMask& lanes, Source source) {
  const Tangle tangle = tangle_of(subgroup);
  BrokenClauses broken;
  lanes.for_each([&](unsigned lane) {
    const Checked<unsigned> checked = source(tangle, lane);
    if (checked.broken != nullptr) broken.add(*checked.broken, lane);
  });
  broken.report(subgroup, record);
}

// The fast path of report_sources, for lanes of a full tangle that break one clause that has been
// reported before, as in loops. Returns false in other cases.
template <const auto& Clauses, class Source>
[[gnu::always_inline]] inline bool count_sources(Subgroup& subgroup, const Record& record,
                                                 const LaneMask& lanes, Source source) {
  static_assert(std::ranges::none_of(Clauses, [](const Clause* clause) {
    return clause->effect == Effect::implementation_defined;
  }));
  if (!subgroup.indeterminate_bits.empty()) return false;
  const std::uint32_t broken = broken_clauses<Clauses>(subgroup, source);
  if (!std::has_single_bit(broken)) return false;
  const Clause& clause = *Clauses[static_cast<std::size_t>(std::countr_zero(broken))];
  if (!count_recent(subgroup, record, clause, lanes) &&
      !count_again(subgroup, record, clause, lanes))
    return false;
  subgroup.header(record.result).undefined |= lanes;
  return true;
}

// The lanes, active or not, without a source in a full tangle.
template <class Source>
[[gnu::always_inline]] inline LaneMask without_source(const Subgroup& subgroup, Source source) {
  const FullTangle tangle{subgroup.size};
  return lanes_where(
      subgroup, [&](unsigned lane) __attribute__((always_inline)) {
        return source(tangle, lane).broken != nullptr;
      });
}

// Completes a shuffle whose values have moved: moves indeterminate bits, and reports lanes without
// a source.
template <const auto& Clauses, class Source>
[[gnu::always_inline]] inline void settle_headers(Subgroup& subgroup, const Record& record,
                                                  const PlaneHeader& moved,
                                                  const PlaneHeader& operand,
                                                  const std::uint32_t* from, Source source) {
  const unsigned count = subgroup.padded_lanes;
  LaneMask found = ~without_source(subgroup, source);
  if (!is_full(subgroup)) found &= gather_mask(subgroup.active, from, count);
  const LaneMask broken = subgroup.active & ~found & ~operand.undefined;
  PlaneHeader header = operand;
  if (((moved.undefined | moved.implementation_dependent) & subgroup.active).any()) {
    header.undefined |= gather_mask(moved.undefined, from, count);
    header.implementation_dependent |= gather_mask(moved.implementation_dependent, from, count);
  }
  header.undefined &= ~broken;
  header.implementation_dependent &= ~broken;
  subgroup.header(record.result) = header;
  if (broken.none()) return;
  if (!is_full(subgroup) || !count_sources<Clauses>(subgroup, record, broken, source))
    report_sources(subgroup, record, broken, source);
}

[[gnu::always_inline]] inline bool same_in_all(const std::uint32_t* values, unsigned count) {
  std::uint32_t difference = 0;
  for_each_chunk(
      count, [&](auto size, unsigned lane) __attribute__((always_inline)) {
        std::uint32_t any = 0;
        for (unsigned i = 0; i < size; ++i) any |= values[lane + i] ^ values[0];
        difference |= any;
      });
  return difference == 0;
}

// A shuffle in which every lane reads the lane `by` lanes above it, or below if negative. A lane
// without a source breaks the clause.
struct Slide {
  int by = 0;  // subgroup.size at most, in either direction
  const Clause* broken = nullptr;
};

// The values of the first `count` lanes in a slide; lanes without a source get that of the first
// lane.
template <class T>
[[gnu::always_inline]] inline void slide_plane(PlaneHeader& result, const PlaneHeader& value,
                                               int by, unsigned count) {
  if constexpr (std::is_same_v<T, bool>) {
    const LaneMask values = *values_behind<LaneMask>(value);
    const LaneMask all = LaneMask::first(count);
    const LaneMask outside = values.test(0) ? all & ~all.moved(-by) : LaneMask{};
    *values_behind<LaneMask>(result) = (values.moved(-by) & all) | outside;
  } else {
    const T first = *values_behind<T>(value);
    const T* const in =
        values_behind<T>(value) + by;  // reads the margin, too, for lanes without a source
    T* const out = values_behind<T>(result);
    for_each_chunk(
        (count + 7) / 8 * 8, [&](auto size, unsigned lane) __attribute__((always_inline)) {
          constexpr unsigned chunk = decltype(size)::value;
          SPIRV_ORACLE_LANE_LOOP
          for (unsigned i = 0; i < chunk; ++i) {
            const T moved = in[lane + i];
            // Eight bits suffice for the comparison.
            const auto source = static_cast<T>(static_cast<T>(lane + i) + static_cast<T>(by));
            out[lane + i] = source < static_cast<T>(count) ? moved : first;
          }
        });
  }
}

// Shuffles plain values in a full tangle. Returns false, with an unfinished result, if that is not
// enough.
template <class T>
[[gnu::always_inline]] inline bool slide(Subgroup& subgroup, const Record& record, Slot value,
                                         const Slide& slide) {
  if (!subgroup.indeterminate_bits.empty()) return false;
  PlaneHeader& result = located_header(subgroup, record.result);
  slide_plane<T>(result, located_header(subgroup, value), slide.by, subgroup.size);
  const auto distance = static_cast<unsigned>(slide.by < 0 ? -slide.by : slide.by);
  const LaneMask without = slide.by < 0
                               ? LaneMask::first(distance)
                               : subgroup.active & ~LaneMask::first(subgroup.size - distance);
  result = {without, {}};
  return without.none() || count_recent(subgroup, record, *slide.broken, without) ||
         count_again(subgroup, record, *slide.broken, without);
}

// Whether the tangle is full, and the value and the operand of a shuffle are defined and exact.
[[gnu::always_inline]] inline bool moves_plain_values(const Subgroup& subgroup, Slot value,
                                                      Slot operand) {
  return is_full(subgroup) && !is_indeterminate(subgroup.header(value)) &&
         !is_indeterminate(subgroup.header(operand));
}

// A shuffle that moves plain values. Returns false if a lane has no source, and for Booleans.
template <class T, class Source>
[[gnu::always_inline]] inline bool shuffle_plain_values(Subgroup& subgroup, const Record& record,
                                                        Slot value, Source source) {
  if constexpr (std::is_same_v<T, bool>) {
    return false;
  } else {
    if (without_source(subgroup, source).any()) return false;
    PlaneHeader& result = located_header(subgroup, record.result);
    const T* const in = values_behind<T>(located_header(subgroup, value));
    T* const out = values_behind<T>(result);
    const FullTangle tangle{subgroup.size};
    // Stores eight bytes at a time, because many small stores take longer.
    static_assert(std::endian::native == std::endian::little);
    constexpr std::size_t together = sizeof(std::uint64_t) / sizeof(T);
    const std::size_t count = subgroup.padded_lanes;
    for (std::size_t lane = 0; lane < count; lane += 8) {
      for (std::size_t first = lane; first < lane + 8; first += together) {
        std::uint64_t lanes = 0;
        for (std::size_t i = together; i-- > 0;) {
          const Checked<unsigned> checked = source(tangle, first + i);
          if (checked.broken != nullptr) __builtin_unreachable();
          lanes = lanes << (8 * sizeof(T) % 64) | in[checked.value];
        }
        std::memcpy(out + first, &lanes, sizeof(lanes));
      }
    }
    result = {};
    return true;
  }
}

// A rotation of plain values: every lane reads the lane `by` lanes above it, modulo `block` in its
// block of that many lanes.
template <class T>
[[gnu::always_inline]] inline void rotate_plain_values(Subgroup& subgroup, const Record& record,
                                                       Slot value, unsigned by, unsigned block) {
  PlaneHeader& result = located_header(subgroup, record.result);
  const T* const above = values_behind<T>(located_header(subgroup, value)) + by;
  const T* const below = above - block;
  T* const out = values_behind<T>(result);
  for_each_chunk(
      subgroup.padded_lanes, [&](auto size, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(size)::value;
        SPIRV_ORACLE_LANE_LOOP
        for (unsigned i = 0; i < chunk; ++i) {
          // Reads both, in or around the plane, so that the choice needs no branch.
          const T from_above = above[lane + i], from_below = below[lane + i];
          const auto place = static_cast<T>((lane + i) & (block - 1));
          const auto source = static_cast<T>(place + static_cast<T>(by));
          out[lane + i] = source < static_cast<T>(block) ? from_above : from_below;
        }
      });
  result = {};
}

// Gives each lane of the tangle the value of lane source(tangle, lane), with its definedness. The
// values have `bytes` bytes, or 0 if they are Booleans. A lane without a source is one whose operand,
// with the header `operand`, is undefined.
// Checked<unsigned> source(const AnyTangle&, unsigned lane) may break one of the Clauses.
template <const auto& Clauses, class Source>
[[gnu::always_inline]] inline void shuffle(Subgroup& subgroup, const Record& record, Slot value,
                                           unsigned bytes, const PlaneHeader& operand,
                                           Source source) {
  PlaneHeader& result = located_header(subgroup, record.result);
  const PlaneHeader& moved = located_header(subgroup, value);
  alignas(32) std::uint32_t from[128];
  find_sources(subgroup, source, from);
  for_width(
      bytes, [&]<class T>() __attribute__((always_inline)) {
        gather_plane<T>(result, moved, from, subgroup.padded_lanes);
      });
  if (is_full(subgroup) && !is_indeterminate(moved) && !is_indeterminate(operand)) {
    result = {};
    const LaneMask lanes = subgroup.active & without_source(subgroup, source);
    if (lanes.none() || count_sources<Clauses>(subgroup, record, lanes, source)) return;
  }
  settle_headers<Clauses>(subgroup, record, moved, operand, from, source);
}

}  // namespace spirv_oracle::internal
