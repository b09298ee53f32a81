// The instructions of SPV_INTEL_shader_integer_functions2. Most have the meaning of an instruction of OpenCL.std.
#pragma once

#include "builtins/opencl_std/integer.h"
#include "grammar/core.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

namespace intel_integer_functions {

// --- bits ---

template <class G, class Count>
struct BitCount : Unary<G, TypeList<std::uint32_t>> {
  template <class T>
  static T component(T operand) {
    return Count::component(operand);
  }
};
struct OpUCountLeadingZerosINTEL : BitCount<grammar::OpUCountLeadingZerosINTEL, opencl_std::clz> {};
struct OpUCountTrailingZerosINTEL : BitCount<grammar::OpUCountTrailingZerosINTEL, opencl_std::ctz> {
};

// --- differences and sums that do not wrap ---

struct OpAbsISubINTEL : opencl_std::AbsoluteDifference<grammar::OpAbsISubINTEL, SignedInt> {};
struct OpAbsUSubINTEL : opencl_std::AbsoluteDifference<grammar::OpAbsUSubINTEL, UnsignedInt> {};
struct OpIAddSatINTEL : opencl_std::AddSaturated<grammar::OpIAddSatINTEL, SignedInt> {};
struct OpUAddSatINTEL : opencl_std::AddSaturated<grammar::OpUAddSatINTEL, UnsignedInt> {};

template <class G, class Domain, class Difference>
struct SubtractSaturated : Binary<G, Domain> {
  template <class T>
  static T component(T operand_1, T operand_2) {
    return Difference::component(operand_1, operand_2);
  }
};
struct OpISubSatINTEL
    : SubtractSaturated<grammar::OpISubSatINTEL, SignedInt, opencl_std::s_sub_sat> {};
struct OpUSubSatINTEL
    : SubtractSaturated<grammar::OpUSubSatINTEL, UnsignedInt, opencl_std::u_sub_sat> {};

struct OpIAverageINTEL : opencl_std::HalvedSum<grammar::OpIAverageINTEL, SignedInt> {};
struct OpUAverageINTEL : opencl_std::HalvedSum<grammar::OpUAverageINTEL, UnsignedInt> {};
struct OpIAverageRoundedINTEL
    : opencl_std::RoundedHalvedSum<grammar::OpIAverageRoundedINTEL, SignedInt> {};
struct OpUAverageRoundedINTEL
    : opencl_std::RoundedHalvedSum<grammar::OpUAverageRoundedINTEL, UnsignedInt> {};

// --- products with the low 16 bits of Operand 2 ---

template <class G, class T, class Low>
struct ProductWithLowBits : Binary<G, TypeList<T>> {
  template <class Component>
  static Component component(Component operand_1, Component operand_2) {
    const auto low = static_cast<Low>(operand_2);
    return static_cast<Component>(static_cast<std::uint32_t>(operand_1) *
                                  static_cast<std::uint32_t>(low));
  }
};
struct OpIMul32x16INTEL
    : ProductWithLowBits<grammar::OpIMul32x16INTEL, std::int32_t, std::int16_t> {};
struct OpUMul32x16INTEL
    : ProductWithLowBits<grammar::OpUMul32x16INTEL, std::uint32_t, std::uint16_t> {};

}  // namespace intel_integer_functions

void register_intel_integer_functions(InstructionRegistry& registry);

}  // namespace spirv_oracle
