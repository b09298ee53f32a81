#include "builtins/opencl_std/exact.h"

#include "builtins/opencl_std/lists.h"

namespace spirv_oracle::opencl_std {
namespace {

using Representation = TypeList<std::uint16_t, std::uint32_t, std::uint64_t>;

// The integer type with the width of a type.
ScalarType bits_of_type(ScalarType type) { return ScalarType::unsigned_integer(type.bytes); }

// "If subnormals are flushed to zero, a device may choose to conform to the following edge cases": a zero follows the
// smallest normal number, in both directions.
struct NextNormal {
  template <class Bits>
  static Bits component(Bits x, Bits y) {
    const Bits next = nextafter::component(x, y);
    const Bits sign = next & float_sign<Bits>;
    const auto magnitude = static_cast<Bits>(next ^ sign);
    constexpr Bits smallest = 2 * quiet_bit<Bits>;
    if (magnitude == 0 || magnitude >= smallest) return next;
    const bool from_zero = static_cast<Bits>(x << 1) == 0;
    return from_zero ? static_cast<Bits>(sign | smallest) : sign;
  }
};

template <class Kernel>
Handler bits_handler(ScalarType type) {
  return internal::for_storage(
      Representation{}, bits_of_type(type), false,
      []<class T>() -> Handler { return internal::component_handler<Kernel, T, T, T>(); });
}

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
  const bool flushes = (lowering.float_modes().chosen_flush & type.bytes) != 0;
  const Handler handler = flushes ? bits_handler<NextNormal>(type) : bits_handler<Self>(type);
  if (type.scalar_class != ScalarType::Class::floating) return internal::fail_no_handler(lowering);
  internal::emit_components<2>(lowering, instruction, handler, {type, {type, type}});
}

std::span<const InstructionDefinition> exact_instructions() {
  return FloatChapter<ceil, floor, trunc, rint, round, fabs, copysign, fmax, fmin, maxmag, minmag,
                      fdim, fma, mad, fmod, remainder, logb, ilogb, ldexp, nan,
                      nextafter>::definitions;
}

}  // namespace spirv_oracle::opencl_std
