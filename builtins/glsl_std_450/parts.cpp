#include "builtins/glsl_std_450/parts.h"

#include <span>

#include "builtins/glsl_std_450/lists.h"
#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/instructions/memory/memory.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

// The operand x comes first in all of these instructions.
constexpr unsigned x = 0;

template <class Kernel>
Handler part_handler(Lowering& lowering, ScalarType type) {
  return internal::for_storage(
      AnyFloat{}, type, internal::toward_zero(lowering, type), []<class T>() -> Handler {
        return internal::component_handler<Kernel, typename extended::ResultOf<Kernel, T>::Type,
                                           T>();
      });
}

// Emits both parts of every component of x.
template <class Self>
void emit_parts(Lowering& lowering, const Instruction& instruction,
                std::span<const ScalarType> first_types, std::span<const Slot> first,
                std::span<const ScalarType> second_types, std::span<const Slot> second) {
  const Id value = operand(instruction, x);
  const Type& type = lowering.type_of(value);
  const Handler first_handler = part_handler<typename Self::First>(lowering, type.scalar);
  const Handler second_handler = part_handler<typename Self::Second>(lowering, type.scalar);
  const ScalarType second_type = extended::result_type<typename Self::Second>(type.scalar);
  if (first_handler == nullptr ||
      !extended::are_stored_like(first_types, type.component_count, type.scalar) ||
      !extended::are_stored_like(second_types, type.component_count, second_type)) {
    return internal::fail_no_handler(lowering);
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    lowering.emit(first_handler, first[i], {lowering.slot(value, i)});
    lowering.emit(second_handler, second[i], {lowering.slot(value, i)});
  }
}

struct OtherZero {
  template <class T>
  static T component(T number) {
    return number == T{0} ? -number : number;
  }
};

// The stored value has no more guarantees than the result.
void choose_stored_zeros(Lowering& lowering, const Instruction& instruction, ScalarType type,
                         std::span<const Slot> stored) {
  if (!ignores_sign_of_zero(lowering, instruction) ||
      !lowering.chooses(&ArithmeticChoices::other_zeros))
    return;
  const Handler handler = part_handler<OtherZero>(lowering, type);
  for (const Slot slot : stored) lowering.emit(handler, slot, {slot});
}

}  // namespace

template <class G>
template <class Self>
void IntoStruct<G>::lower(Lowering& lowering, const Instruction& instruction) {
  const std::span<const ScalarType> types = lowering.components(instruction.type);
  const std::vector<Slot> results = lowering.define(instruction).slots;
  const std::span<const Slot> members(results);
  const std::size_t half = types.size() / 2;
  emit_parts<Self>(lowering, instruction, types.first(half), members.first(half),
                   types.subspan(half), members.subspan(half));
}

template <class G>
template <class Self>
void IntoPointer<G>::lower(Lowering& lowering, const Instruction& instruction) {
  const Id pointer = operand(instruction, x + 1);
  const Id pointee = lowering.type_of(pointer).element;
  const std::vector<Slot> results = lowering.define(instruction).slots;
  const std::vector<Slot> stored = lowering.new_planes(pointee);
  emit_parts<Self>(lowering, instruction, lowering.components(instruction.type), results,
                   lowering.components(pointee), stored);
  const ScalarType type = lowering.type(pointee).scalar;
  if (type.scalar_class == ScalarType::Class::floating)
    choose_stored_zeros(lowering, instruction, type, stored);
  store_to_pointer(lowering, pointer, pointee, stored);
}

template <class Self>
void Ldexp::lower(Lowering& lowering, const Instruction& instruction) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  const ScalarType exp = internal::operand_scalar(lowering, instruction, Grammar::exp);
  const Handler handler = internal::for_storage(
      AnyFloat{}, type, internal::toward_zero(lowering, type), [&]<class T>() -> Handler {
        return internal::for_storage(SignedInt{}, exp, false, []<class S>() -> Handler {
          return internal::component_handler<Of<T>, T, T, S>();
        });
      });
  internal::emit_components<2>(lowering, instruction, handler, {type, {type, exp}});
}

std::span<const InstructionDefinition> parts_instructions() {
  return Chapter<Modf, ModfStruct, Frexp, FrexpStruct, Ldexp>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
