#include "interpreter/exec/race_watch.h"

#include <algorithm>
#include <bit>
#include <set>

#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/report/object_name.h"
#include "interpreter/exec/report/race_explanation.h"
#include "interpreter/exec/report/race_report.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/module.h"
#include "memory/race_conflict.h"

namespace spirv_oracle {
namespace {

// See RaceShape.
bool has_wide_atomics(const Program& program, StorageSemantics storage) {
  return std::ranges::all_of(program.races.sites, [&](const RaceSite& site) {
    return !site.atomic || site.storage != storage || site.scope >= widest_scope(storage);
  });
}

bool has_wide_acquisitions(const Program& program, StorageSemantics storage) {
  return std::ranges::all_of(program.races.memory_semantics, [&](const MemorySemantics& semantics) {
    return !semantics.acquire || !semantics.names(storage) ||
           semantics.scope >= widest_scope(storage);
  });
}

// See RaceShape.
bool visibility_differs(const Program& program) {
  std::set<MemoryScope> scopes;
  for (const RaceSite& site : program.races.sites)
    if (site.non_private && !site.atomic && !site.writes) scopes.insert(site.visible);
  return scopes.size() > 1;
}

// See RaceShape.
bool may_relay(const Program& program, StorageSemantics by, StorageSemantics memory) {
  return std::ranges::any_of(program.races.memory_semantics, [&](const MemorySemantics& semantics) {
    return (semantics.acquire || semantics.release) && semantics.names(by) &&
           !semantics.names(memory);
  });
}

std::vector<std::uint32_t> invocations_of(const SubgroupLayout& layout) {
  std::vector<std::uint32_t> invocations;
  for (std::uint32_t id = 0; id < layout.subgroup_count; ++id) {
    layout.existing(id).for_each(
        [&](unsigned lane) { invocations.push_back(id * layout.subgroup_size + lane); });
  }
  return invocations;
}

RaceShape shape_of(const Program& program, bool de_facto_order) {
  RaceShape shape;
  // In OpenCL, nothing needs to be made available or visible, so barriers order more there.
  shape.de_facto_order = de_facto_order || program.is_kernel();
  shape.barriers_acquire_de_facto = de_facto_order;
  shape.subgroup_size = program.subgroup_size;
  shape.subgroup_count = program.layout.subgroup_count;
  shape.invocations = invocations_of(program.layout);
  if (program.non_uniform != nullptr) {
    shape.invocations_of_workgroup = [&program](std::uint64_t workgroup) {
      return invocations_of(program.layout_of(workgroup));
    };
  }
  shape.vulkan_memory_model = program.module->memory_model() == spv::MemoryModel::Vulkan;
  shape.fine_synchronization = program.sharing.synchronizes_finely ||
                               (program.sharing.has_atomics && program.sharing.has_memory_barrier);
  shape.visibility_differs = visibility_differs(program);
  for (const StorageSemantics storage : all_storage_semantics) {
    const auto i = static_cast<std::size_t>(storage);
    for (const StorageSemantics memory : all_storage_semantics)
      shape.relays[i][index(memory)] = may_relay(program, storage, memory);
    shape.has_wide_atomics[i] = has_wide_atomics(program, storage);
    shape.widely_scoped[i] = shape.has_wide_atomics[i] && has_wide_acquisitions(program, storage);
  }
  return shape;
}

// Whether the order of atomics may decide about a result, a value in memory, or which invocation takes a lock.
bool may_depend_on_atomic_order(const Program& program, const RaceShape& shape) {
  const bool has_atomics = std::ranges::any_of(program.races.sites, &RaceSite::atomic);
  // Another path of an uncertain branch may have any atomic.
  const bool follows_branches = !program.branches.joins.empty();
  return has_atomics && (program.sharing.depends_on_atomic_order || shape.fine_synchronization ||
                         follows_branches);
}

// The site as reports show it: a store to an output of a patch is not an atomic (patch_output_site() in checks/race_check.cpp).
RaceSite as_declared(const Program& program, RaceSite site) {
  if (program.has_patches() && site.storage == StorageSemantics::workgroup_memory)
    site.atomic = false;
  return site;
}

// In RaceWatch::arrived_.
constexpr std::uint32_t bits_of_word = 32;

// Numbers that identify what invocations arrive at, different for each kind of barrier.
constexpr std::uint64_t of_named = std::uint64_t{1} << 63;
constexpr std::uint64_t of_subgroup = std::uint64_t{1} << 62;

// A variable by its name in the source; a buffer by its binding.
std::string name_of(const AddressSpace& memory, std::size_t object) {
  const Allocation& allocation = *memory.object(static_cast<std::uint32_t>(object)).allocation;
  if (allocation.kind == MemoryKind::physical) return "memory '" + allocation.name + "'";
  return name_in_source(allocation);
}

}  // namespace

bool RaceWatch::is_possible(const Program& program) {
  return std::uint64_t{program.layout.subgroup_count} * program.subgroup_size <=
         RaceShape::max_invocations;
}

bool RaceWatch::is_divisible(const Program& program, const Known& known) {
  const bool is_first_run = known.racing.empty() && known.atomics.empty() &&
                            known.general_races.empty() && known.proof == nullptr;
  return is_first_run && !may_depend_on_atomic_order(program, shape_of(program, false));
}

RaceWatch::RaceWatch(const Program& program, const Launch& launch, std::uint64_t max_memory,
                     bool de_facto_order, const Known& known)
    : program_(program),
      launch_(launch),
      known_(known),
      detector_(shape_of(program, de_facto_order), &shadow_memory_),
      has_one_reference_(program.module->memory_model() != spv::MemoryModel::Vulkan),
      is_looking_(!known.has_no_races || known.proof != nullptr) {
  shadow_memory_.limit = max_memory;
  for (const RaceSite& site : program.races.sites) detector_.add_site(site);
  if (!known.racing.empty()) {
    journal_.emplace(detector_, known.racing, shadow_memory_);
    if (program.sharing.has_atomics) flags_.emplace(shape_of(program, de_facto_order));
  }
  if (may_depend_on_atomic_order(program, detector_.order().shape())) {
    const std::uint64_t part = max_memory / 8;
    shadow_memory_.limit -= part;
    atomic_order_.emplace(shape_of(program, de_facto_order), part, known.atomics);
  }
}

RaceWatch::~RaceWatch() {
  if (known_.proof != nullptr) known_.proof->look_backs().forget_releases();
}

void RaceWatch::pack_shadows() {
  constexpr std::uint64_t interval = std::uint64_t{1} << 20;  // bytes, at least
  if (shadow_memory_.used < pack_at_) return;
  for (RaceShadow& shadow : shadows_) shadow.pack();
  pack_at_ = shadow_memory_.used + std::max(interval, shadow_memory_.used / 8);
}

void RaceWatch::start_workgroup(std::uint64_t index) {
  pack_shadows();
  if (is_looking_) detector_.start_workgroup(index);
  if (atomic_order_) atomic_order_->start_workgroup(index);
  if (flags_) flags_->start_workgroup(index);
  if (journal_) journal_->start_workgroup();
  arrived_.clear();
  for (auto& counts : split_arrivals_) counts.clear();
  named_.clear();
}

RaceWatch::Words RaceWatch::general_races() const {
  Words words = known_.general_races;
  for (const auto& [object, overtaken] : overtaken_)
    for (const auto& [offset, kind] : overtaken) words[object][offset] = kind;
  if (known_.proof != nullptr) {
    for (const auto& [object, found] : known_.proof->words_of_sections()) {
      for (const auto& [offset, kind] : found) {
        GeneralRace& known = words[object].try_emplace(offset, kind).first->second;
        known = std::max(known, kind);
      }
    }
    return words;
  }
  if (!atomic_order_ || !atomic_order_->has_contention()) return words;
  const auto add = [&words](std::size_t object, const RaceShadow& shadow) {
    for (const auto& [offset, kind] : shadow.general_races()) {
      GeneralRace& known =
          words[static_cast<std::uint32_t>(object)].try_emplace(offset, kind).first->second;
      known = std::max(known, kind);
    }
  };
  for (std::size_t object = 0; object < shadows_.size(); ++object) add(object, shadows_[object]);
  for (const Suspended& suspended : suspended_) {
    for (std::size_t i = 0; i < suspended.shadows.size(); ++i)
      add(program_.workgroup_variables[i].object, suspended.shadows[i]);
  }
  return words;
}

bool RaceWatch::may_conflict_with(const RaceWatch& other, const AddressSpace& memory) const {
  const std::size_t common = std::min(shadows_.size(), other.shadows_.size());
  for (std::size_t object = 1; object < common; ++object) {
    const Allocation* allocation = memory.object(static_cast<std::uint32_t>(object)).allocation;
    if (allocation != nullptr && allocation->kind == MemoryKind::workgroup) continue;
    if (may_conflict({shadows_[object], detector_.sites()},
                     {other.shadows_[object], other.detector_.sites()}))
      return true;
  }
  return false;
}

bool RaceWatch::is_before(RaceRecord earlier, const ObjectEntry& object, const Subgroup& subgroup,
                          unsigned lane) const {
  if (!is_looking_) {  // not known
    if (known_.proof != nullptr) known_.proof->fail();
    return true;
  }
  const RaceOrder& order = detector_.order();
  const std::uint32_t own = invocation(subgroup, lane);
  const std::uint32_t agent = order.access(earlier).agent;
  if (agent == order.agent(own)) return true;
  const auto is_known = [&](StorageSemantics storage) {
    return order.knows(storage, own, agent, earlier.epoch());
  };
  if (object.allocation->kind == MemoryKind::workgroup)
    return !order.is_own(agent) || is_known(StorageSemantics::workgroup_memory);
  return is_known(StorageSemantics::uniform_memory) || is_known(StorageSemantics::image_memory);
}

void RaceWatch::note_overtaken(const AddressSpace& memory, std::size_t object,
                               std::uint64_t offset) {
  const Bytes& owner = bytes_of(memory, object);
  const std::uint64_t word = (owner.begin + offset) & ~std::uint64_t{3};
  overtaken_[static_cast<std::uint32_t>(owner.object)][word] = GeneralRace::between_writes;
}

std::optional<GeneralRace> RaceWatch::known_general_race(const Bytes& owner, std::uint64_t at,
                                                         unsigned bytes) const {
  const auto words = known_.general_races.find(static_cast<std::uint32_t>(owner.object));
  if (words == known_.general_races.end()) return std::nullopt;
  std::optional<GeneralRace> found;
  const std::uint64_t first = (owner.begin + at) & ~std::uint64_t{3};
  auto word = words->second.lower_bound(first);
  for (; word != words->second.end() && word->first < owner.begin + at + bytes; ++word)
    found = std::max(found, std::optional(word->second));
  return found;
}

void RaceWatch::mark_for_load(Definedness& state) {
  if (state != Definedness::defined) return;
  state = Definedness::implementation_dependent;
  marked_for_load_.push_back(&state);
}

void RaceWatch::take_back_marks() {
  for (Definedness* state : marked_for_load_) *state = Definedness::defined;
  marked_for_load_.clear();
}

void RaceWatch::exchange_with(Suspended& other, const AddressSpace& memory) {
  if (atomic_order_) {
    if (other.atomics == nullptr) other.atomics = atomic_order_->make_suspended();
    atomic_order_->exchange_workgroup(*other.atomics);
  }
  if (flags_) {
    if (other.flags == nullptr) other.flags = flags_->make_suspended();
    flags_->exchange_workgroup(*other.flags);
  }
  std::swap(arrived_, other.arrived);
  std::swap(split_arrivals_, other.split_arrivals);
  std::swap(named_, other.named);
  if (!is_looking_) return;
  if (other.order == nullptr) {
    other.order = detector_.order().make_suspended();
    for (const WorkgroupVariable& variable : program_.workgroup_variables) {
      other.shadows.emplace_back(&shadow_memory_);
      other.shadows.back().set_object_size(variable.size);
    }
  }
  detector_.order().exchange_workgroup(*other.order);
  for (std::size_t i = 0; i < other.shadows.size(); ++i)
    std::swap(shadow(memory, program_.workgroup_variables[i].object), other.shadows[i]);
}

void RaceWatch::resume_workgroup() {
  tell_orders({}, [](RaceOrder& order, const MemorySemantics&) { order.resume_workgroup(); });
}

void RaceWatch::finish_workgroup() {
  ++finished_;
  if (!atomic_order_) return;
  if (known_.proof != nullptr) known_.proof->finish_workgroup(atomic_order_->order().workgroup());
  atomic_order_->finish_workgroup();
}

void RaceWatch::give_up() {
  shadows_.clear();
  for (Suspended& suspended : suspended_) suspended.shadows.clear();
  is_looking_ = false;
  given_up_after_ = finished_;
}

void RaceWatch::switch_to(std::uint32_t resident, const AddressSpace& memory) {
  if (resident == running_) return;
  suspended_.resize(std::max<std::size_t>(suspended_.size(), std::max(resident, running_) + 1));
  exchange_with(suspended_[running_], memory);
  exchange_with(suspended_[resident], memory);
  running_ = resident;
  if (journal_) journal_->switch_to(resident);
}

// An object that shares bytes is created after the object that owns them.
RaceWatch::Bytes RaceWatch::owner_of(const AddressSpace& memory, std::size_t object) {
  const Bytes own{object, 0};
  const ObjectEntry& entry = memory.object(static_cast<std::uint32_t>(object));
  if (entry.allocation == nullptr || !entry.allocation->bytes.empty()) return own;
  for (std::size_t owner = object; owner-- > 1;) {
    const ObjectEntry& other = memory.object(static_cast<std::uint32_t>(owner));
    const bool has_own = other.allocation != nullptr && !other.allocation->bytes.empty();
    if (!has_own || entry.bytes < other.bytes || entry.bytes >= other.bytes + other.size) continue;
    return {owner, static_cast<std::uint64_t>(entry.bytes - other.bytes)};
  }
  return own;
}

const RaceWatch::Bytes& RaceWatch::bytes_of(const AddressSpace& memory, std::size_t object) {
  if (object >= bytes_of_.size()) bytes_of_.resize(object + 1);
  Bytes& found = bytes_of_[object];
  if (found.object != 0) return found;
  found = owner_of(memory, object);
  const ObjectEntry& entry = memory.object(static_cast<std::uint32_t>(object));
  const bool is_buffer =
      entry.allocation != nullptr && entry.allocation->kind == MemoryKind::buffer;
  const auto writes = [&](std::uint32_t written) {
    return owner_of(memory, written).object == found.object;
  };
  found.may_race = !is_buffer || program_.sharing.writes_any_object ||
                   (std::ranges::any_of(program_.sharing.written_objects, writes) &&
                    !has_own_parts(memory, object));
  return found;
}

// Whether no two invocations access the same byte of the object.
bool RaceWatch::has_own_parts(const AddressSpace& memory, std::size_t object) const {
  const auto id = static_cast<std::uint32_t>(object);
  if (launch_.global_offset != Launch{}.global_offset ||
      !program_.sharing.own_parts.divide(id, launch_.groups, program_.local_size))
    return false;
  const ObjectEntry& own = memory.object(id);
  for (std::uint32_t other = 1; other < memory.object_count(); ++other) {
    const ObjectEntry& entry = memory.object(other);
    const bool shares_bytes = other != id && entry.allocation != nullptr &&
                              entry.bytes < own.bytes + own.size &&
                              own.bytes < entry.bytes + entry.size;
    if (shares_bytes) return false;
  }
  return true;
}

// Objects that share bytes with others are separate references ("Reference" in the memory model): descriptors,
// or memory that is accessed by its address.
void RaceWatch::find_references(const AddressSpace& memory) {
  has_references_.assign(memory.object_count(), false);
  std::size_t references = 0;
  for (std::size_t object = 1; object < has_references_.size(); ++object) {
    const std::size_t owner = bytes_of(memory, object).object;
    if (owner == object) continue;
    has_references_[object] = has_references_[owner] = true;
    references += 2;
  }
  // If no site numbers are left, references are not distinguished.
  has_one_reference_ =
      references == 0 || program_.races.sites.size() * (references + 1) > RaceDetector::max_sites;
}

std::uint16_t RaceWatch::site_of_reference(const AddressSpace& memory, std::uint16_t site,
                                           std::size_t object) {
  if (has_references_.empty()) find_references(memory);
  if (has_one_reference_ || !has_references_[object]) return site;
  const auto [known, is_new] = sites_of_references_.try_emplace({site, object}, site);
  if (is_new) {
    RaceSite of_reference = detector_.site(site);
    of_reference.reference = static_cast<std::uint32_t>(object);
    known->second = detector_.add_site(of_reference);
  }
  return known->second;
}

std::span<const std::uint32_t> RaceWatch::invocations(const Subgroup& subgroup) {
  invocations_.clear();
  subgroup.active.for_each(
      [&](unsigned lane) { invocations_.push_back(invocation(subgroup, lane)); });
  return invocations_;
}

// --- reports ---

// Each search may read the whole module and its source. Few races need one; a module with thousands of them
// must not take long.
bool RaceWatch::may_search_for_advice() const {
  constexpr std::uint64_t most = std::uint64_t{1} << 26;
  searched_ += program_.module->instructions().size();
  for (const SourceFile& file : program_.module->files()) searched_ += file.text.size();
  return searched_ <= most;
}

std::optional<FlagOrder::Flags> RaceWatch::flags_of(const Race& race, Stamp flag_epoch,
                                                    std::uint32_t invocation) const {
  const bool may_be_ordered = race.missing == MissingEdge::other_workgroup ||
                              race.missing == MissingEdge::synchronization ||
                              race.missing == MissingEdge::atomic_acquire;
  if (!flags_ || flag_epoch == 0 || !may_be_ordered) return std::nullopt;
  const auto flags = flags_->flags_between(race.other.agent, flag_epoch, invocation);
  // No barrier before it makes an atomic publish itself.
  if (flags && flags->released_at == detector_.site(race.other.site).origin) return std::nullopt;
  return flags;
}

void RaceWatch::report(Subgroup& subgroup, const Record& record, std::uint16_t site_number,
                       const LaneMask& lanes, unsigned lane, std::size_t object, const Race& race,
                       bool same_value) const {
  const RaceSite site = as_declared(program_, detector_.site(site_number));
  const RaceSite other_site = as_declared(program_, detector_.site(race.other.site));
  const RaceShape& shape = detector_.order().shape();
  const bool de_facto_order = !shape.barriers_order_de_facto() && !shape.vulkan_memory_model;
  Workgroup& workgroup = *subgroup.workgroup;
  // To ignore data races also ignores those that leave the value unchanged.
  const std::vector<std::string>& ignored = workgroup.policy().ignored_kinds;
  if (std::ranges::find(ignored, race_clauses::data_race.kind) != ignored.end()) same_value = false;
  const Clause& clause = race_clause(race, site, other_site, same_value, de_facto_order);
  const bool of_other_workgroup =
      detector_.order().workgroup_of(race.other.agent) != workgroup.shape().index();
  if (workgroup.findings().knows_race(clause, record.origin, of_other_workgroup))
    return workgroup.findings().report_race(subgroup, record, clause, lanes, {}, {});
  const std::vector<EnclosingLoop> loops = loops_around(subgroup);
  const Bytes& bytes = bytes_of_[object];
  RaceJournal::NotedAccess noted;
  if (journal_) noted = journal_->find(bytes.object, bytes.begin + race.offset, race.other);
  const AddressSpace& memory = *subgroup.memory;
  const std::string name = name_of(memory, object);
  // As an access of that site names it: a whole value, if it is one.
  const auto element = [&](const RaceSite& of) {
    return element_name(program_, memory, static_cast<std::uint32_t>(object), race.offset,
                        accessed_type(program_, of.origin));
  };
  const RacingAccess access{
      site, invocation(subgroup, lane), workgroup.shape().index(), name, element(site), &loops};
  const RacingAccess other{other_site,
                           detector_.order().invocation_of(race.other.agent),
                           detector_.order().workgroup_of(race.other.agent),
                           other_site.reference == 0 ? name : name_of(memory, other_site.reference),
                           element(other_site),
                           noted.loops};
  const RaceReport report =
      describe_race(program_, workgroup.shape().group_count(), race, access, other,
                    {same_value, de_facto_order,
                     flags_of(race, noted.flag_epoch, access.invocation), may_search_for_advice()});
  workgroup.findings().report_race(subgroup, record, clause, lanes, report.message, report.other);
}

// --- barriers ---

void RaceWatch::memory_barrier(const Subgroup& subgroup, const MemorySemantics& semantics) {
  const auto here = invocations(subgroup);
  tell_orders(semantics, [&](RaceOrder& order, const MemorySemantics& there) {
    order.memory_barrier(here, there);
  });
}

void RaceWatch::subgroup_barrier(const Subgroup& subgroup, const MemorySemantics& semantics) {
  const auto here = invocations(subgroup);
  tell_orders(semantics, [&](RaceOrder& order, const MemorySemantics& there) {
    order.control_barrier(here, MemoryScope::subgroup, there);
  });
}

void RaceWatch::arrive_at_workgroup(const Subgroup& subgroup, const MemorySemantics& semantics) {
  const std::uint32_t first = invocation(subgroup, 0);
  const std::size_t words = (subgroup.size + bits_of_word - 1) / bits_of_word;
  const std::size_t invocation_count =
      std::size_t{program_.layout.subgroup_count} * program_.subgroup_size;
  arrived_.resize((invocation_count + bits_of_word - 1) / bits_of_word);
  for (std::size_t i = 0; i < words; ++i) {
    const auto lanes =
        static_cast<std::uint32_t>(subgroup.active.words[i / 2] >> (i % 2 * bits_of_word));
    arrived_[first / bits_of_word + i] |= lanes << first % bits_of_word;
  }
  unsigned count = 0;
  for (const std::uint32_t bits : arrived_) count += LaneMask::count(bits);
  if (count == program_.layout_of(subgroup.workgroup_index).invocation_count)
    end_workgroup_barrier(semantics, program_.non_uniform == nullptr);
}

// If not all have arrived, which is undefined behavior, the barrier covers those that have.
void RaceWatch::leave_workgroup(const Subgroup& subgroup, const MemorySemantics& semantics) {
  if (arrived_.empty() || subgroup.active.none()) return;
  const std::uint32_t own = invocation(subgroup, subgroup.active.lowest());
  const bool is_incomplete = (arrived_[own / bits_of_word] >> own % bits_of_word & 1) != 0;
  if (is_incomplete) end_workgroup_barrier(semantics, false);
}

void RaceWatch::end_workgroup_barrier(const MemorySemantics& semantics, bool of_all) {
  std::vector<std::uint32_t> some;
  for (std::uint32_t word = 0; !of_all && word < arrived_.size(); ++word) {
    for (std::uint32_t rest = arrived_[word]; rest != 0; rest &= rest - 1)
      some.push_back(word * bits_of_word + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
  const std::span<const std::uint32_t> invocations =
      of_all ? detector_.order().shape().invocations : some;
  tell_orders(semantics, [&](RaceOrder& order, const MemorySemantics& there) {
    order.control_barrier(invocations, MemoryScope::workgroup, there);
  });
  arrived_.clear();
}

std::uint64_t RaceWatch::split_barrier(const Subgroup& subgroup, MemoryScope execution) const {
  const bool of_workgroup = execution == MemoryScope::workgroup;
  const std::vector<std::uint32_t>& counts = split_arrivals_[of_workgroup ? 1 : 0];
  const std::uint64_t count =
      counts.empty() ? 0 : counts[invocation(subgroup, subgroup.active.lowest())];
  return of_workgroup ? count : of_subgroup | std::uint64_t{subgroup.id} << 32 | count;
}

void RaceWatch::arrive_at_split(const Subgroup& subgroup, MemoryScope execution,
                                const MemorySemantics& semantics) {
  std::vector<std::uint32_t>& counts = split_arrivals_[execution == MemoryScope::workgroup ? 1 : 0];
  counts.resize(std::size_t{program_.layout.subgroup_count} * program_.subgroup_size);
  const auto here = invocations(subgroup);
  for (const std::uint32_t invocation : here) ++counts[invocation];
  const std::uint64_t barrier = split_barrier(subgroup, execution);
  tell_orders(semantics, [&](RaceOrder& order, const MemorySemantics& there) {
    order.arrive(barrier, here, execution, there);
  });
}

void RaceWatch::wait_at_split(const Subgroup& subgroup, MemoryScope execution,
                              const MemorySemantics& semantics) {
  const auto here = invocations(subgroup);
  const std::uint64_t barrier = split_barrier(subgroup, execution);
  tell_orders(semantics, [&](RaceOrder& order, const MemorySemantics& there) {
    order.wait(barrier, here, there);
  });
}

void RaceWatch::arrive_at_named(const Subgroup& subgroup, std::uint32_t number, std::uint64_t phase,
                                const MemorySemantics& semantics) {
  named_.resize(program_.layout.subgroup_count);
  named_[subgroup.id] = of_named | std::uint64_t{number} << 40 | phase;
  const auto here = invocations(subgroup);
  tell_orders(semantics, [&](RaceOrder& order, const MemorySemantics& there) {
    order.arrive(named_[subgroup.id], here, MemoryScope::workgroup, there);
  });
}

void RaceWatch::leave_named(const Subgroup& subgroup, const MemorySemantics& semantics) {
  if (named_.empty()) return;
  const auto here = invocations(subgroup);
  tell_orders(semantics, [&](RaceOrder& order, const MemorySemantics& there) {
    order.wait(named_[subgroup.id], here, there);
  });
}

}  // namespace spirv_oracle
