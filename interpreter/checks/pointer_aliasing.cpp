#include "interpreter/checks/pointer_aliasing.h"

#include <algorithm>
#include <set>

#include "interpreter/checks/accessed_operands.h"
#include "interpreter/checks/declared_access.h"
#include "interpreter/checks/pointer_origins.h"
#include "interpreter/exec/report/object_name.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

using StorageClass = spv::StorageClass;

// A parameter, or a variable that holds physical pointers, to whose memory no other pointer may
// lead during its lifetime.
struct ExclusivePointer {
  Id id = 0;
  Id function = 0;  // that has the parameter or variable
  Id root = 0;      // the variable that a parameter points into; 0: unknown
  bool is_aliased = false;
  StorageClass storage_class{};  // of its pointee
  Slot begun = no_slot;          // plane: how often it got a value
};
// Those whose lifetime includes the current place.
using ExclusivePointers = std::vector<ExclusivePointer>;

bool says_restrict(const Module& module, Id id) {
  return module.has_decoration(id, spv::Decoration::Restrict) ||
         module.has_decoration(id, spv::Decoration::RestrictPointer) ||
         has_parameter_attribute(module, id, spv::FunctionParameterAttribute::NoAlias);
}

bool says_aliased(const Module& module, Id id) {
  return id != 0 && (module.has_decoration(id, spv::Decoration::Aliased) ||
                     module.has_decoration(id, spv::Decoration::AliasedPointer));
}

// Whether two storage classes may refer to the same memory.
bool may_meet(StorageClass a, StorageClass b) {
  const auto is_buffer = [](StorageClass c) {
    return c == StorageClass::StorageBuffer || c == StorageClass::PhysicalStorageBuffer ||
           c == StorageClass::Uniform;
  };
  return a == b || a == StorageClass::Generic || b == StorageClass::Generic ||
         (is_buffer(a) && is_buffer(b));
}

// --- records ---

const Record* begin_life(Subgroup& subgroup, const Record* record) {
  auto* begun = subgroup.values<std::uint64_t>(record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) { ++begun[lane]; });
  return record + 1;
}

// The words of a record in Program::data. Operand 0: the address.
struct PointerAliasingWords {
  explicit PointerAliasingWords(const std::uint32_t* words)
      : pointer(words[0]),
        own(words[1]),
        through(words[2] != 0),
        reads(words[3] != 0),
        writes(words[4] != 0),
        variable(words[5]),
        begun(words[6]),
        count(words[7]),
        ranges(words + 8) {}

  Id pointer;  // the parameter or variable that is watched
  Id own;      // the parameter or variable through which this access goes
  bool through, reads, writes;
  std::uint32_t variable;  // kept in planes; PointerValue::in_memory: it has an address
  Slot begun;              // ExclusivePointer::begun
  std::uint32_t count;
  const std::uint32_t* ranges;  // offset, bytes
};

bool conflicts(const PointerAccesses& seen) {
  return (seen.through.written && (seen.otherwise.read || seen.otherwise.written)) ||
         (seen.through.read && seen.otherwise.written);
}

class PointerAccessNote {
 public:
  PointerAccessNote(Subgroup& subgroup, const Record& record)
      : subgroup_(subgroup), words_(subgroup.data + record.extra), record_(record) {}

  // Whether the lane's bytes were accessed through the other pointer. `other` gets the id of that pointer.
  bool note(unsigned lane, Id& other) {
    const ObjectEntry* object = nullptr;
    std::uint64_t offset = 0;
    if (words_.variable == PointerValue::in_memory) {
      const std::uint64_t address = subgroup_.values<std::uint64_t>(record_.operand[0])[lane];
      object = &subgroup_.memory->find(address);
      offset = AddressSpace::offset(address);
      if (object->allocation == nullptr) return false;
    }
    bool found = false;
    for (std::uint32_t i = 0; i < words_.count; ++i) {
      const std::uint64_t begin = offset + words_.ranges[2 * i];
      for (std::uint64_t byte = begin; byte < begin + words_.ranges[2 * i + 1]; ++byte) {
        if (object != nullptr && byte >= object->size) continue;
        found |= note_byte(lane, key_of(object, byte), other);
      }
    }
    return found;
  }

 private:
  // Buffers that share memory have different addresses, but the same bytes.
  std::uint64_t key_of(const ObjectEntry* object, std::uint64_t byte) const {
    if (object != nullptr) return reinterpret_cast<std::uintptr_t>(object->bytes + byte);
    constexpr std::uint64_t in_planes = std::uint64_t{1} << 63;
    return in_planes | std::uint64_t{words_.variable} << 32 | byte;
  }

  bool note_byte(unsigned lane, std::uint64_t byte, Id& other) {
    const std::uint64_t begun = subgroup_.values<std::uint64_t>(words_.begun)[lane];
    PointerAccesses* seen = subgroup_.workgroup->state().pointer_accesses.find(
        {words_.begun,
         subgroup_.program->layout_of(subgroup_.workgroup_index).invocation(subgroup_.id, lane),
         byte});
    if (seen == nullptr) return false;
    if (seen->begun != begun) {
      *seen = {};
      seen->begun = begun;
    }
    PointerAccesses::Accesses& accesses = words_.through ? seen->through : seen->otherwise;
    accesses.read |= words_.reads;
    accesses.written |= words_.writes;
    if (!words_.through) seen->other = words_.own;
    if (!conflicts(*seen)) return false;
    other = seen->other;
    return true;
  }

  Subgroup& subgroup_;
  PointerAliasingWords words_;
  const Record& record_;
};

template <const Clause& clause>
const Record* note_pointer_access(Subgroup& subgroup, const Record* record) {
  const PointerAliasingWords words(subgroup.data + record->extra);
  LaneMask lanes = subgroup.active;
  if (words.variable == PointerValue::in_memory)
    lanes = lanes & ~subgroup.header(record->operand[0]).undefined;
  LaneMask found;
  Id other = 0;
  PointerAccessNote note(subgroup, *record);
  lanes.for_each([&](unsigned lane) {
    if (note.note(lane, other)) found.set(lane);
  });
  if (found.none()) [[likely]]
    return record + 1;
  const Module& module = *subgroup.program->module;
  const std::string name = other == 0 ? "another pointer" : name_of_declaration(module, other);
  report(subgroup, *record, clause, found,
         name_of_declaration(module, words.pointer) + " and " + name);
  return record + 1;
}

// --- lowering ---

// A function and all functions that it may call, directly or through others.
std::set<const Function*> reachable_functions(const Module& module, const Function& function) {
  std::set<const Function*> reachable = {&function};
  std::vector<const Function*> work = {&function};
  while (!work.empty()) {
    const Function& reached = *work.back();
    work.pop_back();
    for (const Block& block : reached.blocks) {
      for (std::uint32_t i = block.first; i <= block.last; ++i) {
        const Instruction& instruction = module.instruction(i);
        const Id called = called_function(module, instruction);
        if (called == 0) continue;
        const Function* callee = module.function(called);
        if (callee != nullptr && reachable.insert(callee).second) work.push_back(callee);
      }
    }
  }
  return reachable;
}

// Whether a function that the call may reach names the variable itself.
bool is_named_in(Lowering& lowering, Id variable, const Function& function) {
  const ModuleAnalysis& analysis = lowering.analysis();
  // The callers cannot be reached again, because that would be recursion.
  const std::span<const Function* const> callers = lowering.function()->calls();
  std::set<const Function*> naming;
  for (const Use& use : analysis.uses(variable)) {
    const Function& user = lowering.module().functions()[analysis.place(use.instruction).function];
    if (std::ranges::find(callers, &user) == callers.end()) naming.insert(&user);
  }
  if (naming.empty()) return false;
  const auto reachable = reachable_functions(lowering.module(), function);
  return std::ranges::any_of(naming,
                             [&](const Function* user) { return reachable.contains(user); });
}

// The buffer of the only kernel argument from which a pointer can come; null if it is not known.
const ObjectEntry* argument_buffer(Lowering& lowering, const Value& pointer) {
  const Function& kernel = *lowering.function()->calls().front();
  const ResourceObjects objects = resource_objects(lowering.request());
  const ObjectEntry* found = nullptr;
  for (const Id origin : lowering.notes<OriginSets>().at(pointer.pointer.origins)) {
    if (origin == 0) return nullptr;
    const auto parameter = std::ranges::find(kernel.parameters, origin);
    if (parameter == kernel.parameters.end()) continue;
    const auto number = static_cast<std::uint32_t>(parameter - kernel.parameters.begin());
    const auto object = objects.buffers.find({BindingKey::kernel_arguments, number, 0});
    if (found != nullptr || object == objects.buffers.end()) return nullptr;
    found = &lowering.memory().object(object->second);
  }
  return found;
}

// Whether two pointers may lead to the same memory, as far as that is known before the run.
bool may_overlap(Lowering& lowering, const Value& a, const Value& b) {
  if (a.pointer.declaration != 0 && b.pointer.declaration != 0)
    return a.pointer.declaration == b.pointer.declaration;
  if (!lowering.program().is_kernel()) return true;
  const ObjectEntry* of_a = argument_buffer(lowering, a);
  const ObjectEntry* of_b = argument_buffer(lowering, b);
  return of_a == nullptr || of_b == nullptr ||
         (of_a->bytes < of_b->bytes + of_b->size && of_b->bytes < of_a->bytes + of_a->size);
}

// Whether the function may access the target of its parameter in another way.
bool may_have_aliases(Lowering& lowering, const Function& function, Id parameter,
                      std::span<const Value> locals) {
  const StorageClass storage = lowering.type_of(parameter).storage_class;
  const Value& pointer = locals[parameter - function.first_local];
  const Id root = pointer.pointer.declaration;
  if (!lowering.program().is_kernel() && (root == 0 || is_named_in(lowering, root, function)))
    return true;
  return std::ranges::any_of(function.parameters, [&](Id other) {
    return other != parameter && lowering.type_of(other).kind == Type::Kind::pointer &&
           may_meet(storage, lowering.type_of(other).storage_class) &&
           may_overlap(lowering, pointer, locals[other - function.first_local]);
  });
}

// Memory that is never written needs no check.
bool is_read_only(StorageClass storage) {
  return storage == StorageClass::UniformConstant || storage == StorageClass::PushConstant ||
         storage == StorageClass::Input;
}

void emit_begin_of_life(Lowering& lowering, const ExclusivePointer& pointer) {
  lowering.describe(lowering.emit(&begin_life, no_slot, {pointer.begun}),
                    {.writes = {pointer.begun}});
}

void begin(Lowering& lowering, ExclusivePointer pointer) {
  pointer.begun = lowering.new_plane(ScalarType::unsigned_integer(8));
  emit_begin_of_life(lowering, pointer);
  lowering.notes<ExclusivePointers>().push_back(pointer);
}

// An access, and what is known about its pointer.
class Access {
 public:
  Access(Lowering& lowering, const Instruction& instruction, const MemoryOperand& access)
      : lowering_(lowering),
        id_(instruction.id(access.operand)),
        type_(accessed_type(lowering.module(), instruction, id_)),
        value_(lowering.value(id_)),
        access_(access) {
    if (value_.pointer.origins != 0 || value_.pointer.declaration == 0)
      origins_ = lowering.notes<OriginSets>().at(value_.pointer.origins);
  }

  void note(const ExclusivePointer& pointer) const;

 private:
  bool goes_through(const ExclusivePointer& pointer) const { return contains(pointer.id); }
  bool contains(Id id) const { return std::ranges::find(origins_, id) != origins_.end(); }
  // Whether the pointer certainly does not derive from the other one.
  bool is_independent_of(const ExclusivePointer& pointer) const;
  bool is_aliased() const;
  Id name() const;

  Lowering& lowering_;
  Id id_;    // the pointer
  Id type_;  // of what is accessed
  Value value_;
  MemoryOperand access_;
  std::vector<Id> origins_;
};

// A parameter of the same function got its value earlier.
bool Access::is_independent_of(const ExclusivePointer& pointer) const {
  if (!contains(0)) return true;
  const Function* function = lowering_.module().function(pointer.function);
  return std::ranges::any_of(function->parameters, [&](Id id) { return contains(id); });
}

bool Access::is_aliased() const {
  const Module& module = lowering_.module();
  return says_aliased(module, value_.pointer.declaration) ||
         std::ranges::any_of(origins_, [&](Id id) { return says_aliased(module, id); });
}

Id Access::name() const {
  for (const Id id : origins_) {
    if (id != 0 && lowering_.module().definition(id)->opcode == spv::Op::OpFunctionParameter)
      return id;
  }
  const auto named = std::ranges::find_if(origins_, [](Id id) { return id != 0; });
  return named != origins_.end() ? *named : value_.pointer.declaration;
}

void Access::note(const ExclusivePointer& pointer) const {
  const StorageClass storage = lowering_.type_of(id_).storage_class;
  const bool through = goes_through(pointer);
  if (!through) {
    if (!is_independent_of(pointer) || !may_meet(storage, pointer.storage_class)) return;
    const Id root = value_.pointer.declaration;
    if (root != 0 && pointer.root != 0 && root != pointer.root) return;
    if (pointer.is_aliased && is_aliased()) return;
  }
  const bool in_planes = Lowering::in_planes(value_);
  const Type& accessed = lowering_.type(type_);
  std::vector<std::uint32_t> words = {pointer.id,
                                      name(),
                                      through ? 1u : 0u,
                                      access_.reads ? 1u : 0u,
                                      access_.writes ? 1u : 0u,
                                      value_.pointer.variable,
                                      pointer.begun,
                                      0};
  if (in_planes) {
    words.insert(words.end(), {value_.pointer.first_component, accessed.component_count});
    words[7] = 1;
  } else {
    for (const MemoryComponent& component :
         memory_components(lowering_.types(), type_, value_.pointer.matrix)) {
      words.insert(words.end(),
                   {static_cast<std::uint32_t>(component.offset), component.type.memory_bytes()});
      ++words[7];
    }
  }
  const Slot address = in_planes ? no_slot : lowering_.slot(id_, 0, ScalarType::pointer());
  const bool is_parameter =
      lowering_.module().definition(pointer.id)->opcode == spv::Op::OpFunctionParameter;
  const Handler handler = !is_parameter ? &note_pointer_access<PointerAliasing::restrict_pointer>
                          : says_restrict(lowering_.module(), pointer.id)
                              ? &note_pointer_access<PointerAliasing::restrict_parameter>
                              : &note_pointer_access<PointerAliasing::parameter_not_aliased>;
  lowering_.describe(
      lowering_.emit(handler, no_slot, {address, no_slot, no_slot}, lowering_.add_data(words)),
      {.reads = {pointer.begun}});
}

// Pointers that memory can hold: physical pointers, and all pointers of a kernel.
bool is_storable_pointer(Lowering& lowering, const Type& type) {
  return type.kind == Type::Kind::pointer &&
         (type.storage_class == StorageClass::PhysicalStorageBuffer ||
          lowering.program().is_kernel());
}

void enter_variable(Lowering& lowering, const Instruction& variable) {
  if (!is_storable_pointer(lowering, lowering.type(data_type(lowering.module(), variable)))) return;
  Value value = lowering.value(variable.result);
  value.pointer.stored_origins =
      lowering.notes<OriginSets>().add(origins_of_stored(lowering, variable.result));
  lowering.bind(variable.result, value);
  if (!lowering.module().has_decoration(variable.result, spv::Decoration::RestrictPointer)) return;
  begin(lowering, {.id = variable.result,
                   .function = lowering.function()->calls().back()->id,
                   .storage_class = StorageClass::PhysicalStorageBuffer});
}

// A new value begins a new lifetime.
void note_stored_pointer(Lowering& lowering, const Instruction& store) {
  const Id variable = lowering.value(store.id(0)).pointer.declaration;
  for (const ExclusivePointer& pointer : lowering.notes<ExclusivePointers>()) {
    if (pointer.id == variable) emit_begin_of_life(lowering, pointer);
  }
}

void note_loaded_pointer(Lowering& lowering, const Instruction& load) {
  if (!is_storable_pointer(lowering, lowering.type(load.type))) return;
  Value value = lowering.value(load.result);
  const PointerValue& from = lowering.value(load.id(2)).pointer;
  const Instruction* variable = lowering.module().definition(from.declaration);
  if (variable == nullptr) return;
  std::vector<Id> origins;
  if (static_cast<StorageClass>(variable->literal(2)) == StorageClass::Function)
    origins = lowering.notes<OriginSets>().at(from.stored_origins);
  else if (lowering.program().is_kernel() || lowering.function()->physical_pointers_escape())
    return;
  origins.insert(origins.begin(), from.declaration);
  value.pointer.origins = lowering.notes<OriginSets>().add(std::move(origins));
  lowering.bind(load.result, std::move(value));
}

}  // namespace

ExclusiveLifetimes::ExclusiveLifetimes(Lowering& lowering)
    : lowering_(lowering), before_(lowering.notes<ExclusivePointers>().size()) {}
ExclusiveLifetimes::~ExclusiveLifetimes() { lowering_.notes<ExclusivePointers>().resize(before_); }

void note_passed_pointer(Lowering& lowering, const Function& callee, Id parameter,
                         PointerValue& pointer) {
  if (callee.parameters.empty() || lowering.type_of(parameter).kind != Type::Kind::pointer) return;
  std::vector<Id> origins = {parameter};
  if (pointer.origins != 0 || pointer.declaration == 0) {
    const std::vector<Id>& outer = lowering.notes<OriginSets>().at(pointer.origins);
    origins.insert(origins.end(), outer.begin(), outer.end());
  }
  pointer.origins = lowering.notes<OriginSets>().add(std::move(origins));
}

void enter_parameters(Lowering& lowering, const Function& function, std::span<const Value> locals) {
  const Module& module = lowering.module();
  const bool in_kernel = lowering.program().is_kernel();
  for (const Id parameter : function.parameters) {
    const Type& type = lowering.type_of(parameter);
    if (type.kind != Type::Kind::pointer || lowering.type(type.element).is_descriptor() ||
        is_read_only(type.storage_class)) {
      continue;
    }
    // In the OpenCL memory model, and for physical pointers, undecorated pointers may alias.
    const bool must_say = in_kernel || type.storage_class == StorageClass::PhysicalStorageBuffer;
    if ((must_say && !says_restrict(module, parameter)) ||
        !may_have_aliases(lowering, function, parameter, locals)) {
      continue;
    }
    begin(lowering, {.id = parameter,
                     .function = function.id,
                     .root = locals[parameter - function.first_local].pointer.declaration,
                     .is_aliased = says_aliased(module, parameter),
                     .storage_class = type.storage_class});
  }
}

void watch_exclusive_pointers(Lowering& lowering, const Instruction& instruction) {
  if (lowering.function() == nullptr) return;
  if (is_variable(instruction.opcode)) return enter_variable(lowering, instruction);
  if (instruction.opcode == spv::Op::OpLoad) note_loaded_pointer(lowering, instruction);
  if (lowering.notes<ExclusivePointers>().empty()) return;
  if (instruction.opcode == spv::Op::OpStore) note_stored_pointer(lowering, instruction);
  for (const MemoryOperand& operand : accessed_operands(lowering, instruction)) {
    const Id pointer = instruction.id(operand.operand);
    if (lowering.type_of(pointer).kind != Type::Kind::pointer || !operand.only_pointee) continue;
    const Access access(lowering, instruction, operand);
    for (const ExclusivePointer& exclusive : lowering.notes<ExclusivePointers>())
      access.note(exclusive);
  }
}

}  // namespace spirv_oracle
