#include "builtins/opencl_std/exact.h"

#include "builtins/opencl_std/lists.h"

namespace spirv_oracle::opencl_std {
namespace {

using Representation = TypeList<std::uint16_t, std::uint32_t, std::uint64_t>;

// The integer type as wide as a type.
ScalarType bits_of_type(ScalarType type) { return ScalarType::unsigned_integer(type.bytes); }

}  // namespace

template <class Self>
void nan::lower(Lowering& lowering, const Instruction& instruction) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  const ScalarType code = internal::operand_scalar(lowering, instruction, Grammar::nancode);
  const Handler handler = internal::for_storage(
      Representation{}, bits_of_type(type), false,
      []<class T>() -> Handler { return internal::component_handler<Self, T, T>(); });
  if (type.scalar_class != ScalarType::Class::floating || code.bytes != type.bytes)
    return internal::fail_no_handler(lowering);
  internal::emit_components<1>(lowering, instruction, handler, {type, {code}});
}

template <class Self>
void nextafter::lower(Lowering& lowering, const Instruction& instruction) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  const Handler handler = internal::for_storage(
      Representation{}, bits_of_type(type), false,
      []<class T>() -> Handler { return internal::component_handler<Self, T, T, T>(); });
  if (type.scalar_class != ScalarType::Class::floating) return internal::fail_no_handler(lowering);
  internal::emit_components<2>(lowering, instruction, handler, {type, {type, type}});
}

std::span<const InstructionDefinition> exact_instructions() {
  return InstructionList<ceil, floor, trunc, rint, round, fabs, copysign, fmax, fmin, maxmag,
                         minmag, fdim, fma, mad, fmod, remainder, logb, ilogb, ldexp, nan,
                         nextafter>::definitions;
}

}  // namespace spirv_oracle::opencl_std
