#include "interpreter/compile/instruction/enclosed_instructions.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "interpreter/compile/instruction/component_dependence.h"
#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/compile/instruction/tangled_instructions.h"
#include "interpreter/instructions/conversion_enclosures.h"
#include "interpreter/instructions/memory/element_pointer.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/emit_copy.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

bool has_floats(const std::vector<EnclosedPlane>& planes) {
  return std::ranges::any_of(planes,
                             [](const EnclosedPlane& plane) { return plane.type.is_float(); });
}

// Whether the records of control flow and variables enclose the results of the instruction, or it has none.
bool has_own_records(const Instruction& instruction, const Module& module) {
  if (is_debug_information(module, instruction)) return true;
  switch (instruction.opcode) {
    case spv::Op::OpVariable:
    case spv::Op::OpUntypedVariableKHR:
      return true;
    case spv::Op::OpFunctionCall:
      return imported_name(module, instruction.id(2)).empty();
    default:
      return false;
  }
}

// Whether an id operand has a value. Types and functions have none.
bool has_value(const Lowering& lowering, Id id) {
  const Instruction* definition = lowering.module().definition(id);
  return definition != nullptr && definition->type != 0 &&
         definition->opcode != spv::Op::OpFunction;
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

// Floats in formats other than those of IEEE 754. Most rules do not know them.
bool has_encoded(const std::vector<EnclosedPlane>& planes) {
  return std::ranges::any_of(planes,
                             [](const EnclosedPlane& plane) { return plane.type.is_encoded(); });
}

void make_signed(std::vector<EnclosedPlane>& planes) {
  for (EnclosedPlane& plane : planes)
    plane.type.is_signed |= plane.type.scalar_class == ScalarType::Class::integer;
}

// The integer bits of a float need their own planes, because they get marks that the float does not have, and vice versa.
std::vector<EnclosedPlane> own_planes(Lowering& lowering, const Instruction& instruction,
                                      std::vector<EnclosedPlane> planes) {
  std::vector<Slot> slots;
  for (EnclosedPlane& plane : planes) {
    const Slot own = lowering.new_plane(plane.type);
    emit_copy(lowering, own, plane.slot, plane.type);
    plane.slot = own;
    slots.push_back(own);
  }
  lowering.bind(instruction.result, std::move(slots));
  return planes;
}

// Adds what an instruction stores through a pointer operand.
void add_stored(Lowering& lowering, const Instruction& instruction, Id pointer,
                EnclosedInstruction& enclosed) {
  const Value& value = lowering.value(pointer);
  const Id pointee = accessed_type(lowering.module(), instruction, pointer);
  if (pointee == 0) return;
  const auto scalars = lowering.components(pointee);
  if (Lowering::in_planes(value)) {
    const auto slots = lowering.variable_slots(value.pointer, pointee);
    for (std::size_t i = 0; i < slots.size() && i < scalars.size(); ++i)
      enclosed.stored_planes.push_back({slots[i], scalars[i]});
    return;
  }
  if (value.slots.empty()) return;
  for (const MemoryComponent& component :
       memory_components(lowering.types(), pointee, value.pointer.matrix))
    enclosed.stored_components.push_back({value.slots[0], component.offset, component.type});
}

EnclosureKind reduction_of(AtomicOperation operation) {
  switch (operation) {
    case AtomicOperation::float_add:
      return EnclosureKind::sum;
    case AtomicOperation::float_min:
      return EnclosureKind::minimum;
    case AtomicOperation::float_max:
      return EnclosureKind::maximum;
    default:
      return EnclosureKind::unknown;
  }
}

// Describes one instruction, and emits the record that encloses its results.
class EnclosedLowering {
 public:
  EnclosedLowering(Lowering& lowering, const Instruction& instruction, bool across_lanes,
                   bool across_workgroup)
      : lowering_(lowering), instruction_(instruction) {
    enclosed_.is_kernel = lowering.program().is_kernel();
    enclosed_.divides_exactly = lowering.request().kernel_math.correctly_rounded_division;
    enclosed_.across_lanes = across_lanes;
    enclosed_.across_workgroup = across_workgroup;
  }

  // `result`: the value of the instruction; null if it has none.
  void emit(const Value* result);

 private:
  bool is_extended() const { return instruction_.opcode == spv::Op::OpExtInst; }
  bool is_atomic() const { return definition_.atomic_operation.has_value(); }
  void find_operands();
  void set_rule(const EnclosureRule* rule, std::uint32_t number);
  void set_precision();
  void set_encodings();
  void set_group();
  void emit_zeros();
  void emit_atomic();
  void add_results();
  EnclosedResult result_of(std::size_t component) const;

  Lowering& lowering_;
  const Instruction& instruction_;
  const InstructionDefinition& definition_ = *lowering_.registry().find(instruction_.opcode);
  EnclosedInstruction enclosed_;
  std::vector<std::vector<EnclosedPlane>> operands_;
  std::vector<Id> pointers_;
  std::vector<EnclosedPlane> results_;
  bool has_float_ = false;  // among the operands
  // By the rule of the instruction.
  bool is_group_ = false, moves_across_lanes_ = false;
};

void EnclosedLowering::emit(const Value* result) {
  const Module& module = lowering_.module();
  const std::string_view set = is_extended() ? module.extended_set(instruction_.id(2)) : "";
  const std::uint32_t number =
      is_extended() ? instruction_.literal(3) : static_cast<std::uint32_t>(instruction_.opcode);
  const EnclosureRule* rule = lowering_.registry().find_enclosure_rule(set, number);
  if (const EnclosureRule* relaxed = relaxed_rule(lowering_, instruction_)) rule = relaxed;
  if (rule != nullptr && rule->kind == EnclosureKind::accesses) return emit_zeros();
  find_operands();
  if (result != nullptr && result->bound) results_ = planes_of(lowering_, instruction_.result);
  // The sign of an integer type does not matter: the instruction says whether its operands or its result have one.
  const InstructionDefinition* meant = definition_of(lowering_.registry(), module, instruction_);
  if (meant != nullptr && (meant->signedness.operands || meant->signedness.result)) {
    for (auto& planes : operands_) make_signed(planes);
    make_signed(results_);
  }
  set_rule(rule, number);
  set_precision();
  if (enclosed_.rule.knows_encodings) set_encodings();
  if (is_group_) {
    set_group();
  } else if (moves_across_lanes_ && definition_.exchange.has_scope()) {
    operands_.erase(operands_.begin());
  }
  const bool is_combined = enclosed_.across_workgroup && (is_group_ || moves_across_lanes_) &&
                           !lowering_.program().workgroup_syncs.empty();
  // The records of this subgroup have no access to the floats of other subgroups.
  const bool gives_float = has_floats(results_);
  if (enclosed_.across_workgroup && !is_combined && (has_float_ || gives_float))
    enclosed_.rule.kind = EnclosureKind::unknown;
  if (instruction_.opcode == spv::Op::OpBitcast && has_float_ != gives_float)
    results_ = own_planes(lowering_, instruction_, results_);
  if (is_atomic()) return emit_atomic();
  add_results();
  if (is_extended()) {
    for (const Id pointer : pointers_) add_stored(lowering_, instruction_, pointer, enclosed_);
  }
  if (enclosed_.results.empty() && enclosed_.stored_planes.empty() &&
      enclosed_.stored_components.empty())
    return;
  // Once a subgroup continues after the synchronization, its contributions may be overwritten.
  if (is_combined) return lowering_.builder().add_combined(std::move(enclosed_));
  lowering_.emit(&enclose_result, no_slot, {}, lowering_.builder().add(std::move(enclosed_)));
}

void EnclosedLowering::find_operands() {
  for (unsigned i = Lowering::first_operand(instruction_); i < instruction_.operand_count(); ++i) {
    operands_.emplace_back();
    if (instruction_.operands[i].operand_class != OperandClass::id) continue;
    const Id id = instruction_.id(i);
    if (!has_value(lowering_, id)) continue;
    if (lowering_.type_of(id).kind == Type::Kind::pointer) {
      pointers_.push_back(id);
      continue;
    }
    operands_.back() = planes_of(lowering_, id);
    has_float_ |= has_floats(operands_.back());
  }
}

void EnclosedLowering::set_rule(const EnclosureRule* rule, std::uint32_t number) {
  const bool is_unknown = (has_float_ || has_floats(results_)) &&
                          definition_.instruction_class != "Image" && !is_atomic();
  enclosed_.rule.kind = is_unknown ? EnclosureKind::unknown : EnclosureKind::bits;
  const bool is_of_encoded = has_encoded(results_) || std::ranges::any_of(operands_, has_encoded);
  const bool applies = rule != nullptr && (rule->kind != EnclosureKind::computes ||
                                           !is_of_encoded || rule->knows_encodings);
  if (applies) enclosed_.rule = *rule;
  enclosed_.rule.number = number;
  if (const Enclose enclose = enclosure_of_decorated_conversion(lowering_.module(), instruction_))
    enclosed_.rule.enclose = enclose;
  const EnclosureKind kind = enclosed_.rule.kind;
  is_group_ = kind == EnclosureKind::sum || kind == EnclosureKind::product ||
              kind == EnclosureKind::minimum || kind == EnclosureKind::maximum;
  moves_across_lanes_ = kind == EnclosureKind::moves_across_lanes;
}

void EnclosedLowering::set_precision() {
  const auto float_type = [](const std::vector<EnclosedPlane>& planes) {
    const auto found = std::ranges::find_if(
        planes, [](const EnclosedPlane& plane) { return plane.type.is_float(); });
    return found == planes.end() ? std::nullopt : std::optional(found->type);
  };
  std::optional<ScalarType> of_operand;
  for (const auto& planes : operands_) {
    if (!of_operand) of_operand = float_type(planes);
  }
  const std::optional<ScalarType> of_result = float_type(results_);
  if (of_result || of_operand) {
    enclosed_.rules = float_rules(lowering_, instruction_, of_result ? *of_result : *of_operand);
    enclosed_.operand_rules =
        float_rules(lowering_, instruction_, of_operand ? *of_operand : *of_result);
    enclosed_.keeps_sign_of_zero = !of_result || !ignores_sign_of_zero(lowering_, instruction_);
  }
  if (instruction_.result != 0) {
    const Module& module = lowering_.module();
    enclosed_.has_fixed_rounding =
        module.has_decoration(instruction_.result, spv::Decoration::FPRoundingMode);
    enclosed_.is_relaxed =
        module.has_decoration(instruction_.result, spv::Decoration::RelaxedPrecision);
  }
}

void EnclosedLowering::set_encodings() {
  // Bits have no sign, also where they are those of an integer that has one.
  const auto encoding_of = [&](std::vector<EnclosedPlane>& planes) {
    if (planes.empty() || planes[0].type.is_float()) return FloatEncoding::none;
    const FloatEncoding own = planes[0].type.encoding;
    if (own != FloatEncoding::none || enclosed_.rule.of_integers == FloatEncoding::none) return own;
    for (EnclosedPlane& plane : planes) plane.type.is_signed = false;
    return enclosed_.rule.of_integers;
  };
  EncodedRules& encoded = enclosed_.encoded;
  encoded.result = encoding_of(results_);
  for (std::size_t k = 0; k < encoded.operands.size() && k < operands_.size(); ++k)
    encoded.operands[k] = encoding_of(operands_[k]);
  const bool has_operand = std::ranges::any_of(
      encoded.operands, [](FloatEncoding encoding) { return encoding != FloatEncoding::none; });
  if (encoded.result == FloatEncoding::none && !has_operand) return;
  const bool is_preserved = preserves_denormals(lowering_, instruction_);
  const ScalarType through{ScalarType::Class::floating, 4};
  const FloatRules without_encoding = float_rules(lowering_, instruction_, through);
  encoded.may_flush = without_encoding.may_flush && !is_preserved;
  if (is_preserved) enclosed_.rules.may_flush = enclosed_.operand_rules.may_flush = false;
  encoded.keeps_sign_of_zero = !ignores_sign_of_zero(lowering_, instruction_);
  encoded.saturates = lowering_.module().has_decoration(
      instruction_.result, spv::Decoration::SaturatedToLargestFloat8NormalConversionEXT);
  if (encoded.result == FloatEncoding::none) return;
  // The rule decides what is known about results of infinities.
  encoded.assumes_finite = without_encoding.assumes_finite;
  enclosed_.rules.assumes_finite = false;
}

// Operands: { Scope, Operation, Value, ClusterSize or ballot }.
void EnclosedLowering::set_group() {
  const unsigned first = Lowering::first_operand(instruction_);
  enclosed_.group = static_cast<spv::GroupOperation>(instruction_.literal(first + 1));
  if (enclosed_.group == spv::GroupOperation::ClusteredReduce && instruction_.has(first + 3))
    enclosed_.cluster = static_cast<unsigned>(std::max<std::int64_t>(
        lowering_.types().integer(instruction_.id(first + 3)).value_or(1), 1));
  if (enclosed_.group >= spv::GroupOperation::PartitionedReduceNV && instruction_.has(first + 3)) {
    const std::vector<Slot> words = lowering_.value(instruction_.id(first + 3)).slots;
    if (words.size() == enclosed_.ballot.size()) std::ranges::copy(words, enclosed_.ballot.begin());
  }
  operands_ = {operands_[2]};
  // Vulkan does not list these operations among those that respect float controls.
  if (enclosed_.rule.kind == EnclosureKind::sum || enclosed_.rule.kind == EnclosureKind::product) {
    enclosed_.rules.rounding = RoundingModes::neighbor;
    enclosed_.rules.may_flush = true;
  }
}

// The instruction has enclosed its results itself.
void EnclosedLowering::emit_zeros() {
  if (!ignores_sign_of_zero(lowering_, instruction_)) return;
  for (const EnclosedPlane& plane : planes_of(lowering_, instruction_.result)) {
    if (plane.type.is_float()) lowering_.emit(&enclose_any_zero, plane.slot, {});
  }
}

void EnclosedLowering::emit_atomic() {
  if (pointers_.empty()) return;
  const Type& pointee =
      lowering_.type(accessed_type(lowering_.module(), instruction_, pointers_[0]));
  const ScalarType type = pointee.scalar;
  enclosed_.reduction = reduction_of(*definition_.atomic_operation);
  for (std::uint32_t c = 0; c < pointee.component_count; ++c) {
    EnclosedResult atomic;
    for (const auto& planes : operands_) {
      const bool is_value = planes.size() == pointee.component_count &&
                            planes[c].type.bytes == type.bytes &&
                            planes[c].type.scalar_class == type.scalar_class;
      if (is_value) atomic.others.push_back(planes[c]);
    }
    EnclosedInstruction of_component = enclosed_;
    of_component.results.push_back(std::move(atomic));
    const Slot result = results_.empty() ? no_slot : results_[c].slot;
    const Slot address =
        emit_later_address(lowering_, lowering_.slot(pointers_[0]), c * type.memory_bytes());
    lowering_.emit(&enclose_atomic, result, {address, type.memory_bytes()},
                   lowering_.builder().add(std::move(of_component)));
  }
}

void EnclosedLowering::add_results() {
  std::vector<Slot> read;
  for (const auto& planes : operands_) {
    for (const EnclosedPlane& plane : planes) read.push_back(plane.slot);
  }
  std::ranges::sort(read);
  for (std::size_t i = 0; i < results_.size(); ++i) {
    // A result that only gives an operand another name has its enclosure already.
    if (!std::ranges::binary_search(read, results_[i].slot) &&
        lowering_.is_of_instruction(results_[i].slot))
      enclosed_.results.push_back(result_of(i));
  }
}

EnclosedResult EnclosedLowering::result_of(std::size_t component) const {
  EnclosedResult result;
  result.plane = results_[component];
  result.component = component;
  result.component_count = results_.size();
  for (unsigned k = 0; k < operands_.size(); ++k) {
    const auto& planes = operands_[k];
    const ComponentDependence dependence(lowering_, instruction_, k);
    auto& chosen = k < 3 ? result.operands[k] : result.others;
    for (std::size_t c = 0; c < planes.size(); ++c) {
      const bool depends = !enclosed_.rule.takes_components || is_group_ ||
                           dependence.has(component, results_.size(), c, planes.size());
      if (depends) chosen.push_back(planes[c]);
    }
  }
  // These work component by component.
  if ((is_group_ || moves_across_lanes_) && operands_[0].size() == results_.size())
    result.operands[0] = {operands_[0][component]};
  result.is_one_value = result.operands[0].size() == 1 && result.operands[1].size() == 1 &&
                        result.operands[0][0].slot == result.operands[1][0].slot;
  return result;
}

}  // namespace

void emit_enclosures(Lowering& lowering, const Instruction& instruction) {
  if (has_own_records(instruction, lowering.module())) return;
  const bool has_result = instruction.result != 0 && instruction.type != 0;
  const bool across_lanes = is_tangled(lowering, instruction);
  const auto result = [&]() -> const Value* {
    if (!has_result) return nullptr;
    const bool is_constant = lowering.types().constant(instruction.result) != nullptr;
    return is_constant ? &lowering.value(instruction.result)
                       : lowering.function()->local_value(instruction.result);
  };
  EnclosedLowering(lowering, instruction, across_lanes,
                   across_lanes && has_workgroup_scope(lowering, instruction))
      .emit(result());
}

}  // namespace spirv_oracle
