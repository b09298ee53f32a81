#include "interpreter/loader/types/kernel_image_types.h"

#include <set>

namespace spirv_oracle {
namespace {

// The ids that hold an image: its parameter, variables that it is stored to, what is loaded from these, and the
// parameters of functions that it is passed to.
std::set<Id> holders_of(const Module& module, Id parameter) {
  std::set<Id> holders = {parameter};
  std::size_t known = 0;
  while (known != holders.size()) {
    known = holders.size();
    for (const Instruction& instruction : module.instructions()) {
      switch (instruction.opcode) {
        case spv::Op::OpStore:
          if (holders.contains(instruction.id(1))) holders.insert(instruction.id(0));
          break;
        case spv::Op::OpLoad:
        case spv::Op::OpCopyObject:
        case spv::Op::OpSampledImage:
          if (holders.contains(instruction.id(2))) holders.insert(instruction.result);
          break;
        case spv::Op::OpFunctionCall: {
          const Function* callee = module.function(instruction.id(2));
          if (callee == nullptr) break;
          for (std::uint32_t i = 0; i < callee->parameters.size(); ++i) {
            if (instruction.has(3 + i) && holders.contains(instruction.id(3 + i)))
              holders.insert(callee->parameters[i]);
          }
          break;
        }
        default:
          break;
      }
    }
  }
  return holders;
}

ScalarKind kind_of(const Type& texel, std::uint32_t image_operands) {
  if (texel.scalar.scalar_class == ScalarType::Class::floating) return ScalarKind::float32;
  const bool is_signed =
      (image_operands & static_cast<std::uint32_t>(spv::ImageOperandsMask::SignExtend)) != 0;
  return is_signed ? ScalarKind::int32 : ScalarKind::uint32;
}

}  // namespace

std::optional<ScalarKind> texel_type_of_parameter(const SpecializedModule& types, Id parameter) {
  const Module& module = types.module();
  const std::set<Id> holders = holders_of(module, parameter);
  const auto operands_at = [](const Instruction& instruction, unsigned index) {
    return instruction.has(index) ? instruction.literal(index) : 0;
  };
  for (const Instruction& instruction : module.instructions()) {
    switch (instruction.opcode) {
      case spv::Op::OpImageRead:
      case spv::Op::OpImageFetch:
      case spv::Op::OpImageSampleExplicitLod:
      case spv::Op::OpImageSampleImplicitLod:
        if (holders.contains(instruction.id(2)))
          return kind_of(types.type(instruction.type), operands_at(instruction, 4));
        break;
      case spv::Op::OpImageWrite: {
        const Instruction* texel = module.definition(instruction.id(2));
        if (holders.contains(instruction.id(0)) && texel != nullptr)
          return kind_of(types.type(texel->type), operands_at(instruction, 3));
        break;
      }
      default:
        break;
    }
  }
  return std::nullopt;
}

}  // namespace spirv_oracle
