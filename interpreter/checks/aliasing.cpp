#include "interpreter/checks/aliasing.h"

#include <map>
#include <optional>

#include "interpreter/checks/accessed_operands.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/report/object_name.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

// The table of accesses has 32 bits per byte: one for reads and one for writes of each variable.
constexpr unsigned max_declarations = 16;

// A variable that shares memory with variables that must not alias it.
struct AliasingDeclaration {
  unsigned number = 0;         // among those variables
  std::uint32_t partners = 0;  // a bit for the number of each of the others
};
// By variable; found when an access first asks.
using AliasingDeclarations = std::optional<std::map<Id, AliasingDeclaration>>;

// An object that a variable gives access to.
struct Reached {
  Id variable = 0;
  std::uint32_t object = 0;
};

// Buffers, and the storage that blocks in workgroup memory share.
std::vector<Reached> reached_objects(Lowering& lowering) {
  std::vector<Reached> reached;
  const Module& module = lowering.module();
  const ResourceObjects objects = resource_objects(lowering.request());
  for (const WorkgroupVariable& storage : lowering.program().workgroup_variables) {
    if (!storage.is_blocks) continue;
    for (const Id variable : workgroup_blocks(lowering))
      reached.push_back({variable, storage.object});
  }
  for (const Instruction& variable : module.instructions()) {
    if (variable.opcode == spv::Op::OpFunction) break;
    if (!is_variable(variable.opcode)) continue;
    const auto storage = static_cast<spv::StorageClass>(variable.literal(2));
    if ((storage != spv::StorageClass::StorageBuffer && storage != spv::StorageClass::Uniform) ||
        lowering.analysis().uses(variable.result).empty()) {
      continue;
    }
    const auto set = module.decoration(variable.result, spv::Decoration::DescriptorSet).value_or(0);
    const auto binding = module.decoration(variable.result, spv::Decoration::Binding).value_or(0);
    for (const auto& [key, object] : objects.buffers) {
      if (key.set == set && key.binding == binding) reached.push_back({variable.result, object});
    }
  }
  return reached;
}

// Whether two objects share bytes.
bool overlap(const AddressSpace& memory, std::uint32_t a, std::uint32_t b) {
  const auto whole_of = [&](std::uint32_t id) {
    const std::uint32_t whole = memory.object(id).allocation->whole;
    return whole == 0 ? id : whole;
  };
  const ObjectEntry& first = memory.object(a);
  const ObjectEntry& second = memory.object(b);
  return whole_of(a) == whole_of(b) &&
         first.allocation->begin < second.allocation->begin + second.size &&
         second.allocation->begin < first.allocation->begin + first.size;
}

// Gives the object a table of the variables that accessed its bytes. Fails if the memory limit does not permit it.
void add_table(Lowering& lowering, std::uint32_t object) {
  AddressSpace& memory = lowering.memory();
  const ObjectEntry& entry = memory.object(object);
  if (entry.allocation->accessors != nullptr) return;
  if (!memory.count(entry.size * sizeof(std::atomic<std::uint32_t>))) {
    lowering.fail({Status::limit, "memory limit reached: the access table for " +
                                      std::to_string(entry.size) +
                                      " bytes that buffers share does not fit"});
  }
  memory.watch_accessors(object);
}

// Adds a table of accesses to each watched object. Objects that share bytes share the table.
void watch(Lowering& lowering, std::uint32_t object) {
  AddressSpace& memory = lowering.memory();
  const ObjectEntry& part = memory.object(object);
  if (part.allocation->accessors != nullptr) return;
  const ProgramRequest& request = lowering.request();
  const ResourceObjects objects = resource_objects(request);
  for (const auto& [key, range] : request.memory_buffers) {
    if (objects.buffers.at(key) != object) continue;
    const std::uint32_t whole = objects.first_memory + static_cast<std::uint32_t>(range.memory);
    add_table(lowering, whole);
    const auto& table = memory.object(whole).allocation->accessors;
    part.allocation->accessors = {table, table.get() + range.begin};
    return;
  }
  add_table(lowering, object);
}

std::map<Id, AliasingDeclaration> find_declarations(Lowering& lowering) {
  std::map<Id, AliasingDeclaration> found;
  const std::vector<Reached> reached = reached_objects(lowering);
  const auto is_aliased = [&](Id variable) {
    return lowering.module().has_decoration(variable, spv::Decoration::Aliased);
  };
  for (const Reached& a : reached) {
    for (const Reached& b : reached) {
      if (a.variable == b.variable || (is_aliased(a.variable) && is_aliased(b.variable)) ||
          !overlap(lowering.memory(), a.object, b.object) ||
          found.size() + (found.contains(a.variable) ? 0 : 1) +
                  (found.contains(b.variable) ? 0 : 1) >
              max_declarations) {
        continue;
      }
      watch(lowering, a.object);
      watch(lowering, b.object);
      const auto number = static_cast<unsigned>(found.size());
      found.try_emplace(a.variable, AliasingDeclaration{number, 0});
      const auto next = static_cast<unsigned>(found.size());
      const auto other = found.try_emplace(b.variable, AliasingDeclaration{next, 0}).first;
      found.at(a.variable).partners |= 1u << other->second.number;
    }
  }
  return found;
}

// The words of a record in Program::data.
struct AliasingWords {
  explicit AliasingWords(const std::uint32_t* words)
      : number(words[0]),
        partners(words[1]),
        reads(words[2]),
        writes(words[3]),
        components(words[4]),
        ranges(words + 5),
        ids(ranges + 2 * components) {}

  // The bits that this access sets for a byte, and the bits of others that conflict with it.
  std::uint32_t own() const { return reads << number | writes << (number + max_declarations); }
  std::uint32_t conflicting() const {
    return partners << max_declarations | (writes != 0 ? partners : 0u);
  }

  std::uint32_t number;  // of the variable
  std::uint32_t partners;
  std::uint32_t reads, writes;  // 0 or 1
  std::uint32_t components;
  const std::uint32_t* ranges;  // by component: offset, bytes
  const std::uint32_t* ids;     // of the variables, by number
};

// The variables that have accessed bytes of a lane's component in a conflicting way, as one bit each.
std::uint32_t note_component(const ObjectEntry& object, std::uint64_t begin, std::uint64_t size,
                             const AliasingWords& words) {
  if (size > object.size || begin > object.size - size) return 0;
  std::uint32_t found = 0;
  for (std::uint64_t byte = begin; byte < begin + size; ++byte) {
    auto& accessors = object.allocation->accessors[static_cast<std::ptrdiff_t>(byte)];
    found |= accessors.fetch_or(words.own(), std::memory_order_relaxed) & words.conflicting();
  }
  return (found | found >> max_declarations) & ((1u << max_declarations) - 1);
}

const Record* note_access(Subgroup& subgroup, const Record* record) {
  const AliasingWords words(subgroup.data + record->extra);
  const Slot slot = record->operand[0];
  const std::uint64_t* address = subgroup.values<std::uint64_t>(slot);
  LaneMask lanes;
  std::uint32_t others = 0;
  (subgroup.active & ~subgroup.header(slot).undefined).for_each([&](unsigned lane) {
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    if (object.allocation == nullptr || object.allocation->accessors == nullptr) return;
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < words.components; ++i) {
      found |= note_component(object, AddressSpace::offset(address[lane]) + words.ranges[2 * i],
                              words.ranges[2 * i + 1], words);
    }
    if (found == 0) return;
    lanes.set(lane);
    others |= found;
  });
  if (lanes.none()) [[likely]]
    return record + 1;
  BrokenClauses broken;
  broken.add(Aliasing::not_aliased, lanes);
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    const auto name = [&](unsigned number) {
      return name_of_declaration(*subgroup.program->module, words.ids[number]);
    };
    return name(words.number) + " and " + name(static_cast<unsigned>(std::countr_zero(others))) +
           " both access " +
           place_inside(*subgroup.program, *subgroup.memory, address[lane] + words.ranges[0],
                        words.ranges[1])
               .text;
  });
  return record + 1;
}

}  // namespace

void watch_aliasing(Lowering& lowering, const Instruction& instruction) {
  if (lowering.function() == nullptr) return;
  for (const MemoryOperand& access : accessed_operands(lowering, instruction)) {
    if (!access.only_pointee) continue;
    const Id id = instruction.id(access.operand);
    const Value pointer = lowering.value(id);
    if (pointer.pointer.declaration == 0 || Lowering::in_planes(pointer)) continue;
    auto& declarations = lowering.notes<AliasingDeclarations>();
    if (!declarations) declarations = find_declarations(lowering);
    const auto found = declarations->find(pointer.pointer.declaration);
    if (found == declarations->end()) continue;
    const Id pointee = accessed_type(lowering.module(), instruction, id);
    std::vector<std::uint32_t> words = {found->second.number, found->second.partners,
                                        access.reads ? 1u : 0u, access.writes ? 1u : 0u, 0};
    for (const MemoryComponent& component :
         memory_components(lowering.types(), pointee, pointer.pointer.matrix)) {
      words.push_back(static_cast<std::uint32_t>(component.offset));
      words.push_back(component.type.memory_bytes());
      ++words[4];
    }
    std::vector<std::uint32_t> ids(declarations->size());
    for (const auto& [variable, declaration] : *declarations) ids[declaration.number] = variable;
    words.insert(words.end(), ids.begin(), ids.end());
    const Slot address = lowering.slot(id, 0, ScalarType::pointer());
    lowering.emit(&note_access, no_slot, {address, no_slot, no_slot}, lowering.add_data(words));
  }
}

}  // namespace spirv_oracle
