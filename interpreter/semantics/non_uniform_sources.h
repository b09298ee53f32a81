// Where the lanes of a tangle read from in a shuffle, and how values and their definedness are moved.
#pragma once

#include <algorithm>
#include <utility>

#include "interpreter/exec/recent_findings.h"
#include "interpreter/semantics/non_uniform.h"
#include "interpreter/semantics/non_uniform_gather.h"

namespace spirv_oracle {
namespace internal {

// Adds lanes from `first_lane` on to a mask in registers. (Written in pieces, it could not be read at once.)
[[gnu::always_inline]] inline void add_lanes(LaneMask& mask, unsigned first_lane,
                                             std::uint64_t bits) {
  const std::uint64_t word = bits << (first_lane % 64);
  mask |= first_lane < 64 ? LaneMask{{word, 0}} : LaneMask{{0, word}};
}

template <class Gather>
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
  Gather::gather(in, from, out, count);
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

// Gives each lane, active or not, the lane that it reads in a full tangle, 0 where there is none; and says whether
// all lanes have one.
template <class Source>
[[gnu::always_inline]] inline bool find_sources(const Subgroup& subgroup, Source source,
                                                std::uint32_t* from) {
  const FullTangle tangle{subgroup.size};
  std::uint32_t all_found = ~0u;
  for_each_chunk(
      subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(count)::value;
        std::uint32_t in_chunk = ~0u;
        SPIRV_ORACLE_LANE_LOOP
        for (unsigned i = 0; i < chunk; ++i) {
          const Checked<unsigned> checked = source(tangle, lane + i);
          from[lane + i] = checked.broken != nullptr ? 0 : checked.value;
          in_chunk &= checked.broken != nullptr ? 0u : ~0u;
        }
        all_found &= in_chunk;
      });
  return all_found != 0;
}

// The values of a plane of `count` lanes; the header is not looked at.
template <class Gather, class T>
[[gnu::always_inline]] inline void gather_plane(PlaneHeader& result, const PlaneHeader& value,
                                                const std::uint32_t* from, unsigned count) {
  if constexpr (std::is_same_v<T, bool>) {
    *values_behind<LaneMask>(result) =
        gather_mask<Gather>(*values_behind<LaneMask>(value), from, count);
  } else {
    Gather::gather(values_behind<T>(value), from, values_behind<T>(result), count);
  }
}

template <class Source>
[[gnu::cold, gnu::noinline]] void report_sources(Subgroup& subgroup, const Op& op,
                                                 const LaneMask& lanes, Source source) {
  const Tangle tangle = tangle_of(subgroup);
  BrokenClauses broken;
  lanes.for_each([&](unsigned lane) {
    const Checked<unsigned> checked = source(tangle, lane);
    if (checked.broken != nullptr) broken.add(*checked.broken, lane);
  });
  broken.report(subgroup, op);
}

// What report_sources does, where the `lanes` of a full tangle all break one clause and that has been reported
// before: a loop does so again and again. False: in some other case.
template <const auto& Clauses, class Source>
[[gnu::always_inline]] inline bool count_sources(Subgroup& subgroup, const Op& op,
                                                 const LaneMask& lanes, Source source) {
  static_assert(std::ranges::none_of(Clauses, [](const Clause* clause) {
    return clause->effect == Effect::implementation_defined;
  }));
  if (!is_full(subgroup) || !subgroup.open_bits.empty()) return false;
  const FullTangle tangle{subgroup.size};
  const Clause* broken = nullptr;
  LaneMask by_broken;
  const auto look_for = [&]<std::size_t I>() __attribute__((always_inline)) {
    const LaneMask by_clause =
        lanes & lanes_where(
                    subgroup, [&](unsigned lane) __attribute__((always_inline)) {
                      return source(tangle, lane).broken == Clauses[I];
                    });
    if (by_clause.none()) return;
    broken = Clauses[I];
    by_broken = by_clause;
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    (look_for.template operator()<I>(), ...);
  }
  (std::make_index_sequence<std::size(Clauses)>{});
  if (by_broken != lanes) return false;
  if (!count_recent(subgroup, op, *broken, lanes) && !count_again(subgroup, op, *broken, lanes))
    return false;
  subgroup.header(op.result).undefined |= lanes;
  return true;
}

// What is left to do for a shuffle whose values have been moved: what is open moves with them, and lanes that
// have no source are reported.
template <class Gather, const auto& Clauses, class Source>
[[gnu::always_inline]] inline void settle_headers(Subgroup& subgroup, const Op& op,
                                                  const PlaneHeader& moved,
                                                  const PlaneHeader& operand,
                                                  const std::uint32_t* from, Source source) {
  const unsigned count = subgroup.padded_lanes;
  const FullTangle tangle{subgroup.size};
  LaneMask found = lanes_where(
      subgroup, [&](unsigned lane) __attribute__((always_inline)) {
        return source(tangle, lane).broken == nullptr;
      });
  if (!is_full(subgroup)) found &= gather_mask<Gather>(subgroup.active, from, count);
  const LaneMask broken = subgroup.active & ~found & ~operand.undefined;
  PlaneHeader header = operand;
  if (((moved.undefined | moved.implementation_dependent) & subgroup.active).any()) {
    header.undefined |= gather_mask<Gather>(moved.undefined, from, count);
    header.implementation_dependent |=
        gather_mask<Gather>(moved.implementation_dependent, from, count);
  }
  header.undefined &= ~broken;
  header.implementation_dependent &= ~broken;
  subgroup.header(op.result) = header;
  if (broken.any() && !count_sources<Clauses>(subgroup, op, broken, source))
    report_sources(subgroup, op, broken, source);
}

// Gives each lane of the tangle the value of the lane source(tangle, lane), with its definedness. A
// lane whose operand, of the header `operand`, is undefined has no source.
//   Checked<unsigned> source(const AnyTangle&, unsigned lane), which breaks one of the Clauses
template <class Gather, class T, const auto& Clauses, class Source>
[[gnu::always_inline]] inline void shuffle(Subgroup& subgroup, const Op& op, Slot value,
                                           const PlaneHeader& operand, Source source) {
  PlaneHeader& result = located_header(subgroup, op.result);
  const PlaneHeader& moved = located_header(subgroup, value);
  alignas(32) std::uint32_t from[128];
  const bool all_found = find_sources(subgroup, source, from);
  gather_plane<Gather, T>(result, moved, from, subgroup.padded_lanes);
  if (all_found && is_full(subgroup) && !is_open(moved) && !is_open(operand)) [[likely]] {
    result = {};
    return;
  }
  settle_headers<Gather, Clauses>(subgroup, op, moved, operand, from, source);
}

}  // namespace internal
}  // namespace spirv_oracle
