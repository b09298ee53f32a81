#include "builtins/opencl_std/integer.h"

#include "builtins/opencl_std/lists.h"

namespace spirv_oracle::opencl_std {

template <class Self>
void s_abs::lower(Lowering& lowering, const Instruction& instruction) {
  const bool may_not_wrap =
      lowering.module().has_decoration(instruction.result, spv::Decoration::NoSignedWrap);
  if (may_not_wrap) {
    Componentwise::lower<s_abs_that_must_not_wrap>(lowering, instruction);
  } else {
    Componentwise::lower<Self>(lowering, instruction);
  }
}

template <class G>
template <class Self>
void Upsample<G>::lower(Lowering& lowering, const Instruction& instruction) {
  const ScalarType narrow = internal::operand_scalar(lowering, instruction, Grammar::hi);
  const ScalarType wide = lowering.type(instruction.type).scalar;
  const Handler handler = internal::for_storage(
      TypeList<std::uint8_t, std::uint16_t, std::uint32_t>{}, narrow, false,
      []<class T>() -> Handler { return internal::component_handler<Self, Twice<T>, T, T>(); });
  if (wide.scalar_class != ScalarType::Class::integer || wide.bytes != 2 * narrow.bytes)
    return internal::fail_no_handler(lowering);
  internal::emit_components<2>(lowering, instruction, handler, {wide, {narrow, narrow}});
}

std::span<const InstructionDefinition> integer_instructions() {
  return InstructionList<s_abs, u_abs, s_abs_diff, u_abs_diff, s_add_sat, u_add_sat, s_hadd, u_hadd,
                         s_rhadd, u_rhadd, s_clamp, u_clamp, clz, ctz, s_mad_hi, u_mad_hi,
                         s_mad_sat, u_mad_sat, s_max, u_max, s_min, u_min, s_mul_hi, u_mul_hi,
                         rotate, s_sub_sat, u_sub_sat, s_upsample, u_upsample, popcount, s_mad24,
                         u_mad24, s_mul24, u_mul24>::definitions;
}

}  // namespace spirv_oracle::opencl_std
