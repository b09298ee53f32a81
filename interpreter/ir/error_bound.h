// Error bounds of client APIs: the results that an instruction may have in addition to the usual
// one. Each API has its own table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "interpreter/ir/op.h"
#include "interpreter/kernels/number_format.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// Operands of one invocation.
struct BoundedOperands {
  static constexpr std::size_t max_numbers = 32;  // two matrices

  std::array<std::span<const Real>, 3> operand;
  std::size_t component = 0;  // of the result
  std::size_t component_count = 1;
  NumberFormat format;               // of operands and result
  bool preserves_denormals = false;  // DenormPreserve: intermediate results are not flushed

  // The numbers for the component, if the instruction works component by component.
  Real x() const { return operand[0][0]; }
  Real y() const { return operand[1][0]; }
  Real z() const { return operand[2][0]; }
};

// Operands for which a formula certainly does not give a NaN, so that no closer check is needed.
enum class SafeOperands : std::uint8_t {
  numbers,        // all except NaN
  finite,         // nor infinity
  exponents,      // exp of them is far from overflow
  factors,        // products of three of them are far from overflow
  small_factors,  // products of six
  lengths,        // factors that are 0, or so large that their squares are far from underflow
  divisors,       // such lengths, but not 0
};

struct ErrorBound {
  std::uint32_t number = 0;  // opcode, or number within the extended set
  bool takes_components =
      true;  // false: each component of the result depends on all of the operands
  Handler (*handler)(ScalarType) = nullptr;  // null: not for this type
  // For a bound that is inherited from a formula: reports if the formula permits a NaN, so that any
  // result is permitted.
  Handler (*check_for_nan)(ScalarType) = nullptr;
  SafeOperands safe = SafeOperands::numbers;
  Range (*allowed)(const BoundedOperands&) = nullptr;  // the least and the greatest result
};

}  // namespace spirv_oracle
