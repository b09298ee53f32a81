// Non-Uniform Instructions: float addition and multiplication

#include <limits>

#include "interpreter/semantics/non_uniform_arithmetic.h"
#include "interpreter/semantics/non_uniform_float_order.h"

namespace spirv_oracle {
namespace {

// The method that combines the contributions is implementation-defined.
template <internal::FixedString Name>
struct OrderClauses {
  static constexpr Clause order{internal::Joined<Name, ".order">::view, "order-of-operations",
                                Effect::implementation_defined,
                                "the order in which the contributions are combined may change the "
                                "result"};
  static constexpr Clause nan_or_denormal{
      internal::Joined<Name, ".nan-or-denormal">::view, "nan-or-denormal",
      Effect::implementation_defined,
      "a NaN or a denormal takes part, whose treatment no float control binds"};

  static const Clause* clause_of(AnyOrder any_order) {
    switch (any_order) {
      case AnyOrder::exact:
        return nullptr;
      case AnyOrder::order:
        return &order;
      case AnyOrder::nan_or_denormal:
        break;
    }
    return &nan_or_denormal;
  }
};

// Whether no partial sum rounds or is denormal. Adding and subtracting a large number leaves
// exactly those values alone that are multiples of its last place; sums of such multiples below it
// are exact.
template <class T>
[[gnu::always_inline]] inline bool sums_are_exact(const T* values, unsigned count) {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  const Bits largest = largest_magnitude(values, count);
  if (largest == 0) return true;
  // The magnitudes add up to less than 2^(exponent + 1 + log2(count)); the large number is above
  // that.
  const unsigned exponent = static_cast<unsigned>(largest >> Format::fraction_bits) +
                            static_cast<unsigned>(std::bit_width(count)) + 1;
  // Its last place is a normal number, and it does not overflow.
  if (exponent < Format::fraction_bits + 1 || exponent > 2 * Format::bias) return false;
  const T large = std::bit_cast<T>(static_cast<Bits>((Bits{exponent} << Format::fraction_bits) |
                                                     (Bits{1} << (Format::fraction_bits - 1))));
  Bits differs = 0;
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Bits any = 0;
        for (unsigned i = 0; i < chunk; ++i) {
          const T value = values[lane + i];
          any |= (value + large) - large != value ? Bits{1} : Bits{0};
        }
        differs |= any;
      });
  return differs == 0;
}

// Whether no partial product rounds or leaves the range of normal numbers. A factor that is no
// power of two needs at most one digit more than the longest fraction has, and a product the sum of
// that.
template <class T>
[[gnu::always_inline]] inline bool products_are_exact(const T* values, unsigned count) {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  using Signed = std::make_signed_t<Bits>;
  Bits fractions = 0;
  Signed odd_factors = 0, highest = 0, lowest = 0, normal = 1;
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Bits any = 0;
        Signed odd = 0, up = 0, down = 0, all_normal = 1;
        for (unsigned i = 0; i < chunk; ++i) {
          const Bits bits = std::bit_cast<Bits>(values[lane + i]);
          const Bits fraction = bits & Format::fraction_mask;
          const auto biased =
              static_cast<Signed>((bits & Format::infinity) >> Format::fraction_bits);
          const Signed exponent = biased - Format::bias;
          const Signed is_odd = fraction != 0 ? 1 : 0;
          any |= fraction;
          odd += is_odd;
          up += std::max<Signed>(exponent + is_odd, 0);
          down += std::min<Signed>(exponent, 0);
          all_normal &= biased > 0 && biased <= 2 * Format::bias ? 1 : 0;
        }
        fractions |= any;
        odd_factors += odd;
        highest += up;
        lowest += down;
        normal &= all_normal;
      });
  const int digits = fractions == 0 ? 1 : Format::precision - std::countr_zero(fractions);
  return normal != 0 && odd_factors * digits <= Format::precision &&
         highest <= Format::max_exponent && lowest >= Format::min_exponent;
}

struct OpGroupNonUniformFAdd
    : GroupArithmetic<grammar::OpGroupNonUniformFAdd, AnyFloat, "OpGroupNonUniformFAdd">,
      OrderClauses<"OpGroupNonUniformFAdd"> {
  static constexpr auto clauses = Clauses::with(order, nan_or_denormal);

  template <class T>
  static constexpr T identity() {
    return T{};
  }
  template <class T>
  static constexpr T neutral() {
    return -T{};  // adding +0 would change -0
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a + b;
  }
  template <class T>
  struct Accumulator : SumInAnyOrder<OpGroupNonUniformFAdd, T> {
    const Clause* broken() const { return clause_of(this->any_order()); }
  };
  template <class T>
  [[gnu::always_inline]] static bool in_any_order(const T* values, unsigned count) {
    return sums_are_exact(values, count);
  }
};

struct OpGroupNonUniformFMul
    : GroupArithmetic<grammar::OpGroupNonUniformFMul, AnyFloat, "OpGroupNonUniformFMul">,
      OrderClauses<"OpGroupNonUniformFMul"> {
  static constexpr auto clauses = Clauses::with(order, nan_or_denormal);

  template <class T>
  static constexpr T identity() {
    return T{1};
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a * b;
  }
  template <class T>
  struct Accumulator : ProductInAnyOrder<OpGroupNonUniformFMul, T> {
    const Clause* broken() const { return clause_of(this->any_order()); }
  };
  template <class T>
  [[gnu::always_inline]] static bool in_any_order(const T* values, unsigned count) {
    return products_are_exact(values, count);
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_float_arithmetic_instructions() {
  return InstructionList<OpGroupNonUniformFAdd, OpGroupNonUniformFMul>::definitions;
}

}  // namespace spirv_oracle
