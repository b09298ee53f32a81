// Error bounds of client APIs: which results besides the usual one an instruction may have. A table of them
// belongs to each API; what stands there is asked only where Dispatch::arithmetic chooses the least or the greatest
// result, and then by a record that follows the instruction.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "interpreter/ir/op.h"
#include "interpreter/loader/types.h"
#include "interpreter/semantics/kernel.h"
#include "interpreter/semantics/numeric/number_format.h"

namespace spirv_oracle {

// Operands of one invocation.
struct BoundedOperands {
  static constexpr std::size_t max_numbers = 32;  // two matrices

  std::array<std::span<const Real>, 3> operand;
  std::size_t component = 0;  // of the result
  std::size_t component_count = 1;
  NumberFormat format;  // of operands and result

  // The numbers that go with the component, where the instruction works component by component.
  Real x() const { return operand[0][0]; }
  Real y() const { return operand[1][0]; }
  Real z() const { return operand[2][0]; }
};

struct ErrorBound {
  std::uint32_t number = 0;  // opcode, or number within the extended set
  bool takes_components =
      true;  // false: each component of the result depends on all of the operands
  Handler (*handler)(ScalarType) = nullptr;  // null: not for this type
};

// The record: result = where it lies, changed in place; extra = in Program::data { 1 for the greatest result,
// component, how many there are, then for each of three operands how many slots, and those }. An operand of 32-bit
// integers has a mark besides how many.
namespace internal {

inline constexpr std::uint32_t bounded_by_integers = 0x80000000;

template <class Storage>
constexpr NumberFormat format_of() {
  return sizeof(Storage) == 2 ? binary16 : sizeof(Storage) == 4 ? binary32 : binary64;
}

template <Range (*Allowed)(const BoundedOperands&), class Storage>
const Op* move_within_bounds(Subgroup& subgroup, const Op* op) {
  using Number = std::conditional_t<std::is_same_v<Storage, double>, double, float>;
  const std::uint32_t* const data = subgroup.data + op->extra;
  const bool greatest = data[0] != 0;
  Storage* const results = subgroup.values<Storage>(op->result);
  subgroup.active.for_each([&](unsigned lane) {
    Real numbers[BoundedOperands::max_numbers];
    BoundedOperands operands;
    operands.component = data[1];
    operands.component_count = data[2];
    operands.format = format_of<Storage>();
    Real* next = numbers;
    const std::uint32_t* list = data + 3;
    for (std::span<const Real>& operand : operands.operand) {
      const bool integers = (*list & bounded_by_integers) != 0;
      const std::uint32_t count = *list++ & ~bounded_by_integers;
      operand = {next, count};
      for (std::uint32_t i = 0; i < count; ++i, ++list) {
        *next++ = integers
                      ? static_cast<Real>(subgroup.values<std::int32_t>(*list)[lane])
                      : static_cast<Real>(widen<Number>(subgroup.values<Storage>(*list)[lane]));
      }
    }
    const Range allowed = Allowed(operands);
    const Real usual = static_cast<Real>(widen<Number>(results[lane]));
    const Real chosen = greatest ? allowed.high : allowed.low;
    // False for a NaN, too: what is no number, or has no bound, stays as it is.
    if (greatest ? chosen > usual : chosen < usual)
      results[lane] = narrow<Storage>(static_cast<Number>(chosen));
  });
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

}  // namespace internal

// Entries of a table: `Allowed` gives the least and the greatest result.
template <Range (*Allowed)(const BoundedOperands&)>
constexpr ErrorBound bound_of_component(std::uint32_t number) {
  return {number, true, &internal::bound_handler<Allowed>};
}
template <Range (*Allowed)(const BoundedOperands&)>
constexpr ErrorBound bound_of_vector(std::uint32_t number) {
  return {number, false, &internal::bound_handler<Allowed>};
}

// Steps of the formulas that bounds are inherited from. What goes in and comes out are numbers of the format;
// a sum or product is rounded as ever.
struct FormulaSteps {
  NumberFormat format;

  Range add(Range a, Range b) const;
  Range subtract(Range a, Range b) const;
  Range multiply(Range a, Range b) const;
  Range divide(Range a, Range b) const;  // 2.5 ulp
  // Sums of products of numbers in either order, or rounded only once.
  Range dot(std::span<const Real> a, std::span<const Real> b) const;
};

inline Range exactly(Real x) { return {x, x}; }

// OpFDiv and what else both Vulkan and OpenCL have in their tables for the core instructions.
std::span<const ErrorBound> vulkan_error_bounds();
std::span<const ErrorBound> opencl_error_bounds();

}  // namespace spirv_oracle
