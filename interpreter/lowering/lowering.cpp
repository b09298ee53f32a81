#include "interpreter/lowering/lowering.h"

#include <algorithm>
#include <unordered_set>

#include "interpreter/exec/copy.h"
#include "interpreter/exec/flush_denormals.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

// Bounds what a hostile module can make of a small file.
constexpr std::size_t max_records = 4'000'000;
constexpr std::uint32_t max_register_units = 1u << 26;

// What there is in place of a value after a failure. It has a plane, so that nobody needs to ask.
const Value& failed_value() {
  static const Value value{{0}, {}, true};
  return value;
}

}  // namespace

void note_decorations(const Module& module, Id declaration, PointerValue& pointer) {
  pointer.non_writable |= module.has_decoration(declaration, spv::Decoration::NonWritable);
  pointer.non_readable |= module.has_decoration(declaration, spv::Decoration::NonReadable);
}

Lowering::Lowering(const SpecializedModule& types, const InstructionRegistry& registry,
                   const Dispatch& dispatch, AddressSpace& memory, Program& program)
    : types_(types), registry_(registry), dispatch_(dispatch), memory_(memory), program_(program) {
  program_.module = &types.module();
  program_.registry = &registry;
  program_.subgroup_size = dispatch.subgroup_size;
  program_.origins.push_back({});
  program_.register_units = 1;  // slot 0 is no plane
  if (dispatch.debug) {
    program_.debug = std::make_shared<DebugTables>();
    program_.debug->types = &types;
  }
}

Id Lowering::type_id_of(Id value) const {
  const Instruction* definition = module().definition(value);
  return definition == nullptr ? 0 : definition->type;
}

// Whether value() will find an id that has a type. Only constants can be used outside functions.
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
         (defined->opcode == spv::Op::OpVariable || defined->opcode == spv::Op::OpConstantSampler ||
          defined->opcode == spv::Op::OpSpecConstantOp);
}

bool Lowering::fits(const Value& value, Id type_id) const {
  const Type& t = type(type_id);
  if (in_planes(value)) {
    if (t.kind != Type::Kind::pointer) return false;
    const auto scalars = components(t.element);
    const std::vector<Slot>& planes = variables_[value.pointer.variable];
    if (value.pointer.first_component + scalars.size() > planes.size()) return false;
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      if (width(planes[value.pointer.first_component + i]) != scalars[i].bytes) return false;
    }
    return type(t.element).component_count == scalars.size();
  }
  const auto scalars = components(type_id);
  if (value.slots.size() != scalars.size()) return false;
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    if (width(value.slots[i]) != scalars[i].bytes) return false;
  }
  return true;
}

bool Lowering::check_width(Slot slot, unsigned bytes) {
  if (width(slot) == bytes) return true;
  fail_input("the types of the operands and the result do not match");
  return false;
}

void Lowering::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

void Lowering::fail_unsupported(const std::string& what) {
  const std::string where =
      current_ == nullptr ? std::string() : module().disassemble(*current_) + ": ";
  fail({Status::unsupported, "not supported: " + where + what});
}

void Lowering::fail_input(const std::string& what) {
  const std::string where =
      current_ == nullptr ? std::string() : module().disassemble(*current_) + ": ";
  fail({Status::bad_input, where + what});
}

const Value& Lowering::value(Id id) {
  if (function_ != nullptr) {
    if (const Value* local = function_->local_value(id); local != nullptr) {
      if (local->bound) return *local;
      fail_input(module().display(id) + " is used where it has no value");
      return failed_value();
    }
  }
  const auto found = globals_.find(id);
  if (found != globals_.end()) return found->second;
  const Instruction* definition = module().definition(id);
  Value created;
  const bool has_address = definition != nullptr && variable_lowering_ != nullptr &&
                           (definition->opcode == spv::Op::OpConstantSampler ||
                            definition->opcode == spv::Op::OpSpecConstantOp) &&
                           types_.constant(id) == nullptr;
  if (has_address) {
    created = variable_lowering_(*this, *definition);
  } else if (definition != nullptr && definition->opcode == spv::Op::OpVariable) {
    created = variable_lowering_(*this, *definition);
    created.pointer.declaration = id;
    note_decorations(module(), id, created.pointer);
  } else if (types_.constant(id) != nullptr) {
    created = constant_value(id);
  } else {
    fail_input(module().display(id) + " is used as a value but is not one");
  }
  if (!failed() && !fits(created, type_id_of(id))) {
    fail_input(module().display(id) + " has a type that does not match its definition");
  }
  if (failed()) return failed_value();
  created.bound = true;
  return globals_.emplace(id, std::move(created)).first->second;
}

Value Lowering::constant_value(Id id) {
  Value value;
  const ConstantValue& constant = *types_.constant(id);
  const auto scalars = components(type_id_of(id));
  if (scalars.size() != constant.size()) {
    fail_unsupported("constant " + module().display(id) + " has a type that is not supported");
    return value;
  }
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
    return undefined_plane({});
  }
  const Slot plane = found.slots[component];
  return flushing_ ? flushed(plane, components(type_id_of(id))[component]) : plane;
}

Slot Lowering::slot(Id id, std::size_t component, ScalarType type) {
  const Slot found = slot(id, component);
  const Type& of_id = type_of(id);
  const bool plain = of_id.kind == Type::Kind::scalar || of_id.kind == Type::Kind::vector;
  if (check_width(found, type.bytes) && plain && of_id.scalar.scalar_class != type.scalar_class) {
    fail_input("the types of the operands and the result do not match");
  }
  return found;
}

const Value& Lowering::define(const Instruction& instruction) {
  std::vector<Slot> planes = new_planes(instruction.type);
  if (planes.empty()) fail_unsupported("a value without components");
  if (failed()) return failed_value();
  bind(instruction.result, std::move(planes));
  return value(instruction.result);
}

void Lowering::bind(Id id, Value value) {
  value.bound = true;
  if (!failed() && !fits(value, type_id_of(id))) {
    fail_input(module().display(id) + " has a type that does not match its operands");
  }
  if (function_ != nullptr && function_->bind_local(id, value)) return;
  globals_.insert_or_assign(id, std::move(value));
}

unsigned Lowering::first_operand(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpExtInst) return 4;
  return instruction.result != 0 ? 2 : 0;
}

void Lowering::note_flushing(unsigned bytes) {
  if ((float_modes_.chosen_flush & bytes) == 0) return;
  chooses(&ArithmeticChoices::flush_denormals);
  chooses(&ArithmeticChoices::flush_results);
}

Slot Lowering::flushed(Slot operand, ScalarType type) {
  if (type.scalar_class != ScalarType::Class::floating) return operand;
  if (flushes_denormals(type.bytes)) note_flushing(type.bytes);
  if ((float_modes_.flush_operands & type.bytes) == 0 || !check_width(operand, type.bytes)) {
    return operand;
  }
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
  for (std::size_t i = 0; i < slots.size() && !failed(); ++i) slots[i] = slot(id, i);
  return slots;
}

Slot Lowering::new_plane(ScalarType type) {
  const std::uint32_t padded = (program_.subgroup_size + 7) / 8 * 8;
  const Slot slot = program_.register_units;
  program_.register_units += plane_units(type.bytes, padded);
  if (program_.register_units > max_register_units ||
      std::uint64_t{program_.register_units} * slot_unit > dispatch_.limits.max_memory) {
    fail({Status::limit, "memory limit reached: the registers of a subgroup take more than " +
                             std::to_string(std::uint64_t{slot} * slot_unit) + " bytes"});
    program_.register_units = 1;
  }
  program_.planes.push_back({slot, type});
  widths_.resize(program_.register_units, no_width);
  if (slot < widths_.size()) widths_[slot] = type.bytes;
  return slot;
}

std::vector<Slot> Lowering::new_planes(Id type_id) {
  std::vector<Slot> slots;
  if (type(type_id).component_count > SpecializedModule::max_components) {
    fail({Status::limit, "a value of " + std::to_string(type(type_id).component_count) +
                             " components is too large for registers"});
    return slots;
  }
  const auto scalars = components(type_id);
  if (scalars.empty() && type(type_id).kind != Type::Kind::structure) {
    fail_unsupported("values of this type are not supported");
  }
  slots.reserve(scalars.size());
  for (const ScalarType scalar : scalars) slots.push_back(new_plane(scalar));
  return slots;
}

Slot Lowering::constant_plane(ScalarType type, std::uint64_t bits, bool undefined) {
  const std::uint32_t key = type.bytes * 2u + (undefined ? 1u : 0u);
  const auto [entry, inserted] = constant_planes_.try_emplace({bits, key}, 0);
  if (inserted) {
    entry->second = new_plane(type);
    constant_slots_.insert(entry->second);
    program_.constants.push_back({entry->second, type, bits, undefined});
  }
  return entry->second;
}

std::uint32_t Lowering::emit(Handler handler, Slot result, std::initializer_list<Slot> operands,
                             std::uint32_t extra) {
  Op op;
  op.handler = handler;
  op.result = result;
  std::copy(operands.begin(), operands.end(), op.operand);
  op.extra = extra;
  op.origin = origin_;
  if (program_.ops.size() >= max_records) {
    fail({Status::limit, "the entry point becomes too large when its calls are inlined"});
    return 0;
  }
  program_.ops.push_back(op);
  if (dispatch_.follows_uncertain_branches)
    program_.units_before_record.push_back(program_.register_units);
  return static_cast<std::uint32_t>(program_.ops.size() - 1);
}

std::uint32_t Lowering::add_data(std::span<const std::uint32_t> words) {
  const auto index = static_cast<std::uint32_t>(program_.data.size());
  program_.data.insert(program_.data.end(), words.begin(), words.end());
  return index;
}

std::uint32_t Lowering::add_shared_data(const std::vector<std::uint32_t>& words) {
  const auto known = shared_data_.find(words);
  return known != shared_data_.end() ? known->second
                                     : shared_data_.emplace(words, add_data(words)).first->second;
}

void Lowering::emit_copy(Slot result, Slot source, ScalarType type) {
  if (!check_width(result, type.bytes) || !check_width(source, type.bytes)) return;
  emit(copy_handler(type.bytes), result, {source});
  if (dispatch_.record_provenance) emit(&note_copy, result, {source});
  if (dispatch_.record_enclosures) emit(&enclose_copy, result, {source});
}

void Lowering::emit_masked_copy(Slot result, Slot source, ScalarType type) {
  if (!check_width(result, type.bytes) || !check_width(source, type.bytes)) return;
  if (result == source) return;
  emit(masked_copy_handler(type.bytes), result, {source});
  if (dispatch_.record_provenance) emit(&note_copy, result, {source});
  if (dispatch_.record_enclosures) emit(&enclose_copy, result, {source});
}

void Lowering::emit_masked_copies(std::span<const Slot> results, std::span<const Slot> sources,
                                  std::span<const ScalarType> types) {
  std::vector<Slot> saved_sources(sources.begin(), sources.end());
  std::unordered_set<Slot> overwritten;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (overwritten.contains(sources[i])) {
      saved_sources[i] = new_plane(types[i]);
      emit_copy(saved_sources[i], sources[i], types[i]);
    }
    if (results[i] != sources[i]) overwritten.insert(results[i]);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    emit_masked_copy(results[i], saved_sources[i], types[i]);
  }
}

std::span<const Slot> Lowering::variable_slots(const PointerValue& pointer, Id pointee) const {
  return std::span(variables_[pointer.variable])
      .subspan(pointer.first_component, type(pointee).component_count);
}

std::uint32_t Lowering::add_variable(std::vector<Slot> slots) {
  variables_.push_back(std::move(slots));
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

DebugValue Lowering::debug_value(Id id, const Value& value) const {
  DebugValue result;
  result.points_to_planes = in_planes(value);
  const Id pointee = type_of(id).element;
  if (result.points_to_planes) {
    const auto slots = variable_slots(value.pointer, pointee);
    result.slots.assign(slots.begin(), slots.end());
  } else {
    result.slots = value.slots;
  }
  result.matrix_stride = value.pointer.matrix.stride;
  result.row_major = value.pointer.matrix.row_major;
  result.component_stride = value.pointer.matrix.component_stride;
  return result;
}

void Lowering::add_debug_globals() {
  for (const auto& [id, value] : globals_)
    program_.debug->global_values.emplace(id, debug_value(id, value));
}

void Lowering::note_access(std::uint32_t record, bool store, unsigned bytes) {
  if (!program_.debug || failed()) return;
  const Op& op = program_.ops[record];
  const AccessWords words(program_.data.data() + op.extra);
  DebugAccess access;
  access.address = op.operand[0];
  access.offset = words.offset;
  access.stride = words.stride;
  access.count = words.count;
  access.bytes_each = std::max(1u, bytes);
  access.reads = !store;
  access.writes = store;
  note_access(record, access);
}

void Lowering::set_origin(std::uint32_t instruction, std::uint32_t call) {
  const Origin& last = program_.origins.back();
  if (program_.origins.size() == 1 || last.instruction != instruction || last.call != call) {
    program_.origins.push_back({instruction, call});
  }
  origin_ = static_cast<std::uint32_t>(program_.origins.size() - 1);
}

namespace {

void append_components(const SpecializedModule& types, Id type_id, std::uint64_t offset,
                       const MatrixLayout& matrix, std::vector<MemoryComponent>& out) {
  const Type& type = types.type(type_id);
  const std::uint64_t scalar_bytes = type.scalar.memory_bytes();
  switch (type.kind) {
    case Type::Kind::scalar:
    case Type::Kind::pointer:
      out.push_back(
          {offset, type.kind == Type::Kind::pointer ? ScalarType::pointer() : type.scalar});
      break;
    case Type::Kind::vector: {
      const std::uint64_t stride =
          matrix.component_stride != 0 ? matrix.component_stride : scalar_bytes;
      for (std::uint32_t i = 0; i < type.count; ++i)
        out.push_back({offset + i * stride, type.scalar});
      break;
    }
    case Type::Kind::matrix: {
      const std::uint32_t rows = type.element_components;
      const std::uint64_t natural = scalar_bytes * (matrix.row_major ? type.count : rows);
      const std::uint64_t stride = matrix.stride != 0 ? matrix.stride : natural;
      for (std::uint32_t column = 0; column < type.count; ++column) {
        for (std::uint32_t row = 0; row < rows; ++row) {
          const std::uint64_t at = matrix.row_major ? row * stride + column * scalar_bytes
                                                    : column * stride + row * scalar_bytes;
          out.push_back({offset + at, type.scalar});
        }
      }
      break;
    }
    case Type::Kind::array:
      for (std::uint32_t i = 0; i < type.count; ++i) {
        append_components(types, type.element, offset + i * type.stride, matrix, out);
      }
      break;
    case Type::Kind::structure:
      for (const Type::Member& member : type.members) {
        append_components(types, member.type, offset + member.offset,
                          {member.matrix_stride, member.row_major, 0}, out);
      }
      break;
    default:
      break;
  }
}

}  // namespace

std::vector<MemoryComponent> Lowering::memory_components(Id type_id,
                                                         const MatrixLayout& matrix) const {
  std::vector<MemoryComponent> result;
  if (type(type_id).component_count > SpecializedModule::max_components) return result;
  result.reserve(type(type_id).component_count);
  append_components(types_, type_id, 0, matrix, result);
  return result;
}

}  // namespace spirv_oracle
