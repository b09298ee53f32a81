// The source lanes of a shuffle, and how values move with their definedness.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

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

// Sets for each lane, active or not, the lane that it reads in a full tangle, or 0 without a source. Returns the lanes
// without a source.
template <class Source>
[[gnu::always_inline]] inline LaneMask find_sources(const Subgroup& subgroup, Source source,
                                                    std::uint32_t* from) {
  const FullTangle tangle{subgroup.size};
  LaneMask without;
  for_each_chunk(
      subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(count)::value;
        alignas(32) std::uint32_t flags[chunk];
        SPIRV_ORACLE_LANE_LOOP
        for (unsigned i = 0; i < chunk; ++i) {
          const Checked<unsigned> checked = source(tangle, lane + i);
          from[lane + i] = checked.broken == nullptr ? checked.value : 0;
          flags[i] = checked.broken == nullptr ? 0 : ~0u;
        }
        add_lanes(without, lane, flags_to_bits(flags));
      });
  return without;
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
  // In a loop, the same lanes break one clause repeatedly. All clauses of shuffles make the result undefined.
  const Clause& clause = *source(tangle, lanes.lowest()).broken;
  if (subgroup.indeterminate_bits.empty() && broken.lanes_of(clause) == lanes &&
      count_again(subgroup, record, clause, lanes)) {
    subgroup.header(record.result).undefined |= lanes;
    return;
  }
  broken.report(subgroup, record);
}

// Completes a shuffle whose values have moved: moves indeterminate bits, and reports lanes without
// a source. Out of line, so that the usual case stays short.
template <class Source>
[[gnu::noinline]] void move_headers(Subgroup& subgroup, const Record& record,
                                    const PlaneHeader& moved, const PlaneHeader& operand,
                                    const std::uint32_t* from, const LaneMask& without,
                                    Source source) {
  const unsigned count = subgroup.padded_lanes;
  LaneMask found = ~without;
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
  if (broken.any()) report_sources(subgroup, record, broken, source);
}

// Gives each lane of the tangle the value of lane source(tangle, lane), with its definedness. The
// values have `bytes` bytes, or 0 if they are Booleans. A lane without a source is one whose operand,
// with the header `operand`, is undefined.
//   Checked<unsigned> source(const AnyTangle&, unsigned lane)
template <class Source>
[[gnu::always_inline]] inline void shuffle(Subgroup& subgroup, const Record& record, Slot value,
                                           unsigned bytes, const PlaneHeader& operand,
                                           Source source) {
  PlaneHeader& result = located_header(subgroup, record.result);
  const PlaneHeader& moved = located_header(subgroup, value);
  alignas(32) std::uint32_t from[128];
  const LaneMask without = find_sources(subgroup, source, from);
  for_width(
      bytes, [&]<class T>() __attribute__((always_inline)) {
        gather_plane<T>(result, moved, from, subgroup.padded_lanes);
      });
  if (is_full(subgroup) && !is_indeterminate(moved) && !is_indeterminate(operand) &&
      (subgroup.active & without).none()) {
    result = {};
    return;
  }
  move_headers(subgroup, record, moved, operand, from, without, source);
}

}  // namespace spirv_oracle::internal
