#include "interpreter/observe/provenance.h"

#include <algorithm>
#include <utility>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/writer_recorder.h"

namespace spirv_oracle {
namespace {

using What = HistoryStep::What;

// Limits of the tables: planes times invocations, steps, stored components.
constexpr std::uint64_t max_followed_places = 1u << 24;
constexpr std::size_t max_followed_entries = 1u << 20;
// In a loop, a step that a value has already taken is not repeated, and a history has at most this many steps.
constexpr unsigned max_ancestors = 64;
// The steps of all histories together, because many findings may each have a long history.
constexpr std::size_t max_returned_steps = std::size_t{1} << 22;
constexpr std::size_t max_result_origins = 63;
constexpr std::uint64_t bytes_of_object = std::uint64_t{1} << AddressSpace::offset_bits;

bool is_indeterminate(const PlaneHeader& header, unsigned lane, bool undefined) {
  return undefined ? header.undefined.test(lane) : header.implementation_dependent.test(lane);
}

template <class Action>
void for_indeterminate_lanes(const Subgroup& subgroup, Slot slot, Action action) {
  const PlaneHeader& header = subgroup.header(slot);
  ((header.undefined | header.implementation_dependent) & subgroup.active).for_each(action);
}

}  // namespace

bool Provenance::is_affordable(const Program& program, std::uint64_t max_memory) {
  return ShadowPlanes<Content>::is_affordable(program, max_followed_places, max_memory);
}

bool Provenance::is_out_of_memory() const {
  constexpr std::uint64_t of_tree_node = 4 * sizeof(void*);
  const std::uint64_t used = nodes_.size() * (2 * sizeof(Node) + sizeof(NodeId) + of_tree_node) +
                             bounds_.size() * sizeof(ValueBounds) +
                             (suspended_.size() + 1) * contents_.bytes_used() +
                             // Stored values end in BufferResult::indeterminate.
                             stored_.bytes_used(sizeof(Stored) + sizeof(IndeterminateComponent));
  return used > max_memory_;
}

Provenance::Provenance(const Program& program, std::uint64_t max_memory)
    : program_(program), max_memory_(max_memory), planes_(program), contents_(program) {}

void Provenance::exchange_with(Suspended& other) {
  std::swap(contents_, other.contents);
  std::swap(pending_results_, other.pending_results);
}

void Provenance::switch_to(std::uint32_t resident) {
  if (resident == running_) return;
  const std::size_t count = std::max(resident, running_) + std::size_t{1};
  while (suspended_.size() < count) suspended_.push_back({ShadowPlanes<Content>(program_), {}});
  exchange_with(suspended_[running_]);
  exchange_with(suspended_[resident]);
  running_ = resident;
}

std::uint64_t Provenance::place_of(const ObjectEntry& object, std::uint64_t address) const {
  constexpr unsigned above_objects = 56;
  return is_own_memory(object.allocation) ? address + (std::uint64_t{running_} << above_objects)
                                          : address;
}

Provenance::NodeId Provenance::intern(const Node& node) {
  if (nodes_.size() >= max_followed_entries) return 0;
  const auto [entry, inserted] = interned_.try_emplace(node, static_cast<NodeId>(nodes_.size()));
  if (inserted) nodes_.push_back(node);
  return entry->second;
}

Provenance::NodeId Provenance::passed_on(std::uint32_t origin, NodeId parent,
                                         std::uint32_t occurrence) {
  NodeId ancestor = parent;
  for (unsigned i = 0; i < max_ancestors && ancestor != 0; ++i) {
    if (nodes_[ancestor].origin == origin) return ancestor;
    ancestor = nodes_[ancestor].parent;
  }
  return ancestor != 0 ? parent : intern({What::passed_on, origin, parent, 0, occurrence});
}

void Provenance::note_copy(const Subgroup& subgroup, const Record& record) {
  for_indeterminate_lanes(subgroup, record.result, [&](unsigned lane) {
    at(subgroup, record.result, lane) = at(subgroup, record.operand[0], lane);
  });
}

void Provenance::note_unset(const Subgroup& subgroup, const Record& record) {
  const NodeId node = intern({What::unset_variable, record.origin, 0, 0, 0});
  for_indeterminate_lanes(subgroup, record.result, [&](unsigned lane) {
    at(subgroup, record.result, lane) = {node, 0, 0};
  });
}

void Provenance::note_uncertain(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                                std::uint32_t branch) {
  const NodeId node = intern({What::uncertain_branch, branch, 0, 0, 0});
  lanes.for_each([&](unsigned lane) { at(subgroup, slot, lane) = {node, 0, 0}; });
}

void Provenance::note_uncertain_bytes(const Subgroup& subgroup, std::uint64_t address,
                                      unsigned bytes, std::uint32_t branch) {
  const NodeId node = intern({What::uncertain_branch, branch, 0, 0, 0});
  const std::uint64_t place = place_of(subgroup.memory->find(address), address);
  stored_.put(place, bytes, {{node, 0, 0}, branch});
}

bool Provenance::keeps_occurrence_of(std::uint32_t origin) const {
  constexpr unsigned max_occurrences = 256;
  const auto count = occurrence_counts_.find(origin);
  return count == occurrence_counts_.end() || count->second < max_occurrences;
}

void Provenance::note_undefined_result(const RawFinding& occurrence) {
  UndefinedResult undefined_result{occurrence.steps, 0, occurrence.lanes};
  if (keeps_occurrence_of(occurrence.origin)) {
    ++occurrence_counts_[occurrence.origin];
    undefined_result.occurrence = static_cast<std::uint32_t>(occurrences_.size());
    occurrences_.push_back(occurrence);
  }
  auto& pending = pending_results_[{occurrence.subgroup, occurrence.origin}];
  std::erase_if(
      pending, [&](const UndefinedResult& other) { return other.steps != undefined_result.steps; });
  pending.push_back(undefined_result);
  const bool is_new = std::ranges::find(undefined_result_origins_, occurrence.origin) ==
                      undefined_result_origins_.end();
  if (is_new && undefined_result_origins_.size() < max_result_origins)
    undefined_result_origins_.push_back(occurrence.origin);
}

Provenance::UndefinedResults Provenance::bit_of(std::uint32_t origin) const {
  const auto found = std::ranges::find(undefined_result_origins_, origin);
  return UndefinedResults{1} << (found == undefined_result_origins_.end()
                                     ? max_result_origins
                                     : found - undefined_result_origins_.begin());
}

bool Provenance::is_among(std::uint32_t origin, UndefinedResults undefined_results) const {
  return (undefined_results & bit_of(origin)) != 0;
}

const Provenance::UndefinedResult* Provenance::reported_result(const Subgroup& subgroup,
                                                               std::uint32_t origin,
                                                               unsigned lane) const {
  const auto pending = pending_results_.find({subgroup.id, origin});
  if (pending == pending_results_.end()) return nullptr;
  const auto found = std::ranges::find_if(
      pending->second, [&](const UndefinedResult& result) { return result.lanes.test(lane); });
  return found == pending->second.end() ? nullptr : &*found;
}

Provenance::Content Provenance::new_content(const Subgroup& subgroup, std::uint32_t origin,
                                            unsigned lane, Node node) {
  const UndefinedResult* reported = reported_result(subgroup, origin, lane);
  if (reported == nullptr) return {intern(node), 0, 0};
  node.occurrence = reported->occurrence;
  return {intern(node), 0, bit_of(origin)};
}

void Provenance::note_reached(NodeId node) {
  for (; node != 0; node = nodes_[node].parent) {
    if (nodes_[node].occurrence == 0) continue;
    const RawFinding& finding = occurrences_[nodes_[node].occurrence];
    reaching_.try_emplace({finding.origin, finding.clause}, nodes_[node].occurrence);
  }
}

void Provenance::note_use(const Subgroup& subgroup, std::uint32_t origin, const LaneMask& lanes) {
  const auto operands = program_.observed_operands.find(origin);
  if (operands == program_.observed_operands.end()) return;
  for (const Slot slot : operands->second) {
    (subgroup.header(slot).undefined & lanes).for_each([&](unsigned lane) {
      const Content& content = at(subgroup, slot, lane);
      used_ |= content.undefined_results;
      note_reached(content.node);
    });
  }
}

Provenance::UndefinedResults Provenance::undefined_results_in(std::uint32_t object,
                                                              std::span<const Definedness> shadow) {
  UndefinedResults undefined_results = 0;
  const std::uint64_t begin = AddressSpace::base_of(object);
  stored_.for_each_from(begin, bytes_of_object, [&](const auto& entry) {
    if (shadow[entry.first - begin] != Definedness::undefined) return;
    const Content& content = entry.second.content.content;
    undefined_results |= content.undefined_results;
    note_reached(content.node);
  });
  return undefined_results;
}

std::vector<const RawFinding*> Provenance::reaching_occurrences() const {
  std::vector<const RawFinding*> found;
  for (const auto& [key, occurrence] : reaching_) found.push_back(&occurrences_[occurrence]);
  return found;
}

void Provenance::add_source(const Subgroup& subgroup, Slot slot, bool across_lanes, unsigned lane,
                            bool undefined, Content& content) const {
  const auto add = [&](const Subgroup& holder, unsigned of_lane) {
    const Content& found = at(holder, slot, of_lane);
    if (content.node == 0) content.node = found.node;
    content.undefined_results |= found.undefined_results;
  };
  if (is_indeterminate(subgroup.header(slot), lane, undefined)) add(subgroup, lane);
  if (!across_lanes) return;
  const PlaneHeader& header = subgroup.header(slot);
  ((undefined ? header.undefined : header.implementation_dependent) & subgroup.active)
      .for_each([&](unsigned other) { add(subgroup, other); });
}

Provenance::Content Provenance::source_of(const Subgroup& subgroup,
                                          std::span<const std::uint32_t> sources,
                                          std::uint32_t depended_on, bool across_lanes,
                                          unsigned lane, bool undefined) const {
  Content content;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    // The other operands are examined if none of these explains the result.
    if (i >= depended_on && (content.node != 0 || content.undefined_results != 0)) break;
    add_source(subgroup, sources[i], across_lanes, lane, undefined, content);
  }
  return content;
}

Provenance::Content Provenance::source_in_workgroup(const Subgroup& subgroup,
                                                    std::span<const std::uint32_t> sources,
                                                    bool undefined) const {
  Content content;
  for (const Subgroup& other : subgroup.workgroup->subgroups()) {
    for (const Slot slot : sources) {
      const PlaneHeader& header = other.header(slot);
      const LaneMask indeterminate = undefined ? header.undefined : header.implementation_dependent;
      (indeterminate & other.existing).for_each([&](unsigned lane) {
        const Content& found = at(other, slot, lane);
        if (content.node == 0) content.node = found.node;
        content.undefined_results |= found.undefined_results;
      });
    }
  }
  return content;
}

void Provenance::note_result(const Subgroup& subgroup, const Record& record) {
  const std::uint32_t* words = subgroup.data + record.extra;
  const bool across_lanes = words[0] != 0;
  const std::uint32_t* result = words + 2;
  for (std::uint32_t i = 0; i < words[1]; ++i, result += 3 + result[2]) {
    const Slot slot = result[0];
    for_indeterminate_lanes(subgroup, slot, [&](unsigned lane) {
      const bool undefined = subgroup.header(slot).undefined.test(lane);
      // A report about a lane concerns the lane's own operands.
      const UndefinedResult* reported = reported_result(subgroup, record.origin, lane);
      const std::uint32_t occurrence = reported == nullptr ? 0 : reported->occurrence;
      Content content = source_of(subgroup, {result + 3, result[2]}, result[1],
                                  across_lanes && reported == nullptr, lane, undefined);
      if (words[0] == 2 && reported == nullptr && content.node == 0)
        content = source_in_workgroup(subgroup, {result + 3, result[2]}, undefined);
      content.node = content.node != 0 ? passed_on(record.origin, content.node, occurrence)
                                       : intern({What::result, record.origin, 0, 0, occurrence});
      if (reported != nullptr) content.undefined_results |= bit_of(record.origin);
      const auto bounds = pending_bounds_.find({slot, lane});
      if (bounds != pending_bounds_.end() && bounds_.size() < max_followed_entries) {
        content.bounds = static_cast<std::uint32_t>(bounds_.size());
        bounds_.push_back(bounds->second);
      }
      at(subgroup, slot, lane) = content;
    });
  }
  pending_bounds_.clear();
  pending_results_.erase({subgroup.id, record.origin});
}

void Provenance::note_bounds(Slot slot, unsigned lane, const ValueBounds& bounds) {
  pending_bounds_[{slot, lane}] = bounds;
}

Provenance::Content Provenance::loaded(const Subgroup& subgroup, const Record& record,
                                       unsigned lane, std::uint64_t address, unsigned bytes) {
  const ObjectEntry& object = subgroup.memory->find(address);
  const std::uint64_t offset = AddressSpace::offset(address);
  if (!object.contains(address, bytes))
    return new_content(subgroup, record.origin, lane, {What::result, record.origin, 0, 0, 0});
  const Definedness* shadow = object.shadow + offset;
  const auto number = static_cast<std::uint32_t>(address >> AddressSpace::offset_bits);
  if (std::find(shadow, shadow + bytes, Definedness::uninitialized) != shadow + bytes)
    return {intern({What::unset_memory, record.origin, 0, number, 0}), 0, 0};
  const std::uint64_t place = place_of(object, address);
  if (const auto* entry = stored_.last_in(place, bytes)) {
    const bool whole = entry->first == place && entry->second.bytes == bytes;
    const auto& [content, store] = entry->second.content;
    return {passed_on(store, content.node), whole ? content.bounds : 0, content.undefined_results};
  }
  return {intern({What::initial_memory, record.origin, 0, number, 0}), 0, 0};
}

void Provenance::note_load(const Subgroup& subgroup, const Record& record) {
  const AccessWords words(subgroup.data + record.extra);
  const auto* address = subgroup.values<std::uint64_t>(record.operand[0]);
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const Slot slot = words.slots[c];
    for_indeterminate_lanes(subgroup, slot, [&](unsigned lane) {
      if (subgroup.header(record.operand[0]).undefined.test(lane)) {
        // The access may be to any of several places, so the address is the cause.
        const NodeId source = at(subgroup, record.operand[0], lane).node;
        at(subgroup, slot, lane) = {source != 0 ? passed_on(record.origin, source)
                                                : intern({What::result, record.origin, 0, 0}),
                                    0};
        return;
      }
      at(subgroup, slot, lane) =
          loaded(subgroup, record, lane, address[lane] + words.offset + c * words.stride,
                 planes_.bytes_of(slot));
    });
  }
  pending_results_.erase({subgroup.id, record.origin});
}

void Provenance::note_store(const Subgroup& subgroup, const Record& record) {
  const AccessWords words(subgroup.data + record.extra);
  const auto* address = subgroup.values<std::uint64_t>(record.operand[0]);
  for (std::uint32_t c = 0; c < words.count && stored_.size() < max_followed_entries; ++c) {
    const Slot slot = words.slots[c];
    for_indeterminate_lanes(subgroup, slot, [&](unsigned lane) {
      const std::uint64_t place = address[lane] + words.offset + c * words.stride;
      const ObjectEntry& object = subgroup.memory->find(place);
      if (!object.contains(place, planes_.bytes_of(slot))) return;
      stored_.put(place_of(object, place), planes_.bytes_of(slot),
                  {at(subgroup, slot, lane), record.origin});
    });
  }
}

void Provenance::note_atomic(const Subgroup& subgroup, const Record& record) {
  const auto* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  const unsigned bytes = record.extra;
  const Slot result = record.result, value = record.operand[1];
  const auto is_indeterminate_in = [&](Slot slot, unsigned lane) {
    if (slot == no_slot) return false;
    const PlaneHeader& header = subgroup.header(slot);
    return (header.undefined | header.implementation_dependent).test(lane);
  };
  const LaneMask unordered = pending_unordered_[subgroup.id];
  // An undefined value does not result from the order.
  const auto is_undefined = [&](const ObjectEntry& object, std::uint64_t address, unsigned lane) {
    if (result != no_slot) return subgroup.header(result).undefined.test(lane);
    const Definedness* shadow = object.shadow + AddressSpace::offset(address);
    return std::any_of(shadow, shadow + bytes, [](Definedness state) {
      return value_state(state) == Definedness::undefined;
    });
  };
  // One lane after the other, because each reads what the lanes before it have written.
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    const ObjectEntry& object = subgroup.memory->find(address);
    if (!object.contains(address, bytes) || stored_.size() >= max_followed_entries) {
      if (is_indeterminate_in(result, lane)) {
        at(subgroup, result, lane) =
            new_content(subgroup, record.origin, lane, {What::result, record.origin, 0, 0, 0});
      }
      return;
    }
    const std::uint64_t place = place_of(object, address);
    const auto* known = stored_.find(place);
    const auto number = static_cast<std::uint32_t>(address >> AddressSpace::offset_bits);
    Content found;
    if (unordered.test(lane) && !is_undefined(object, address, lane)) {
      found.node = intern({What::unordered, record.origin, 0, number, 0});
    } else if (known != nullptr) {
      found.node = passed_on(known->content.store, known->content.content.node);
      found.undefined_results = known->content.content.undefined_results;
    }
    if (is_indeterminate_in(result, lane)) {
      if (found.node == 0) {
        found = new_content(subgroup, record.origin, lane,
                            {What::unset_memory, record.origin, 0, number, 0});
      }
      at(subgroup, result, lane) = found;
    }
    if (is_indeterminate_in(value, lane)) found = at(subgroup, value, lane);
    if (found.node != 0) stored_.put(place, bytes, {found, record.origin});
  });
  pending_results_.erase({subgroup.id, record.origin});
  pending_unordered_.clear();
}

HistorySteps Provenance::history(NodeId node) {
  HistorySteps steps;
  for (; node != 0 && returned_steps_ < max_returned_steps;
       node = nodes_[node].parent, ++returned_steps_)
    steps.push_back({nodes_[node].what, nodes_[node].origin, nodes_[node].object});
  std::ranges::reverse(steps);
  return steps;
}

std::vector<Note> Provenance::explain_operand(const Subgroup& subgroup, std::uint32_t origin,
                                              unsigned lane) {
  const auto operands = program_.observed_operands.find(origin);
  if (operands == program_.observed_operands.end()) return {};
  for (const Slot slot : operands->second) {
    if (!subgroup.header(slot).undefined.test(lane)) continue;
    return history_notes(program_, *subgroup.memory, history(at(subgroup, slot, lane).node));
  }
  return {};
}

std::vector<Provenance::Stored> Provenance::stored_in(std::uint32_t object) const {
  std::vector<Stored> found;
  const std::uint64_t begin = AddressSpace::base_of(object);
  stored_.for_each_from(begin, bytes_of_object, [&](const auto& entry) {
    const auto& [content, store] = entry.second.content;
    Stored result{entry.first - begin, entry.second.bytes, content.node, store, {}};
    if (content.bounds != 0) result.bounds = bounds_[content.bounds];
    found.push_back(result);
  });
  return found;
}

HistorySteps Provenance::history_of(const Stored& stored) {
  HistorySteps steps = history(stored.node);
  steps.push_back({What::passed_on, stored.store, 0});
  return steps;
}

Provenance* provenance_of(const Subgroup& subgroup) {
  return static_cast<Provenance*>(subgroup.workgroup->observers().values.explainer);
}

namespace {

template <auto of_provenance, auto of_writers>
const Record* inform(Subgroup& subgroup, const Record* record) {
  if (Provenance* provenance = provenance_of(subgroup); provenance != nullptr)
    (provenance->*of_provenance)(subgroup, *record);
  if (WriterRecorder* writers = writers_of(subgroup); writers != nullptr)
    (writers->*of_writers)(subgroup, *record);
  return record + 1;
}

}  // namespace

const Record* note_copy(Subgroup& subgroup, const Record* record) {
  return inform<&Provenance::note_copy, &WriterRecorder::note_copy>(subgroup, record);
}
const Record* note_result(Subgroup& subgroup, const Record* record) {
  return inform<&Provenance::note_result, &WriterRecorder::note_result>(subgroup, record);
}
const Record* note_unset(Subgroup& subgroup, const Record* record) {
  return inform<&Provenance::note_unset, &WriterRecorder::note_unset>(subgroup, record);
}
const Record* note_load(Subgroup& subgroup, const Record* record) {
  return inform<&Provenance::note_load, &WriterRecorder::note_load>(subgroup, record);
}
const Record* note_store(Subgroup& subgroup, const Record* record) {
  return inform<&Provenance::note_store, &WriterRecorder::note_store>(subgroup, record);
}
const Record* note_atomic(Subgroup& subgroup, const Record* record) {
  return inform<&Provenance::note_atomic, &WriterRecorder::note_atomic>(subgroup, record);
}

}  // namespace spirv_oracle
