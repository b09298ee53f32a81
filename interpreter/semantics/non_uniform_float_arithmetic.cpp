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
      case AnyOrder::exact: return nullptr;
      case AnyOrder::order: return &order;
      case AnyOrder::nan_or_denormal: break;
    }
    return &nan_or_denormal;
  }
};

// The sum of the magnitudes of `count` values; exact where any_order_sum() needs it.
template <class T>
[[gnu::always_inline]] inline T sum_of_magnitudes(const T* values, unsigned count) {
  using Vector = LaneVector<T>;
  using Bits = typename FloatFormat<T>::Bits;
  using BitVector = typename LaneVector<Bits>::type;
  struct Add {
    [[gnu::always_inline]] static typename Vector::type combine(typename Vector::type a,
                                                                typename Vector::type b) {
      return a + b;
    }
  };
  const BitVector mask = LaneVector<Bits>::splat(FloatFormat<T>::magnitude_mask);
  const auto magnitude = [&](unsigned lane) __attribute__((always_inline)) {
    return reinterpret_cast<typename Vector::type>(
        reinterpret_cast<BitVector>(Vector::load(values + lane)) & mask);
  };
  auto sum = magnitude(0);
  unsigned lane = Vector::lanes;
  if (count >= 4 * Vector::lanes) {
    auto sum_1 = magnitude(Vector::lanes), sum_2 = magnitude(2 * Vector::lanes),
         sum_3 = magnitude(3 * Vector::lanes);
    for (lane = 4 * Vector::lanes; lane < count; lane += 4 * Vector::lanes) {
      sum += magnitude(lane);
      sum_1 += magnitude(lane + Vector::lanes);
      sum_2 += magnitude(lane + 2 * Vector::lanes);
      sum_3 += magnitude(lane + 3 * Vector::lanes);
    }
    sum = (sum + sum_1) + (sum_2 + sum_3);
  } else {
    for (; lane < count; lane += Vector::lanes) sum += magnitude(lane);
  }
  return combine_within<Add, T, Vector::lanes>(sum)[0];
}

// Whether no partial sum rounds or is denormal. Adding and subtracting a large number leaves exactly
// those values alone that are multiples of its last place; a sum of such multiples has room below it.
template <class T>
[[gnu::always_inline]] inline bool sums_are_exact(const T* values, unsigned count) {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  using Vector = LaneVector<T>;
  const Bits sum = Format::bits(sum_of_magnitudes(values, count));
  const Bits exponent = static_cast<Bits>(sum >> Format::fraction_bits);  // biased
  if (sum == 0) return true;
  if (exponent < Format::fraction_bits || exponent > 2 * Format::bias - 2) return false;
  const T large = std::bit_cast<T>(static_cast<Bits>(((exponent + 2) << Format::fraction_bits) |
                                                     (Bits{1} << (Format::fraction_bits - 1))));
  const auto large_vector = Vector::splat(large);
  auto differs = Vector::load(values) != Vector::load(values);
  for (unsigned lane = 0; lane < count; lane += Vector::lanes) {
    const auto v = Vector::load(values + lane);
    differs |= ((v + large_vector) - large_vector) != v;
  }
  Bits any = 0;
  for (unsigned i = 0; i < Vector::lanes; ++i) any |= static_cast<Bits>(differs[i]);
  return any == 0;
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
  [[gnu::always_inline]] static bool in_any_order(const T*, unsigned) {
    return false;
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_float_arithmetic_instructions() {
  return InstructionList<OpGroupNonUniformFAdd, OpGroupNonUniformFMul>::definitions;
}

}  // namespace spirv_oracle
