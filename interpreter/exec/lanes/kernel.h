// Loops over the lanes of component planes: the hot path of all component-wise instructions. A
// kernel computes all lanes, active or not, because inactive lanes cannot observe the results. Only
// findings are restricted to the active lanes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "interpreter/exec/lanes/indeterminate_bit_rules.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/kernels/float16.h"

#if defined(__clang__)
#define SPIRV_ORACLE_LANE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define SPIRV_ORACLE_LANE_LOOP _Pragma("GCC ivdep")
#endif

namespace spirv_oracle {

// The parameter type of an instruction's `component` for a storage type.
template <class Storage>
struct ComputeType {
  using type = Storage;
};
template <>
struct ComputeType<Float16> {
  using type = float;
};
template <>
struct ComputeType<Float16TowardZero> {
  using type = double;
};

// An instruction may request a wider type for 16-bit floats: `using Float16Compute = double;`.
template <class Self, class Storage>
struct ComputeTypeOf {
  using type = typename ComputeType<Storage>::type;
};
template <class Self>
requires requires { typename Self::Float16Compute; }
struct ComputeTypeOf<Self, Float16> {
  using type = typename Self::Float16Compute;
};

template <class Compute, class Storage>
[[gnu::always_inline]] inline Compute widen(const Storage& value) {
  if constexpr (std::is_same_v<Storage, Float16>) {
    return static_cast<Compute>(to_float(value));
  } else if constexpr (std::is_same_v<Storage, Float16TowardZero>) {
    return static_cast<Compute>(to_float(Float16{value.bits}));
  } else {
    return value;
  }
}

template <class Storage, class Compute>
[[gnu::always_inline]] inline Storage narrow(const Compute& value) {
  if constexpr (std::is_same_v<Storage, Float16>) {
    return to_float16(value);
  } else if constexpr (std::is_same_v<Storage, Float16TowardZero>) {
    return to_float16_toward_zero(value);
  } else {
    return static_cast<Storage>(value);
  }
}

#if defined(__x86_64__)
// The i-th eight flags in a vector, each narrowed to 16 bits.
template <class Flag>
[[gnu::always_inline]] inline __m128i narrow_flags(const __m128i* flags, unsigned i) {
  if constexpr (sizeof(Flag) == 8) {
    // The lower halves of two flags each.
    const auto halves = [flags](unsigned at) __attribute__((always_inline)) {
      const __m128 pair = _mm_castsi128_ps(_mm_load_si128(flags + at));
      const __m128 next = _mm_castsi128_ps(_mm_load_si128(flags + at + 1));
      return _mm_castps_si128(_mm_shuffle_ps(pair, next, _MM_SHUFFLE(2, 0, 2, 0)));
    };
    return _mm_packs_epi32(halves(4 * i), halves(4 * i + 2));
  } else if constexpr (sizeof(Flag) == 4) {
    return _mm_packs_epi32(_mm_load_si128(flags + 2 * i), _mm_load_si128(flags + 2 * i + 1));
  } else {
    return _mm_load_si128(flags + i);
  }
}
#endif

// Gathers the lanes whose flag is all ones into bits; `Count` is a multiple of 8.
template <class Flag, unsigned Count>
[[gnu::always_inline]] inline std::uint32_t flags_to_bits(const Flag (&flags)[Count]) {
  std::uint32_t bits = 0;
#if defined(__x86_64__)
  const auto* vectors = reinterpret_cast<const __m128i*>(flags);
  const auto put = [&bits](__m128i bytes, unsigned first) __attribute__((always_inline)) {
    bits |= static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)) << first;
  };
  for (unsigned i = 0; i + 16 <= Count; i += 16) {
    if constexpr (sizeof(Flag) == 1) {
      put(_mm_load_si128(vectors + i / 16), i);
    } else {
      put(_mm_packs_epi16(narrow_flags<Flag>(vectors, i / 8),
                          narrow_flags<Flag>(vectors, i / 8 + 1)),
          i);
    }
  }
  if constexpr (Count % 16 != 0) {
    constexpr unsigned last = Count / 16 * 16;
    if constexpr (sizeof(Flag) == 1) {
      put(_mm_loadl_epi64(vectors + last / 16), last);
      bits &= static_cast<std::uint32_t>((std::uint64_t{1} << Count) - 1);
    } else {
      put(_mm_packs_epi16(narrow_flags<Flag>(vectors, last / 8), _mm_setzero_si128()), last);
    }
  }
#else
  for (unsigned i = 0; i < Count; ++i) bits |= static_cast<std::uint32_t>(flags[i] & 1) << i;
#endif
  return bits;
}

// The inverse: a flag of all ones for each set bit of the lanes first_lane .. first_lane + Count - 1.
template <unsigned Count>
[[gnu::always_inline]] inline std::uint32_t mask_bits(const LaneMask& mask, unsigned first_lane) {
  const std::uint64_t word = mask.words[first_lane / 64] >> (first_lane % 64);
  return static_cast<std::uint32_t>(word & ((std::uint64_t{1} << Count) - 1));
}
// Sets the lanes from `first_lane` to the end of its word; those beyond `bits` become false. Stores a whole word, because
// branches load whole words, and a load that spans several stores waits for all of them.
[[gnu::always_inline]] inline void set_mask_bits(LaneMask& mask, unsigned first_lane,
                                                 std::uint32_t bits) {
  std::uint64_t& word = mask.words[first_lane / 64];
  const unsigned shift = first_lane % 64;
  word = shift == 0 ? bits : word | std::uint64_t{bits} << shift;
}

// result = a | b | ..., in registers.
using HeaderVector [[gnu::vector_size(sizeof(PlaneHeader)), gnu::may_alias]] = std::uint64_t;

template <std::same_as<PlaneHeader>... Headers>
[[gnu::always_inline]] inline void combine_headers(PlaneHeader& result,
                                                   const Headers&... operands) {
  if constexpr (follows_definedness) {
    *reinterpret_cast<HeaderVector*>(&result) =
        (*reinterpret_cast<const HeaderVector*>(&operands) | ...);
  }
}
template <std::same_as<Slot>... Slots>
[[gnu::always_inline]] inline void combine_headers(Subgroup& subgroup, Slot result,
                                                   Slots... operands) {
  combine_headers(subgroup.header(result), subgroup.header(operands)...);
}

// The bits of `source` in the lanes of `mask`, and those of `target` in the others.
[[gnu::always_inline]] inline void blend_headers(const LaneMask& mask, PlaneHeader& target,
                                                 const PlaneHeader& source) {
  if constexpr (follows_definedness) {
    const HeaderVector chosen{mask.words[0], mask.words[1], mask.words[0], mask.words[1]};
    auto& kept = *reinterpret_cast<HeaderVector*>(&target);
    kept = (chosen & *reinterpret_cast<const HeaderVector*>(&source)) | (~chosen & kept);
  }
}

// Returns the address, and hides from the compiler where it comes from. So the compiler does not recompute it from a
// slot for every access, and does not forward stored values out of vectors.
template <class T>
[[gnu::always_inline]] inline T* opaque(T* address) {
  asm("" : "+r"(address));
  return address;
}
[[gnu::always_inline]] inline PlaneHeader& located_header(Subgroup& subgroup, Slot slot) {
  return *opaque(&subgroup.header(slot));
}

// The values after the header of a plane.
template <class T>
[[gnu::always_inline]] inline T* values_behind(PlaneHeader& header) {
  return reinterpret_cast<T*>(&header + 1);
}
template <class T>
[[gnu::always_inline]] inline const T* values_behind(const PlaneHeader& header) {
  return reinterpret_cast<const T*>(&header + 1);
}

template <class T>
struct IsChecked : std::false_type {};
template <class T>
struct IsChecked<Checked<T>> : std::true_type {};

// Calls action(std::integral_constant<unsigned, N>, first_lane) for chunks of N lanes that cover
// the padded lanes of the subgroup. A few large chunks of constant size vectorize well.
template <class Action>
[[gnu::always_inline]] inline void for_each_chunk(unsigned padded_lanes, Action&& action) {
  unsigned lane = 0;
  if (padded_lanes % 32 == 0) {
    do {
      action(std::integral_constant<unsigned, 32>{}, lane);
    } while ((lane += 32) < padded_lanes);
  } else {
    do {
      action(std::integral_constant<unsigned, 8>{}, lane);
    } while ((lane += 8) < padded_lanes);
  }
}

// The lane loop of `Self::component` over planes of the storage types In..., with a result plane of
// type Out (bool: a mask of lanes).
template <class Self, class Out, class... In>
struct ComponentKernel {
  template <class Storage>
  using Compute = typename ComputeTypeOf<Self, Storage>::type;
  using Returned = decltype(Self::component(std::declval<Compute<In>>()...));
  static constexpr bool checked = IsChecked<Returned>::value;
  static constexpr bool looks_at_indeterminate_lanes =
      follows_bits<Self, In...> || may_break<Self, In...>;
  using Flag = UnsignedOfSize<std::max({sizeof(In)...})>;

  [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup, const Record& record) {
    return run_with(subgroup, record, std::index_sequence_for<In...>{});
  }

 private:
  template <std::size_t... I>
  [[gnu::always_inline]] static inline const Record* run_with(Subgroup& subgroup,
                                                              const Record& record,
                                                              std::index_sequence<I...>) {
    PlaneHeader& result = located_header(subgroup, record.result);
    const PlaneHeader* const operands[] = {&located_header(subgroup, record.operand[I])...};
    combine_headers(result, *operands[I]...);
    Flag broken = 0;
    for_each_chunk(
        subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
          broken |= chunk<decltype(count)::value>(result, lane,
                                                  (values_behind<In>(*operands[I]) + lane)...);
        });
    bool unusual = checked && broken != 0;
    if constexpr (looks_at_indeterminate_lanes) unusual |= is_indeterminate(*opaque(&result));
    if (unusual) [[unlikely]]
      return run_with_marks<I...>(subgroup, &record);
    return &record + 1;
  }

  // As the last call of a handler, it costs only a branch in the usual case.
  template <std::size_t... I>
  [[gnu::cold, gnu::noinline]] static const Record* run_with_marks(Subgroup& subgroup,
                                                                   const Record* record) {
    if constexpr (looks_at_indeterminate_lanes) {
      IndeterminateLanes<Self, Out, In...>::template look<I...>(subgroup, *record);
    }
    if constexpr (checked) report_broken<I...>(subgroup, *record);
    return record + 1;
  }

  template <unsigned Count>
  [[gnu::always_inline]] static inline Flag chunk(PlaneHeader& result, unsigned lane,
                                                  const In*... in) {
    Flag broken = 0;
    if constexpr (std::is_same_v<Out, bool>) {
      alignas(32) Flag flags[Count];
      SPIRV_ORACLE_LANE_LOOP
      for (std::size_t i = 0; i < Count; ++i) {
        flags[i] = value_of(Self::component(widen<Compute<In>>(in[i])...), broken)
                       ? static_cast<Flag>(~Flag{0})
                       : Flag{0};
      }
      set_mask_bits(*values_behind<LaneMask>(result), lane, flags_to_bits(flags));
    } else {
      Out* out = values_behind<Out>(result) + lane;
      SPIRV_ORACLE_LANE_LOOP
      for (std::size_t i = 0; i < Count; ++i) {
        out[i] = narrow<Out>(value_of(Self::component(widen<Compute<In>>(in[i])...), broken));
      }
    }
    return broken;
  }

  [[gnu::always_inline]] static inline auto value_of(const Returned& returned, Flag& broken) {
    if constexpr (checked) {
      broken = static_cast<Flag>(broken | (returned.broken != nullptr ? 1 : 0));
      return returned.value;
    } else {
      return returned;
    }
  }

  // Reports each broken clause once, for all active lanes that broke it. For an undefined operand,
  // the condition is unknown.
  template <std::size_t... I>
  static void report_broken(Subgroup& subgroup, const Record& record) {
    BrokenClauses broken;
    LaneMask unknown;
    ((unknown |= (condition_operands<Self> >> I & 1) != 0
                     ? subgroup.header(record.operand[I]).undefined
                     : LaneMask{}),
     ...);
    const LaneMask known = subgroup.active & ~unknown;
    known.for_each([&](unsigned lane) {
      const Returned returned =
          Self::component(widen<Compute<In>>(subgroup.values<In>(record.operand[I])[lane])...);
      if (returned.broken != nullptr) broken.add(*returned.broken, lane);
    });
    if constexpr (requires { Self::bits_without_value; }) {
      report_broken_bits(subgroup, record, broken);
    } else {
      broken.report(subgroup, record);
    }
  }

  // Reports broken clauses that make only some bits of the result indeterminate.
  static void report_broken_bits(Subgroup& subgroup, const Record& record,
                                 const BrokenClauses& broken) {
    BitMaskOf<Out> indeterminate[128] = {};
    const LaneMask lanes = broken.lanes();
    lanes.for_each([&](unsigned lane) {
      indeterminate[lane] = partly_indeterminate<Out>(subgroup, record.result, lane).indeterminate;
    });
    broken.report(subgroup, record);
    lanes.for_each([&](unsigned lane) {
      set_indeterminate_bits<Out>(
          subgroup, record.result, lane,
          static_cast<BitMaskOf<Out>>(indeterminate[lane] | Self::bits_without_value));
    });
  }
};

}  // namespace spirv_oracle
