#include "builtins/glsl_std_450/common.h"

#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

// std::fma is a library call per lane, except where the code may use the host's own instruction.
template <class Kernel>
struct WithHostFma {
#if defined(__x86_64__)
  [[gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt"), gnu::flatten]] static const Op* fused(
      Subgroup& subgroup, const Op* op) {
    Kernel::run(subgroup, *op);
    return op + 1;
  }
  static Handler pick() {
    if (host_has_avx2() && __builtin_cpu_supports("fma")) return &fused;
    return &Multiversion<Kernel>::baseline;
  }
#else
  static Handler pick() { return Multiversion<Kernel>::pick(); }
#endif
};

}  // namespace

template <class Self>
void Fma::lower(Lowering& lowering, const Instruction& instruction) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  const Handler handler = internal::for_storage(
      AnyFloat{}, type, internal::toward_zero(lowering, type),
      []<class T>() -> Handler { return WithHostFma<ComponentKernel<Self, T, T, T, T>>::pick(); });
  internal::emit_components<3>(lowering, instruction, handler, {type, {type, type, type}});
}

std::span<const InstructionDefinition> common_instructions() {
  return InstructionList<Round, RoundEven, Trunc, Floor, Ceil, Fract, FAbs, FSign, FMin, FMax,
                         FClamp, NMin, NMax, NClamp, FMix, Step, SmoothStep, Fma>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
