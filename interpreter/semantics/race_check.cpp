#include "interpreter/semantics/race_check.h"

#include <algorithm>
#include <utility>

#include "interpreter/exec/barriers.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/function_lowering.h"
#include "interpreter/semantics/for_width.h"
#include "interpreter/semantics/image_access.h"

namespace spirv_oracle {

namespace race_clauses {
constinit const Clause data_race{
    "memory.data-race", "data-race", Effect::undefined_behavior,
    "Two invocations access the same memory, one of them writes it, and they are not ordered"};
constinit const Clause mixed_atomic{
    "memory.atomic-and-plain-access", "data-race", Effect::undefined_behavior,
    "An atomic and an access that is not atomic go to the same memory, and they are not ordered"};
constinit const Clause atomic_scope{
    "memory.atomics-not-mutually-ordered", "atomic-scope", Effect::undefined_behavior,
    "Two atomics on the same memory are neither mutually ordered nor ordered otherwise"};
constinit const Clause ordered_by_custom{
    "memory.ordered-by-custom", "customary-order", Effect::implementation_defined,
    "Two invocations access the same memory, one of them writes it, and only custom orders them"};
constinit const Clause private_access{
    "memory.private-access", "private-access", Effect::undefined_behavior,
    "An access to memory that another invocation writes or has written is private"};
constinit const Clause not_available{
    "memory.not-available", "memory-availability", Effect::undefined_behavior,
    "A write of another invocation happens before the access, but is not made available to it"};
constinit const Clause not_visible{
    "memory.not-visible", "memory-availability", Effect::undefined_behavior,
    "A write of another invocation happens before the read, but is not made visible to it"};
}  // namespace race_clauses

namespace {

// What there is to say of a barrier, by StorageSemantics.
struct StorageTexts {
  const char* add_barrier;
  const char* not_named;
  const char* name_it;
};
constexpr StorageTexts storage_texts[storage_semantics_count] = {
    {"put memoryBarrierBuffer() and barrier() between them, where all invocations execute them",
     "the semantics of the barrier between them do not name UniformMemory",
     "name UniformMemory in the semantics of the barrier (memoryBarrierBuffer() before barrier() "
     "in "
     "GLSL)"},
    {"put barrier() between them, where all invocations execute it",
     "the semantics of the barrier between them do not name WorkgroupMemory",
     "name WorkgroupMemory in the semantics of the barrier"},
    {"put memoryBarrierImage() and barrier() between them, where all invocations execute them",
     "the semantics of the barrier between them do not name ImageMemory",
     "name ImageMemory in the semantics of the barrier (memoryBarrierImage() before barrier() in "
     "GLSL)"},
};

}  // namespace

RaceExplanation explain_race(const RaceSite& site, const RaceSite& other, MissingEdge missing,
                             bool in_kernel) {
  RaceExplanation explanation = explain_race(site, other, missing);
  if (!in_kernel) return explanation;
  const bool is_local = site.storage == StorageSemantics::workgroup_memory;
  if (missing == MissingEdge::synchronization) {
    explanation.help = is_local ? "put barrier(CLK_LOCAL_MEM_FENCE) between them, where all "
                                  "work-items execute it"
                                : "put barrier(CLK_GLOBAL_MEM_FENCE) between them, where all "
                                  "work-items execute it";
  } else if (missing == MissingEdge::other_workgroup) {
    explanation.help =
        "work-groups run in any order, or at once: let each have its own memory, use atomics, or "
        "split the kernel";
  } else if (missing == MissingEdge::barrier_storage) {
    explanation.missing =
        is_local ? "the semantics of the barrier between them do not name WorkgroupMemory"
                 : "the semantics of the barrier between them do not name CrossWorkgroupMemory";
    explanation.help =
        is_local ? "give the barrier CLK_LOCAL_MEM_FENCE" : "give the barrier CLK_GLOBAL_MEM_FENCE";
  }
  return explanation;
}

RaceExplanation explain_race(const RaceSite& site, const RaceSite& other, MissingEdge missing) {
  const Clause* clause =
      site.atomic != other.atomic ? &race_clauses::mixed_atomic : &race_clauses::data_race;
  const StorageTexts& texts = storage_texts[static_cast<std::size_t>(site.storage)];
  switch (missing) {
    case MissingEdge::synchronization:
      return {clause, "no barrier is between them", texts.add_barrier};
    case MissingEdge::other_workgroup:
      return {clause, "no atomics order what the workgroups do",
              "workgroups run in any order, or at once: let each have its own memory, use atomics, "
              "or split the dispatch"};
    case MissingEdge::barrier_storage:
      return {clause, texts.not_named, texts.name_it};
    case MissingEdge::barrier_order:
      return {clause, "the semantics of the barrier between them are not AcquireRelease",
              "give the barrier the memory semantics AcquireRelease"};
    case MissingEdge::barrier_scope:
      return {clause, "the memory scope of the barrier between them does not include both",
              "give the barrier a memory scope that includes all who access the memory"};
    case MissingEdge::atomic_scope:
      return {&race_clauses::atomic_scope, "their memory scopes do not include each other",
              "give both atomics a scope that includes all who access the memory"};
    case MissingEdge::atomic_size:
      return {&race_clauses::atomic_scope, "they do not access the same set of bytes",
              "access the memory by atomics of one width only"};
    case MissingEdge::private_access:
      return {&race_clauses::private_access, "this one has no NonPrivatePointer",
              "add NonPrivatePointer to its memory operands (coherent, or workgroupcoherent, in "
              "GLSL)"};
    case MissingEdge::other_private_access:
      return {&race_clauses::private_access, "the earlier one has no NonPrivatePointer",
              "add NonPrivatePointer to its memory operands (coherent, or workgroupcoherent, in "
              "GLSL)"};
    case MissingEdge::availability:
      return {&race_clauses::not_available,
              "neither the write has MakePointerAvailable, nor a release after it MakeAvailable, "
              "with a scope that includes both",
              "make the write available (coherent in GLSL)"};
    case MissingEdge::visibility:
      break;
  }
  return {&race_clauses::not_visible,
          "neither the read has MakePointerVisible, nor an acquire before it MakeVisible, with a "
          "scope that includes both",
          "make the write visible (coherent in GLSL)"};
}

RaceExplanation explain_customary_order(MissingEdge missing) {
  const bool not_coherent =
      missing == MissingEdge::availability || missing == MissingEdge::visibility;
  if (not_coherent) {
    return {&race_clauses::ordered_by_custom,
            "they are ordered, but the buffer is not Coherent, so that nothing says that the write "
            "reaches others",
            "declare the buffer coherent"};
  }
  return {
      &race_clauses::ordered_by_custom,
      "a memory barrier before the control barrier between them releases, but nothing behind it "
      "acquires",
      "put one memory barrier behind the control barrier too, or use controlBarrier(), which "
      "names the memory"};
}

namespace {

// --- accesses ---

// The memory of an object, if it can be shared: its number and shadow.
struct SharedObject {
  std::uint64_t object = 0;
  std::uint64_t size = 0;  // 0: not shared
  RaceShadow* shadow = nullptr;
  std::uint64_t begin = 0;  // of the object's bytes in the shadow
};

// `storage`: of the site; a generic pointer has one for each storage class that it may point into.
SharedObject shared_object(const Subgroup& subgroup, RaceWatch& races, std::uint64_t address,
                           StorageSemantics storage) {
  const ObjectEntry& entry = subgroup.memory->find(address);
  const std::uint64_t object = address >> AddressSpace::offset_bits;
  if (entry.allocation == nullptr) return {object, 0, nullptr};
  const bool in_workgroup = entry.allocation->kind == MemoryKind::workgroup;
  if (in_workgroup != (storage == StorageSemantics::workgroup_memory)) return {object, 0, nullptr};
  const RaceWatch::Bytes& bytes = races.bytes_of(*subgroup.memory, object);
  const bool is_own = bytes.object == object;
  if (is_own && !entry.allocation->writable) return {object, 0, nullptr};
  switch (entry.allocation->kind) {
    case MemoryKind::buffer:
    case MemoryKind::physical:
    case MemoryKind::workgroup:
      return {object, entry.size, &races.shadow(bytes.object), bytes.begin};
    default:
      return {object, 0, nullptr};
  }
}

// Races of one instruction: the lanes, and the first of them.
struct FoundRaces {
  LaneMask lanes;
  Race first;
  std::uint64_t object = 0;
  std::uint16_t site = 0;

  void add(unsigned lane, const SharedObject& shared, std::uint16_t of_site, const Race& race) {
    if (lanes.none()) {
      first = race;
      first.offset -= shared.begin;
      object = shared.object;
      site = of_site;
    }
    lanes.set(lane);
  }
  void report(Subgroup& subgroup, const Op& op, const RaceWatch& races) const {
    if (lanes.any()) races.report(subgroup, op, site, lanes, lanes.lowest(), object, first);
  }
};

// Lets the subgroup stop soon, for Workgroup to see why.
void end_where_memory_does(Subgroup& subgroup, const RaceWatch& races) {
  if (races.is_out_of_memory()) [[unlikely]]
    subgroup.step_limit = subgroup.steps;
}

// The accesses of one record by the lanes of a tangle.
template <bool Store>
class AccessCheck {
 public:
  AccessCheck(Subgroup& subgroup, RaceWatch& races, std::uint16_t site)
      : subgroup_(subgroup),
        races_(races),
        detector_(races.detector()),
        site_(site),
        execution_(detector_.begin(site)) {}

  // Four bytes at each address, `distance` further on.
  void words(const LaneMask& lanes, const std::uint64_t* addresses, std::uint64_t distance) {
    const auto access = [&](unsigned lane) __attribute__((always_inline)) {
      const std::uint64_t address = addresses[lane] + distance;
      const std::uint64_t at = AddressSpace::offset(address);
      if (address >> AddressSpace::offset_bits != object_.object) [[unlikely]]
        find_object(address);
      if (at >= word_offsets_) return;
      const std::uint64_t offset = object_.begin + at;
      if (offset % 4 != 0) [[unlikely]]
        return part(lane, offset, 4);
      const std::uint32_t slot = races_.slot(subgroup_, lane);
      const bool race = Store ? detector_.store_cell(*object_.shadow, offset, execution_, slot)
                              : detector_.load_cell(*object_.shadow, offset, execution_, slot);
      if (race) [[unlikely]]
        found_.add(lane, object_, site_, detector_.race());
    };
    if (lanes == LaneMask::first(subgroup_.padded_lanes)) {
      for (unsigned lane = 0; lane < subgroup_.padded_lanes; ++lane) access(lane);
    } else {
      lanes.for_each(access);
    }
  }

  // The same for other numbers of bytes.
  void bytes(const LaneMask& lanes, const std::uint64_t* addresses, std::uint64_t distance,
             unsigned count) {
    if (count < 4 && neighbours(lanes, addresses, distance, count)) return;
    lanes.for_each([&](unsigned lane) {
      const std::uint64_t address = addresses[lane] + distance;
      const std::uint64_t at = AddressSpace::offset(address);
      find_object(address);
      if (at >= object_.size) return;
      const auto inside = static_cast<unsigned>(std::min<std::uint64_t>(count, object_.size - at));
      part(lane, object_.begin + at, inside);
    });
  }

  void report(const Op& op) const { found_.report(subgroup_, op, races_); }

 private:
  void find_object(std::uint64_t address) {
    if (address >> AddressSpace::offset_bits == object_.object) return;
    object_ = shared_object(subgroup_, races_, address, detector_.site(site_).storage);
    word_offsets_ = object_.size - std::min<std::uint64_t>(object_.size, 3);
  }

  void part(unsigned lane, std::uint64_t offset, unsigned count) {
    const std::uint32_t slot = races_.slot(subgroup_, lane);
    const bool race = Store ? detector_.store(*object_.shadow, offset, count, execution_, slot)
                            : detector_.load(*object_.shadow, offset, count, execution_, slot);
    if (race) [[unlikely]]
      found_.add(lane, object_, site_, detector_.race());
  }

  // The lanes, all of them, access bytes side by side that fill cells; false where they do not.
  bool neighbours(const LaneMask& lanes, const std::uint64_t* addresses, std::uint64_t distance,
                  unsigned count) {
    const unsigned lane_count = subgroup_.padded_lanes;
    if (lanes != LaneMask::first(lane_count)) return false;
    const std::uint64_t first = addresses[0] + distance;
    find_object(first);
    const std::uint64_t at = AddressSpace::offset(first);
    const std::uint64_t begin = object_.begin + at;
    if (begin % 4 != 0 || at >= object_.size || lane_count * count > object_.size - at)
      return false;
    std::uint64_t apart = 0;
    for (std::size_t lane = 0; lane < lane_count; ++lane)
      apart |= addresses[lane] - addresses[0] - lane * count;
    if (apart != 0) return false;
    const unsigned lanes_of_cell = 4 / count;
    for (unsigned lane = 0; lane < lane_count; lane += lanes_of_cell) {
      const std::uint64_t offset = begin + lane * count;
      const std::uint32_t slot = races_.slot(subgroup_, lane);
      RaceShadow& shadow = *object_.shadow;
      const bool race = Store
                            ? detector_.store_by_neighbours(shadow, offset, count, execution_, slot)
                            : detector_.load_by_neighbours(shadow, offset, count, execution_, slot);
      if (!race) [[likely]]
        continue;
      const Race& found = detector_.race();
      const auto of_lane = static_cast<unsigned>((found.offset - begin) / count);
      found_.add(of_lane, object_, site_, found);
    }
    return true;
  }

  Subgroup& subgroup_;
  RaceWatch& races_;
  RaceDetector& detector_;
  std::uint16_t site_;
  RaceDetector::Execution execution_;
  SharedObject object_{~std::uint64_t{0}, 0, nullptr};
  std::uint64_t word_offsets_ = 0;  // of the object: at so many begin four bytes that are inside
  FoundRaces found_;
};

// extra: { site, bytes of a component, offset (2 words), stride (2 words), count }.
template <bool Store>
const Op* check_access(Subgroup& subgroup, const Op* op) {
  RaceWatch* races = subgroup.workgroup->races();
  if (races == nullptr) return op + 1;
  const std::uint32_t* words = subgroup.data + op->extra;
  const unsigned bytes = words[1];
  const std::uint64_t offset = words[2] | std::uint64_t{words[3]} << 32;
  const std::uint64_t stride = words[4] | std::uint64_t{words[5]} << 32;
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(op->operand[0]);
  const LaneMask lanes = subgroup.active & ~subgroup.header(op->operand[0]).undefined;
  AccessCheck<Store> check(subgroup, *races, static_cast<std::uint16_t>(words[0]));
  for (std::uint32_t c = 0; c < words[6]; ++c) {
    if (bytes == 4) {
      check.words(lanes, addresses, offset + c * stride);
    } else {
      check.bytes(lanes, addresses, offset + c * stride, bytes);
    }
  }
  check.report(*op);
  end_where_memory_does(subgroup, *races);
  return op + 1;
}

// operands: the plane of addresses, Original Value, Comparator; extra: { site, site where a
// compare-exchange fails, bytes, reads, writes, semantics, semantics where it fails }.
const Op* check_atomic(Subgroup& subgroup, const Op* op) {
  RaceWatch* races = subgroup.workgroup->races();
  if (races == nullptr) return op + 1;
  const std::uint32_t* words = subgroup.data + op->extra;
  const unsigned bytes = words[2];
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(op->operand[0]);
  const LaneMask lanes = subgroup.active & ~subgroup.header(op->operand[0]).undefined;
  const bool may_fail = op->operand[2] != no_slot;
  const auto fails = [&](unsigned lane) {
    return for_width(bytes, [&]<class T>() {
      if constexpr (std::is_same_v<T, bool>) {
        return false;
      } else {
        return subgroup.values<T>(op->operand[1])[lane] != subgroup.values<T>(op->operand[2])[lane];
      }
    });
  };
  FoundRaces found;
  lanes.for_each([&](unsigned lane) {
    const SharedObject object =
        shared_object(subgroup, *races, addresses[lane], races->detector().site(words[0]).storage);
    const std::uint64_t at = AddressSpace::offset(addresses[lane]);
    if (bytes > object.size || at > object.size - bytes || at % bytes != 0) return;
    const bool failed = may_fail && fails(lane);
    const auto site = static_cast<std::uint16_t>(words[failed ? 1 : 0]);
    const MemorySemantics& semantics = subgroup.program->memory_semantics[words[failed ? 6 : 5]];
    RaceDetector& detector = races->detector();
    if (detector.atomic(*object.shadow, object.begin + at, site, races->slot(subgroup, lane),
                        words[3] != 0, words[4] != 0 && !failed, semantics)) {
      found.add(lane, object, site, detector.race());
    }
  });
  found.report(subgroup, *op, *races);
  end_where_memory_does(subgroup, *races);
  return op + 1;
}

// --- barriers; extra: the semantics ---

template <auto Executed>
const Op* tell(Subgroup& subgroup, const Op* op) {
  RaceWatch* races = subgroup.workgroup->races();
  if (races != nullptr) {
    Executed(*races, subgroup, *op, subgroup.program->memory_semantics[op->extra]);
  }
  return op + 1;
}

template <auto Executed>
constexpr Handler telling = &tell<Executed>;

constexpr auto memory_barrier = [](RaceWatch& races, const Subgroup& subgroup, const Op&,
                                   const MemorySemantics& semantics) {
  races.memory_barrier(subgroup, semantics);
};
constexpr auto subgroup_barrier = [](RaceWatch& races, const Subgroup& subgroup, const Op&,
                                     const MemorySemantics& semantics) {
  races.subgroup_barrier(subgroup, semantics);
};
constexpr auto arrive_at_workgroup = [](RaceWatch& races, const Subgroup& subgroup, const Op&,
                                        const MemorySemantics& semantics) {
  races.arrive_at_workgroup(subgroup, semantics);
};
constexpr auto leave_workgroup = [](RaceWatch& races, const Subgroup& subgroup, const Op&,
                                    const MemorySemantics& semantics) {
  races.leave_workgroup(subgroup, semantics);
};
template <MemoryScope Execution>
constexpr auto arrive_at_split =
    [](RaceWatch& races, const Subgroup& subgroup, const Op&, const MemorySemantics& semantics) {
      races.arrive_at_split(subgroup, Execution, semantics);
    };
template <MemoryScope Execution>
constexpr auto wait_at_split =
    [](RaceWatch& races, const Subgroup& subgroup, const Op&, const MemorySemantics& semantics) {
      races.wait_at_split(subgroup, Execution, semantics);
    };
constexpr auto arrive_at_named = [](RaceWatch& races, const Subgroup& subgroup, const Op& op,
                                    const MemorySemantics& semantics) {
  const std::uint32_t number =
      subgroup.values<std::uint32_t>(op.operand[0])[subgroup.active.lowest()];
  races.arrive_at_named(subgroup, number, subgroup.workgroup->barriers().named_phase(number),
                        semantics);
};
constexpr auto leave_named = [](RaceWatch& races, const Subgroup& subgroup, const Op&,
                                const MemorySemantics& semantics) {
  races.leave_named(subgroup, semantics);
};

std::uint32_t add_semantics(Lowering& lowering, const MemorySemantics& semantics) {
  std::vector<MemorySemantics>& all = lowering.program().memory_semantics;
  all.push_back(semantics);
  return static_cast<std::uint32_t>(all.size() - 1);
}

// An instruction of an inlined function has one site for each call.
std::uint32_t add_site(Lowering& lowering, RaceSite site) {
  std::vector<RaceSite>& sites = lowering.program().race_sites;
  if (sites.size() == RaceDetector::max_sites) {
    lowering.fail({Status::limit,
                   "too many memory accesses to look for races: --no-check-races "
                   "runs the module without"});
    return 0;
  }
  site.origin = lowering.origin();
  sites.push_back(site);
  return static_cast<std::uint32_t>(sites.size() - 1);
}

MemoryScope memory_scope(Lowering& lowering, Id id) {
  const auto scope = lowering.types().integer(id);
  if (!scope) {
    lowering.fail_unsupported("a scope that is no constant");
    return MemoryScope::device;
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

// The storage class semantics that memory behind a pointer goes by; none where it is not shared.
std::optional<StorageSemantics> shared_storage(Lowering& lowering, Id pointer) {
  switch (lowering.type_of(pointer).storage_class) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::CrossWorkgroup:
    case spv::StorageClass::Generic:  // and as below, see also_in_workgroup()
      return StorageSemantics::uniform_memory;
    case spv::StorageClass::Workgroup:
      return StorageSemantics::workgroup_memory;
    case spv::StorageClass::Image:
      return StorageSemantics::image_memory;
    default:
      return std::nullopt;
  }
}

// Whether the buffer behind a pointer is Coherent, or one of its members; where it is not known which
// buffer that is, it counts as such.
bool is_coherent(Lowering& lowering, Id pointer) {
  const Module& module = lowering.module();
  const Id declaration = lowering.value(pointer).pointer.declaration;
  if (declaration == 0 || module.has_decoration(declaration, spv::Decoration::Coherent))
    return true;
  Id block = lowering.type_of(declaration).element;
  while (lowering.type(block).kind == Type::Kind::array ||
         lowering.type(block).kind == Type::Kind::runtime_array)
    block = lowering.type(block).element;
  const std::size_t members = lowering.type(block).members.size();
  for (std::uint32_t member = 0; member < members; ++member) {
    if (module.member_decoration(block, member, spv::Decoration::Coherent)) return true;
  }
  return false;
}

}  // namespace

MemorySemantics memory_semantics(Lowering& lowering, Id scope, Id semantics_id) {
  using Mask = spv::MemorySemanticsMask;
  MemorySemantics semantics;
  semantics.scope = memory_scope(lowering, scope);
  const auto value = lowering.types().integer(semantics_id);
  if (!value) {
    lowering.fail_unsupported("memory semantics that are no constant");
    return semantics;
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

std::optional<RaceSite> race_site(Lowering& lowering, Id pointer, const Instruction& instruction,
                                  unsigned operands, bool store) {
  if (!lowering.dispatch().check_races || lowering.failed()) return std::nullopt;
  const auto storage = shared_storage(lowering, pointer);
  if (!storage) return std::nullopt;
  RaceSite site;
  site.storage = *storage;
  site.writes = store;
  if (lowering.module().memory_model() != spv::MemoryModel::Vulkan) {
    const bool is_buffer = *storage == StorageSemantics::uniform_memory;
    if (lowering.dispatch().check_customary_order && is_buffer && !is_coherent(lowering, pointer))
      site.available = site.visible = MemoryScope::invocation;
    return site;
  }
  using Mask = spv::MemoryAccessMask;
  const std::uint32_t mask = operands == 0 ? 0 : instruction.literal(operands);
  const auto has = [mask](Mask bit) { return (mask & static_cast<std::uint32_t>(bit)) != 0; };
  unsigned next = operands + (has(Mask::Aligned) ? 2 : 1);
  site.non_private = has(Mask::NonPrivatePointer);
  site.available = site.visible = MemoryScope::invocation;
  if (has(Mask::MakePointerAvailable)) {
    const MemoryScope scope = memory_scope(lowering, instruction.id(next++));
    if (store) site.available = scope;
  }
  if (has(Mask::MakePointerVisible)) {
    const MemoryScope scope = memory_scope(lowering, instruction.id(next));
    if (!store) site.visible = scope;
  }
  return site;
}

std::optional<RaceSite> image_race_site(Lowering& lowering, const ImageOperands& operands,
                                        bool store) {
  if (!lowering.dispatch().check_races || lowering.failed()) return std::nullopt;
  RaceSite site;
  site.storage = StorageSemantics::image_memory;
  site.writes = store;
  if (lowering.module().memory_model() != spv::MemoryModel::Vulkan) return site;
  site.non_private = operands.has(spv::ImageOperandsMask::NonPrivateTexel);
  site.available = site.visible = MemoryScope::invocation;
  if (store && operands.available_scope != 0)
    site.available = memory_scope(lowering, operands.available_scope);
  if (!store && operands.visible_scope != 0)
    site.visible = memory_scope(lowering, operands.visible_scope);
  return site;
}

void emit_race_check(Lowering& lowering, const RaceSite& site, const AccessedComponents& accessed) {
  if (lowering.failed()) return;
  if (site.storage == StorageSemantics::uniform_memory && accessed.is_generic) {
    RaceSite in_workgroup = site;
    in_workgroup.storage = StorageSemantics::workgroup_memory;
    emit_race_check(lowering, in_workgroup, accessed);
  }
  unsigned bytes = std::max(1u, accessed.bytes);  // a Boolean is one
  std::uint32_t count = accessed.count;
  const bool fill_cells_together = bytes < 4 && accessed.stride == bytes;
  if (fill_cells_together) bytes *= std::exchange(count, 1);
  const std::uint32_t words[] = {add_site(lowering, site),
                                 bytes,
                                 static_cast<std::uint32_t>(accessed.offset),
                                 static_cast<std::uint32_t>(accessed.offset >> 32),
                                 static_cast<std::uint32_t>(accessed.stride),
                                 static_cast<std::uint32_t>(accessed.stride >> 32),
                                 count};
  lowering.emit(site.writes ? &check_access<true> : &check_access<false>, no_slot,
                {accessed.address}, lowering.add_data(words));
}

namespace {

void emit_atomic_check(Lowering& lowering, const Instruction& instruction,
                       const AccessedAtomically& accessed, StorageSemantics storage) {
  const unsigned first = Lowering::first_operand(instruction);
  const Id scope = instruction.id(first + 1);
  MemorySemantics semantics = memory_semantics(lowering, scope, instruction.id(first + 2));
  const bool may_fail = accessed.comparator != no_slot;
  MemorySemantics unequal =
      may_fail ? memory_semantics(lowering, scope, instruction.id(first + 3)) : semantics;
  if (semantics.acquire || semantics.release || unequal.acquire) {
    lowering.program().synchronizes_finely = true;
  }
  // In OpenCL the order of an atomic is about the memory that it accesses.
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
  // Compilers write the atomics of OpenCL C 1.x, which are about the device, with Scope Workgroup.
  const bool may_be_of_device = lowering.program().is_kernel() && !semantics.acquire &&
                                !semantics.release && semantics.scope == MemoryScope::workgroup;
  if (may_be_of_device) site.scope = MemoryScope::device;
  RaceSite failing = site;
  failing.writes = false;
  const std::uint32_t number = add_site(lowering, site);
  const std::uint32_t failing_number = may_fail ? add_site(lowering, failing) : number;
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
}

}  // namespace

void emit_race_check(Lowering& lowering, const Instruction& instruction,
                     const AccessedAtomically& accessed) {
  if (!lowering.dispatch().check_races || lowering.failed()) return;
  const Id pointer = instruction.id(Lowering::first_operand(instruction));
  const auto storage = shared_storage(lowering, pointer);
  if (!storage) return;
  emit_atomic_check(lowering, instruction, accessed, *storage);
  if (lowering.type_of(pointer).storage_class == spv::StorageClass::Generic)
    emit_atomic_check(lowering, instruction, accessed, StorageSemantics::workgroup_memory);
}

void emit_race_barrier(Lowering& lowering, MemoryScope execution,
                       const MemorySemantics& semantics) {
  if (!lowering.dispatch().check_races || lowering.failed()) return;
  if (execution == MemoryScope::invocation) return emit_race_memory_barrier(lowering, semantics);
  const bool of_workgroup = execution == MemoryScope::workgroup;
  if (!of_workgroup) lowering.program().synchronizes_finely = true;
  lowering.emit(of_workgroup ? telling<arrive_at_workgroup> : telling<subgroup_barrier>, no_slot,
                {}, add_semantics(lowering, semantics));
}

void emit_race_barrier_end(Lowering& lowering, const MemorySemantics& semantics) {
  if (!lowering.dispatch().check_races || lowering.failed()) return;
  lowering.emit(telling<leave_workgroup>, no_slot, {}, add_semantics(lowering, semantics));
}

void emit_race_memory_barrier(Lowering& lowering, const MemorySemantics& semantics) {
  if (!lowering.dispatch().check_races || lowering.failed()) return;
  lowering.program().has_memory_barrier = true;
  lowering.emit(telling<memory_barrier>, no_slot, {}, add_semantics(lowering, semantics));
}

void emit_race_split_barrier(Lowering& lowering, bool arrival, MemoryScope execution,
                             const MemorySemantics& semantics) {
  if (!lowering.dispatch().check_races || lowering.failed()) return;
  lowering.program().synchronizes_finely = true;
  const bool of_workgroup = execution == MemoryScope::workgroup;
  const Handler arrive = of_workgroup ? telling<arrive_at_split<MemoryScope::workgroup>>
                                      : telling<arrive_at_split<MemoryScope::subgroup>>;
  const Handler wait = of_workgroup ? telling<wait_at_split<MemoryScope::workgroup>>
                                    : telling<wait_at_split<MemoryScope::subgroup>>;
  lowering.emit(arrival ? arrive : wait, no_slot, {}, add_semantics(lowering, semantics));
}

void emit_race_named_barrier(Lowering& lowering, bool arrival, Slot barrier,
                             const MemorySemantics& semantics) {
  if (!lowering.dispatch().check_races || lowering.failed()) return;
  lowering.program().synchronizes_finely = true;
  lowering.emit(arrival ? telling<arrive_at_named> : telling<leave_named>, no_slot, {barrier},
                add_semantics(lowering, semantics));
}

}  // namespace spirv_oracle
