#include "interpreter/exec/report/finding_help.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <spirv/unified1/GLSL.std.450.h>

#include "interpreter/exec/report/barrier_names.h"
#include "interpreter/exec/report/barrier_position.h"
#include "interpreter/exec/report/source_changes.h"
#include "interpreter/findings/clause.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/source_expression.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

const Instruction& instruction_at(const Program& program, std::uint32_t origin) {
  return program.module->instruction(program.origins[origin].instruction);
}

// --- barriers ---

std::string help_for_barrier(const Program& program, std::uint32_t origin) {
  const std::optional<Divergence> divergence = divergence_of(program, origin);
  if (!divergence) return "let all invocations of the workgroup execute the barrier";
  const Module& module = *program.module;
  const std::uint32_t line = module.source(module.instruction(divergence->branch).line).line;
  const std::string place = line == 0 ? "" : " at line " + std::to_string(line);
  if (divergence->leaves_loop) {
    return "invocations leave the loop" + place +
           " at different times: let all execute the same iterations, and put only their work "
           "under a condition";
  }
  if (divergence->returns) {
    return "some invocations return at the branch" + place +
           ": let them go on, and put only the work after it under the condition, without the "
           "barrier";
  }
  return "only some invocations take the branch" + place +
         ": put the barrier before or after it, and end and repeat the branch around the barrier "
         "if necessary";
}

// --- arrays with gaps between their elements ---

struct ArrayStride {
  std::string name;
  std::uint32_t stride = 0;
  std::uint32_t size = 0;  // of an element without the gap
  bool of_three = false;   // a vector of three components
};

// The size of a scalar or vector; 0: another type.
std::uint32_t size_of(const Module& module, Id type, bool& of_three) {
  const Instruction* definition = module.definition(type);
  if (definition == nullptr) return 0;
  if (definition->opcode == spv::Op::OpTypeInt || definition->opcode == spv::Op::OpTypeFloat)
    return definition->literal(1) / 8;
  if (definition->opcode != spv::Op::OpTypeVector) return 0;
  const std::uint32_t count = definition->literal(2);
  of_three = count == 3;
  return size_of(module, definition->id(1), of_three) * count;
}

// The first array in a structure whose elements are further apart than their size.
std::optional<ArrayStride> find_gap(const Module& module, Id structure) {
  const Instruction* definition = module.definition(structure);
  if (definition == nullptr || definition->opcode != spv::Op::OpTypeStruct) return std::nullopt;
  for (unsigned i = 1; i < definition->operand_count(); ++i) {
    const Id member = definition->id(i);
    const Instruction* array = module.definition(member);
    const auto stride = module.decoration(member, spv::Decoration::ArrayStride);
    if (array == nullptr || !stride) continue;
    ArrayStride found{std::string(module.member_name(structure, i - 1)), *stride};
    found.size = size_of(module, array->id(1), found.of_three);
    if (found.size != 0 && found.size < found.stride) return found;
  }
  return std::nullopt;
}

// The type of the block that the pointer of an access points into; 0: unknown.
Id block_of(const Module& module, const Instruction& access) {
  const unsigned operand = access.opcode == spv::Op::OpStore ? 0 : 2;
  const Instruction* pointer = &access;
  if (!is_access_chain(access.opcode)) pointer = module.definition(access.id(operand));
  while (pointer != nullptr && is_access_chain(pointer->opcode))
    pointer = module.definition(base_of(*pointer));
  if (pointer == nullptr || !is_variable(pointer->opcode)) return 0;
  const Id type = data_type(module, *pointer);
  const Instruction* definition = module.definition(type);
  const bool is_array =
      definition != nullptr && (definition->opcode == spv::Op::OpTypeArray ||
                                definition->opcode == spv::Op::OpTypeRuntimeArray);
  return is_array ? definition->id(1) : type;
}

std::string help_for_stride(const Program& program, std::uint32_t origin) {
  const Module& module = *program.module;
  const Instruction& access = instruction_at(program, origin);
  const bool is_access = is_access_chain(access.opcode) || access.opcode == spv::Op::OpLoad ||
                         access.opcode == spv::Op::OpStore;
  if (!is_access) return "";
  const std::optional<ArrayStride> gap = find_gap(module, block_of(module, access));
  if (!gap) return "";
  const std::string stride = std::to_string(gap->stride);
  return "the elements of the array" + (gap->name.empty() ? "" : " '" + gap->name + "'") + " are " +
         stride + " bytes apart, although each has only " + std::to_string(gap->size) +
         " bytes: provide " + stride + " bytes per element, or " +
         (gap->of_three ? "declare an array of scalars, which has no gaps"
                        : "declare the block std430 or scalar, without gaps");
}

// --- functions whose precision Vulkan derives from a formula ---

struct Formula {
  std::uint32_t instruction = 0;  // of GLSL.std.450
  const char* text = "";
};

// Vulkan, "Precision of GLSL.std.450 Instructions".
constexpr std::array formulas = {
    Formula{GLSLstd450Sinh, "(exp(x) - exp(-x)) * 0.5"},
    Formula{GLSLstd450Cosh, "(exp(x) + exp(-x)) * 0.5"},
    Formula{GLSLstd450Tanh, "sinh(x) / cosh(x)"},
    Formula{GLSLstd450Asinh, "log(x + sqrt(x * x + 1.0))"},
    Formula{GLSLstd450Acosh, "log(x + sqrt(x * x - 1.0))"},
    Formula{GLSLstd450Atanh, "log((1.0 + x) / (1.0 - x)) * 0.5"},
    Formula{GLSLstd450Pow, "exp2(y * log2(x))"},
    Formula{GLSLstd450Tan, "sin(x) / cos(x)"},
    Formula{GLSLstd450Length, "sqrt(dot(x, x))"},
    Formula{GLSLstd450Distance, "length(x - y)"},
    Formula{GLSLstd450Normalize, "x * inversesqrt(dot(x, x))"},
    Formula{GLSLstd450Reflect, "x - 2.0 * dot(y, x) * y"},
    Formula{GLSLstd450FMix, "x * (1.0 - a) + y * a"},
    Formula{GLSLstd450SmoothStep, "t * t * (3.0 - 2.0 * t)"},
};

std::string help_for_formula(const Program& program, std::uint32_t origin) {
  const Module& module = *program.module;
  const Instruction& instruction = instruction_at(program, origin);
  if (instruction.opcode != spv::Op::OpExtInst ||
      module.extended_set(instruction.id(2)) != "GLSL.std.450")
    return "";
  const auto* const formula =
      std::ranges::find(formulas, instruction.literal(3), &Formula::instruction);
  if (formula == formulas.end()) return "";
  std::string operands;
  for (unsigned i = 4; i < instruction.operand_count(); ++i) {
    const std::string name = source_expression(*program.registry, module, instruction.id(i));
    const std::string id = module.display(instruction.id(i));
    operands +=
        (operands.empty() ? "" : ", ") + (name.empty() ? id : "'" + name + "' (" + id + ")");
  }
  const bool is_tanh = formula->instruction == GLSLstd450Tanh;
  return std::string("the formula is ") + formula->text + ", and an intermediate result of it " +
         "overflows or is a NaN here: keep " + operands + " smaller" +
         (is_tanh ? ", for example clamp it to [-10, 10], where a 32-bit tanh() has reached 1"
                  : "");
}

}  // namespace

std::string help_for(const Program& program, std::uint32_t origin, const Clause& clause) {
  if (program.origins[origin].instruction == 0) return "";
  if (clause.kind == "barrier-divergence") return help_for_barrier(program, origin);
  if (clause.kind == "out-of-bounds") return help_for_stride(program, origin);
  if (clause.id == "vulkan.formula-may-be-nan") return help_for_formula(program, origin);
  return "";
}

std::vector<SourceEdit> edits_for(const Program& program, std::uint32_t origin,
                                  const Clause& clause) {
  if (program.origins[origin].instruction == 0 || clause.kind != "barrier-divergence") return {};
  return edits_of_divergent_barrier(program, origin);
}

}  // namespace spirv_oracle
