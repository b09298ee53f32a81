// Component Type: how instructions on cooperative vectors interpret their operands, and the conversion of Input.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/loader/types/types.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct Interpretation {
  ScalarType type;         // of an element in memory
  bool is_packed = false;  // several elements in each 32-bit component of Input
};

// A literal of Component Type. Fails if it is not one, or not known.
Interpretation interpretation(Lowering& lowering, Id constant);
// 8-bit floats, which matrices of Vulkan have in the optimal layouts only.
bool is_float8(ScalarType type);

// An operand whose components are of `from`, and how they become elements of `to`.
struct InputConversion {
  ScalarType from;  // is_signed: as MatrixBSignedComponents says
  Interpretation to;
};

// An element of a converted Input in one lane.
struct ConvertedFloat {
  double value = 0;
  double radius =
      0;  // the greatest distance of the other values that the conversion may give; infinite: any
};
struct ConvertedInteger {
  std::uint64_t bits = 0;  // sign-extended or zero-extended to 64 bits
  bool is_nan = false;     // the component is a NaN, of which no integer is the nearest
};

// `bits`: those of the component of Input that holds element k.
ConvertedFloat converted_float(const InputConversion& conversion, std::uint64_t bits);
ConvertedInteger converted_integer(const InputConversion& conversion, std::uint64_t bits,
                                   std::uint32_t k);
// The number of the component that holds element k.
constexpr std::uint32_t component_of_element(const InputConversion& conversion, std::uint32_t k) {
  return conversion.to.is_packed ? k / 4 : k;
}

// The bits of an integer component as a 64-bit number.
std::uint64_t extended_component(ScalarType type, std::uint64_t bits);

}  // namespace spirv_oracle
