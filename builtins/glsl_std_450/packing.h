// Floating-Point Pack and Unpack Functions.
#pragma once

#include "builtins/glsl_std_450/instruction.h"

namespace spirv_oracle::glsl_std_450 {

// --- pack: one record per component of v, which adds the bits of the component to those before ---

// round(clamp(c, -1, +1) * scale) for signed, round(clamp(c, 0, +1) * scale) for unsigned fields,
// as an integer of `Bits` bits. The clamp and the round are those of this instruction set: a
// fraction of 0.5 may be rounded either way, and the integer for a NaN is not defined.
template <class G, unsigned Bits, bool Signed>
struct PackNormalized {
  using Grammar = G;
  static constexpr Clause component_nan{internal::ClauseId<InSet<G>, ".component-nan">::view,
                                        math_domain, Effect::undefined_result,
                                        "a component of v is a NaN"};
  static constexpr Clause fraction_half{
      internal::ClauseId<InSet<G>, ".fraction-half">::view, one_of_several,
      Effect::implementation_defined,
      "a component of v is halfway between two integers; either may be the result"};
  static constexpr auto clauses = clause_list(component_nan, fraction_half);
  static constexpr float scale = Signed ? (1u << (Bits - 1)) - 1 : (1u << Bits) - 1;
  static constexpr unsigned count = 32 / Bits;

  template <unsigned Index>
  struct Component {
    static constexpr std::uint32_t field = ~std::uint32_t{0} >> (32 - Bits) << (Bits * Index);

    static Checked<std::uint32_t> component(float c, std::uint32_t packed) {
      constexpr float least = Signed ? -1 : 0;
      const float clamped = c > least ? (c < 1 ? c : 1.0f) : least;  // NaN: the least value
      const float scaled = clamped * scale;
      const auto integer =
          static_cast<std::uint32_t>(static_cast<std::int32_t>(round_even(scaled)));
      const std::uint32_t result = packed | (integer << (Bits * Index) & field);
      if (is_nan(c) || is_halfway(scaled)) {
        return {is_nan(c) ? component_nan : fraction_half, result};
      }
      return result;
    }

    // A component affects only its own bits; so do the clauses that it breaks.
    static constexpr unsigned condition_operands = 1u << 0;
    static constexpr std::uint32_t bits_without_value = field;
    static std::uint32_t indeterminate_bits(PartlyIndeterminate<float> c,
                                            PartlyIndeterminate<std::uint32_t> packed) {
      return packed.indeterminate | (c.indeterminate != 0 ? field : 0);
    }
  };

  template <class S>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

struct PackSnorm4x8 : PackNormalized<listed::PackSnorm4x8, 8, true> {};
struct PackUnorm4x8 : PackNormalized<listed::PackUnorm4x8, 8, false> {};
struct PackSnorm2x16 : PackNormalized<listed::PackSnorm2x16, 16, true> {};
struct PackUnorm2x16 : PackNormalized<listed::PackUnorm2x16, 16, false> {};

// The bits of the components, converted to 16-bit floats: "correctly rounded with implementation
// defined rounding mode", whatever mode is declared.
struct PackHalf2x16 {
  using Grammar = listed::PackHalf2x16;
  template <class Storage>  // Float16, or Float16TowardZero if the dispatch chooses that
  struct Of {
    static std::uint32_t component(float low, float high) {
      return std::uint32_t{narrow<Storage>(low).bits} | std::uint32_t{narrow<Storage>(high).bits}
                                                            << 16;
    }
    static std::uint32_t indeterminate_bits(PartlyIndeterminate<float> low,
                                            PartlyIndeterminate<float> high) {
      return (low.indeterminate != 0 ? 0xFFFFu : 0u) | (high.indeterminate != 0 ? 0xFFFF0000u : 0u);
    }
  };
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// The double with these bits. "If an IEEE 754 Inf or NaN is created, it will not signal, and the
// resulting floating-point value is unspecified."
struct PackDouble2x32 {
  using Grammar = listed::PackDouble2x32;
  static constexpr bool flushes_denormals = false;
  static constexpr Clause not_finite{"GLSL.std.450.PackDouble2x32.not-finite", math_domain,
                                     Effect::undefined_result,
                                     "the bits are those of an infinity or a NaN"};
  static constexpr auto clauses = clause_list(not_finite);

  static Checked<double> component(std::uint32_t low, std::uint32_t high) {
    const double value = std::bit_cast<double>(std::uint64_t{high} << 32 | low);
    constexpr std::uint32_t exponent = 0x7FF00000;
    if ((high & exponent) == exponent) return {not_finite, value};
    return value;
  }
  static std::uint64_t indeterminate_bits(PartlyIndeterminate<std::uint32_t> low,
                                          PartlyIndeterminate<std::uint32_t> high) {
    return std::uint64_t{high.indeterminate} << 32 | low.indeterminate;
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// --- unpack: one record per component of the result ---

// A component of the result is indeterminate if a bit of its field is.
template <unsigned Index, unsigned Bits>
std::uint32_t indeterminate_if_field_is(PartlyIndeterminate<std::uint32_t> packed) {
  const std::uint32_t field = packed.indeterminate >> (Bits * Index) << (32 - Bits);
  return field != 0 ? all_indeterminate<float> : 0;
}

// f / scale for unsigned fields, clamp(f / scale, -1, +1) for signed ones.
template <class G, unsigned Bits, bool Signed>
struct UnpackNormalized {
  using Grammar = G;
  static constexpr float scale = Signed ? (1u << (Bits - 1)) - 1 : (1u << Bits) - 1;
  static constexpr unsigned count = 32 / Bits;

  template <unsigned Index>
  struct Component {
    static float component(std::uint32_t p) {
      const std::uint32_t at_the_top = p << (32 - Bits * (Index + 1));
      if constexpr (Signed) {
        const auto field = static_cast<std::int32_t>(at_the_top) >> (32 - Bits);
        const float value = static_cast<float>(field) / scale;
        return value < -1 ? -1 : value;
      } else {
        const auto field = static_cast<std::int32_t>(at_the_top >> (32 - Bits));
        return static_cast<float>(field) / scale;
      }
    }
    static std::uint32_t indeterminate_bits(PartlyIndeterminate<std::uint32_t> p) {
      return indeterminate_if_field_is<Index, Bits>(p);
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

struct UnpackSnorm2x16 : UnpackNormalized<listed::UnpackSnorm2x16, 16, true> {};
struct UnpackUnorm2x16 : UnpackNormalized<listed::UnpackUnorm2x16, 16, false> {};
struct UnpackSnorm4x8 : UnpackNormalized<listed::UnpackSnorm4x8, 8, true> {};
struct UnpackUnorm4x8 : UnpackNormalized<listed::UnpackUnorm4x8, 8, false> {};

// "Subnormal numbers are either preserved or flushed to zero, consistently within an implementation."
struct UnpackHalf2x16 {
  using Grammar = listed::UnpackHalf2x16;
  static constexpr Clause subnormal{
      "GLSL.std.450.UnpackHalf2x16.subnormal", one_of_several, Effect::implementation_defined,
      "a component is subnormal; it may be preserved or flushed to zero"};
  static constexpr auto clauses = clause_list(subnormal);
  static constexpr unsigned count = 2;

  template <unsigned Index>
  struct Component {
    static Checked<float> component(std::uint32_t v) {
      const auto bits = static_cast<std::uint16_t>(v >> (16 * Index));
      const float value = to_float(Float16{bits});
      const bool has_exponent = (bits & 0x7C00) != 0;
      const bool has_fraction = (bits & 0x03FF) != 0;
      if (!has_exponent && has_fraction) return {subnormal, value};
      return value;
    }
    static std::uint32_t indeterminate_bits(PartlyIndeterminate<std::uint32_t> v) {
      return indeterminate_if_field_is<Index, 16>(v);
    }
  };
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// The bits of v.
struct UnpackDouble2x32 {
  using Grammar = listed::UnpackDouble2x32;
  static constexpr bool computes_floats = false, flushes_denormals = false;
  static constexpr unsigned count = 2;

  template <unsigned Index>
  struct Component {
    static std::uint32_t component(double v) {
      return static_cast<std::uint32_t>(bits_of(v) >> (32 * Index));
    }
    static std::uint32_t indeterminate_bits(PartlyIndeterminate<double> v) {
      return static_cast<std::uint32_t>(v.indeterminate >> (32 * Index));
    }
  };
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

}  // namespace spirv_oracle::glsl_std_450
