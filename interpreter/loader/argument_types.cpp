#include "interpreter/loader/argument_types.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>

namespace spirv_oracle {
namespace {

// --- names of types, which translators store as OpString "kernel_arg_type.KERNEL.uint,int*," ---

// The name of the element of a vector or a pointer.
std::string_view element_name(std::string_view name) {
  const std::size_t last = name.find_last_not_of("*0123456789");
  return name.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// Whether the type is signed, or the element of the vector or pointer.
bool is_signed_type(std::string_view name) {
  name = element_name(name);
  if (name.starts_with("atomic_")) name.remove_prefix(7);
  constexpr std::string_view names[] = {"char", "short", "int", "long", "ptrdiff_t", "intptr_t"};
  return std::ranges::find(names, name) != std::end(names);
}

std::optional<std::vector<std::string>> argument_names(const Module& module,
                                                       std::string_view kernel) {
  const std::string prefix = "kernel_arg_type." + std::string(kernel) + ".";
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (instruction.opcode != spv::Op::OpString) continue;
    const std::string text = instruction.string(1);
    if (!text.starts_with(prefix)) continue;
    std::vector<std::string> result;
    std::istringstream names(text.substr(prefix.size()));
    for (std::string name; std::getline(names, name, ',');) result.push_back(name);
    return result;
  }
  return std::nullopt;
}

std::optional<std::vector<bool>> signed_by_name(const Module& module, std::string_view kernel) {
  const auto names = argument_names(module, kernel);
  if (!names) return std::nullopt;
  std::vector<bool> result;
  for (const std::string& name : *names) result.push_back(is_signed_type(name));
  return result;
}

// --- debug information: OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo use the same numbers for these ---

enum class DebugInstruction : std::uint32_t {
  type_basic = 2,
  type_pointer = 3,
  type_qualifier = 4,
  type_vector = 6,
  typedef_ = 7,
  type_function = 8,
  function = 20
};

// Operands of an OpExtInst before those of the extended instruction.
constexpr unsigned first_operand = 4;
constexpr unsigned max_type_depth = 64;

class DebugTypes {
 public:
  explicit DebugTypes(const Module& module) : module_(module) {}

  std::optional<std::vector<bool>> signed_arguments_of(std::string_view kernel) const {
    for (const Instruction& instruction : module_.instructions()) {
      if (!is(&instruction, DebugInstruction::function)) continue;
      if (module_.text(instruction.id(first_operand)) == kernel)
        return parameters(module_.definition(instruction.id(first_operand + 1)));
    }
    return std::nullopt;
  }

 private:
  bool is(const Instruction* instruction, DebugInstruction number) const {
    if (instruction == nullptr || instruction->opcode != spv::Op::OpExtInst ||
        instruction->literal(3) != static_cast<std::uint32_t>(number))
      return false;
    const std::string_view set = module_.extended_set(instruction->id(2));
    return set == "OpenCL.DebugInfo.100" || set.starts_with("NonSemantic.Shader.DebugInfo.");
  }

  std::optional<std::vector<bool>> parameters(const Instruction* type) const {
    if (!is(type, DebugInstruction::type_function)) return std::nullopt;
    std::vector<bool> result;
    for (unsigned i = first_operand + 2; i < type->operand_count(); ++i)
      result.push_back(is_signed(type->id(i)));
    return result;
  }

  bool is_signed(Id id) const {
    for (unsigned depth = 0; depth < max_type_depth; ++depth) {
      const Instruction* type = module_.definition(id);
      if (is(type, DebugInstruction::type_basic)) return has_signed_encoding(*type);
      if (is(type, DebugInstruction::typedef_)) {
        id = type->id(first_operand + 1);
      } else if (is(type, DebugInstruction::type_pointer) ||
                 is(type, DebugInstruction::type_qualifier) ||
                 is(type, DebugInstruction::type_vector)) {
        id = type->id(first_operand);
      } else {
        return false;
      }
    }
    return false;
  }

  // The encoding is a literal in one set and a constant in the others.
  bool has_signed_encoding(const Instruction& basic) const {
    constexpr std::uint32_t signed_integer = 4, signed_char = 5;
    constexpr unsigned encoding = first_operand + 2;
    if (!basic.has(encoding)) return false;
    std::uint32_t value = basic.literal(encoding);
    if (basic.operands[encoding].operand_class == OperandClass::id) {
      const Instruction* constant = module_.definition(value);
      if (constant == nullptr || constant->opcode != spv::Op::OpConstant) return false;
      value = constant->literal(2);
    }
    return value == signed_integer || value == signed_char;
  }

  const Module& module_;
};

}  // namespace

std::vector<bool> signed_arguments(const Module& module, std::string_view kernel,
                                   std::size_t argument_count) {
  auto result = signed_by_name(module, kernel);
  if (!result) result = DebugTypes(module).signed_arguments_of(kernel);
  if (!result) result.emplace();
  result->resize(argument_count);
  return *result;
}

std::optional<ScalarKind> scalar_argument(const Module& module, std::string_view kernel,
                                          std::size_t number) {
  constexpr std::pair<std::string_view, ScalarKind> kinds[] = {
      {"char", ScalarKind::int8},     {"uchar", ScalarKind::uint8},   {"short", ScalarKind::int16},
      {"ushort", ScalarKind::uint16}, {"half", ScalarKind::float16},  {"int", ScalarKind::int32},
      {"uint", ScalarKind::uint32},   {"float", ScalarKind::float32}, {"long", ScalarKind::int64},
      {"ulong", ScalarKind::uint64},  {"double", ScalarKind::float64}};
  const auto names = argument_names(module, kernel);
  if (!names || number >= names->size()) return std::nullopt;
  const std::string_view name = element_name((*names)[number]);
  for (const auto& [known, kind] : kinds) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

}  // namespace spirv_oracle
