// Values of constants: "Constant-Creation Instructions", and OpUndef outside functions.
#include <string>
#include <utility>

#include "interpreter/descriptor_heap_sizes.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/loader/types/specialized_module_builder.h"

namespace spirv_oracle {
namespace {

std::uint64_t width_mask(const ScalarType& scalar) {
  return scalar.bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << scalar.bits()) - 1;
}

// Whether a 64-bit number is a value of the type, zero-extended or sign-extended.
bool fits(std::uint64_t bits, const ScalarType& scalar) {
  const std::uint64_t mask = width_mask(scalar);
  const std::uint64_t sign = mask ^ (mask >> 1);
  return (bits & ~mask) == 0 || ((bits & ~mask) == ~mask && (bits & sign) != 0);
}

tl::unexpected<Error> malformed(const Module& module, const Instruction& instruction,
                                const std::string& what) {
  return bad_input("constant " + module.display(instruction.result) + ": " + what);
}

ConstantValue undefined_value(const Type& type) {
  return ConstantValue(type.component_count, {0, true});
}

}  // namespace

bool declares_constant(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpUndef:
    case spv::Op::OpPoisonKHR:
    case spv::Op::OpConstantTrue:
    case spv::Op::OpConstantFalse:
    case spv::Op::OpConstant:
    case spv::Op::OpConstantComposite:
    case spv::Op::OpConstantNull:
    case spv::Op::OpConstantCompositeReplicateEXT:
    case spv::Op::OpConstantDataKHR:
    case spv::Op::OpConstantSizeOfEXT:
    case spv::Op::OpSpecConstantTrue:
    case spv::Op::OpSpecConstantFalse:
    case spv::Op::OpSpecConstant:
    case spv::Op::OpSpecConstantComposite:
    case spv::Op::OpSpecConstantOp:
    case spv::Op::OpSpecConstantCompositeReplicateEXT:
    case spv::Op::OpSpecConstantDataKHR:
      return true;
    default:
      return false;
  }
}

Result<void> SpecializedModuleBuilder::add_constant(const Instruction& instruction) {
  const Type& type = result_.type(instruction.type);
  if (type.kind == Type::Kind::none) {
    return malformed(module_, instruction,
                     module_.display(instruction.type) + " is not a type declared before it");
  }
  // A constant without components (an image), or with too many, has no value. A structure may be empty.
  const bool is_empty = type.component_count == 0 && type.kind != Type::Kind::structure;
  if (is_empty || type.component_count > SpecializedModule::max_components) return {};
  result_.memory_of_constants_ += type.component_count * sizeof(ConstantComponent);
  if (result_.memory_of_constants_ > max_memory_) {
    return limit_reached("memory limit reached: the constants of the module take more than " +
                         std::to_string(max_memory_) + " bytes");
  }
  if (holds_addresses(instruction)) return {};  // known only when the program is built
  Result<ConstantValue> value = make_constant(instruction);
  if (!value) return tl::unexpected(value.error());
  if (value->size() != type.component_count) {
    return malformed(module_, instruction, "its value does not have the shape of its type");
  }
  result_.constants_[instruction.result] = std::move(*value);
  return {};
}

// Whether a constant is the address of a variable of the module or contains one, as in initializers of kernels.
bool SpecializedModuleBuilder::holds_addresses(const Instruction& instruction) const {
  const auto is_address = [this](Id id) {
    const Instruction* definition = module_.definition(id);
    if (definition == nullptr || result_.constant(id) != nullptr) return false;
    return is_variable(definition->opcode) ||
           (declares_constant(definition->opcode) && holds_addresses(*definition));
  };
  switch (instruction.opcode) {
    case spv::Op::OpConstantComposite:
      for (unsigned i = 2; i < instruction.operand_count(); ++i) {
        if (is_address(instruction.id(i))) return true;
      }
      return false;
    case spv::Op::OpSpecConstantOp:
      return result_.type(instruction.type).kind == Type::Kind::pointer &&
             is_address(specialized_base(instruction));
    default:
      return false;
  }
}

Result<ConstantValue> SpecializedModuleBuilder::make_constant(const Instruction& instruction) {
  const Type& type = result_.type(instruction.type);
  switch (instruction.opcode) {
    case spv::Op::OpUndef:
    case spv::Op::OpPoisonKHR:
      return undefined_value(type);
    case spv::Op::OpConstantNull:
      return ConstantValue(type.component_count);
    case spv::Op::OpConstantComposite:
    case spv::Op::OpSpecConstantComposite:
      // One constituent is the value of all components of a cooperative matrix.
      return type.kind == Type::Kind::cooperative_matrix ? make_replicated(instruction)
                                                         : make_composite(instruction);
    case spv::Op::OpConstantCompositeReplicateEXT:
    case spv::Op::OpSpecConstantCompositeReplicateEXT:
      return make_replicated(instruction);
    case spv::Op::OpConstantDataKHR:
    case spv::Op::OpSpecConstantDataKHR:
      return make_data(instruction);
    case spv::Op::OpConstantSizeOfEXT:
      return make_descriptor_size(instruction);
    case spv::Op::OpSpecConstantOp:
      return evaluate(instruction);
    default:
      return make_scalar_constant(instruction);
  }
}

Result<ConstantValue> SpecializedModuleBuilder::make_scalar_constant(
    const Instruction& instruction) const {
  const Type& type = result_.type(instruction.type);
  const spv::Op opcode = instruction.opcode;
  const bool has_number = opcode == spv::Op::OpConstant || opcode == spv::Op::OpSpecConstant;
  const bool is_boolean = type.scalar.scalar_class == ScalarType::Class::boolean;
  if (type.kind != Type::Kind::scalar || is_boolean == has_number) {
    return malformed(module_, instruction, "its type does not match the instruction");
  }
  const Result<std::optional<std::uint64_t>> given = specialized(instruction);
  if (!given) return tl::unexpected(given.error());
  std::uint64_t bits = 0;
  if (is_boolean) {
    const bool value = opcode == spv::Op::OpConstantTrue || opcode == spv::Op::OpSpecConstantTrue;
    bits = *given ? **given != 0 : value;
  } else {
    bits = given->value_or(instruction.number(2)) & width_mask(type.scalar);
  }
  return ConstantValue{{bits, false}};
}

// See SpecId under "Decoration", and "Specialization".
Result<std::optional<std::uint64_t>> SpecializedModuleBuilder::specialized(
    const Instruction& instruction) const {
  switch (instruction.opcode) {
    case spv::Op::OpSpecConstantTrue:
    case spv::Op::OpSpecConstantFalse:
    case spv::Op::OpSpecConstant:
      break;
    default:
      return std::optional<std::uint64_t>();
  }
  const auto spec_id = module_.decoration(instruction.result, spv::Decoration::SpecId);
  if (!spec_id) return std::optional<std::uint64_t>();
  const auto found = specialization_.find(*spec_id);
  if (found == specialization_.end()) return std::optional<std::uint64_t>();
  const ScalarType& scalar = result_.type(instruction.type).scalar;
  if (scalar.scalar_class != ScalarType::Class::boolean && !fits(found->second, scalar)) {
    return bad_input("the value for specialization constant " + std::to_string(*spec_id) +
                     " does not fit in its " + std::to_string(scalar.bits()) + " bits");
  }
  return std::optional<std::uint64_t>(found->second);
}

Result<ConstantValue> SpecializedModuleBuilder::make_composite(
    const Instruction& instruction) const {
  ConstantValue value;
  const std::uint32_t expected = result_.type(instruction.type).component_count;
  value.reserve(expected);
  for (unsigned i = 2; i < instruction.operand_count(); ++i) {
    const ConstantValue* part = result_.constant(instruction.id(i));
    const Instruction* definition = module_.definition(instruction.id(i));
    const bool is_empty = part == nullptr && definition != nullptr &&
                          result_.type(definition->type).kind != Type::Kind::none &&
                          result_.type(definition->type).component_count == 0;
    if (is_empty) continue;
    if (part == nullptr || part->size() > expected - value.size()) {
      return malformed(module_, instruction,
                       "its part " + module_.display(instruction.id(i)) + " does not fit in it");
    }
    value.insert(value.end(), part->begin(), part->end());
  }
  return value;
}

// SPV_KHR_constant_data: the elements without padding, from the least significant bits of each word.
Result<ConstantValue> SpecializedModuleBuilder::make_data(const Instruction& instruction) const {
  const Type& type = result_.type(instruction.type);
  const ScalarType element = result_.type(type.element).scalar;
  const std::size_t words = instruction.operand_count() - 2;
  if (type.kind != Type::Kind::array || result_.type(type.element).kind != Type::Kind::scalar ||
      element.scalar_class != ScalarType::Class::integer ||
      words != (std::uint64_t{type.count} * element.bytes + 3) / 4) {
    // Without an evaluator, the length has its default, but the data may be specialized.
    if (evaluator_ == nullptr && instruction.opcode == spv::Op::OpSpecConstantDataKHR)
      return undefined_value(type);
    return malformed(module_, instruction,
                     "its " + std::to_string(words) + " words of data are not the elements of " +
                         module_.display(instruction.type));
  }
  ConstantValue value(type.count);
  for (std::size_t at = 0; at < std::size_t{type.count} * element.bytes; ++at) {
    const std::uint64_t byte =
        instruction.literal(2 + static_cast<unsigned>(at / 4)) >> (8 * (at % 4)) & 0xFF;
    value[at / element.bytes].bits |= byte << (8 * (at % element.bytes));
  }
  return value;
}

// Vulkan, "Shader Descriptor Sizes".
Result<ConstantValue> SpecializedModuleBuilder::make_descriptor_size(
    const Instruction& instruction) const {
  const Type& type = result_.type(instruction.type);
  const bool is_integer = type.kind == Type::Kind::scalar && type.scalar.bytes >= 4 &&
                          type.scalar.scalar_class == ScalarType::Class::integer;
  if (!is_integer)
    return malformed(module_, instruction, "its type is not a 32-bit or 64-bit integer");
  switch (result_.type(instruction.id(2)).kind) {
    case Type::Kind::sampler:
      return ConstantValue{{sampler_descriptor_size, false}};
    case Type::Kind::image:
    case Type::Kind::buffer:
    case Type::Kind::acceleration_structure:
      return ConstantValue{{resource_descriptor_size, false}};
    default:
      return malformed(module_, instruction,
                       module_.display(instruction.id(2)) + " is not the type of a descriptor");
  }
}

Result<ConstantValue> SpecializedModuleBuilder::make_replicated(
    const Instruction& instruction) const {
  ConstantValue value;
  const std::uint32_t expected = result_.type(instruction.type).component_count;
  const ConstantValue* part = result_.constant(instruction.id(2));
  if (part == nullptr || part->empty() || expected % part->size() != 0) {
    return malformed(module_, instruction,
                     "its part " + module_.display(instruction.id(2)) + " does not fit in it");
  }
  value.reserve(expected);
  while (value.size() < expected) value.insert(value.end(), part->begin(), part->end());
  return value;
}

Result<ConstantValue> SpecializedModuleBuilder::evaluate(const Instruction& instruction) const {
  if (evaluator_ == nullptr) return undefined_value(result_.type(instruction.type));
  return evaluator_(result_, instruction, context_);
}

}  // namespace spirv_oracle
