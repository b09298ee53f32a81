#include "interpreter/exec/report/operand_values.h"

#include <algorithm>
#include <cctype>

#include "interpreter/exec/report/barrier_names.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/ir/memory_operands.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/source_expression.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/operand_names.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// The scalar type of the components of an id, if it is numeric. Values of other types may share the
// plane, because a bitcast between types of the same width only renames it.
ScalarType component_type(const Module& module, Id id, ScalarType of_plane) {
  const Instruction* definition = module.definition(id);
  const Instruction* type = definition == nullptr ? nullptr : module.definition(definition->type);
  while (type != nullptr &&
         (is_vector_type(type->opcode) || type->opcode == spv::Op::OpTypeMatrix)) {
    type = module.definition(type->id(1));
  }
  if (type == nullptr) return of_plane;
  const bool is_integer = type->opcode == spv::Op::OpTypeInt;
  if (!is_integer && type->opcode != spv::Op::OpTypeFloat) return of_plane;
  if (type->literal(1) != 8u * of_plane.bytes) return of_plane;
  ScalarType result = of_plane;
  result.scalar_class = is_integer ? ScalarType::Class::integer : ScalarType::Class::floating;
  result.is_signed = is_integer && type->literal(2) != 0;
  return result;
}

bool is_pointer_value(const Module& module, Id id) {
  const Instruction* definition = module.definition(id);
  const Instruction* type = definition == nullptr ? nullptr : module.definition(definition->type);
  return type != nullptr && is_pointer_type(type->opcode);
}

// "" in assembly, which is its own source.
std::string expression_of(const Program& program, Id id) {
  if (source_language(*program.module, false) == SourceLanguage::other) return "";
  return source_expression(*program.registry, *program.module, id);
}

// Where `word` begins in the text, as a whole word.
std::size_t find_word(std::string_view text, std::string_view word) {
  const auto is_part = [text](std::size_t i) {
    return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) return at;
  }
  return std::string_view::npos;
}

bool is_same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, {}, [](unsigned char c) { return std::tolower(c); },
      [](unsigned char c) { return std::tolower(c); });
}

// The index of the operand that the record of an atomic instruction reads in its place `k`. Such records do not read
// Scope and Semantics. The number of operands if the instruction has no such operand.
unsigned atomic_operand_index(const Module& module, const Instruction& instruction, unsigned k) {
  const unsigned first = first_named_operand(instruction);
  if (k == 0) return first;
  const std::string_view name = k == 1 ? "Value" : "Comparator";
  for (unsigned i = first; instruction.has(i); ++i)
    if (operand_name(module, instruction, i) == name) return i;
  return instruction.operand_count();
}

struct NamedPlane {
  Id id;
  unsigned operand;  // its index in the instruction
  Plane plane;
};

// The operands that a record reads as planes, with the types of their ids.
std::vector<NamedPlane> operand_planes(const Subgroup& subgroup, const Record& record) {
  std::vector<NamedPlane> values;
  const Program& program = *subgroup.program;
  const std::uint32_t index = program.origins[record.origin].instruction;
  if (index == 0) return values;
  const Module& module = *program.module;
  const Instruction& instruction = module.instruction(index);
  // Records of image instructions operate on texels and their bits instead of the operands.
  const InstructionDefinition* definition_of = program.registry->find(instruction.opcode);
  const std::string_view instruction_class =
      definition_of != nullptr ? definition_of->instruction_class : "";
  if (instruction_class == "Image") return values;
  // Those of accumulations operate on elements of their operands.
  const bool accumulates =
      definition_of != nullptr && definition_of->atomic_operation && instruction_class != "Atomic";
  if (accumulates) return values;
  const bool accesses_memory = !memory_operands_of(*program.registry, module, instruction).empty();
  const auto add = [&](unsigned operand, Slot slot) {
    const auto plane = std::ranges::lower_bound(program.registers.planes, slot, {}, &Plane::slot);
    if (plane == program.registers.planes.end() || plane->slot != slot) return;
    const Id id = instruction.id(operand);
    // The records of instructions that access memory read an address, which may be no operand or another one.
    const bool is_address =
        accesses_memory && plane->type.scalar_class == ScalarType::Class::pointer;
    if (is_address && !is_pointer_value(module, id)) return;
    values.push_back({id, operand, Plane{slot, component_type(module, id, plane->type)}});
  };
  if (record.handler == program.access_chain_handler && is_access_chain(instruction.opcode)) {
    const ChainWords words{subgroup.data + record.extra};
    for (std::uint32_t i = 0; i < words.count(); ++i)
      add(words.index(i).operand(), words.index(i).slot());
    return values;
  }
  // The base of an access chain is an address, which says nothing to a reader.
  for (unsigned k = is_access_chain(instruction.opcode) ? 1 : 0; k < 3; ++k) {
    const unsigned operand =
        instruction_class == "Atomic" ? atomic_operand_index(module, instruction, k)
        : instruction.opcode == spv::Op::OpFunctionCall ? first_argument + k
        : is_access_chain(instruction.opcode)           ? base_operand(instruction.opcode) + k
                                                        : first_named_operand(instruction) + k;
    if (!instruction.has(operand) ||
        instruction.operands[operand].operand_class != OperandClass::id) {
      break;
    }
    const Instruction* definition = module.definition(instruction.id(operand));
    if (definition == nullptr || definition->type == 0)
      break;  // a label: the record contains its target
    add(operand, record.operand[k]);
  }
  return values;
}

}  // namespace

std::vector<OperandValue> operand_values(const Subgroup& subgroup, const Record& record,
                                         unsigned lane) {
  std::vector<OperandValue> values;
  const Module& module = *subgroup.program->module;
  const std::uint32_t index = subgroup.program->origins[record.origin].instruction;
  for (const NamedPlane& operand : operand_planes(subgroup, record)) {
    values.push_back({module.display(operand.id),
                      std::string(operand_name(module, module.instruction(index), operand.operand)),
                      expression_of(*subgroup.program, operand.id),
                      format_component(subgroup, operand.plane, lane)});
  }
  return values;
}

std::string differing_operand(const Subgroup& subgroup, const Record& record,
                              const LaneMask& lanes) {
  std::string text;
  if (lanes.none()) return text;
  const unsigned first = lanes.lowest();
  for (const NamedPlane& operand : operand_planes(subgroup, record)) {
    const std::string value = format_component(subgroup, operand.plane, first);
    bool is_found = false;
    lanes.for_each([&](unsigned lane) {
      if (is_found) return;
      const std::string other = format_component(subgroup, operand.plane, lane);
      if (other == value) return;
      is_found = true;
      text = "lane " + std::to_string(first) + " passes " + value + ", but lane " +
             std::to_string(lane) + " passes " + other;
    });
  }
  return text;
}

std::string with_expressions(const Program& program, std::uint32_t origin,
                             std::string_view condition) {
  std::string text(condition);
  const std::uint32_t index = program.origins[origin].instruction;
  if (index == 0) return text;
  const Module& module = *program.module;
  const Instruction& instruction = module.instruction(index);
  for (unsigned i = first_named_operand(instruction); instruction.has(i); ++i) {
    const std::string_view name = operand_name(module, instruction, i);
    // "a" is also an article.
    if (name.empty() || name == "a" || instruction.operands[i].operand_class != OperandClass::id)
      continue;
    const std::size_t at = find_word(text, name);
    if (at == std::string::npos) continue;
    const std::string expression = expression_of(program, instruction.id(i));
    if (!expression.empty() && !is_same_word(expression, name))
      text.insert(at + name.size(), " (" + expression + ")");
  }
  return text;
}

}  // namespace spirv_oracle
