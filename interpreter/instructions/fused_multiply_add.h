// A family for instructions that multiply and add with one rounding.
#pragma once

#include <cmath>

#include "interpreter/instructions/common/families.h"

namespace spirv_oracle {
namespace internal {

// std::fma is a library call per lane, unless the code may use the instruction of the host.
template <class Kernel>
struct WithHostFma {
#if defined(__x86_64__) && !defined(SPIRV_ORACLE_BASELINE_ONLY)
  [[gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt"), gnu::flatten]] static const Record* fused(
      Subgroup& subgroup, const Record* record) {
    return Kernel::run(subgroup, *record);
  }
  static Handler pick() {
    if (host_has_avx2() && __builtin_cpu_supports("fma")) return &fused;
    return &Multiversion<Kernel>::baseline;
  }
#else
  static Handler pick() { return Multiversion<Kernel>::pick(); }
#endif
};

}  // namespace internal

// operand_1 * operand_2 + operand_3, rounded once. For 16-bit numbers, the product is exact in
// double precision. Their sum rounds only if one summand is too small to affect the 16-bit result.
template <class G>
struct FusedMultiplyAdd : Ternary<G, AnyFloat> {
  using Float16Compute = double;

  template <class T>
  static T component(T operand_1, T operand_2, T operand_3) {
    return std::fma(operand_1, operand_2, operand_3);
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler handler = internal::for_storage(
        AnyFloat{}, type, internal::toward_zero(lowering, type), []<class T>() -> Handler {
          return internal::WithHostFma<ComponentKernel<Self, T, T, T, T>>::pick();
        });
    internal::emit_components<3>(lowering, instruction, handler, {type, {type, type, type}});
  }
};

}  // namespace spirv_oracle
