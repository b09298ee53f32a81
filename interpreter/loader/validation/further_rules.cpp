#include "interpreter/loader/validation/further_rules.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "interpreter/loader/pointers.h"
#include "interpreter/loader/validation/semantics_rules.h"

namespace spirv_oracle {
namespace {

bool has_explicit_members(const Module& module, const Instruction& structure) {
  if (module.has_decoration(structure.result, spv::Decoration::Block) ||
      module.has_decoration(structure.result, spv::Decoration::BufferBlock))
    return true;
  for (std::uint32_t member = 0; member + 1 < structure.operand_count(); ++member) {
    for (const Decoration& decoration : module.member_decorations(structure.result, member)) {
      if (decoration.kind == spv::Decoration::Offset ||
          decoration.kind == spv::Decoration::MatrixStride)
        return true;
    }
  }
  return false;
}

class FurtherRules {
 public:
  FurtherRules(const Module& module, bool is_vulkan)
      : module_(module),
        is_vulkan_(is_vulkan),
        scalar_bytes_(module.id_count()),
        has_layout_(module.id_count()) {}

  Result<void> check() {
    for (const Instruction& instruction : module_.instructions().subspan(1)) {
      note_type(instruction);
      if (auto done = check(instruction); !done) return done;
    }
    return check_interfaces();
  }

 private:
  void note_type(const Instruction& instruction);
  void note_parts(const Instruction& instruction, unsigned first, unsigned last);

  Result<void> check_interfaces() const;
  Result<void> check(const Instruction& instruction) const;
  Result<void> check_variable(const Instruction& variable) const;
  Result<void> check_access_chain(const Instruction& chain) const;
  Result<void> check_abort(const Instruction& abort) const;
  Result<void> check_copy(const Instruction& copy, unsigned first) const;
  Result<void> check_access(const Instruction& access, Id pointer, unsigned memory_operands) const;
  Result<void> check_conversion(const Instruction& conversion) const;
  Result<void> check_bitcast_extract(const Instruction& extract) const;

  // The scalar type of a value, or of the components of a vector; null without one.
  const Instruction* component_type_of(Id value) const;
  bool is_microscaling(Id value) const;

  // The type of a value; null without one.
  const Instruction* type_of(Id value) const {
    const Instruction* definition = module_.definition(value);
    return definition == nullptr ? nullptr : module_.definition(definition->type);
  }
  tl::unexpected<Error> broken(const Instruction& instruction, const std::string& rule,
                               const std::string& what) const;

  const Module& module_;
  bool is_vulkan_;
  // Of types, by id: the size of the largest scalar, and whether a decoration lays out a part of it.
  std::vector<std::uint32_t> scalar_bytes_;
  std::vector<bool> has_layout_;
};

// Types follow their parts, except through pointers, which are not scalars.
void FurtherRules::note_type(const Instruction& instruction) {
  const Id type = instruction.result;
  switch (instruction.opcode) {
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      scalar_bytes_[type] = instruction.literal(1) / 8;
      break;
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeVectorIdEXT:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
      has_layout_[type] = module_.has_decoration(type, spv::Decoration::ArrayStride);
      note_parts(instruction, 1, 2);
      break;
    case spv::Op::OpTypeStruct:
      has_layout_[type] = has_explicit_members(module_, instruction);
      note_parts(instruction, 1, instruction.operand_count());
      break;
    default:
      break;
  }
}

void FurtherRules::note_parts(const Instruction& instruction, unsigned first, unsigned last) {
  for (unsigned k = first; k < last; ++k) {
    const Id part = instruction.id(k);
    scalar_bytes_[instruction.result] =
        std::max(scalar_bytes_[instruction.result], scalar_bytes_[part]);
    const Instruction* type = module_.definition(part);
    if (has_layout_[part] && type != nullptr && type->opcode != spv::Op::OpTypePointer)
      has_layout_[instruction.result] = true;
  }
}

Result<void> FurtherRules::check(const Instruction& instruction) const {
  switch (instruction.opcode) {
    case spv::Op::OpVariable:
    case spv::Op::OpUntypedVariableKHR:
      return check_variable(instruction);
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
      return check_access_chain(instruction);
    case spv::Op::OpLoad:
      return check_access(instruction, instruction.id(2), 3);
    case spv::Op::OpStore:
      return check_access(instruction, instruction.id(0), 2);
    case spv::Op::OpCopyMemory:
      return check_copy(instruction, 2);
    case spv::Op::OpCopyMemorySized:
      return check_copy(instruction, 3);
    case spv::Op::OpAbortKHR:
      return check_abort(instruction);
    case spv::Op::OpConvertFToU:
    case spv::Op::OpConvertFToS:
    case spv::Op::OpConvertSToF:
    case spv::Op::OpConvertUToF:
    case spv::Op::OpFConvert:
      return check_conversion(instruction);
    case spv::Op::OpBitcastExtractEXT:
      return check_bitcast_extract(instruction);
    default:
      break;
  }
  if (!is_vulkan_) return {};
  const BrokenRule semantics = broken_semantics_rule(module_, instruction);
  if (semantics.rule.empty()) return {};
  return broken(instruction, semantics.rule, semantics.what);
}

Result<void> FurtherRules::check_interfaces() const {
  for (const EntryPoint& entry : module_.entry_points()) {
    if (!is_vulkan_ || entry.model != spv::ExecutionModel::GLCompute) continue;
    for (const Id id : entry.interface) {
      const Instruction* variable = module_.definition(id);
      if (variable != nullptr && is_variable(variable->opcode) &&
          static_cast<spv::StorageClass>(variable->literal(2)) == spv::StorageClass::Output)
        return broken(
            *variable, "VUID-StandaloneSpirv-None-04644",
            "the compute shader '" + entry.name + "' has a variable in the storage class Output");
    }
  }
  return {};
}

// Vulkan, "Shader Interfaces": where decorations may lay out types. We do not reject variables in the storage classes Private
// and Function, because glslang copies arrays from blocks to such variables.
Result<void> FurtherRules::check_variable(const Instruction& variable) const {
  const Id type = data_type(module_, variable);
  const auto storage = static_cast<spv::StorageClass>(variable.literal(2));
  if (is_vulkan_ && type == 0 && variable.opcode == spv::Op::OpUntypedVariableKHR &&
      storage != spv::StorageClass::UniformConstant)
    return broken(variable, "VUID-StandaloneSpirv-OpUntypedVariableKHR-11167",
                  "the untyped variable has no Data Type");
  if (!is_vulkan_ || type == 0 || !has_layout_[type] || storage != spv::StorageClass::Workgroup ||
      std::ranges::count(module_.capabilities(),
                         spv::Capability::WorkgroupMemoryExplicitLayoutKHR) != 0)
    return {};
  return broken(variable, "VUID-StandaloneSpirv-None-10684",
                "the type of a variable in the storage class Workgroup has a layout decoration "
                "(Block, Offset, ArrayStride or MatrixStride)");
}

// The text of OpAccessChain about Result Type.
Result<void> FurtherRules::check_access_chain(const Instruction& chain) const {
  const auto stride = module_.decoration(chain.type, spv::Decoration::ArrayStride);
  const Instruction* type = type_of(chain.id(2));
  if (!stride || type == nullptr || chain.operand_count() < 4) return {};
  type = module_.definition(type->id(2));
  for (unsigned k = 3; k + 1 < chain.operand_count() && type != nullptr; ++k) {
    const Instruction* index = module_.definition(chain.id(k));
    const bool is_structure = type->opcode == spv::Op::OpTypeStruct;
    type =
        module_.definition(type->id(is_structure && index != nullptr ? 1 + index->literal(2) : 1));
  }
  if (type == nullptr ||
      (type->opcode != spv::Op::OpTypeArray && type->opcode != spv::Op::OpTypeRuntimeArray))
    return {};
  const auto of_array = module_.decoration(type->result, spv::Decoration::ArrayStride);
  if (of_array == stride) return {};
  return broken(chain, "OpAccessChain, Result Type",
                "the pointer has the ArrayStride " + std::to_string(*stride) + ", but the array " +
                    (of_array ? "has the ArrayStride " + std::to_string(*of_array) : "has none"));
}

// Whether composites of the types have the same parts, whatever their layouts (OpCopyLogical). Types follow their parts.
bool logically_match(const Module& module, Id first, Id second) {
  if (first == second) return true;
  const Instruction* const a = module.definition(first);
  const Instruction* const b = module.definition(second);
  if (a == nullptr || b == nullptr || a->opcode != b->opcode) return false;
  if (a->opcode == spv::Op::OpTypeArray)
    return a->id(2) == b->id(2) && logically_match(module, a->id(1), b->id(1));
  if (a->opcode != spv::Op::OpTypeStruct || a->operand_count() != b->operand_count()) return false;
  for (unsigned i = 1; i < a->operand_count(); ++i) {
    if (!logically_match(module, a->id(i), b->id(i))) return false;
  }
  return true;
}

// Whether all parts of a type have their places.
bool is_laid_out(const Module& module, Id id) {
  const Instruction* const type = module.definition(id);
  if (type == nullptr) return false;
  if (type->opcode == spv::Op::OpTypeArray)
    return module.has_decoration(id, spv::Decoration::ArrayStride) &&
           is_laid_out(module, type->id(1));
  if (type->opcode != spv::Op::OpTypeStruct) return true;
  for (std::uint32_t i = 0; i + 1 < type->operand_count(); ++i) {
    if (!module.member_decoration(id, i, spv::Decoration::Offset) ||
        !is_laid_out(module, type->id(i + 1)))
      return false;
  }
  return true;
}

Result<void> FurtherRules::check_abort(const Instruction& abort) const {
  constexpr const char* rule = "OpAbortKHR, Message Type";
  const Id type = abort.id(0);
  const Instruction* message = module_.definition(abort.id(1));
  if (message == nullptr || !logically_match(module_, type, message->type))
    return broken(abort, rule, "the type of Message does not logically match Message Type");
  const bool is_shader = std::ranges::count(module_.capabilities(), spv::Capability::Shader) != 0;
  if (!is_shader || is_laid_out(module_, type)) return {};
  return broken(abort, rule, "Message Type has no explicit layout");
}

// One set of Memory Operands concerns both accesses. Of two, the first one concerns the target.
Result<void> FurtherRules::check_copy(const Instruction& copy, unsigned first) const {
  using Mask = spv::MemoryAccessMask;
  if (!copy.has(first)) return {};
  constexpr auto with_operand = static_cast<std::uint32_t>(
      Mask::Aligned | Mask::MakePointerAvailable | Mask::MakePointerVisible |
      Mask::AliasScopeINTELMask | Mask::NoAliasINTELMask);
  const unsigned next =
      first + 1 + static_cast<unsigned>(std::popcount(copy.literal(first) & with_operand));
  if (auto done = check_access(copy, copy.id(0), first); !done) return done;
  return check_access(copy, copy.id(1), copy.has(next) ? next : first);
}

// "Memory Operands", Aligned.
Result<void> FurtherRules::check_access(const Instruction& access, Id pointer,
                                        unsigned memory_operands) const {
  const auto aligned = static_cast<std::uint32_t>(spv::MemoryAccessMask::Aligned);
  if ((access.literal(memory_operands) & aligned) == 0) return {};
  const std::uint32_t alignment = access.literal(memory_operands + 1);
  if (!std::has_single_bit(alignment)) {
    return broken(access, "Memory Operands, Aligned",
                  "the alignment " + std::to_string(alignment) + " is not a power of two");
  }
  const Instruction* type = type_of(pointer);
  const bool is_physical =
      type != nullptr && is_pointer_type(type->opcode) &&
      type->literal(1) == static_cast<std::uint32_t>(spv::StorageClass::PhysicalStorageBuffer);
  const std::uint32_t largest =
      is_physical ? scalar_bytes_[accessed_type(module_, access, pointer)] : 0;
  if (!is_vulkan_ || largest == 0 || alignment % largest == 0) return {};
  return broken(access, "VUID-StandaloneSpirv-PhysicalStorageBuffer64-06314",
                "the alignment " + std::to_string(alignment) + " is not a multiple of " +
                    std::to_string(largest) +
                    ", the size of the largest scalar in the type to which the pointer points; in "
                    "GLSL, buffer_reference_align sets the alignment");
}

const Instruction* FurtherRules::component_type_of(Id value) const {
  const Instruction* type = type_of(value);
  const bool is_vector = type != nullptr && (type->opcode == spv::Op::OpTypeVector ||
                                             type->opcode == spv::Op::OpTypeVectorIdEXT);
  return is_vector ? module_.definition(type->id(1)) : type;
}

bool FurtherRules::is_microscaling(Id value) const {
  const Instruction* type = component_type_of(value);
  if (type == nullptr || type->opcode != spv::Op::OpTypeFloat || !type->has(2)) return false;
  switch (static_cast<spv::FPEncoding>(type->literal(2))) {
    case spv::FPEncoding::Float6E2M3EXT:
    case spv::FPEncoding::Float6E3M2EXT:
    case spv::FPEncoding::Float4E2M1EXT:
    case spv::FPEncoding::Float8UnsignedE8M0EXT:
    case spv::FPEncoding::MXInt8EXT:
      return true;
    default:
      return false;
  }
}

Result<void> FurtherRules::check_conversion(const Instruction& conversion) const {
  if (!is_vulkan_) return {};
  const bool is_produced = is_microscaling(conversion.result);
  if (conversion.opcode == spv::Op::OpFConvert) {
    if (!is_produced) return {};
    return broken(conversion, "VUID-StandaloneSpirv-OpFConvert-12466",
                  "OpFConvert produces a type of SPV_EXT_ocp_microscaling_types");
  }
  if (!is_produced && !is_microscaling(conversion.id(2))) return {};
  return broken(conversion, "VUID-StandaloneSpirv-OpConvertFToU-12465",
                "a type of SPV_EXT_ocp_microscaling_types is converted from or to integers");
}

Result<void> FurtherRules::check_bitcast_extract(const Instruction& extract) const {
  if (!is_vulkan_) return {};
  const Instruction* result = component_type_of(extract.result);
  if (!is_microscaling(extract.result) || result->literal(1) >= 8)
    return broken(extract, "VUID-StandaloneSpirv-Result-12468",
                  "Result Type is not a 4-bit or 6-bit float, or a vector of them");
  const Instruction* base = component_type_of(extract.id(2));
  if (base != nullptr && base->opcode == spv::Op::OpTypeInt) return {};
  return broken(extract, "VUID-StandaloneSpirv-Base-12469",
                "Base is not an integer or a vector of integers");
}

tl::unexpected<Error> FurtherRules::broken(const Instruction& instruction, const std::string& rule,
                                           const std::string& what) const {
  const SourceLocation source = module_.source(instruction.line);
  const std::string where =
      source.line == 0 ? "" : source.file + ":" + std::to_string(source.line) + ": ";
  return bad_input("the module is not valid: " + where + "[" + rule + "] " + what + "\n  " +
                   module_.disassemble(instruction) + "\n(use --no-validate to run it anyway)");
}

}  // namespace

Result<void> check_further_rules(const Module& module, bool is_vulkan) {
  return FurtherRules(module, is_vulkan).check();
}

}  // namespace spirv_oracle
