#include "interpreter/exec/report/source_changes.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "interpreter/exec/report/barrier_position.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {

std::optional<SourcePosition> source_place_of(const Program& program, std::uint32_t instruction) {
  const Module& module = *program.module;
  const std::uint32_t index = module.instruction(instruction).line;
  if (index == 0) return std::nullopt;
  const LineInfo& info = module.line(index);
  const SourceFile& file = module.files()[info.file];
  if (file.text.empty()) return std::nullopt;
  return SourcePosition{file, info.line, info.column};
}

namespace {

std::uint32_t instruction_at_origin(const Program& program, std::uint32_t origin) {
  return program.origins[origin].instruction;
}

std::uint32_t source_line_of(const Program& program, std::uint32_t instruction) {
  return program.module->source(program.module->instruction(instruction).line).line;
}

std::vector<SourceEdit> as_list(std::optional<SourceEdit> edit) {
  std::vector<SourceEdit> edits;
  if (edit) edits.push_back(std::move(*edit));
  return edits;
}

}  // namespace

std::vector<SourceEdit> edits_of_division(const Program& program, const BarrierPosition& position,
                                          std::uint32_t origin, const std::string& barrier) {
  const auto first = source_place_of(program, position.first);
  const auto second = source_place_of(program, position.second);
  if (position.leaves_loop || barrier.empty() || !first || !second ||
      !is_branch_of_workgroup(program, position.at, origin))
    return {};
  const BranchDivision division{source_line_of(program, position.at), first};
  return as_list(divide_branch(*second, division, barrier));
}

std::vector<SourceEdit> edits_of_divergent_barrier(const Program& program, std::uint32_t barrier) {
  const std::optional<Divergence> divergence = divergence_of(program, barrier);
  const auto place = source_place_of(program, instruction_at_origin(program, barrier));
  if (!divergence || divergence->leaves_loop || divergence->returns || !place ||
      !is_branch_of_workgroup(program, divergence->branch, barrier))
    return {};
  BranchDivision division{source_line_of(program, divergence->branch)};
  division.moves_statement = true;
  return as_list(divide_branch(*place, division, ""));
}

namespace {

AtomicNames atomic_names(SourceLanguage language) {
  switch (language) {
    case SourceLanguage::glsl:
      return {"atomicAdd", "atomicAnd", "atomicOr", "atomicXor", "atomicExchange", ""};
    case SourceLanguage::hlsl:
      return {"InterlockedAdd", "InterlockedAnd", "InterlockedOr", "InterlockedXor", "", ""};
    case SourceLanguage::opencl_c:
      return {"atomic_add", "atomic_and", "atomic_or", "atomic_xor", "atomic_xchg", "&"};
    case SourceLanguage::other:
      break;
  }
  return {};
}

// The variable that a pointer leads to; 0: unknown.
Id variable_behind(const Module& module, Id pointer) {
  const Instruction* definition = module.definition(pointer);
  while (definition != nullptr && is_access_chain(definition->opcode))
    definition = module.definition(base_of(*definition));
  return definition != nullptr && is_variable(definition->opcode) ? definition->result : 0;
}

// The pointer of a load, a store or an access to an image; 0: another instruction.
Id pointer_of_access(const Module& module, const Instruction& access) {
  switch (access.opcode) {
    case spv::Op::OpLoad:
      return access.id(2);
    case spv::Op::OpStore:
      return access.id(0);
    case spv::Op::OpImageRead:
    case spv::Op::OpImageWrite: {
      const unsigned operand = access.opcode == spv::Op::OpImageRead ? 2 : 0;
      const Instruction* image = module.definition(access.id(operand));
      return image != nullptr && image->opcode == spv::Op::OpLoad ? image->id(2) : 0;
    }
    default:
      return 0;
  }
}

// Whether a load reads what a store a few instructions later updates: `x += 1`.
bool is_load_of_update(const Module& module, std::uint32_t load) {
  constexpr std::uint32_t nearby = 12;
  const Instruction& loaded = module.instruction(load);
  const auto instructions = module.instructions();
  for (std::uint32_t i = load + 1; i < load + nearby && i < instructions.size(); ++i) {
    if (instructions[i].opcode != spv::Op::OpStore) continue;
    const Instruction* value = module.definition(instructions[i].id(1));
    const bool is_operand = value != nullptr && value->operand_count() == 4 &&
                            (value->id(2) == loaded.result || value->id(3) == loaded.result);
    const Id stored_to = instructions[i].id(0), loaded_from = loaded.id(2);
    const Id variable = variable_behind(module, stored_to);
    const bool is_same = stored_to == loaded_from ||
                         (variable != 0 && variable == variable_behind(module, loaded_from));
    return is_operand && is_same;
  }
  return false;
}

}  // namespace

std::vector<SourceEdit> edits_of_atomic(const Program& program, SourceLanguage language,
                                        const RaceSite& plain, bool is_update) {
  const std::uint32_t number = instruction_at_origin(program, plain.origin);
  const Instruction& instruction = program.module->instruction(number);
  const Type& type = program.types->type(accessed_type(program, plain.origin));
  const bool is_integer = type.kind == Type::Kind::scalar && type.scalar.bytes == 4 &&
                          type.scalar.scalar_class == ScalarType::Class::integer;
  const bool is_load = instruction.opcode == spv::Op::OpLoad;
  const bool is_shared_memory = plain.storage != StorageSemantics::image_memory;
  if (!is_integer || !is_shared_memory || plain.atomic) return {};
  if (is_load && !is_load_of_update(*program.module, number)) return {};
  const auto place = source_place_of(program, number);
  if (!place) return {};
  return make_atomic(*place, atomic_names(language), is_load || is_update);
}

namespace {

// Whether the function waits for events after the instruction. A second wait for an event is undefined behavior, and moving the
// first one may be wrong for other events.
bool waits_later(const Module& module, std::uint32_t instruction) {
  for (std::uint32_t i = instruction; i < module.instructions().size(); ++i) {
    const spv::Op opcode = module.instruction(i).opcode;
    if (opcode == spv::Op::OpGroupWaitEvents) return true;
    if (opcode == spv::Op::OpFunctionEnd) return false;
  }
  return false;
}

}  // namespace

std::vector<SourceEdit> edits_of_wait(const Program& program, std::uint32_t copy,
                                      std::uint32_t access) {
  if (waits_later(*program.module, instruction_at_origin(program, copy))) return {};
  const BarrierPosition position = barrier_between(program, copy, access);
  if (position.kind != BarrierPosition::Kind::before) return {};
  const auto start = source_place_of(program, instruction_at_origin(program, copy));
  const auto use = source_place_of(program, position.at);
  if (!start || !use) return {};
  for (const std::string_view function :
       {"async_work_group_copy", "async_work_group_strided_copy"}) {
    const std::string event = variable_of_call(*start, function, *use);
    if (!event.empty())
      return as_list(insert_before_statement(*use, "wait_group_events(1, &" + event + ");"));
  }
  return {};
}

namespace {

// The block of a GLSL variable, or else the variable.
Id declared_name(const Module& module, Id variable, bool is_glsl) {
  const Instruction* type = module.definition(pointee_type(module, variable));
  const auto is = [&](spv::Op opcode) { return type != nullptr && type->opcode == opcode; };
  while (is(spv::Op::OpTypeArray) || is(spv::Op::OpTypeRuntimeArray))
    type = module.definition(type->id(1));
  return is_glsl && is(spv::Op::OpTypeStruct) ? type->result : variable;
}

}  // namespace

std::vector<SourceEdit> edits_of_declarations(const Program& program, SourceLanguage language,
                                              const std::array<std::uint32_t, 2>& origins) {
  const Module& module = *program.module;
  const bool is_glsl = language == SourceLanguage::glsl;
  if (!is_glsl && language != SourceLanguage::hlsl) return {};
  std::vector<SourceEdit> edits;
  for (const std::uint32_t origin : origins) {
    const std::uint32_t number = instruction_at_origin(program, origin);
    const auto place = source_place_of(program, number);
    const Id variable =
        variable_behind(module, pointer_of_access(module, module.instruction(number)));
    if (!place || variable == 0) return {};
    const auto edit =
        add_coherent(place->file, module.name(declared_name(module, variable, is_glsl)),
                     is_glsl ? "coherent" : "globallycoherent");
    if (!edit) return {};
    if (std::ranges::find(edits, *edit) == edits.end()) edits.push_back(*edit);
  }
  return edits;
}

}  // namespace spirv_oracle
