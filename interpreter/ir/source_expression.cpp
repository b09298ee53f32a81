#include "interpreter/ir/source_expression.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace spirv_oracle {
namespace {

constexpr std::size_t longest_expression = 60;  // in characters
constexpr unsigned deepest_expression = 8;

using Precedence = SourceOperator::Precedence;

// Whether an operand needs them; null: no operator.
bool needs_parentheses(const SourceOperator* operand, const SourceOperator* around, bool is_right) {
  if (operand == nullptr || around == nullptr) return operand != nullptr;
  const Precedence inner = operand->precedence, outer = around->precedence;
  if (inner == Precedence::bitwise || outer == Precedence::bitwise) return true;
  if (inner != outer) return inner < outer;
  const bool is_chain = outer >= Precedence::additive ||
                        (outer == Precedence::logical && operand->symbol == around->symbol);
  return is_right || !is_chain;
}

struct Expression {
  std::string text;
  const SourceOperator* outermost = nullptr;  // null: it has none

  Expression(std::string t, const SourceOperator* o = nullptr)  // NOLINT: implicit
      : text(std::move(t)), outermost(o) {}
};

bool is_source_name(std::string_view name) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && !name.starts_with("__") && std::isdigit(name[0]) == 0 &&
         std::ranges::all_of(name, is_letter);
}

// Writes expressions. Every function returns an empty text for what it cannot express.
class ExpressionWriter {
 public:
  ExpressionWriter(const InstructionRegistry& registry, const Module& module)
      : registry_(registry), module_(module) {}

  Expression value(Id id, unsigned depth) const {
    const Instruction* definition = module_.definition(id);
    if (definition == nullptr || depth > deepest_expression) return {""};
    switch (definition->opcode) {
      case spv::Op::OpConstant:
        return number(*definition);
      case spv::Op::OpFunctionParameter:
      case spv::Op::OpSpecConstant:
        return name(id);
      case spv::Op::OpLoad:
        return place(definition->id(2), depth + 1);
      // Conversions of integers that preserve the value, which the source often leaves implicit.
      case spv::Op::OpBitcast:
      case spv::Op::OpSConvert:
      case spv::Op::OpUConvert:
        if (!preserves_value(*definition)) return {""};
        [[fallthrough]];
      case spv::Op::OpCopyObject:  // of glslang, to decorate the copy NonUniform
        return value(definition->id(2), depth + 1);
      case spv::Op::OpCompositeExtract:
        return component(*definition, depth + 1);
      default:
        return binary(*definition, depth + 1);
    }
  }

 private:
  std::string name(Id id) const {
    std::string_view name = module_.name(id);
    // Clang copies each parameter to a variable with this suffix.
    constexpr std::string_view copy_suffix = ".addr";
    if (name.ends_with(copy_suffix)) name.remove_suffix(copy_suffix.size());
    // glslang passes arguments through variables with this name.
    return is_source_name(name) && name != "param" ? std::string(name) : "";
  }

  // Whether both types are integers, or vectors of them, and no bits are dropped.
  bool preserves_value(const Instruction& conversion) const {
    const Instruction* operand = module_.definition(conversion.id(2));
    const Instruction* from = operand == nullptr ? nullptr : component_type(operand->type);
    const Instruction* to = component_type(conversion.type);
    return from != nullptr && to != nullptr && from->opcode == spv::Op::OpTypeInt &&
           to->opcode == spv::Op::OpTypeInt && from->literal(1) <= to->literal(1);
  }

  const Instruction* component_type(Id type_id) const {
    const Instruction* type = module_.definition(type_id);
    const bool is_vector = type != nullptr && is_vector_type(type->opcode);
    return is_vector ? module_.definition(type->id(1)) : type;
  }

  // A literal integer.
  std::string number(const Instruction& constant) const {
    const Instruction* type = module_.definition(constant.type);
    if (type == nullptr || type->opcode != spv::Op::OpTypeInt || type->literal(1) > 32) return "";
    const std::uint32_t bits = constant.literal(2);
    return type->literal(2) != 0 ? std::to_string(static_cast<std::int32_t>(bits))
                                 : std::to_string(bits);
  }

  Expression binary(const Instruction& instruction, unsigned depth) const {
    const InstructionDefinition* definition = registry_.find(instruction.opcode);
    if (definition == nullptr || definition->source_operator.symbol.empty()) return {""};
    const SourceOperator* found = &definition->source_operator;
    const std::string left = operand(instruction.id(2), depth, found, false);
    const std::string right = operand(instruction.id(3), depth, found, true);
    if (left.empty() || right.empty()) return {""};
    return {left + " " + std::string(found->symbol) + " " + right, found};
  }

  std::string operand(Id id, unsigned depth, const SourceOperator* around, bool is_right) const {
    Expression expression = value(id, depth);
    if (!needs_parentheses(expression.outermost, around, is_right)) return expression.text;
    return "(" + expression.text + ")";
  }

  std::string component(const Instruction& extract, unsigned depth) const {
    const Instruction* composite = module_.definition(extract.id(2));
    const Instruction* type = composite == nullptr ? nullptr : module_.definition(composite->type);
    const bool is_vector = type != nullptr && is_vector_type(type->opcode);
    if (!is_vector || extract.literal(3) > 3) return "";
    const std::string text = operand(extract.id(2), depth, nullptr, false);
    return text.empty() ? "" : text + "." + "xyzw"[extract.literal(3)];
  }

  // The variable, element or member that a pointer points to.
  std::string place(Id pointer, unsigned depth) const {
    const Instruction* definition = module_.definition(pointer);
    if (definition == nullptr || depth > deepest_expression) return "";
    switch (definition->opcode) {
      case spv::Op::OpVariable:
      case spv::Op::OpUntypedVariableKHR:
        return name(pointer);
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
      case spv::Op::OpUntypedAccessChainKHR:
      case spv::Op::OpUntypedInBoundsAccessChainKHR:
        return selected(*definition, depth + 1);
      // In kernels, an element of the array that a pointer points into.
      case spv::Op::OpPtrAccessChain:
      case spv::Op::OpInBoundsPtrAccessChain: {
        const std::string base = value(definition->id(2), depth + 1).text;
        const std::string element = value(definition->id(3), depth + 1).text;
        const bool is_expressible = !base.empty() && !element.empty() && !definition->has(4);
        return is_expressible ? base + "[" + element + "]" : "";
      }
      default:
        return "";
    }
  }

  std::string selected(const Instruction& chain, unsigned depth) const {
    const Instruction* base = module_.definition(base_of(chain));
    // The source has no name for a part of another type than that of the variable.
    const Id whole = base_type(module_, chain);
    if (base == nullptr || whole == 0 || whole != pointee_type(module_, base->result)) return "";
    // The members of a block without an instance name are accessed by their names alone.
    const bool is_anonymous = is_variable(base->opcode) && module_.name(base->result).empty();
    std::string text = is_anonymous ? "" : place(base->result, depth);
    if (text.empty() && !is_anonymous) return "";
    const Instruction* type = module_.definition(whole);
    for (unsigned i = first_index_operand(chain.opcode); chain.has(i) && type != nullptr; ++i) {
      const std::optional<std::string> step = selector(*type, chain.id(i), depth);
      if (!step) return "";
      text += *step;
      type = module_.definition(part_type(*type, chain.id(i)));
    }
    return text.starts_with('.') ? text.substr(1) : text;
  }

  // ".member", ".x" or "[index]"; "" for a member that the compiler has added.
  std::optional<std::string> selector(const Instruction& type, Id index, unsigned depth) const {
    const Instruction* constant = module_.definition(index);
    const bool is_constant = constant != nullptr && constant->opcode == spv::Op::OpConstant;
    if (type.opcode == spv::Op::OpTypeStruct) {
      const std::string_view member =
          is_constant ? module_.member_name(type.result, constant->literal(2)) : "";
      if (member == "@data") return "";  // the elements of a buffer of HLSL
      if (!is_source_name(member)) return std::nullopt;
      return "." + std::string(member);
    }
    if (is_vector_type(type.opcode) && is_constant && constant->literal(2) < 4)
      return std::string(".") + "xyzw"[constant->literal(2)];
    const std::string text = value(index, depth).text;
    if (text.empty()) return std::nullopt;
    return "[" + text + "]";
  }

  Id part_type(const Instruction& type, Id index) const {
    if (type.opcode != spv::Op::OpTypeStruct) return type.id(1);
    const Instruction* constant = module_.definition(index);
    return constant == nullptr ? 0 : type.id(1 + constant->literal(2));
  }

  const InstructionRegistry& registry_;
  const Module& module_;
};

}  // namespace

std::string source_expression(const InstructionRegistry& registry, const Module& module, Id id) {
  const Instruction* definition = module.definition(id);
  if (definition == nullptr || definition->opcode == spv::Op::OpConstant) return "";
  const std::string text = ExpressionWriter(registry, module).value(id, 0).text;
  return text.size() <= longest_expression ? text : "";
}

}  // namespace spirv_oracle
