#include "builtins/opencl_std/parts.h"

#include <span>

#include "builtins/opencl_std/lists.h"
#include "interpreter/compile/instruction/bounded_results.h"
#include "interpreter/instructions/memory/memory.h"

namespace spirv_oracle::opencl_std {
namespace {

// The kernel of the first result for a storage type, if there is one for each type.
template <class Self, class Storage>
struct FirstOf {
  using Kernel = typename Self::First;
};
template <class Storage>
struct FirstOf<fract, Storage> {
  using Kernel = fract::Of<Storage>;
};

template <class Kernel, class T, unsigned Arity>
Handler handler_of() {
  using Out = typename extended::ResultOf<Kernel, T>::Type;
  if constexpr (Arity == 1) {
    return internal::component_handler<Kernel, Out, T>();
  } else {
    return internal::component_handler<Kernel, Out, T, T>();
  }
}

// The type of what an instruction stores through a pointer. An untyped one points to a second result of the first one's type.
Id stored_type(Lowering& lowering, const Instruction& instruction, Id pointer, ScalarType scalar) {
  const Id typed = lowering.type_of(pointer).element;
  if (typed != 0) return typed;
  if (!scalar.is_float()) lowering.fail_unsupported("an untyped pointer to integers");
  return instruction.type;
}

}  // namespace

template <class G, unsigned Arity>
template <class Self>
void TwoResults<G, Arity>::lower(Lowering& lowering, const Instruction& instruction) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  require_rounding_to_nearest(lowering, type);
  const Handler first =
      internal::for_storage(NearestFloat{}, type, false, []<class T>() -> Handler {
        return handler_of<typename FirstOf<Self, T>::Kernel, T, Arity>();
      });
  const Handler second = internal::for_storage(
      NearestFloat{}, type, false,
      []<class T>() -> Handler { return handler_of<typename Self::Second, T, Arity>(); });
  const Id pointer = operand(instruction, Arity);
  const ScalarType second_type = extended::result_type<typename Self::Second>(type);
  const Id pointee = stored_type(lowering, instruction, pointer, second_type);
  const std::size_t count = lowering.components(instruction.type).size();
  if (first == nullptr ||
      !extended::are_stored_like(lowering.components(pointee), count, second_type)) {
    return internal::fail_no_handler(lowering);
  }
  const std::vector<Slot> results = lowering.define(instruction).slots;
  const std::vector<Slot> stored = lowering.new_planes(pointee);
  for (std::size_t i = 0; i < count; ++i) {
    Slot operands[2] = {0, 0};
    for (unsigned k = 0; k < Arity; ++k)
      operands[k] = lowering.slot(operand(instruction, k), i, type);
    lowering.emit(first, results[i], {operands[0], operands[1]});
    lowering.emit(second, stored[i], {operands[0], operands[1]});
  }
  if constexpr (requires { typename Self::SecondListed; })
    bound_further_results(lowering, instruction, Self::SecondListed::number, stored);
  store_to_pointer(lowering, pointer, pointee, stored);
}

std::span<const InstructionDefinition> parts_instructions() {
  return FloatChapter<fract, modf, frexp, remquo, sincos, lgamma_r>::definitions;
}

}  // namespace spirv_oracle::opencl_std
