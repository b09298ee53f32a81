#include "golden/mutation/faulty_registry.h"

#include <optional>
#include <string_view>

#include "builtins/register_all.h"
#include "grammar/core.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/lowering/emit_copy.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle::golden {
namespace {

const Fault& fault_of(const InstructionRegistry& registry) {
  return static_cast<const FaultyRegistry&>(registry).fault();
}
const Fault& fault_of(const Subgroup& subgroup) { return fault_of(*subgroup.program->registry); }

// --- records ---

// Saves the active lanes in the result.
const Record* change_tangle(Subgroup& subgroup, const Record* record) {
  subgroup.truth(record->result) = subgroup.active;
  const LaneMask lanes = fault_of(subgroup).tangle(subgroup);
  if (lanes.any()) subgroup.active = lanes;
  return record + 1;
}

const Record* keep_tangle(Subgroup& subgroup, const Record* record) {
  subgroup.truth(record->result) = subgroup.active;
  return record + 1;
}

const Record* restore_tangle(Subgroup& subgroup, const Record* record) {
  subgroup.active = subgroup.truth(record->operand[0]);
  return record + 1;
}

// Restricts the tangle to the lanes of a group, or skips the records if there are none. The record's list: words of the
// group, and the number of records to skip.
const Record* enter_group(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  LaneMask group;
  for (unsigned k = 0; k < 4; ++k) group.words[k / 2] |= std::uint64_t{words[k]} << (32 * (k % 2));
  const LaneMask lanes = subgroup.truth(record->operand[0]) & group;
  if (lanes.none()) return record + words[4];
  subgroup.active = lanes;
  return record + 1;
}

const Record* change_results(Subgroup& subgroup, const Record* record) {
  ExchangeView view(subgroup, subgroup.data + record->extra);
  fault_of(subgroup).change(view);
  return record + 1;
}

// --- lowering ---

// The instruction that is executed after all replacements.
struct Executed {
  Instruction instruction;
  std::vector<std::uint32_t> words;
  const InstructionDefinition* definition = nullptr;
};

constexpr unsigned scope_operand = 2, form_operand = 3;

bool has_scope(std::string_view name) {
  return name.starts_with("OpGroup") && !name.ends_with("PartitionNV") &&
         name.find("QuadA") == std::string_view::npos;
}

bool has_form(const Instruction& instruction) {
  return instruction.has(form_operand) &&
         instruction.operands[form_operand].operand_class == OperandClass::literal;
}

constexpr unsigned set_operand = 2, function_operand = 3, first_of_function = 4;

const InstructionDefinition* definition_of(const Module& module, const Instruction& instruction) {
  if (instruction.opcode != spv::Op::OpExtInst) return default_registry().find(instruction.opcode);
  return default_registry().find_extended(module.extended_set(instruction.id(set_operand)),
                                          instruction.literal(function_operand));
}

void set_literal(const Instruction& instruction, unsigned operand, std::uint32_t number,
                 Executed& executed) {
  executed.words.assign(instruction.words.begin(), instruction.words.end());
  executed.words[instruction.operands[operand].first_word] = number;
  executed.instruction.words = executed.words;
}

// The index of the Cooperative Matrix Operands of a product; none: it has none.
std::optional<unsigned> flags_operand(const Instruction& instruction) {
  unsigned operand = 0;
  if (instruction.opcode == spv::Op::OpCooperativeMatrixMulAddKHR) {
    operand = grammar::OpCooperativeMatrixMulAddKHR::cooperative_matrix_operands;
  } else if (instruction.opcode == spv::Op::OpCooperativeVectorMatrixMulNV) {
    operand = grammar::OpCooperativeVectorMatrixMulNV::cooperative_matrix_operands;
  } else if (instruction.opcode == spv::Op::OpCooperativeVectorMatrixMulAddNV) {
    operand = grammar::OpCooperativeVectorMatrixMulAddNV::cooperative_matrix_operands;
  } else {
    return std::nullopt;
  }
  return instruction.has(operand) ? std::optional(operand) : std::nullopt;
}

unsigned layout_operand(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpCooperativeMatrixLoadKHR:
      return grammar::OpCooperativeMatrixLoadKHR::memory_layout;
    case spv::Op::OpCooperativeVectorMatrixMulNV:
      return grammar::OpCooperativeVectorMatrixMulNV::memory_layout;
    case spv::Op::OpCooperativeVectorMatrixMulAddNV:
      return grammar::OpCooperativeVectorMatrixMulAddNV::memory_layout;
    default:
      return grammar::OpCooperativeMatrixStoreKHR::memory_layout;
  }
}

// The MemoryLayout of a load or store becomes a constant 0, if the module has one.
void set_row_major(const Module& module, const Instruction& instruction, Executed& executed) {
  const unsigned layout = layout_operand(instruction.opcode);
  for (const Instruction& constant : module.instructions()) {
    if (constant.opcode == spv::Op::OpConstant && constant.literal(2) == 0) {
      executed.words.assign(instruction.words.begin(), instruction.words.end());
      executed.words[instruction.operands[layout].first_word] = constant.result;
      executed.instruction.words = executed.words;
      return;
    }
  }
}

void replace(const Fault& fault, const Module& module, const Instruction& instruction,
             Executed& executed) {
  executed.instruction = instruction;
  if (instruction.opcode == spv::Op::OpExtInst && fault.function != nullptr)
    set_literal(instruction, function_operand,
                fault.function(instruction.literal(function_operand)), executed);
  if (fault.opcode != nullptr) {
    if (const auto other = fault.opcode(instruction.opcode)) executed.instruction.opcode = *other;
  }
  executed.definition = definition_of(module, executed.instruction);
  const auto flags = flags_operand(instruction);
  if (fault.product_flags != nullptr && flags)
    set_literal(instruction, *flags, fault.product_flags(instruction.literal(*flags)), executed);
  constexpr unsigned reduce_operand = grammar::OpCooperativeMatrixReduceNV::reduce;
  if (fault.reduce != nullptr && instruction.opcode == spv::Op::OpCooperativeMatrixReduceNV)
    set_literal(instruction, reduce_operand, fault.reduce(instruction.literal(reduce_operand)),
                executed);
  if (fault.ignores_layout) set_row_major(module, instruction, executed);
  if (fault.form == nullptr || !has_form(instruction)) return;
  const auto other =
      fault.form(static_cast<spv::GroupOperation>(instruction.literal(form_operand)));
  if (!other) return;
  set_literal(instruction, form_operand, static_cast<std::uint32_t>(*other), executed);
}

// The layout of a tensor access with the fault's state, during its lifetime.
class FaultyLayout {
 public:
  FaultyLayout(Lowering& lowering, const Fault& fault, const Instruction& instruction)
      : lowering_(lowering) {
    if (fault.layout == nullptr) return;
    for (unsigned i = Lowering::first_operand(instruction); i < instruction.operand_count(); ++i) {
      if (instruction.operands[i].operand_class != OperandClass::id) continue;
      const Type& type = lowering.type_of(instruction.id(i));
      if (type.kind != Type::Kind::tensor_layout) continue;
      id_ = instruction.id(i);
      right_ = lowering.value(id_).slots;
      std::vector<Slot> state = right_;
      fault.layout(lowering, type.tensor.dimensions, state);
      lowering.bind(id_, std::move(state));
      return;
    }
  }
  ~FaultyLayout() {
    if (id_ != 0) lowering_.bind(id_, right_);
  }
  FaultyLayout(const FaultyLayout&) = delete;
  FaultyLayout& operator=(const FaultyLayout&) = delete;

 private:
  Lowering& lowering_;
  Id id_ = 0;
  std::vector<Slot> right_;
};

std::uint32_t cluster_of(const Lowering& lowering, const Instruction& instruction) {
  constexpr unsigned cluster_operand = 5;
  const bool is_clustered = has_form(instruction) && instruction.has(cluster_operand) &&
                            static_cast<spv::GroupOperation>(instruction.literal(form_operand)) ==
                                spv::GroupOperation::ClusteredReduce;
  if (!is_clustered) return 0;
  const auto size = lowering.types().integer(instruction.id(cluster_operand));
  return size ? static_cast<std::uint32_t>(*size) : 0;
}

// Gives the instruction its own result planes, which no other instruction uses.
void own_results(Lowering& lowering, const Instruction& instruction) {
  if (instruction.result == 0) return;
  const std::vector<Slot> results = lowering.value(instruction.result).slots;
  const auto scalars = lowering.components(instruction.type);
  std::vector<Slot> own = lowering.new_planes(instruction.type);
  for (std::size_t c = 0; c < own.size(); ++c) emit_copy(lowering, own[c], results[c], scalars[c]);
  lowering.bind(instruction.result, std::move(own));
}

void lower_by_groups(Lowering& lowering, const Instruction& instruction, const Executed& executed) {
  const Program& program = lowering.program();
  const auto groups = fault_of(lowering.registry())
                          .groups(program.subgroup_size, cluster_of(lowering, instruction));
  if (groups.empty()) return executed.definition->lower(lowering, executed.instruction);
  const Slot kept = lowering.new_plane(ScalarType::boolean());
  lowering.emit(&keep_tangle, kept);
  const std::vector<Slot> all = lowering.new_planes(instruction.type);
  const auto scalars = lowering.components(instruction.type);
  for (const LaneMask& group : groups) {
    const std::uint32_t words[] = {static_cast<std::uint32_t>(group.words[0]),
                                   static_cast<std::uint32_t>(group.words[0] >> 32),
                                   static_cast<std::uint32_t>(group.words[1]),
                                   static_cast<std::uint32_t>(group.words[1] >> 32), 0};
    const std::uint32_t list = lowering.add_data(words);
    const std::uint32_t begin = lowering.emit(&enter_group, no_slot, {kept}, list);
    executed.definition->lower(lowering, executed.instruction);
    const std::vector<Slot> part = lowering.value(instruction.result).slots;
    for (std::size_t c = 0; c < all.size(); ++c)
      emit_masked_copy(lowering, all[c], part[c], scalars[c]);
    lowering.builder().set_data(list + 4, lowering.builder().next_record() - begin);
  }
  lowering.emit(&restore_tangle, no_slot, {kept});
  lowering.bind(instruction.result, all);
}

ViewedMatrix viewed_matrix(const Lowering& lowering, Id type_id) {
  const Type& type = lowering.type(type_id);
  ViewedMatrix matrix;
  if (type.kind != Type::Kind::cooperative_matrix) return matrix;
  matrix.rows = type.cooperative.rows;
  matrix.columns = type.cooperative.columns;
  const MatrixElements elements = lowering.types().elements(type);
  for (std::uint32_t component = 0; component < type.count; ++component) {
    for (std::uint32_t lane = 0; lane < lowering.program().subgroup_size; ++lane)
      matrix.elements.push_back(static_cast<std::uint32_t>(elements.element(lane, component)));
  }
  return matrix;
}

ViewedInstruction viewed(Lowering& lowering, const Instruction& instruction) {
  ViewedInstruction view;
  view.matrices.push_back(viewed_matrix(lowering, instruction.type));
  if (const auto flags = flags_operand(instruction)) view.flags = instruction.literal(*flags);
  view.opcode = static_cast<std::uint32_t>(instruction.opcode);
  if (has_form(instruction)) view.form = instruction.literal(form_operand);
  const auto planes = [&lowering](Id id, Id type) {
    std::vector<ViewedPlane> list;
    const std::vector<Slot> slots = lowering.value(id).slots;
    const auto scalars = lowering.components(type);
    for (std::size_t c = 0; c < slots.size(); ++c) list.push_back({slots[c], scalars[c]});
    return list;
  };
  const bool is_function = instruction.opcode == spv::Op::OpExtInst;
  const bool scoped = !is_function && has_scope(default_registry().find(instruction.opcode)->name);
  const unsigned first = is_function ? first_of_function
                         : scoped    ? scope_operand + 1
                                     : scope_operand;
  for (unsigned i = first; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Id id = instruction.id(i);
    if (id == called_function(lowering.module(), instruction)) continue;
    const Id type = lowering.type_id_of(id);
    view.matrices.push_back(type == 0 ? ViewedMatrix{} : viewed_matrix(lowering, type));
    const bool has_planes = type != 0 && lowering.type(type).kind != Type::Kind::pointer;
    view.operands.push_back(has_planes ? planes(id, type) : std::vector<ViewedPlane>());
  }
  view.results = planes(instruction.result, instruction.type);
  return view;
}

void lower_wrongly(Lowering& lowering, const Instruction& instruction) {
  const Fault& fault = fault_of(lowering.registry());
  Executed executed;
  replace(fault, lowering.module(), instruction, executed);
  const FaultyLayout layout(lowering, fault, executed.instruction);
  if (fault.tangle != nullptr) {
    const Slot kept = lowering.new_plane(ScalarType::boolean());
    lowering.emit(&change_tangle, kept);
    executed.definition->lower(lowering, executed.instruction);
    lowering.emit(&restore_tangle, no_slot, {kept});
  } else if (fault.groups != nullptr) {
    lower_by_groups(lowering, instruction, executed);
  } else {
    executed.definition->lower(lowering, executed.instruction);
  }
  if (fault.change == nullptr) return;
  own_results(lowering, instruction);
  lowering.emit(&change_results, no_slot, {},
                lowering.add_data(viewed(lowering, instruction).encoded()));
}

std::vector<spv::BuiltIn> find_inputs() {
  constexpr std::uint32_t end = 0x2000;  // of the numbers of built-ins
  std::vector<spv::BuiltIn> numbers;
  for (std::uint32_t number = 0; number < end; ++number) {
    if (default_registry().find_input(static_cast<spv::BuiltIn>(number)) != nullptr)
      numbers.push_back(static_cast<spv::BuiltIn>(number));
  }
  return numbers;
}

const std::vector<spv::BuiltIn>& known_inputs() {
  static const std::vector<spv::BuiltIn> numbers = find_inputs();
  return numbers;
}

}  // namespace

FaultyRegistry::FaultyRegistry(const Fault& fault, spv::Op instruction)
    : InstructionRegistry(), fault_(fault) {
  InstructionDefinition wrong = *default_registry().find(instruction);
  wrong.lower = &lower_wrongly;
  add({&wrong, 1});
  add_the_others();
}

FaultyRegistry::FaultyRegistry(const Fault& fault, std::string_view set, std::uint32_t number)
    : InstructionRegistry(), fault_(fault) {
  InstructionDefinition wrong = *default_registry().find_extended(set, number);
  wrong.lower = &lower_wrongly;
  add_extended(set, {&wrong, 1});
  add_the_others();
}

// The first definition of an instruction takes precedence.
void FaultyRegistry::add_the_others() {
  const InstructionRegistry& right = default_registry();
  for (const auto& [number, definition] : right.core()) add({&definition, 1});
  for (const auto& [set, definitions] : right.extended()) {
    for (const auto& [number, definition] : definitions) add_extended(set, {&definition, 1});
  }
  for (const spv::BuiltIn number : known_inputs()) add_input(number, right.find_input(number));
}

}  // namespace spirv_oracle::golden
