#include "interpreter/exec/lanes/copy.h"

#include <array>
#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/state/multiversion.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {
namespace {

// Returns the next record, after also copying the indeterminate bits.
[[gnu::cold, gnu::noinline]] const Record* copy_bits(Subgroup& subgroup, const Record* record) {
  copy_indeterminate_bits(subgroup, record->result, record->operand[0], subgroup.active);
  return record + 1;
}

[[gnu::always_inline]] inline const Record* copied(Subgroup& subgroup, const Record& record) {
  if (!subgroup.indeterminate_bits.empty()) [[unlikely]]
    return copy_bits(subgroup, &record);
  return &record + 1;
}

template <class T>
struct Copy {
  [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup, const Record& record) {
    combine_headers(subgroup, record.result, record.operand[0]);
    std::memcpy(subgroup.values<T>(record.result), subgroup.values<T>(record.operand[0]),
                sizeof(T) * subgroup.padded_lanes);
    return copied(subgroup, record);
  }
};

template <>
struct Copy<bool> {
  [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
    combine_headers(subgroup, record.result, record.operand[0]);
    subgroup.truth(record.result) = subgroup.truth(record.operand[0]);
  }
};

// The bit of each of 32 lanes.
constexpr auto bit_of_lane = [] {
  std::array<std::uint32_t, 32> bits{};
  for (unsigned i = 0; i < bits.size(); ++i) bits[i] = 1u << i;
  return bits;
}();

template <class T>
struct MaskedCopy {
  // Copies the lanes whose bits are set, eight with one vector of 32-bit values.
  template <std::size_t... Eights>
  [[gnu::always_inline]] static inline void copy_eights(T* out, const T* in, std::uint32_t bits,
                                                        std::index_sequence<Eights...>) {
    const auto copy_eight = [=](unsigned first) __attribute__((always_inline)) {
      SPIRV_ORACLE_LANE_LOOP
      for (unsigned i = first; i < first + 8; ++i) {
        const T value = in[i];
        out[i] = (bits & bit_of_lane[i]) != 0 ? value : out[i];
      }
    };
    (copy_eight(8 * Eights), ...);
  }

  [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup, const Record& record) {
    const LaneMask& mask = subgroup.active;
    PlaneHeader& result = located_header(subgroup, record.result);
    const PlaneHeader& source = located_header(subgroup, record.operand[0]);
    blend_headers(mask, result, source);
    for_each_chunk(
        subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
          constexpr unsigned lanes = decltype(count)::value;
          T* out = values_behind<T>(result) + lane;
          const T* in = values_behind<T>(source) + lane;
          const std::uint32_t bits = mask_bits<lanes>(mask, lane);
          if (bits == (std::uint64_t{1} << lanes) - 1) {
            std::memcpy(out, in, sizeof(T) * lanes);
          } else {
            copy_eights(out, in, bits, std::make_index_sequence<lanes / 8>());
          }
        });
    return copied(subgroup, record);
  }
};

template <>
struct MaskedCopy<bool> {
  [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
    const LaneMask mask = subgroup.active;
    blend_headers(mask, subgroup.header(record.result), subgroup.header(record.operand[0]));
    LaneMask& target = subgroup.truth(record.result);
    target = blend(mask, subgroup.truth(record.operand[0]), target);
  }
};

template <template <class> class Kernel>
Handler by_width(unsigned bytes) {
  return for_width(bytes, []<class T>() { return Multiversion<Kernel<T>>::pick(); });
}

const Record* undefine(Subgroup& subgroup, const Record* record) {
  if constexpr (!follows_definedness) return record + 1;
  PlaneHeader& header = subgroup.header(record->result);
  header.undefined |= subgroup.active;
  header.implementation_dependent &= ~subgroup.active;
  if (!subgroup.indeterminate_bits.empty()) [[unlikely]] {
    subgroup.active.for_each(
        [&](unsigned lane) { subgroup.indeterminate_bits.set_all(record->result, lane); });
  }
  return record + 1;
}

const Record* set_float_mode(Subgroup&, const Record* record) {
  set_host_float_mode(record->extra);
  return record + 1;
}

}  // namespace

[[gnu::cold, gnu::noinline]] void copy_indeterminate_bits(Subgroup& subgroup, Slot result,
                                                          Slot source, const LaneMask& lanes) {
  const LaneMask indeterminate = indeterminate_lanes(subgroup.header(source)) & lanes;
  indeterminate.for_each([&](unsigned lane) {
    const std::uint64_t bits = subgroup.indeterminate_bits.of(source, lane);
    if (bits == IndeterminateBits::all) {
      subgroup.indeterminate_bits.set_all(result, lane);
    } else {
      subgroup.indeterminate_bits.set(result, lane, bits);
    }
  });
}

Handler copy_handler(unsigned bytes) { return by_width<Copy>(bytes); }
Handler masked_copy_handler(unsigned bytes) { return by_width<MaskedCopy>(bytes); }
Handler undefine_handler() { return &undefine; }
Handler set_float_mode_handler() { return &set_float_mode; }

void set_host_float_mode(std::uint32_t mode) {
  std::fesetround((mode & float_mode_toward_zero) != 0 ? FE_TOWARDZERO : FE_TONEAREST);
#if defined(__x86_64__)
  constexpr unsigned flush_and_zero = 0x8040;  // flush-to-zero, denormals-are-zero
  const unsigned others = _mm_getcsr() & ~flush_and_zero;
  _mm_setcsr(others | ((mode & float_mode_flush_denormals) != 0 ? flush_and_zero : 0));
#elif defined(__aarch64__)
  constexpr std::uint64_t flush = std::uint64_t{1} << 24;
  std::uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  control = (mode & float_mode_flush_denormals) != 0 ? control | flush : control & ~flush;
  asm volatile("msr fpcr, %0" : : "r"(control));
#endif
}

}  // namespace spirv_oracle
