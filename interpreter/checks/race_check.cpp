#include "interpreter/checks/race_check.h"

#include "interpreter/checks/atomics/atomic_order_check.h"
#include "interpreter/checks/race_access.h"
#include "interpreter/exec/barriers.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/lowering/resources.h"
#include "interpreter/lowering/synchronization/own_part_finder.h"
#include "interpreter/lowering/synchronization/storage_behind.h"

namespace spirv_oracle {
namespace {

// --- barriers; extra: the semantics ---

template <auto Executed>
const Record* call_watch(Subgroup& subgroup, const Record* record) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  if (races != nullptr) {
    Executed(*races, subgroup, *record, subgroup.program->races.memory_semantics[record->extra]);
  }
  return record + 1;
}

template <auto Executed>
constexpr Handler notify_watch = &call_watch<Executed>;

constexpr auto memory_barrier = [](RaceWatch& races, const Subgroup& subgroup, const Record&,
                                   const MemorySemantics& semantics) {
  races.memory_barrier(subgroup, semantics);
};
constexpr auto subgroup_barrier = [](RaceWatch& races, const Subgroup& subgroup, const Record&,
                                     const MemorySemantics& semantics) {
  races.subgroup_barrier(subgroup, semantics);
};
constexpr auto arrive_at_workgroup = [](RaceWatch& races, const Subgroup& subgroup, const Record&,
                                        const MemorySemantics& semantics) {
  races.arrive_at_workgroup(subgroup, semantics);
};
constexpr auto leave_workgroup = [](RaceWatch& races, const Subgroup& subgroup, const Record&,
                                    const MemorySemantics& semantics) {
  races.leave_workgroup(subgroup, semantics);
};
template <MemoryScope Execution>
constexpr auto arrive_at_split =
    [](RaceWatch& races, const Subgroup& subgroup, const Record&,
       const MemorySemantics& semantics) { races.arrive_at_split(subgroup, Execution, semantics); };
template <MemoryScope Execution>
constexpr auto wait_at_split =
    [](RaceWatch& races, const Subgroup& subgroup, const Record&,
       const MemorySemantics& semantics) { races.wait_at_split(subgroup, Execution, semantics); };
constexpr auto arrive_at_named = [](RaceWatch& races, const Subgroup& subgroup,
                                    const Record& record, const MemorySemantics& semantics) {
  const std::uint32_t number =
      subgroup.values<std::uint32_t>(record.operand[0])[subgroup.active.lowest()];
  races.arrive_at_named(subgroup, number, subgroup.workgroup->state().barriers.named_phase(number),
                        semantics);
};
constexpr auto leave_named = [](RaceWatch& races, const Subgroup& subgroup, const Record&,
                                const MemorySemantics& semantics) {
  races.leave_named(subgroup, semantics);
};

std::uint32_t add_semantics(Lowering& lowering, MemorySemantics semantics) {
  semantics.origin = lowering.builder().origin();
  return lowering.builder().add(semantics);
}

MemoryScope memory_scope(Lowering& lowering, Id id) {
  const auto scope = lowering.types().integer(id);
  if (!scope) {
    lowering.fail_unsupported("a scope that is not a constant");
  }
  switch (static_cast<spv::Scope>(*scope)) {
    case spv::Scope::Workgroup:
      return MemoryScope::workgroup;
    case spv::Scope::Subgroup:
      return MemoryScope::subgroup;
    case spv::Scope::Invocation:
      return MemoryScope::invocation;
    default:
      return MemoryScope::device;
  }
}

// The storage class of the memory semantics for memory of a storage class; none if it is not shared.
std::optional<StorageSemantics> shared_storage(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::CrossWorkgroup:
    case spv::StorageClass::Generic:  // see AccessedComponents::is_generic
      return StorageSemantics::uniform_memory;
    case spv::StorageClass::Workgroup:
      return StorageSemantics::workgroup_memory;
    case spv::StorageClass::Image:
      return StorageSemantics::image_memory;
    default:
      return std::nullopt;
  }
}

std::optional<StorageSemantics> shared_storage(Lowering& lowering, Id pointer) {
  return shared_storage(lowering.type_of(pointer).storage_class);
}

// Notes which buffers may be written. Memory that is only read does not race.
void note_write(Lowering& lowering, Id pointer) {
  const Id declaration = lowering.value(pointer).pointer.declaration;
  const Module& module = lowering.module();
  const auto decoration = [&](spv::Decoration kind) {
    return declaration == 0 ? std::nullopt : module.decoration(declaration, kind);
  };
  const auto set = decoration(spv::Decoration::DescriptorSet);
  const auto binding = decoration(spv::Decoration::Binding);
  if (!set || !binding) {
    lowering.builder().note_write_of_any_object();
    return;
  }
  for (const auto& [key, object] : resource_objects(lowering.request()).buffers) {
    if (key.set == *set && key.binding == *binding) lowering.builder().note_write(object);
  }
}

// Whether the buffer of a pointer, or one of its members, has the decoration. `otherwise`: the answer if the buffer
// is not known.
bool is_declared(Lowering& lowering, Id pointer, spv::Decoration decoration, bool otherwise) {
  const Module& module = lowering.module();
  const Id declaration = lowering.value(pointer).pointer.declaration;
  if (declaration == 0) return otherwise;
  if (module.has_decoration(declaration, decoration)) return true;
  Id block = pointee_type(module, declaration);
  while (lowering.type(block).kind == Type::Kind::array ||
         lowering.type(block).kind == Type::Kind::runtime_array)
    block = lowering.type(block).element;
  const std::size_t members = lowering.type(block).members.size();
  for (std::uint32_t member = 0; member < members; ++member) {
    if (module.member_decoration(block, member, decoration)) return true;
  }
  return false;
}

// What the operands mean in the Vulkan memory model.
void add_memory_model(Lowering& lowering, const MemoryModelOperands& operands, bool store,
                      RaceSite& site) {
  site.non_private = operands.non_private;
  site.available = site.visible = MemoryScope::invocation;
  if (store && operands.available_scope != 0)
    site.available = memory_scope(lowering, operands.available_scope);
  if (!store && operands.visible_scope != 0)
    site.visible = memory_scope(lowering, operands.visible_scope);
}

// The outputs of a patch are in workgroup memory. "Tessellation Control Shader Execution": invocations may store the same
// value to an output in a phase, but must not read what another one stores. So stores conflict only with loads, as atomics do.
RaceSite patch_output_site(bool store) {
  RaceSite site;
  site.storage = StorageSemantics::workgroup_memory;
  site.writes = site.atomic = store;
  return site;
}

}  // namespace

// Each call of an inlined function has its own site.
std::uint32_t add_race_site(Lowering& lowering, RaceSite site) {
  site.origin = lowering.builder().origin();
  const std::vector<RaceSite>& sites = lowering.program().races.sites;
  // An instruction may access many elements.
  if (!sites.empty() && sites.back() == site) return static_cast<std::uint32_t>(sites.size() - 1);
  if (sites.size() == RaceDetector::max_sites) {
    lowering.fail({Status::limit,
                   "too many memory accesses to check for data races: --no-check-races runs "
                   "without the check"});
  }
  return lowering.builder().add(site);
}

MemorySemantics memory_semantics(Lowering& lowering, Id scope, Id semantics_id) {
  using Mask = spv::MemorySemanticsMask;
  MemorySemantics semantics;
  semantics.scope = memory_scope(lowering, scope);
  const auto value = lowering.types().integer(semantics_id);
  if (!value) {
    lowering.fail_unsupported("memory semantics that are not a constant");
  }
  const auto has = [&](Mask bits) {
    return (static_cast<std::uint32_t>(*value) & static_cast<std::uint32_t>(bits)) != 0;
  };
  semantics.acquire = has(Mask::Acquire | Mask::AcquireRelease | Mask::SequentiallyConsistent);
  semantics.release = has(Mask::Release | Mask::AcquireRelease | Mask::SequentiallyConsistent);
  semantics.make_available = has(Mask::MakeAvailable);
  semantics.make_visible = has(Mask::MakeVisible);
  semantics.storage = {has(Mask::UniformMemory | Mask::CrossWorkgroupMemory),
                       has(Mask::WorkgroupMemory), has(Mask::ImageMemory)};
  return semantics;
}

std::optional<RaceSite> race_site(Lowering& lowering, Id pointer,
                                  const MemoryModelOperands& operands, bool store) {
  if (!lowering.request().check_races) return std::nullopt;
  if (lowering.program().has_patches() &&
      lowering.type_of(pointer).storage_class == spv::StorageClass::Output)
    return patch_output_site(store);
  const auto storage = shared_storage(lowering, pointer);
  if (!storage) return std::nullopt;
  RaceSite site;
  site.storage = *storage;
  site.writes = store;
  if (store && *storage != StorageSemantics::workgroup_memory) note_write(lowering, pointer);
  site.is_volatile =
      operands.is_volatile || is_declared(lowering, pointer, spv::Decoration::Volatile, false);
  if (lowering.module().memory_model() != spv::MemoryModel::Vulkan) {
    const bool is_buffer = *storage == StorageSemantics::uniform_memory;
    if (lowering.request().check_de_facto_order && is_buffer &&
        !is_declared(lowering, pointer, spv::Decoration::Coherent, true))
      site.available = site.visible = MemoryScope::invocation;
    return site;
  }
  add_memory_model(lowering, operands, store, site);
  return site;
}

std::optional<RaceSite> image_race_site(Lowering& lowering, const MemoryModelOperands& operands,
                                        bool store) {
  if (!lowering.request().check_races) return std::nullopt;
  RaceSite site;
  site.storage = StorageSemantics::image_memory;
  site.writes = store;
  site.is_volatile = operands.is_volatile;
  if (store) lowering.builder().note_write_of_any_object();
  if (lowering.module().memory_model() == spv::MemoryModel::Vulkan)
    add_memory_model(lowering, operands, store, site);
  return site;
}

void note_own_parts(Lowering& lowering) {
  const Program& program = lowering.program();
  const bool may_have_parts = lowering.request().check_races && !program.is_kernel() &&
                              !program.is_graphics() && !program.sharing.writes_any_object;
  if (!may_have_parts) return;
  const Module& module = lowering.module();
  const ResourceObjects objects = resource_objects(lowering.request());
  std::map<std::uint32_t, std::vector<Id>> variables;  // by object
  for (const Instruction& variable : module.instructions()) {
    if (variable.opcode == spv::Op::OpFunction) break;
    if (!is_variable(variable.opcode)) continue;
    const auto set = module.decoration(variable.result, spv::Decoration::DescriptorSet);
    const auto binding = module.decoration(variable.result, spv::Decoration::Binding);
    if (!set || !binding) continue;
    const auto object = objects.buffers.find({*set, *binding, 0});
    if (object != objects.buffers.end() && program.sharing.written_objects.contains(object->second))
      variables[object->second].push_back(variable.result);
  }
  OwnPartFinder finder(lowering.types(), lowering.analysis(), program.local_size);
  OwnParts parts;
  for (const auto& [object, of_object] : variables) {
    if (const auto bytes = finder.bytes(of_object)) parts.bytes.emplace(object, *bytes);
  }
  parts.results = finder.take_results();
  lowering.builder().set_own_parts(std::move(parts));
}

void emit_race_check(Lowering& lowering, const RaceSite& site, const AccessedComponents& accessed) {
  if (site.storage == StorageSemantics::uniform_memory && accessed.is_generic) {
    RaceSite in_workgroup = site;
    in_workgroup.storage = StorageSemantics::workgroup_memory;
    emit_race_check(lowering, in_workgroup, accessed);
  }
  std::vector<std::uint32_t> words = {add_race_site(lowering, site),
                                      accessed.bytes,
                                      static_cast<std::uint32_t>(accessed.offset),
                                      static_cast<std::uint32_t>(accessed.offset >> 32),
                                      static_cast<std::uint32_t>(accessed.stride),
                                      static_cast<std::uint32_t>(accessed.stride >> 32),
                                      accessed.count,
                                      static_cast<std::uint32_t>(accessed.stored.size())};
  words.insert(words.end(), accessed.stored.begin(), accessed.stored.end());
  const std::uint32_t record_index =
      lowering.emit(site.writes ? &check_access<true> : &check_access<false>, no_slot,
                    {accessed.address}, lowering.add_data(words));
  lowering.describe(record_index, {.reads = {accessed.stored.begin(), accessed.stored.end()}});
}

void emit_sized_race_check(Lowering& lowering, const RaceSite& site, Slot address,
                           const Plane& size, bool is_generic) {
  if (site.storage == StorageSemantics::uniform_memory && is_generic) {
    RaceSite in_workgroup = site;
    in_workgroup.storage = StorageSemantics::workgroup_memory;
    emit_sized_race_check(lowering, in_workgroup, address, size, false);
  }
  const std::uint32_t words[] = {add_race_site(lowering, site), size.type.bytes};
  lowering.emit(site.writes ? &check_sized_access<true> : &check_sized_access<false>, no_slot,
                {address, size.slot}, lowering.add_data(words));
}

// Runs that follow branches also track the values that invocations exchange (RepeatedRuns::take).
void emit_race_check_end(Lowering& lowering) {
  const ProgramRequest& request = lowering.request();
  if (request.check_races && request.follows_uncertain_branches)
    lowering.emit(&end_load_check, no_slot);
}

namespace {

struct AtomicSemantics {
  MemorySemantics equal, unequal;  // of a compare-exchange; otherwise the same
};

AtomicSemantics atomic_semantics(Lowering& lowering, const Instruction& instruction,
                                 const AccessedAtomically& accessed) {
  if (!accessed.has_semantics) return {};
  const unsigned first = Lowering::first_operand(instruction);
  const Id scope = instruction.id(first + 1);
  const MemorySemantics equal = memory_semantics(lowering, scope, instruction.id(first + 2));
  const bool may_fail = accessed.comparator != no_slot;
  return {equal, may_fail ? memory_semantics(lowering, scope, instruction.id(first + 3)) : equal};
}

void emit_atomic_check(Lowering& lowering, const Instruction& instruction,
                       const AccessedAtomically& accessed, StorageSemantics storage) {
  const AtomicSemantics both = atomic_semantics(lowering, instruction, accessed);
  MemorySemantics semantics = both.equal, unequal = both.unequal;
  const bool may_fail = accessed.comparator != no_slot;
  if (semantics.acquire || semantics.release || unequal.acquire) {
    lowering.builder().note_fine_synchronization();
  }
  // In OpenCL, the memory order of an atomic applies to the storage class that it accesses.
  if (lowering.program().is_kernel()) {
    semantics.storage[static_cast<std::size_t>(storage)] = true;
    unequal.storage[static_cast<std::size_t>(storage)] = true;
  }
  RaceSite site;
  site.storage = storage;
  site.writes = accessed.writes;
  site.atomic = true;
  site.bytes = static_cast<std::uint8_t>(accessed.bytes);
  site.scope = site.available = semantics.scope;
  site.visible = accessed.reads ? semantics.scope : MemoryScope::device;
  // Compilers use Scope Workgroup for the atomics of OpenCL C 1.x, which apply to the device.
  const bool may_be_of_device = lowering.program().is_kernel() && !semantics.acquire &&
                                !semantics.release && semantics.scope == MemoryScope::workgroup;
  if (may_be_of_device) site.scope = MemoryScope::device;
  RaceSite failing = site;
  failing.writes = false;
  const std::uint32_t number = add_race_site(lowering, site);
  const std::uint32_t failing_number = may_fail ? add_race_site(lowering, failing) : number;
  const std::uint32_t equal_semantics = add_semantics(lowering, semantics);
  const std::uint32_t words[] = {number,
                                 failing_number,
                                 accessed.bytes,
                                 accessed.reads ? 1u : 0u,
                                 accessed.writes ? 1u : 0u,
                                 equal_semantics,
                                 may_fail ? add_semantics(lowering, unequal) : equal_semantics};
  lowering.emit(&check_atomic, no_slot, {accessed.address, accessed.result, accessed.comparator},
                lowering.add_data(words));
  emit_atomic_order_check(lowering, instruction, accessed, storage,
                          semantics.release && accessed.writes);
}

}  // namespace

void emit_race_check(Lowering& lowering, const Instruction& instruction,
                     const AccessedAtomically& accessed) {
  const Id pointer = instruction.id(Lowering::first_operand(instruction));
  const spv::StorageClass behind = storage_behind(lowering.module(), pointer);
  const auto storage = shared_storage(behind);
  if (!storage) return;
  note_dependence_on_order(lowering, instruction, accessed);
  if (!lowering.request().check_races) return;
  if (accessed.writes && *storage != StorageSemantics::workgroup_memory)
    note_write(lowering, pointer);
  emit_atomic_check(lowering, instruction, accessed, *storage);
  if (behind == spv::StorageClass::Generic)
    emit_atomic_check(lowering, instruction, accessed, StorageSemantics::workgroup_memory);
}

namespace {

// Whether a barrier orders memory between fewer invocations than a workgroup.
bool orders_part_of_workgroup(const MemorySemantics& semantics) {
  return (semantics.acquire || semantics.release) && semantics.scope < MemoryScope::workgroup;
}

}  // namespace

void emit_race_barrier(Lowering& lowering, MemoryScope execution,
                       const MemorySemantics& semantics) {
  if (!lowering.request().check_races) return;
  if (execution == MemoryScope::invocation) return emit_race_memory_barrier(lowering, semantics);
  const bool of_workgroup = execution == MemoryScope::workgroup;
  if (!of_workgroup || orders_part_of_workgroup(semantics))
    lowering.builder().note_fine_synchronization();
  lowering.emit(of_workgroup ? notify_watch<arrive_at_workgroup> : notify_watch<subgroup_barrier>,
                no_slot, {}, add_semantics(lowering, semantics));
}

void emit_race_barrier_end(Lowering& lowering, const MemorySemantics& semantics) {
  if (!lowering.request().check_races) return;
  lowering.emit(notify_watch<leave_workgroup>, no_slot, {}, add_semantics(lowering, semantics));
}

void emit_race_memory_barrier(Lowering& lowering, const MemorySemantics& semantics) {
  if (!lowering.request().check_races) return;
  lowering.builder().note_memory_barrier();
  if (orders_part_of_workgroup(semantics)) lowering.builder().note_fine_synchronization();
  lowering.emit(notify_watch<memory_barrier>, no_slot, {}, add_semantics(lowering, semantics));
}

void emit_race_split_barrier(Lowering& lowering, bool arrival, MemoryScope execution,
                             const MemorySemantics& semantics) {
  if (!lowering.request().check_races) return;
  lowering.builder().note_fine_synchronization();
  const bool of_workgroup = execution == MemoryScope::workgroup;
  const Handler arrive = of_workgroup ? notify_watch<arrive_at_split<MemoryScope::workgroup>>
                                      : notify_watch<arrive_at_split<MemoryScope::subgroup>>;
  const Handler wait = of_workgroup ? notify_watch<wait_at_split<MemoryScope::workgroup>>
                                    : notify_watch<wait_at_split<MemoryScope::subgroup>>;
  lowering.emit(arrival ? arrive : wait, no_slot, {}, add_semantics(lowering, semantics));
}

void emit_race_named_barrier(Lowering& lowering, bool arrival, Slot barrier,
                             const MemorySemantics& semantics) {
  if (!lowering.request().check_races) return;
  lowering.builder().note_fine_synchronization();
  lowering.emit(arrival ? notify_watch<arrive_at_named> : notify_watch<leave_named>, no_slot,
                {barrier}, add_semantics(lowering, semantics));
}

}  // namespace spirv_oracle
