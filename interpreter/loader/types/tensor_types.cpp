// Types of tensor layouts and views (SPV_NV_tensor_addressing).
#include <optional>
#include <string>

#include "interpreter/loader/types/specialized_module_builder.h"

namespace spirv_oracle {
namespace {

// The state of a tensor layout or view is numbers of 32 bits.
Type tensor_state(Type::Kind kind, const TensorAddressingType& tensor, unsigned components) {
  Type type;
  type.kind = kind;
  type.scalar = ScalarType::unsigned_integer(4);
  type.tensor = tensor;
  type.count = type.component_count = components;
  type.element_components = 1;
  type.alignment = type.scalar.bytes;
  type.size = std::uint64_t{components} * type.scalar.bytes;
  return type;
}

tl::unexpected<Error> malformed_tensor(const Module& module, const Instruction& instruction,
                                       const std::string& what) {
  return bad_input("type " + module.display(instruction.result) + ": " + what);
}

std::optional<std::uint32_t> number_below(const SpecializedModule& types, Id id,
                                          std::int64_t limit) {
  const auto number = types.integer(id);
  if (!number || *number < 0 || *number >= limit) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

}  // namespace

Result<Type> SpecializedModuleBuilder::make_tensor_layout(const Instruction& instruction) const {
  TensorAddressingType tensor;
  const auto dimensions = number_below(result_, instruction.id(1), max_tensor_dimensions + 1);
  const auto mode = number_below(result_, instruction.id(2),
                                 static_cast<std::int64_t>(TensorClamp::repeat_mirrored) + 1);
  if (dimensions.value_or(0) == 0)
    return malformed_tensor(module_, instruction, "Dim must be from 1 to 5");
  if (!mode) return malformed_tensor(module_, instruction, "ClampMode is not a Tensor Clamp Mode");
  tensor.dimensions = *dimensions;
  tensor.clamp_mode = static_cast<TensorClamp>(*mode);
  return tensor_state(Type::Kind::tensor_layout, tensor,
                      TensorLayoutState::component_count(*dimensions));
}

Result<Type> SpecializedModuleBuilder::make_tensor_view(const Instruction& instruction) const {
  constexpr unsigned first_place = 3;
  TensorAddressingType tensor;
  const auto dimensions = number_below(result_, instruction.id(1), max_tensor_dimensions + 1);
  if (dimensions.value_or(0) == 0)
    return malformed_tensor(module_, instruction, "Dim must be from 1 to 5");
  const ConstantValue* has_dimensions = result_.constant(instruction.id(2));
  if (has_dimensions == nullptr || has_dimensions->size() != 1 || has_dimensions->front().undefined)
    return malformed_tensor(module_, instruction, "HasDimensions is not a known constant");
  tensor.dimensions = *dimensions;
  tensor.has_dimensions = has_dimensions->front().bits != 0;
  std::uint32_t used = 0;
  for (unsigned i = 0; i < *dimensions; ++i) {
    const auto place = instruction.has(first_place + i)
                           ? number_below(result_, instruction.id(first_place + i), *dimensions)
                           : std::nullopt;
    if (place) used |= 1u << *place;
    tensor.permutation[i] = static_cast<std::uint8_t>(place.value_or(0));
  }
  if (used != (1u << *dimensions) - 1 || instruction.has(first_place + *dimensions))
    return malformed_tensor(module_, instruction, "its last operands are not a permutation");
  return tensor_state(Type::Kind::tensor_view, tensor,
                      TensorViewState::component_count(*dimensions));
}

}  // namespace spirv_oracle
