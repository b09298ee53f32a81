#include "interpreter/lowering/lowering.h"

#include <utility>

#include "interpreter/exec/lanes/flush_denormals.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/component_count.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/thrown_error.h"

namespace spirv_oracle {

void note_decorations(const Module& module, Id declaration, PointerValue& pointer) {
  pointer.non_writable |= module.has_decoration(declaration, spv::Decoration::NonWritable);
  pointer.non_readable |= module.has_decoration(declaration, spv::Decoration::NonReadable);
}

Lowering::Lowering(const SpecializedModule& types, const InstructionRegistry& registry,
                   const ProgramRequest& request, AddressSpace& memory, ProgramBuilder& builder,
                   LoweredEntryPoint of)
    : types_(types),
      registry_(registry),
      request_(request),
      memory_(memory),
      builder_(builder),
      program_(builder.program()),
      of_(std::move(of)),
      current_modes_(of_.float_modes) {}

Id Lowering::type_id_of(Id value) const {
  const Instruction* definition = module().definition(value);
  return definition == nullptr ? 0 : definition->type;
}

// Whether value() will succeed for an id that has a type. Only constants can be used outside functions.
bool Lowering::is_usable(Id id) const {
  if (function_ != nullptr) {
    if (const Value* local = function_->local_value(id); local != nullptr) {
      return local->bound && (in_planes(*local) || !local->slots.empty() ||
                              type_of(id).kind == Type::Kind::structure);
    }
  }
  if (types_.constant(id) != nullptr) return true;
  const Instruction* defined = module().definition(id);
  return function_ != nullptr && defined != nullptr &&
         (is_variable(defined->opcode) || defined->opcode == spv::Op::OpConstantSampler ||
          defined->opcode == spv::Op::OpSpecConstantOp);
}

bool Lowering::fits(const Value& value, Id type_id) const {
  const Type& t = type(type_id);
  if (in_planes(value)) {
    if (t.kind != Type::Kind::pointer) return false;
    // An untyped pointer points to what its variable declares.
    if (t.element == 0) return value.slots.empty();
    const auto scalars = components(t.element);
    const std::vector<Slot>& planes = variables_[value.pointer.variable];
    if (value.pointer.first_component + scalars.size() > planes.size()) return false;
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      if (builder_.width(planes[value.pointer.first_component + i]) != scalars[i].bytes)
        return false;
    }
    return type(t.element).component_count == scalars.size();
  }
  const auto scalars = components(type_id);
  if (value.slots.size() != scalars.size()) return false;
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    if (builder_.width(value.slots[i]) != scalars[i].bytes) return false;
  }
  return true;
}

void Lowering::check_width(Slot slot, unsigned bytes) const {
  if (builder_.width(slot) != bytes)
    fail_input("the types of the operands and the result do not match");
}

void Lowering::fail(Error error) const { throw ThrownError{std::move(error)}; }

namespace {

// "FILE:LINE: INSTRUCTION: "; "" outside of instructions.
std::string place_of(const Module& module, const Instruction* instruction) {
  if (instruction == nullptr) return {};
  const SourceLocation source = module.source(instruction->line);
  const std::string line =
      source.line == 0 ? std::string() : source.file + ":" + std::to_string(source.line) + ": ";
  return line + module.disassemble(*instruction) + ": ";
}

}  // namespace

void Lowering::fail_unsupported(const std::string& what) const {
  fail({Status::unsupported, "not supported: " + place_of(module(), current_) + what});
}

std::string Lowering::type_text(Id type) const {
  const Instruction* declaration = module().definition(type);
  return declaration == nullptr ? module().display(type) : module().disassemble(*declaration);
}

void Lowering::fail_unsupported_operands() const {
  std::vector<Id> types;
  const auto add = [&](Id type) {
    if (type != 0 && std::ranges::find(types, type) == types.end()) types.push_back(type);
  };
  if (current_ != nullptr) {
    add(current_->type);
    for (unsigned i = 0; i < current_->operand_count(); ++i) {
      const bool is_id = current_->operands[i].operand_class == OperandClass::id;
      const Instruction* operand = is_id ? module().definition(current_->id(i)) : nullptr;
      if (operand != nullptr) add(operand->type);
    }
  }
  std::string text;
  for (const Id type : types) text += (text.empty() ? "" : ", ") + type_text(type);
  fail_unsupported("the combination of the types " + text);
}

void Lowering::fail_input(const std::string& what) const {
  fail({Status::bad_input, place_of(module(), current_) + what});
}

const Value& Lowering::value(Id id) {
  if (function_ != nullptr) {
    if (const Value* local = function_->local_value(id); local != nullptr) {
      if (local->bound) return *local;
      fail_input(module().display(id) + " is used where it has no value");
    }
  }
  const auto found = globals_.find(id);
  if (found != globals_.end()) return found->second;
  const Instruction* definition = module().definition(id);
  Value created;
  const bool has_address = definition != nullptr && of_.variable_lowering != nullptr &&
                           (definition->opcode == spv::Op::OpConstantSampler ||
                            definition->opcode == spv::Op::OpSpecConstantOp) &&
                           types_.constant(id) == nullptr;
  if (has_address) {
    created = of_.variable_lowering(*this, *definition);
  } else if (definition != nullptr && is_variable(definition->opcode)) {
    created = of_.variable_lowering(*this, *definition);
    created.pointer.declaration = id;
    note_decorations(module(), id, created.pointer);
  } else if (types_.constant(id) != nullptr) {
    created = constant_value(id);
  } else {
    fail_input(module().display(id) + " is used as a value but is not one");
  }
  if (!fits(created, type_id_of(id))) {
    fail_input(module().display(id) + " has a type that does not match its definition");
  }
  created.bound = true;
  return globals_.emplace(id, std::move(created)).first->second;
}

namespace {

// Counts the list of a value's planes toward the memory limit.
void count_slots(AddressSpace& memory, std::size_t count, std::uint64_t max_memory) {
  if (memory.count(count * sizeof(Slot))) return;
  throw ThrownError{
      {Status::limit, "memory limit reached: the values of the program take more than " +
                          std::to_string(max_memory) + " bytes"}};
}

}  // namespace

Value Lowering::constant_value(Id id) {
  Value value;
  const ConstantValue& constant = *types_.constant(id);
  const auto scalars = components(type_id_of(id));
  if (scalars.size() != constant.size()) {
    fail_unsupported("constant " + module().display(id) + " of the type " +
                     type_text(module().definition(id)->type));
  }
  count_slots(memory_, constant.size(), request_.max_memory);
  value.slots.reserve(constant.size());
  for (std::size_t i = 0; i < constant.size(); ++i) {
    value.slots.push_back(constant_plane(scalars[i], constant[i].bits, constant[i].undefined));
  }
  return value;
}

Slot Lowering::slot(Id id, std::size_t component) {
  const Value& found = value(id);
  if (component >= found.slots.size()) {
    fail_input(module().display(id) + " has too few components");
  }
  const Slot plane = found.slots[component];
  return flushing_ ? flushed(plane, components(type_id_of(id))[component]) : plane;
}

Slot Lowering::slot(Id id, std::size_t component, ScalarType type) {
  const Slot found = slot(id, component);
  const Type& of_id = type_of(id);
  const bool plain = of_id.kind == Type::Kind::scalar || of_id.kind == Type::Kind::vector;
  check_width(found, type.bytes);
  if (plain && of_id.scalar.scalar_class != type.scalar_class)
    fail_input("the types of the operands and the result do not match");
  return found;
}

const Value& Lowering::define(const Instruction& instruction) {
  std::vector<Slot> planes = new_planes(instruction.type);
  if (planes.empty()) fail_unsupported("a value without components");
  bind(instruction.result, std::move(planes));
  return value(instruction.result);
}

void Lowering::bind(Id id, Value value) {
  value.bound = true;
  if (!fits(value, type_id_of(id))) {
    fail_input(module().display(id) + " has a type that does not match its operands");
  }
  count_slots(memory_, value.slots.size(), request_.max_memory);
  if (function_ != nullptr && function_->bind_local(id, value)) return;
  globals_.insert_or_assign(id, std::move(value));
}

unsigned Lowering::first_operand(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpExtInst) return 4;
  return instruction.result != 0 ? 2 : 0;
}

void Lowering::note_flushing(unsigned bytes) {
  if ((float_modes().chosen_flush & bytes) == 0) return;
  chooses(&ArithmeticChoices::flush_denormals);
  chooses(&ArithmeticChoices::flush_results);
}

Slot Lowering::flushed(Slot operand, ScalarType type) {
  if (type.scalar_class != ScalarType::Class::floating) return operand;
  if (flushes_denormals(type.bytes)) note_flushing(type.bytes);
  if ((float_modes().flush_operands & type.bytes) == 0) return operand;
  check_width(operand, type.bytes);
  const auto [entry, inserted] = flushed_.try_emplace(operand, operand);
  if (inserted) {
    entry->second = new_plane(type);
    emit(flush_handler(type.bytes), entry->second, {operand});
  }
  return entry->second;
}

std::vector<Slot> Lowering::operand_slots(Id id) {
  std::vector<Slot> slots = value(id).slots;
  if (!flushing_) return slots;
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = slot(id, i);
  return slots;
}

std::vector<Slot> Lowering::new_planes(Id type_id) {
  std::vector<Slot> slots;
  count_components(*this, type_id);
  const auto scalars = components(type_id);
  if (scalars.empty() && type(type_id).kind != Type::Kind::structure) {
    fail_unsupported("values of the type " + type_text(type_id));
  }
  slots.reserve(scalars.size());
  for (const ScalarType scalar : scalars) slots.push_back(new_plane(scalar));
  return slots;
}

std::span<const Slot> Lowering::variable_slots(const PointerValue& pointer, Id pointee) const {
  return std::span(variables_[pointer.variable])
      .subspan(pointer.first_component, type(pointee).component_count);
}

std::uint32_t Lowering::add_variable(std::vector<Slot> slots) {
  variables_.push_back(std::move(slots));
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

}  // namespace spirv_oracle
