#include "memory/race_vectors.h"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace spirv_oracle {

#if defined(__x86_64__)

// The functions with the attribute of AVX2 must be inlined into one that has it, too.
#define SPIRV_ORACLE_RACE_VECTORS gnu::target("avx2")

namespace {

// Those of four invocations. Comparisons set all bits of an element, or none.
using Words __attribute__((vector_size(32))) = std::uint64_t;
using SignedWords __attribute__((vector_size(32))) = std::int64_t;
// AVX2 compares signed numbers only. With this subtracted, unsigned ones have the same order as signed ones.
constexpr std::uint64_t bias = std::uint64_t{1} << 63;

constexpr unsigned flag_bits = RaceRecord::flag_bits;
constexpr unsigned invocation_shift = RaceRecord::site_bits + flag_bits;
constexpr std::uint64_t invocation_mask = ((std::uint64_t{1} << RaceRecord::invocation_bits) - 1)
                                          << invocation_shift;
constexpr std::uint64_t site_mask = ((std::uint64_t{1} << RaceRecord::site_bits) - 1) << flag_bits;
constexpr std::uint64_t flag_mask = (1u << flag_bits) - 1;
constexpr unsigned epoch_shift = 32;
constexpr std::uint64_t epoch_mask = ~std::uint64_t{0} << epoch_shift;

struct Cells4 {
  Words writers, readers;
};

[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline Words spread(std::uint64_t value) {
  return Words{value, value, value, value};
}

[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline Words load(const std::uint64_t* from) {
  Words words;
  std::memcpy(&words, from, sizeof words);
  return words;
}

[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline bool any(Words words) {
  const auto bits = reinterpret_cast<__m256i>(words);
  return _mm256_testz_si256(bits, bits) == 0;
}

// The cells at these offsets, in bytes.
[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline Cells4 load_cells(
    const std::byte* cells, const std::uint64_t* offsets) {
  const auto cell = [&](unsigned i) __attribute__((target("avx2"), always_inline)) {
    return reinterpret_cast<const __m128i*>(cells + offsets[i]);
  };
  const __m256i even = _mm256_loadu2_m128i(cell(2), cell(0));
  const __m256i odd = _mm256_loadu2_m128i(cell(3), cell(1));
  return {reinterpret_cast<Words>(_mm256_unpacklo_epi64(even, odd)),
          reinterpret_cast<Words>(_mm256_unpackhi_epi64(even, odd))};
}

[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline void store_cells(
    std::byte* cells, const std::uint64_t* offsets, const Cells4& four) {
  const auto cell = [&](unsigned i) __attribute__((target("avx2"), always_inline)) {
    return reinterpret_cast<__m128i*>(cells + offsets[i]);
  };
  const auto writers = reinterpret_cast<__m256i>(four.writers);
  const auto readers = reinterpret_cast<__m256i>(four.readers);
  _mm256_storeu2_m128i(cell(2), cell(0), _mm256_unpacklo_epi64(writers, readers));
  _mm256_storeu2_m128i(cell(3), cell(1), _mm256_unpackhi_epi64(writers, readers));
}

// What an Execution knows, for each of four records. `bias` is taken away from stamps.
struct Rules {
  Words first_ordered, site;
  SignedWords ordered, before_start;
};

[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline Rules rules_of(
    const RaceDetector::Execution& execution) {
  const std::uint64_t start = std::uint64_t{execution.start} << epoch_shift;
  const std::uint64_t ordered = std::uint64_t{execution.ordered} << epoch_shift;
  return {spread((std::uint64_t{execution.first_ordered} << epoch_shift) + bias),
          spread(std::uint64_t{execution.site} << flag_bits),
          reinterpret_cast<SignedWords>(spread(ordered - bias)),
          reinterpret_cast<SignedWords>(spread(start - 1 - bias))};
}

// Execution::is_ordered() and is_by_same().
[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline Words is_ordered(const Rules& rules,
                                                                          Words record) {
  const Words later = record - rules.first_ordered;
  return reinterpret_cast<Words>(reinterpret_cast<SignedWords>(later) < rules.ordered);
}
[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline Words is_by_same(const Rules& rules,
                                                                          Words earlier,
                                                                          Words access) {
  return reinterpret_cast<Words>(((earlier ^ access) & invocation_mask) == 0) &
         reinterpret_cast<Words>(reinterpret_cast<SignedWords>(earlier - bias) >
                                 rules.before_start);
}

// Whether the access takes the place of the readers of the cell.
[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline Words replaces_readers(const Rules& rules,
                                                                                Words reader,
                                                                                Words access) {
  const Words flags = reader & flag_mask;
  const auto is_alone = reinterpret_cast<Words>(flags == 0);
  const auto is_in_one_epoch = reinterpret_cast<Words>(flags == RaceCell::in_one_epoch);
  return reinterpret_cast<Words>(reader == 0) |
         ((is_alone | is_in_one_epoch) & is_ordered(rules, reader)) |
         (is_alone & is_by_same(rules, reader, access));
}

// The cells after four accesses, as RaceDetector::load_cell() and store_cell() leave them. `done`: the accesses that need
// nothing else.
template <bool Store>
[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline Cells4 accessed(const Rules& rules,
                                                                         const Cells4& cells,
                                                                         Words access,
                                                                         Words& done) {
  const Words writer = cells.writers;
  const Words reader = cells.readers;
  const Words replaces = replaces_readers(rules, reader, access);
  const Words follows = is_ordered(rules, writer) | is_by_same(rules, writer, access);
  if constexpr (Store) {
    const auto has_no_side = reinterpret_cast<Words>((writer & RaceCell::with_side) == 0);
    const auto is_first = reinterpret_cast<Words>((writer & epoch_mask) == 0);
    const auto is_same_access = reinterpret_cast<Words>((writer ^ access) >> flag_bits == 0);
    done = has_no_side & (is_first | is_same_access | follows) & replaces;
    return {access, Words{}};
  } else {
    const auto has_no_flags = reinterpret_cast<Words>((writer & flag_mask) == 0);
    const Words follows_own_write =
        has_no_flags & reinterpret_cast<Words>((writer ^ access) >> invocation_shift == 0);
    const Words is_first = reinterpret_cast<Words>(writer == 0);
    const auto is_represented = reinterpret_cast<Words>((reader & RaceCell::representative) != 0) &
                                reinterpret_cast<Words>((reader ^ access) >> epoch_shift == 0);
    const auto is_same_access = reinterpret_cast<Words>((reader ^ access) >> flag_bits == 0);
    done = follows_own_write |
           ((is_first | (has_no_flags & follows)) & (replaces | is_represented | is_same_access));
    const Words is_new = replaces & ~follows_own_write;
    return {writer, (is_new & access) | (~is_new & reader)};
  }
}

// The offsets of the cells of eight accesses, in bytes. False if not all of them have cells.
[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline bool find_cells(
    const NeighborAccesses& accesses, unsigned first, std::uint64_t (&offsets)[8]) {
  const auto size = static_cast<std::int64_t>(accesses.size);
  constexpr std::uint64_t sign_bit = bias;
  Words outside{};
  for (unsigned half = 0; half < 8; half += 4) {
    const Words at = load(accesses.addresses + first + half) - accesses.begin;
    // Sizes are small, so a greater number is that of a byte in front of them or behind them.
    outside |= reinterpret_cast<Words>(reinterpret_cast<SignedWords>(at) >= size) |
               (at & (sign_bit | ((std::uint64_t{1} << accesses.cell_shift) - 1)));
    const Words offset = (at >> accesses.cell_shift) * sizeof(RaceCell);
    std::memcpy(offsets + half, &offset, sizeof offset);
  }
  return !any(outside);
}

// Eight accesses. If two of them change one cell, the first one affects how the second is checked, so both are taken back.
template <bool Store, unsigned Cells>
[[SPIRV_ORACLE_RACE_VECTORS, gnu::always_inline]] inline bool access_eight(
    const NeighborAccesses& accesses, unsigned first, const Rules& rules) {
  alignas(32) std::uint64_t offsets[8];
  if (!find_cells(accesses, first, offsets)) return false;
  Cells4 before[Cells][2], after[Cells][2];
  Words remaining{}, changed{}, new_to_cells{};
  for (unsigned cell = 0; cell < Cells; ++cell) {
    const auto* cells = reinterpret_cast<const std::byte*>(accesses.cells + cell);
    for (unsigned half = 0; half < 2; ++half) {
      const Words access = load(accesses.tags + first + 4 * half) | rules.site;
      const Cells4 four = load_cells(cells, offsets + 4 * half);
      before[cell][half] = four;
      new_to_cells |=
          Store ? (four.writers ^ access) | four.readers : (four.writers ^ access) & ~site_mask;
    }
  }
  // The invocations have made the same access before, or read what they have written.
  if (!any(new_to_cells)) return true;
  for (unsigned cell = 0; cell < Cells; ++cell) {
    for (unsigned half = 0; half < 2; ++half) {
      Words done;
      const Words access = load(accesses.tags + first + 4 * half) | rules.site;
      const Cells4 four = before[cell][half];
      const Cells4 later = accessed<Store>(rules, four, access, done);
      after[cell][half] = later;
      remaining |= ~done;
      changed |= (four.writers ^ later.writers) | (four.readers ^ later.readers);
    }
  }
  if (any(remaining)) return false;
  if (!any(changed)) return true;
  Words differing{};
  for (unsigned cell = 0; cell < Cells; ++cell) {
    auto* cells = reinterpret_cast<std::byte*>(accesses.cells + cell);
    for (unsigned half = 0; half < 2; ++half)
      store_cells(cells, offsets + 4 * half, after[cell][half]);
  }
  for (unsigned cell = 0; cell < Cells; ++cell) {
    const auto* cells = reinterpret_cast<const std::byte*>(accesses.cells + cell);
    for (unsigned half = 0; half < 2; ++half) {
      const Cells4 found = load_cells(cells, offsets + 4 * half);
      differing |=
          (found.writers ^ after[cell][half].writers) | (found.readers ^ after[cell][half].readers);
    }
  }
  if (!any(differing)) return true;
  for (unsigned cell = 0; cell < Cells; ++cell) {
    auto* cells = reinterpret_cast<std::byte*>(accesses.cells + cell);
    for (unsigned half = 0; half < 2; ++half)
      store_cells(cells, offsets + 4 * half, before[cell][half]);
  }
  return false;
}

template <bool Store, unsigned Cells>
[[SPIRV_ORACLE_RACE_VECTORS]] unsigned access_with_vectors(
    const NeighborAccesses& accesses, unsigned eights, const RaceDetector::Execution& execution) {
  const Rules rules = rules_of(execution);
  unsigned done = 0;
  while (done < eights && access_eight<Store, Cells>(accesses, 8 * done, rules)) ++done;
  return done;
}

// RaceDetector::is_same_epoch().
[[SPIRV_ORACLE_RACE_VECTORS]] unsigned atomics_with_vectors(
    const NeighborAccesses& accesses, unsigned eights, const RaceDetector::Execution& execution) {
  const Rules rules = rules_of(execution);
  const auto* cells = reinterpret_cast<const std::byte*>(accesses.cells);
  for (unsigned done = 0; done < eights; ++done) {
    alignas(32) std::uint64_t offsets[8];
    if (!find_cells(accesses, 8 * done, offsets)) return done;
    Words remaining{};
    for (unsigned half = 0; half < 8; half += 4) {
      const Words access = load(accesses.tags + 8 * done + half) | rules.site;
      const Cells4 four = load_cells(cells, offsets + half);
      const auto has_atomics =
          reinterpret_cast<Words>((four.writers & flag_mask) == RaceCell::of_atomics);
      const auto is_first = reinterpret_cast<Words>((four.writers & epoch_mask) == 0);
      const Words differs = four.readers ^ access;
      const auto is_same_kind = reinterpret_cast<Words>((differs & (epoch_mask | site_mask)) == 0);
      const auto is_represented =
          reinterpret_cast<Words>((four.readers & RaceCell::representative) != 0) |
          reinterpret_cast<Words>((differs & invocation_mask) == 0);
      remaining |= ~(has_atomics & (is_first | is_ordered(rules, four.writers)) & is_same_kind &
                     is_represented);
    }
    if (any(remaining)) return done;
  }
  return eights;
}

}  // namespace

bool has_race_vectors() {
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  return has_avx2;
}

template <bool Store, unsigned Cells>
unsigned access_by_eights(const NeighborAccesses& accesses, unsigned eights,
                          const RaceDetector::Execution& execution) {
  return access_with_vectors<Store, Cells>(accesses, eights, execution);
}

unsigned atomics_by_eights(const NeighborAccesses& accesses, unsigned eights,
                           const RaceDetector::Execution& execution) {
  return atomics_with_vectors(accesses, eights, execution);
}

#else

bool has_race_vectors() { return false; }

template <bool Store, unsigned Cells>
unsigned access_by_eights(const NeighborAccesses&, unsigned, const RaceDetector::Execution&) {
  return 0;
}

unsigned atomics_by_eights(const NeighborAccesses&, unsigned, const RaceDetector::Execution&) {
  return 0;
}

#endif

template unsigned access_by_eights<false, 1>(const NeighborAccesses&, unsigned,
                                             const RaceDetector::Execution&);
template unsigned access_by_eights<true, 1>(const NeighborAccesses&, unsigned,
                                            const RaceDetector::Execution&);
template unsigned access_by_eights<false, 3>(const NeighborAccesses&, unsigned,
                                             const RaceDetector::Execution&);
template unsigned access_by_eights<false, 2>(const NeighborAccesses&, unsigned,
                                             const RaceDetector::Execution&);
template unsigned access_by_eights<true, 3>(const NeighborAccesses&, unsigned,
                                            const RaceDetector::Execution&);
template unsigned access_by_eights<true, 2>(const NeighborAccesses&, unsigned,
                                            const RaceDetector::Execution&);

}  // namespace spirv_oracle
