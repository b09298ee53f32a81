// The record that moves a result within its error bound. It follows an instruction if
// PipelineOptions::arithmetic selects the least or the greatest result.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/ir/error_bound.h"
#include "interpreter/ir/op.h"
#include "interpreter/ir/value_check_clauses.h"
#include "interpreter/kernels/number_format.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// The range of magnitudes of operands that cannot lead to a NaN, and whether 0 is safe, as bits of
// a float format.
struct SafeBits {
  std::uint64_t least = 0, greatest = 0;
  bool zero = true;
};
SafeBits safe_bits(SafeOperands operands, const NumberFormat& format);

// The record: result = the plane, changed in place; extra = in Program::data { 1 for the greatest
// result, plus 2 if denormals are preserved; component; number of components; then for each of
// three operands the number of slots, and the slots }. A mark in the number shows an operand of
// 32-bit integers. The record that checks for NaN has SafeBits first: least, greatest, two words
// each, and 1 if 0 is safe.
namespace internal {

inline constexpr std::uint32_t bounded_by_integers = 0x80000000;

template <class Storage>
constexpr NumberFormat format_of() {
  return sizeof(Storage) == 2 ? binary16 : sizeof(Storage) == 4 ? binary32 : binary64;
}

// The operands of one invocation, and the numbers that they refer to.
struct GatheredOperands {
  GatheredOperands() = default;
  GatheredOperands(const GatheredOperands&) = delete;
  GatheredOperands& operator=(const GatheredOperands&) = delete;

  template <class Storage>
  void gather(const Subgroup& subgroup, const std::uint32_t* data, unsigned lane);

  std::array<Real, BoundedOperands::max_numbers> numbers;
  BoundedOperands operands;
};

template <class Storage>
void GatheredOperands::gather(const Subgroup& subgroup, const std::uint32_t* data, unsigned lane) {
  using Number = std::conditional_t<std::is_same_v<Storage, double>, double, float>;
  operands.preserves_denormals = (data[0] & 2) != 0;
  operands.component = data[1];
  operands.component_count = data[2];
  operands.format = format_of<Storage>();
  Real* next = numbers.data();
  const std::uint32_t* list = data + 3;
  for (std::span<const Real>& operand : operands.operand) {
    const bool integers = (*list & bounded_by_integers) != 0;
    const std::uint32_t count = *list++ & ~bounded_by_integers;
    operand = {next, count};
    for (std::uint32_t i = 0; i < count; ++i, ++list) {
      *next++ = integers ? static_cast<Real>(subgroup.values<std::int32_t>(*list)[lane])
                         : static_cast<Real>(widen<Number>(subgroup.values<Storage>(*list)[lane]));
    }
  }
}

template <Range (*Allowed)(const BoundedOperands&), class Storage>
const Op* move_within_bounds(Subgroup& subgroup, const Op* op) {
  using Number = std::conditional_t<std::is_same_v<Storage, double>, double, float>;
  const std::uint32_t* const data = subgroup.data + op->extra;
  const bool greatest = (data[0] & 1) != 0;
  Storage* const results = subgroup.values<Storage>(op->result);
  subgroup.active.for_each([&](unsigned lane) {
    GatheredOperands gathered;
    gathered.gather<Storage>(subgroup, data, lane);
    const Range allowed = Allowed(gathered.operands);
    const Real usual = static_cast<Real>(widen<Number>(results[lane]));
    const Real chosen = allowed.may_be_nan ? std::numeric_limits<Real>::quiet_NaN()
                        : greatest         ? allowed.high
                                           : allowed.low;
    const bool unbounded = std::isinf(allowed.low) && std::isinf(allowed.high) &&
                           std::signbit(allowed.low) != std::signbit(allowed.high);
    // False for NaN as well: a result that is not a number, or has no bound, does not change.
    const bool moves = !unbounded && (greatest ? chosen > usual : chosen < usual);
    if (moves || allowed.may_be_nan) results[lane] = narrow<Storage>(static_cast<Number>(chosen));
  });
  return op + 1;
}

// Compares the magnitudes in the planes, as bits, with the safe ones.
template <class Bits>
bool has_unsafe_operand(const Subgroup& subgroup, const std::uint32_t* data) {
  const auto least = static_cast<Bits>(data[0] | std::uint64_t{data[1]} << 32);
  const auto greatest = static_cast<Bits>(data[2] | std::uint64_t{data[3]} << 32);
  const auto span = static_cast<Bits>(greatest - least);
  const auto unsafe_zero = static_cast<Bits>(data[4] == 0 ? 1 : 0);
  constexpr auto all_but_sign = static_cast<Bits>(static_cast<Bits>(~Bits{0}) >> 1);
  Bits found = 0;
  const std::uint32_t* list = data + 8;
  for (unsigned operand = 0; operand < 3; ++operand) {
    const std::uint32_t count = *list++ & ~bounded_by_integers;
    for (std::uint32_t i = 0; i < count; ++i, ++list) {
      const Bits* values = subgroup.values<Bits>(*list);
      for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) {
        const auto magnitude = static_cast<Bits>(values[lane] & all_but_sign);
        const bool outside = static_cast<Bits>(magnitude - least) > span;
        const bool is_zero = magnitude == 0;
        found = static_cast<Bits>(found | (outside ? (is_zero ? unsafe_zero : Bits{1}) : Bits{0}));
      }
    }
  }
  return found != 0;
}

template <Range (*Allowed)(const BoundedOperands&), class Storage>
const Op* check_for_nan(Subgroup& subgroup, const Op* op) {
  using Bits =
      std::conditional_t<sizeof(Storage) == 2, std::uint16_t,
                         std::conditional_t<sizeof(Storage) == 4, std::uint32_t, std::uint64_t>>;
  const std::uint32_t* const data = subgroup.data + op->extra;
  if (!has_unsafe_operand<Bits>(subgroup, data)) [[likely]]
    return op + 1;
  BrokenClauses broken;
  (subgroup.active & ~subgroup.header(op->result).undefined).for_each([&](unsigned lane) {
    GatheredOperands gathered;
    gathered.gather<Storage>(subgroup, data + 5, lane);
    if (Allowed(gathered.operands).may_be_nan) broken.add(ValueChecks::formula_may_be_nan, lane);
  });
  broken.report(subgroup, *op);
  return op + 1;
}

template <Range (*Allowed)(const BoundedOperands&)>
Handler bound_handler(ScalarType type) {
  if (type.scalar_class != ScalarType::Class::floating) return nullptr;
  switch (type.bytes) {
    case 2:
      return &move_within_bounds<Allowed, Float16>;
    case 4:
      return &move_within_bounds<Allowed, float>;
    case 8:
      return &move_within_bounds<Allowed, double>;
    default:
      return nullptr;
  }
}

template <Range (*Allowed)(const BoundedOperands&)>
Handler nan_check_handler(ScalarType type) {
  if (type.scalar_class != ScalarType::Class::floating) return nullptr;
  switch (type.bytes) {
    case 2:
      return &check_for_nan<Allowed, Float16>;
    case 4:
      return &check_for_nan<Allowed, float>;
    case 8:
      return &check_for_nan<Allowed, double>;
    default:
      return nullptr;
  }
}

}  // namespace internal

// Entries of a table: `Allowed` returns the least and the greatest result.
template <Range (*Allowed)(const BoundedOperands&)>
constexpr ErrorBound bound_of_component(std::uint32_t number) {
  return {number, true, &internal::bound_handler<Allowed>, nullptr, SafeOperands::numbers, Allowed};
}
template <Range (*Allowed)(const BoundedOperands&)>
constexpr ErrorBound bound_of_vector(std::uint32_t number) {
  return {number, false, &internal::bound_handler<Allowed>, nullptr, SafeOperands::numbers,
          Allowed};
}

// Entries for bounds that are inherited from a formula.
template <Range (*Allowed)(const BoundedOperands&)>
constexpr ErrorBound inherited_by_component(std::uint32_t number, SafeOperands safe) {
  return {number, true,   &internal::bound_handler<Allowed>, &internal::nan_check_handler<Allowed>,
          safe,   Allowed};
}
template <Range (*Allowed)(const BoundedOperands&)>
constexpr ErrorBound inherited_by_vector(std::uint32_t number, SafeOperands safe) {
  return {number, false,  &internal::bound_handler<Allowed>, &internal::nan_check_handler<Allowed>,
          safe,   Allowed};
}

inline Range exactly(Real x) { return {x, x, std::isnan(x)}; }

// The results within an error bound of OpenCL around the exact result, which was computed with an error of its own. "Result
// overflow within the specified ULP error is permitted": beyond that, an infinity is the only result.
Range opencl_range(const NumberFormat& format, Real exact, Real error);
// max * max * steps * EPSILON, the tolerance of dot and cross, which has the same EPSILON for 64 bits as for 32. At least the
// error of rounding each step to a denormal. Infinite if max * max overflows, because an implementation may compute it.
Real opencl_error_of_products(const NumberFormat& format, Real greatest, std::size_t steps);

// Steps of the formulas from which bounds are inherited. Operands and results are numbers of the
// format; sums and products are rounded as usual. A denormal intermediate result may be 0, unless
// denormals are preserved.
struct FormulaSteps {
  NumberFormat format;
  bool preserves_denormals = true;

  explicit FormulaSteps(const BoundedOperands& in)
      : format(in.format), preserves_denormals(in.preserves_denormals) {}

  Range add(Range a, Range b) const;
  Range subtract(Range a, Range b) const;
  Range multiply(Range a, Range b) const;
  Range divide(Range a, Range b) const;  // 2.5 ulp
  // Sums of products of numbers in either order, or rounded only once.
  Range dot(std::span<const Real> a, std::span<const Real> b) const;
  // The numbers at a distance of at most `error` from x; infinities are exact.
  Range within(Real x, Real error) const;

 private:
  Range rounded(Range exact) const;
};

// OpFDiv, and the other core instructions in the tables of both Vulkan and OpenCL.
std::span<const ErrorBound> vulkan_error_bounds();
std::span<const ErrorBound> opencl_error_bounds();

}  // namespace spirv_oracle
