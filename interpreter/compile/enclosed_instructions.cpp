// Records behind instructions that enclose their results (Dispatch::record_enclosures).
#include <algorithm>
#include <string_view>

#include "grammar/opencl_std.h"
#include "interpreter/compile/component_dependence.h"
#include "interpreter/compile/function_lowering.h"
#include "interpreter/instructions/bounded_result.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

bool is_float(ScalarType type) { return type.scalar_class == ScalarType::Class::floating; }

bool has_floats(const std::vector<EnclosedPlane>& planes) {
  return std::ranges::any_of(planes,
                             [](const EnclosedPlane& plane) { return is_float(plane.type); });
}

// Of instructions whose results other records look at, or that have none.
bool is_looked_at_elsewhere(const Instruction& instruction, const Module& module) {
  switch (instruction.opcode) {
    case spv::Op::OpPhi:
    case spv::Op::OpLoad:
    case spv::Op::OpStore:
    case spv::Op::OpCopyMemory:
    case spv::Op::OpVariable:
    case spv::Op::OpImageRead:
    case spv::Op::OpImageFetch:
    case spv::Op::OpImageWrite:
    case spv::Op::OpSubgroupBlockReadINTEL:
    case spv::Op::OpSubgroupBlockWriteINTEL:
      return true;
    case spv::Op::OpFunctionCall:
      return imported_name(module, instruction.id(2)).empty();
    default:
      return false;
  }
}

// What may stand among operands of an instruction and has a value.
bool has_value(const Lowering& lowering, Id id) {
  const Instruction* definition = lowering.module().definition(id);
  return definition != nullptr && definition->type != 0 &&
         definition->opcode != spv::Op::OpFunction;
}

// Of those that move a component across lanes.
bool begins_with_scope(spv::Op opcode) {
  return opcode != spv::Op::OpSubgroupReadInvocationKHR &&
         opcode != spv::Op::OpSubgroupFirstInvocationKHR &&
         opcode != spv::Op::OpSubgroupShuffleINTEL && opcode != spv::Op::OpSubgroupShuffleXorINTEL;
}

// The planes of a value, with their types.
std::vector<EnclosedPlane> planes_of(Lowering& lowering, Id id) {
  std::vector<EnclosedPlane> planes;
  const Type& type = lowering.type_of(id);
  if (type.kind == Type::Kind::pointer || type.is_descriptor() ||
      type.kind == Type::Kind::sampled_image)
    return planes;
  const std::vector<Slot> slots = lowering.value(id).slots;
  const auto scalars = lowering.components(lowering.type_id_of(id));
  for (std::size_t i = 0; i < slots.size() && i < scalars.size(); ++i)
    planes.push_back({slots[i], scalars[i]});
  return planes;
}

// Integer types of kernels have no sign: whether an operand or a result has one is a matter of the instruction.
bool has_signed_integers(const Instruction& instruction, std::string_view set,
                         std::uint32_t number) {
  if (instruction.opcode == spv::Op::OpConvertFToS || instruction.opcode == spv::Op::OpConvertSToF)
    return true;
  return set == "OpenCL.std" && (number == grammar::opencl_std::pown::number ||
                                 number == grammar::opencl_std::rootn::number);
}
void make_signed(std::vector<EnclosedPlane>& planes) {
  for (EnclosedPlane& plane : planes)
    plane.type.is_signed |= plane.type.scalar_class == ScalarType::Class::integer;
}

// Bits of floats that are integers now need planes of their own, for marks that the floats do not have.
std::vector<EnclosedPlane> own_planes(Lowering& lowering, const Instruction& instruction,
                                      std::vector<EnclosedPlane> planes) {
  std::vector<Slot> slots;
  for (EnclosedPlane& plane : planes) {
    const Slot own = lowering.new_plane(plane.type);
    lowering.emit_copy(own, plane.slot, plane.type);
    plane.slot = own;
    slots.push_back(own);
  }
  if (!lowering.failed()) lowering.bind(instruction.result, std::move(slots));
  return planes;
}

// What an instruction stores through a pointer among its operands.
void add_stored(Lowering& lowering, Id pointer, EnclosedInstruction& enclosed) {
  const Value& value = lowering.value(pointer);
  const Id pointee = lowering.type_of(pointer).element;
  if (lowering.failed() || pointee == 0) return;
  const auto scalars = lowering.components(pointee);
  if (Lowering::in_planes(value)) {
    const auto slots = lowering.variable_slots(value.pointer, pointee);
    for (std::size_t i = 0; i < slots.size() && i < scalars.size(); ++i)
      enclosed.stored_planes.push_back({slots[i], scalars[i]});
    return;
  }
  if (value.slots.empty()) return;
  for (const MemoryComponent& component : lowering.memory_components(pointee, value.pointer.matrix))
    enclosed.stored_places.push_back({value.slots[0], component.offset, component.type});
}

}  // namespace

void FunctionLowering::record_enclosures(const Instruction& instruction) {
  const Module& module = lowering_.module();
  if (lowering_.failed() || is_looked_at_elsewhere(instruction, module)) return;
  Program& program = lowering_.program();
  if (program.enclosed == nullptr) program.enclosed = std::make_shared<EnclosedProgram>();

  EnclosedInstruction enclosed;
  enclosed.is_kernel = program.is_kernel();
  enclosed.divides_exactly = lowering_.dispatch().kernel_math.correctly_rounded_division;
  const bool is_extended = instruction.opcode == spv::Op::OpExtInst;
  const std::string_view set = is_extended ? module.extended_set(instruction.id(2)) : "";
  const std::uint32_t number =
      is_extended ? instruction.literal(3) : static_cast<std::uint32_t>(instruction.opcode);
  const EnclosureRule* rule = lowering_.registry().find_enclosure_rule(set, number);
  // Bounds of relaxed math hold in a part of the domain only, so nothing is known of these functions.
  if (lowering_.relaxed_bound(instruction) != nullptr) rule = nullptr;
  if (rule != nullptr && rule->kind == EnclosureKind::accesses) return;

  const bool are_signed = has_signed_integers(instruction, set, number);
  std::vector<std::vector<EnclosedPlane>> operands;
  std::vector<Id> pointers;
  bool has_float = false;
  const unsigned first = Lowering::first_operand(instruction);
  for (unsigned i = first; i < instruction.operand_count(); ++i) {
    operands.emplace_back();
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Id id = instruction.id(i);
    if (!has_value(lowering_, id)) continue;
    if (lowering_.type_of(id).kind == Type::Kind::pointer) {
      pointers.push_back(id);
      continue;
    }
    operands.back() = planes_of(lowering_, id);
    if (lowering_.failed()) return;
    if (are_signed) make_signed(operands.back());
    has_float |= has_floats(operands.back());
  }

  const InstructionDefinition& definition = *lowering_.registry().find(instruction.opcode);
  const bool is_atomic = definition.instruction_class == "Atomic";
  std::vector<EnclosedPlane> results;
  if (instruction.result != 0 && instruction.type != 0) {
    const Value* value = local_value(instruction.result);
    if (value != nullptr && value->bound) results = planes_of(lowering_, instruction.result);
    if (are_signed) make_signed(results);
  }
  const bool gives_float = has_floats(results);
  const bool is_image = definition.instruction_class == "Image";
  enclosed.rule.number = number;
  enclosed.rule.kind = (has_float || gives_float) && !is_image && !is_atomic
                           ? EnclosureKind::unknown
                           : EnclosureKind::bits;
  if (rule != nullptr) enclosed.rule = *rule;
  enclosed.across_lanes = is_tangled(instruction);
  enclosed.across_workgroup = enclosed.across_lanes && scope_of_group(instruction) == 2;
  const auto float_of = [&](const std::vector<EnclosedPlane>& planes, ScalarType& type) {
    const auto found = std::ranges::find_if(
        planes, [](const EnclosedPlane& plane) { return is_float(plane.type); });
    if (found == planes.end()) return false;
    type = found->type;
    return true;
  };
  ScalarType of_operand, of_result;
  bool found_operand = false;
  for (const auto& planes : operands) found_operand = found_operand || float_of(planes, of_operand);
  const bool found_result = float_of(results, of_result);
  if (found_result || found_operand) {
    enclosed.rules = lowering_.float_rules(instruction, found_result ? of_result : of_operand);
    enclosed.operand_rules =
        lowering_.float_rules(instruction, found_operand ? of_operand : of_result);
    enclosed.keeps_sign_of_zero = !found_result || !lowering_.ignores_sign_of_zero(instruction);
  }
  if (instruction.result != 0) {
    enclosed.has_fixed_rounding =
        module.has_decoration(instruction.result, spv::Decoration::FPRoundingMode);
    enclosed.is_relaxed =
        module.has_decoration(instruction.result, spv::Decoration::RelaxedPrecision);
  }
  if (enclosed.rule.kind == EnclosureKind::bounded) {
    const ErrorBound* bound = lowering_.error_bound(instruction);
    if (bound != nullptr) enclosed.bound = bound->allowed;
  }
  const bool is_group =
      enclosed.rule.kind == EnclosureKind::sum || enclosed.rule.kind == EnclosureKind::product ||
      enclosed.rule.kind == EnclosureKind::minimum || enclosed.rule.kind == EnclosureKind::maximum;
  if (is_group) {
    // { Scope, Operation, Value, ClusterSize or ballot }
    enclosed.group = static_cast<spv::GroupOperation>(instruction.literal(first + 1));
    if (enclosed.group == spv::GroupOperation::ClusteredReduce && instruction.has(first + 3))
      enclosed.cluster = static_cast<unsigned>(std::max<std::int64_t>(
          lowering_.types().integer(instruction.id(first + 3)).value_or(1), 1));
    if (enclosed.group >= spv::GroupOperation::PartitionedReduceNV && instruction.has(first + 3)) {
      const std::vector<Slot> words = lowering_.value(instruction.id(first + 3)).slots;
      if (words.size() == enclosed.ballot.size()) std::ranges::copy(words, enclosed.ballot.begin());
    }
    operands = {operands[2]};
    // No float control binds these operations, but for the least and the greatest.
    if (enclosed.rule.kind == EnclosureKind::sum || enclosed.rule.kind == EnclosureKind::product) {
      enclosed.rules.rounding = RoundingModes::neighbor;
      enclosed.rules.may_flush = enclosed.rules.assumes_finite = true;
    }
  } else if (enclosed.rule.kind == EnclosureKind::moves_across_lanes &&
             begins_with_scope(instruction.opcode)) {
    operands.erase(operands.begin());
  }

  const bool moves_across_lanes = enclosed.rule.kind == EnclosureKind::moves_across_lanes;
  const bool is_combined_before = enclosed.across_workgroup && (is_group || moves_across_lanes) &&
                                  !program.workgroup_syncs.empty();
  // Of floats that other subgroups contribute, the records of this one know nothing.
  if (enclosed.across_workgroup && !is_combined_before && (has_float || gives_float))
    enclosed.rule.kind = EnclosureKind::unknown;

  if (instruction.opcode == spv::Op::OpBitcast && has_float && !gives_float)
    results = own_planes(lowering_, instruction, results);
  std::vector<Slot> read;
  for (const auto& planes : operands) {
    for (const EnclosedPlane& plane : planes) read.push_back(plane.slot);
  }
  std::ranges::sort(read);
  if (is_atomic) {
    if (pointers.empty()) return;
    const Type& type = lowering_.type_of(pointers[0]);
    EnclosedResult atomic;
    for (const auto& planes : operands)
      atomic.others.insert(atomic.others.end(), planes.begin(), planes.end());
    std::erase_if(atomic.others, [&](const EnclosedPlane& plane) {
      const ScalarType of_memory = lowering_.type(type.element).scalar;
      return plane.type.bytes != of_memory.bytes ||
             plane.type.scalar_class != of_memory.scalar_class;
    });
    enclosed.adds_floats = instruction.opcode == spv::Op::OpAtomicFAddEXT;
    enclosed.results.push_back(std::move(atomic));
    program.enclosed->instructions.push_back(std::move(enclosed));
    const Slot result = results.empty() ? no_slot : results[0].slot;
    lowering_.emit(
        &enclose_atomic, result,
        {lowering_.slot(pointers[0]), lowering_.type(type.element).scalar.memory_bytes()},
        static_cast<std::uint32_t>(program.enclosed->instructions.size() - 1));
    return;
  }

  for (std::size_t i = 0; i < results.size(); ++i) {
    // What is only named anew has its enclosure already.
    if (std::ranges::binary_search(read, results[i].slot) ||
        !lowering_.is_of_instruction(results[i].slot))
      continue;
    EnclosedResult result;
    result.plane = results[i];
    result.component = i;
    result.component_count = results.size();
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const auto& planes = operands[k];
      auto& chosen = k < 3 ? result.operands[k] : result.others;
      for (std::size_t c = 0; c < planes.size(); ++c) {
        const unsigned position = static_cast<unsigned>(k);
        const bool depends = !enclosed.rule.takes_components || is_group ||
                             ComponentDependence{lowering_, instruction, position}.has(
                                 i, results.size(), c, planes.size());
        if (depends) chosen.push_back(planes[c]);
      }
    }
    if (is_group || moves_across_lanes) {
      // The value works component by component.
      if (operands[0].size() == results.size()) result.operands[0] = {operands[0][i]};
    }
    result.is_one_value = result.operands[0].size() == 1 && result.operands[1].size() == 1 &&
                          result.operands[0][0].slot == result.operands[1][0].slot;
    enclosed.results.push_back(std::move(result));
  }
  if (is_extended) {
    for (const Id pointer : pointers) add_stored(lowering_, pointer, enclosed);
  }
  if (lowering_.failed()) return;
  if (enclosed.results.empty() && enclosed.stored_planes.empty() && enclosed.stored_places.empty())
    return;
  program.enclosed->instructions.push_back(std::move(enclosed));
  const auto index = static_cast<std::uint32_t>(program.enclosed->instructions.size() - 1);
  if (is_combined_before) {
    // Once a subgroup goes on, its contributions may be gone.
    program.workgroup_syncs.back().enclosed = index + 1;
    return;
  }
  lowering_.emit(&enclose_result, no_slot, {}, index);
}

}  // namespace spirv_oracle
