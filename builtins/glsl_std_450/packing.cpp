#include "builtins/glsl_std_450/packing.h"

#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

// Each of these instructions has one operand, v or p, and one combination of types.
constexpr unsigned packed_operand = 0;

template <class T>
constexpr ScalarType scalar_of() {
  constexpr auto bytes = static_cast<std::uint8_t>(sizeof(T));
  return {std::is_floating_point_v<T> ? ScalarType::Class::floating : ScalarType::Class::integer,
          bytes, false};
}

// Whether an id of this type has `count` components that are stored as T.
template <class T>
bool has_components(const Type& type, unsigned count) {
  return type.component_count == count && type.scalar.bytes == sizeof(T) &&
         type.scalar.scalar_class == scalar_of<T>().scalar_class;
}

template <class Result, class Operand>
bool check_types(Lowering& lowering, const Instruction& instruction, unsigned result_count,
                 unsigned operand_count) {
  if (has_components<Result>(lowering.type(instruction.type), result_count) &&
      has_components<Operand>(lowering.type_of(operand(instruction, packed_operand)),
                              operand_count)) {
    return true;
  }
  internal::fail_no_handler(lowering);
  return false;
}

// Packs both components of the operand.
template <class Kernel, class Out, class In>
void lower_pair(Lowering& lowering, const Instruction& instruction) {
  if (!check_types<Out, In>(lowering, instruction, 1, 2)) return;
  const Id v = operand(instruction, packed_operand);
  const Slot result = lowering.define(instruction).slots[0];
  lowering.emit(internal::component_handler<Kernel, Out, In, In>(), result,
                {lowering.slot(v, 0), lowering.slot(v, 1)});
}

// Unpacks every component of the result from the component of the operand.
template <class Self, class Out, class In>
void lower_unpack(Lowering& lowering, const Instruction& instruction) {
  if (!check_types<Out, In>(lowering, instruction, Self::count, 1)) return;
  const Slot p = lowering.slot(operand(instruction, packed_operand));
  const std::vector<Slot> results = lowering.define(instruction).slots;
  [&]<unsigned... Index>(std::integer_sequence<unsigned, Index...>) {
    (lowering.emit(internal::component_handler<typename Self::template Component<Index>, Out, In>(),
                   results[Index], {p}),
     ...);
  }
  (std::make_integer_sequence<unsigned, Self::count>());
}

}  // namespace

template <class G, unsigned Bits, bool Signed>
template <class S>
void PackNormalized<G, Bits, Signed>::lower(Lowering& lowering, const Instruction& instruction) {
  if (!check_types<std::uint32_t, float>(lowering, instruction, 1, count)) return;
  const Id v = operand(instruction, packed_operand);
  Slot packed = lowering.constant_plane(scalar_of<std::uint32_t>(), 0);
  [&]<unsigned... Index>(std::integer_sequence<unsigned, Index...>) {
    ((packed =
          [&] {
            const Slot with_component = lowering.new_plane(scalar_of<std::uint32_t>());
            lowering.emit(internal::component_handler<Component<Index>, std::uint32_t, float,
                                                      std::uint32_t>(),
                          with_component, {lowering.slot(v, Index), packed});
            return with_component;
          }()),
     ...);
  }
  (std::make_integer_sequence<unsigned, count>());
  lowering.bind(instruction.result, std::vector<Slot>{packed});
}

template <class Self>
void PackHalf2x16::lower(Lowering& lowering, const Instruction& instruction) {
  if (lowering.chooses(&ArithmeticChoices::toward_zero)) {
    lower_pair<Of<Float16TowardZero>, std::uint32_t, float>(lowering, instruction);
  } else {
    lower_pair<Of<Float16>, std::uint32_t, float>(lowering, instruction);
  }
}

template <class Self>
void PackDouble2x32::lower(Lowering& lowering, const Instruction& instruction) {
  lower_pair<Self, double, std::uint32_t>(lowering, instruction);
}

template <class G, unsigned Bits, bool Signed>
template <class Self>
void UnpackNormalized<G, Bits, Signed>::lower(Lowering& lowering, const Instruction& instruction) {
  lower_unpack<Self, float, std::uint32_t>(lowering, instruction);
}

template <class Self>
void UnpackHalf2x16::lower(Lowering& lowering, const Instruction& instruction) {
  lower_unpack<Self, float, std::uint32_t>(lowering, instruction);
}

template <class Self>
void UnpackDouble2x32::lower(Lowering& lowering, const Instruction& instruction) {
  lower_unpack<Self, std::uint32_t, double>(lowering, instruction);
}

std::span<const InstructionDefinition> packing_instructions() {
  return Chapter<PackSnorm4x8, PackUnorm4x8, PackSnorm2x16, PackUnorm2x16, PackHalf2x16,
                 PackDouble2x32, UnpackSnorm2x16, UnpackUnorm2x16, UnpackHalf2x16, UnpackSnorm4x8,
                 UnpackUnorm4x8, UnpackDouble2x32>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
