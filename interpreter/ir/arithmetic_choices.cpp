// Arithmetic as Dispatch::arithmetic chooses it, where the specifications leave a choice.
#include <cmath>

#include "interpreter/ir/lowering.h"
#include "interpreter/semantics/families.h"
#include "interpreter/semantics/fused_multiply_add.h"
#include "interpreter/semantics/registry.h"

namespace spirv_oracle {
namespace {

// Sums of a product and a third value, rounded once.
struct ProductPlus {
  using Float16Compute = double;
  template <class T>
  static T component(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};
struct ProductMinus {
  using Float16Compute = double;
  template <class T>
  static T component(T a, T b, T c) {
    return std::fma(a, b, -c);
  }
};
struct MinusProduct {
  using Float16Compute = double;
  template <class T>
  static T component(T a, T b, T c) {
    return std::fma(-a, b, c);
  }
};

struct Product {
  template <class T>
  static T component(T a, T b) {
    return a * b;
  }
};
struct Sum {
  template <class T>
  static T component(T a, T b) {
    return a + b;
  }
};

// "the operation is executed as though its type were N bits in size", for the least N, 16.
struct RelaxedFloat {
  static float component(float value) { return quantize_to_f16(value); }
};
struct RelaxedSigned {
  static std::int32_t component(std::int32_t value) { return static_cast<std::int16_t>(value); }
};
struct RelaxedUnsigned {
  static std::uint32_t component(std::uint32_t value) { return static_cast<std::uint16_t>(value); }
};

template <class Self>
Handler fused_handler(Lowering& lowering, ScalarType type) {
  return internal::for_storage(
      AnyFloat{}, type, internal::toward_zero(lowering, type), []<class T>() -> Handler {
        return internal::WithHostFma<ComponentKernel<Self, T, T, T, T>>::pick();
      });
}

template <class Self>
Handler binary_handler(Lowering& lowering, ScalarType type) {
  return internal::for_storage(
      AnyFloat{}, type, internal::toward_zero(lowering, type),
      []<class T>() -> Handler { return internal::component_handler<Self, T, T, T>(); });
}

Handler relaxed_handler(ScalarType type) {
  if (type.scalar_class == ScalarType::Class::floating)
    return internal::component_handler<RelaxedFloat, float, float>();
  return type.is_signed
             ? internal::component_handler<RelaxedSigned, std::int32_t, std::int32_t>()
             : internal::component_handler<RelaxedUnsigned, std::uint32_t, std::uint32_t>();
}

// Whether `second` follows `first` in one block, so that what `first` read still stands where it did.
bool in_one_block(const Instruction& first, const Instruction& second) {
  if (&first >= &second) return false;
  for (const Instruction* between = &first; between != &second; ++between) {
    if (between->opcode == spv::Op::OpLabel) return false;
  }
  return true;
}

// The product that operand `operand` of a sum is and may be fused with; null if it is none.
const Instruction* fusible_product(const Module& module, const Instruction& sum, unsigned operand) {
  const Instruction* product = module.definition(sum.id(operand));
  if (product == nullptr || !in_one_block(*product, sum) ||
      module.has_decoration(product->result, spv::Decoration::NoContraction)) {
    return nullptr;
  }
  const bool multiplies =
      product->opcode == spv::Op::OpFMul || product->opcode == spv::Op::OpVectorTimesScalar;
  return multiplies ? product : nullptr;
}

struct Contraction {
  const Instruction* product = nullptr;
  Id summand = 0;
  Handler handler = nullptr;
};

// How a sum or difference is computed together with a product; without one, in no other way.
Contraction contraction_of(Lowering& lowering, const Instruction& sum) {
  const Module& module = lowering.module();
  const ScalarType type = lowering.type(sum.type).scalar;
  const bool subtracts = sum.opcode == spv::Op::OpFSub;
  if (const Instruction* product = fusible_product(module, sum, 2)) {
    return {product, sum.id(3),
            subtracts ? fused_handler<ProductMinus>(lowering, type)
                      : fused_handler<ProductPlus>(lowering, type)};
  }
  if (const Instruction* product = fusible_product(module, sum, 3)) {
    return {product, sum.id(2),
            subtracts ? fused_handler<MinusProduct>(lowering, type)
                      : fused_handler<ProductPlus>(lowering, type)};
  }
  return {};
}

bool lower_contracted(Lowering& lowering, const Instruction& sum) {
  const Contraction contraction = contraction_of(lowering, sum);
  if (contraction.product == nullptr || contraction.handler == nullptr) return false;
  const bool by_scalar = contraction.product->opcode == spv::Op::OpVectorTimesScalar;
  const std::vector<Slot> results = lowering.define(sum).slots;
  for (std::size_t i = 0; i < results.size() && !lowering.failed(); ++i) {
    lowering.emit(contraction.handler, results[i],
                  {lowering.slot(contraction.product->id(2), i),
                   lowering.slot(contraction.product->id(3), by_scalar ? 0 : i),
                   lowering.slot(contraction.summand, i)});
  }
  return true;
}

bool lower_split(Lowering& lowering, const Instruction& fma) {
  const ScalarType type = lowering.type(fma.type).scalar;
  const Handler product = binary_handler<Product>(lowering, type);
  const Handler sum = binary_handler<Sum>(lowering, type);
  if (product == nullptr || sum == nullptr) return false;
  const std::vector<Slot> results = lowering.define(fma).slots;
  for (std::size_t i = 0; i < results.size() && !lowering.failed(); ++i) {
    const Slot multiplied = lowering.new_plane(type);
    lowering.emit(product, multiplied, {lowering.slot(fma.id(4), i), lowering.slot(fma.id(5), i)});
    lowering.emit(sum, results[i], {multiplied, lowering.slot(fma.id(6), i)});
  }
  return true;
}

bool is_glsl_fma(const Module& module, const Instruction& instruction) {
  constexpr std::uint32_t fma = 50;
  return instruction.opcode == spv::Op::OpExtInst && instruction.literal(3) == fma &&
         module.extended_set(instruction.id(2)) == "GLSL.std.450";
}

// By the class of the grammar.
bool operates_on_numbers(const Instruction& instruction, std::string_view instruction_class) {
  if (instruction.opcode == spv::Op::OpBitcast) return false;
  return instruction_class == "Arithmetic" || instruction_class == "Bit" ||
         instruction_class == "Conversion" || instruction_class == "Extension" ||
         instruction_class == "Image";
}

}  // namespace

bool Lowering::lower_as_chosen(const Instruction& instruction) {
  const ArithmeticChoices& choices = dispatch_.arithmetic;
  if (!choices.contract && !choices.split_fma) return false;
  if (module().has_decoration(instruction.result, spv::Decoration::NoContraction)) return false;
  if (choices.split_fma && is_glsl_fma(module(), instruction))
    return lower_split(*this, instruction);
  const bool sums = instruction.opcode == spv::Op::OpFAdd || instruction.opcode == spv::Op::OpFSub;
  return choices.contract && sums && lower_contracted(*this, instruction);
}

void Lowering::relax_results(const Instruction& instruction,
                             const InstructionDefinition& definition) {
  if (!dispatch_.arithmetic.relax || failed() || instruction.result == 0 ||
      !operates_on_numbers(instruction, definition.instruction_class) ||
      !module().has_decoration(instruction.result, spv::Decoration::RelaxedPrecision)) {
    return;
  }
  const auto scalars = components(instruction.type);
  const std::vector<Slot> results = value(instruction.result).slots;
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    // A plane that was there before is an operand's.
    if (scalars[i].bytes != 4 || results[i] < first_new_slot_) continue;
    emit(relaxed_handler(scalars[i]), results[i], {results[i]});
  }
}

}  // namespace spirv_oracle
