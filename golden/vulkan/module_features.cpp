#include "golden/vulkan/module_features.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "builtins/register_all.h"
#include "golden/vulkan/matrix_support.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle::golden {
namespace {

struct NumberType {
  bool is_float = false;
  std::uint32_t width = 0;  // 0: not a number
};

class FeatureScan {
 public:
  void look_at(const Instruction& instruction);
  std::set<std::string> take() { return std::move(features_); }

 private:
  // The numbers in a type, or in the type to which a pointer points.
  NumberType scalar(Id type) const {
    const auto found = scalars_.find(type);
    return found == scalars_.end() ? NumberType{} : found->second;
  }
  NumberType scalar_of(Id value) const {
    const auto found = types_.find(value);
    return found == types_.end() ? NumberType{} : scalar(found->second);
  }
  void note_type(const Instruction& instruction);
  void note_atomic(spv::Op opcode, Id pointer);
  void note_exchange(const Instruction& instruction);

  std::map<Id, NumberType> scalars_;
  std::map<Id, spv::StorageClass> storage_;  // of types of pointers
  std::map<Id, Id> types_;                   // of values
  std::set<std::string> features_;
};

void FeatureScan::note_type(const Instruction& instruction) {
  using enum spv::Op;
  switch (instruction.opcode) {
    case OpTypeInt:
      scalars_[instruction.result] = {false, instruction.literal(1)};
      break;
    case OpTypeFloat:
      scalars_[instruction.result] = {true, instruction.literal(1)};
      break;
    case OpTypeVector:
    case OpTypeVectorIdEXT:
      scalars_[instruction.result] = scalar(instruction.id(1));
      break;
    case OpTypePointer:
      storage_[instruction.result] = static_cast<spv::StorageClass>(instruction.literal(1));
      scalars_[instruction.result] = scalar(instruction.id(2));
      break;
    case OpTypeUntypedPointerKHR:
      storage_[instruction.result] = static_cast<spv::StorageClass>(instruction.literal(1));
      break;
    default:
      break;
  }
}

// "Add", "MinMax", or "" for loads, stores and exchanges: the part of the feature's name.
std::string_view float_operation(spv::Op opcode) {
  using enum spv::Op;
  if (opcode == OpAtomicFAddEXT) return "Add";
  return opcode == OpAtomicFMinEXT || opcode == OpAtomicFMaxEXT ? "MinMax" : "";
}

void FeatureScan::note_atomic(spv::Op opcode, Id pointer) {
  const auto type = types_.find(pointer);
  if (type == types_.end()) return;
  const auto storage = storage_.find(type->second);
  if (storage == storage_.end()) return;
  const std::string_view place = storage->second == spv::StorageClass::Workgroup ? "Shared"
                                 : storage->second == spv::StorageClass::Image   ? "Image"
                                                                                 : "Buffer";
  const NumberType value = scalar(type->second);
  if (value.is_float) {
    const std::string_view operation = float_operation(opcode);
    features_.insert(operation.empty()
                         ? fmt::format("shader{}Float{}Atomics", place, value.width)
                         : fmt::format("shader{}Float{}Atomic{}", place, value.width, operation));
  } else if (value.width == 64) {
    features_.insert(fmt::format("shader{}Int64Atomics", place));
  }
}

void FeatureScan::note_exchange(const Instruction& instruction) {
  constexpr unsigned cluster_size = 5;
  if (instruction.opcode == spv::Op::OpGroupNonUniformRotateKHR && instruction.has(cluster_size))
    features_.insert("shaderSubgroupRotateClustered");
  const auto note = [&](NumberType type) {
    const bool is_extended = type.is_float ? type.width == 16 : type.width != 0 && type.width != 32;
    if (is_extended) features_.insert("shaderSubgroupExtendedTypes");
  };
  note(scalar(instruction.type));
  for (unsigned k = 2; k < instruction.operand_count(); ++k) {
    if (instruction.operands[k].operand_class == OperandClass::id)
      note(scalar_of(instruction.id(k)));
  }
}

void FeatureScan::look_at(const Instruction& instruction) {
  note_type(instruction);
  if (instruction.result != 0 && instruction.type != 0)
    types_[instruction.result] = instruction.type;
  const spv::Op opcode = instruction.opcode;
  if (is_variable(opcode)) {
    constexpr unsigned storage = 2;
    const unsigned initializer = initializer_operand(opcode);
    const bool is_shared =
        instruction.literal(storage) == static_cast<std::uint32_t>(spv::StorageClass::Workgroup);
    if (is_shared && instruction.has(initializer))
      features_.insert("shaderZeroInitializeWorkgroupMemory");
    return;
  }
  const InstructionDefinition* definition = default_registry().find(opcode);
  if (definition == nullptr) return;
  const std::string_view instruction_class = definition->instruction_class;
  if (instruction_class == "Atomic") {
    const bool has_result = instruction.result != 0;
    note_atomic(opcode, instruction.id(has_result ? 2 : 0));
  }
  if (instruction_class == "Non-Uniform" || instruction_class == "Group")
    note_exchange(instruction);
}

}  // namespace

std::set<std::string> module_features(const std::vector<std::uint32_t>& words) {
  const auto module = load_module(words, {.validate = false, .target_env = ""});
  if (!module) return {};
  FeatureScan scan;
  for (const Instruction& instruction : (*module)->instructions()) scan.look_at(instruction);
  std::set<std::string> features = scan.take();
  features.merge(needed_matrices(**module));
  return features;
}

}  // namespace spirv_oracle::golden
