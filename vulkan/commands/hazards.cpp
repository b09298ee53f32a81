#include "vulkan/commands/hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "driver/options.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

// The bytes of a memory that the parts have.
ByteSpans spans_of(const std::vector<MemoryPart>& parts, std::uint64_t memory) {
  ByteSpans spans;
  for (const MemoryPart& part : parts) {
    if (part.memory->handle == memory && part.size != 0) spans.push_back(part.span());
  }
  normalize(spans);
  return spans;
}

}  // namespace

void Hazards::drop(const Clock& known_to_all) {
  // The host may still read bytes that nothing makes visible to it.
  const bool keeps_for_host = driver_options().checks_host_reads;
  std::erase_if(earlier_, [&](const Access& access) {
    const bool is_kept = keeps_for_host && access.is_write && access.queue != host_index &&
                         std::ranges::none_of(access.orders, &Order::is_visible_to_host);
    return access.submission <= known_to_all[access.queue] && !is_kept;
  });
}

void Hazards::acquire(const Clock& before, Stages stages) {
  const Stages visible = with_later_stages(expand_target_stages(stages));
  for (Access& access : earlier_) {
    if (access.submission > before[access.queue]) continue;
    Order& order = access.orders[submitter_.queue];
    order.stages |= visible;
    order.is_available = true;
    for (std::size_t s = 0; s < access_stages.size(); ++s) {
      if ((visible & access_stages[s]) != 0) order.visible[s] = all_accesses;
    }
  }
}

void Hazards::add(const MemoryPart& part, bool is_write, const AccessKind& kind) {
  if (part.size == 0) return;
  current_[{part.memory->handle, is_write, kind}].push_back(part.span());
  current_memory_[part.memory->handle] = part.memory;
}

void Hazards::add_possible(const std::vector<ReadablePart>& parts,
                           std::shared_ptr<const PossibleReads<DeviceMemory>> reads) {
  for (const ReadablePart& readable : parts) {
    if (readable.part.size == 0) continue;
    possible_[{readable.part.memory->handle, false, readable.kind}].push_back(readable.part.span());
  }
  possible_reads_ = std::move(reads);
}

void Hazards::finish(const std::string& place) {
  for (const auto& [handle, memory] : current_memory_) take_host_accesses(memory);
  const auto shared_place = std::make_shared<const std::string>(place);
  const std::uint64_t number = next_access_++;
  std::vector<Access> made;
  for (auto& [key, spans] : current_) {
    normalize(spans);
    made.push_back({key.memory, key.is_write, key.kind, std::move(spans), shared_place,
                    submitter_.queue, submitter_.submission, number});
  }
  for (auto& [key, spans] : possible_) {
    normalize(spans);
    made.push_back({key.memory, key.is_write, key.kind, std::move(spans), shared_place,
                    submitter_.queue, submitter_.submission, number});
    made.back().possible = possible_reads_;
  }
  for (Access& access : made) access.host_operation = submitter_.known[host_index];
  current_.clear();
  possible_.clear();
  for (const Access& later : made) {
    if (later.possible == nullptr) check(later);
  }
  for (Access& access : made) replace(access);
  std::ranges::move(made, std::back_inserter(earlier_));
  if (possible_reads_ != nullptr) forget_old_possible_reads();
  possible_reads_ = nullptr;
  current_memory_.clear();
}

void Hazards::check(const Access& later) const {
  std::set<std::uint64_t> reported;  // commands
  const auto each_conflict = [&](bool possible, auto visit) {
    for (const Access& earlier : earlier_) {
      const bool conflicts = earlier.memory == later.memory && (earlier.is_write || later.is_write);
      if (!conflicts || (earlier.possible != nullptr) != possible ||
          !overlaps(earlier.spans, later.spans))
        continue;
      if (const auto found = missing(earlier, later.is_write, later.kind)) visit(earlier, *found);
    }
  };
  const auto& memory = current_memory_.at(later.memory);
  // Whether a dispatch really reads such bytes takes time to find out, so that comes last.
  for (const bool possible : {false, true}) {
    each_conflict(possible, [&](const Access& earlier, const Missing& what) {
      if (possible && reported.contains(earlier.number)) return;
      if (report(earlier, later, what, memory)) reported.insert(earlier.number);
    });
  }
}

bool Hazards::reads(const Access& access, const ByteSpans& spans,
                    const std::shared_ptr<DeviceMemory>& memory) {
  if (access.possible == nullptr) return true;
  std::vector<MemoryPart> parts;
  for (const auto& [begin, end] : spans) parts.push_back({memory, begin, end - begin});
  return access.possible->includes(parts);
}

void Hazards::forget_old_possible_reads() {
  std::map<std::uint64_t, std::uint64_t, std::greater<>>
      kept;  // sizes by command, the latest first
  for (const Access& access : earlier_) {
    if (access.possible != nullptr) kept[access.number] = access.possible->size();
  }
  std::uint64_t oldest = 0, size = 0, count = 0;
  for (const auto& [number, of_command] : kept) {
    size += of_command;
    if (++count <= most_possible_reads && size <= most_bytes_of_possible_reads) continue;
    oldest = number + 1;
    break;
  }
  std::erase_if(earlier_, [oldest](const Access& access) {
    return access.possible != nullptr && access.number < oldest;
  });
}

std::optional<Hazards::Missing> Hazards::missing(const Access& earlier, bool is_write,
                                                 const AccessKind& kind) const {
  if (earlier.submission <= submitter_.known[earlier.queue]) return std::nullopt;
  const bool is_host = earlier.queue == host_index;
  const Order& order = earlier.orders[submitter_.queue];
  const bool is_ordered = (order.stages & kind.stage) != 0;
  if (is_ordered && !earlier.is_write) return std::nullopt;
  // A write after a write needs no visibility (section "Location-Ordered" of the memory model).
  if (is_ordered && is_write && order.is_available) return std::nullopt;
  if (is_ordered && !is_write) {
    for (std::size_t s = 0; s < access_stages.size(); ++s) {
      if ((kind.stage & access_stages[s]) != 0 && (order.visible[s] & kind.access) != 0)
        return std::nullopt;
    }
  }
  if (is_host && !order.has_barrier && order.stages == 0) {
    return Missing{earlier.is_write ? &rules::host_write_in_use : &rules::host_read_in_use,
                   "after the submission, without an event or semaphore that orders them"};
  }
  if (!is_host && earlier.queue != submitter_.queue && order.stages == 0) {
    return Missing{&rules::missing_semaphore,
                   "without a semaphore or a wait of the host that orders the queues"};
  }
  if (!order.has_barrier && order.stages == 0)
    return Missing{&rules::missing_barrier, "without a barrier between them"};
  return Missing{&rules::narrow_barrier, narrow_part(earlier, kind)};
}

std::string Hazards::narrow_part(const Access& earlier, const AccessKind& kind) const {
  const Order& order = earlier.orders[submitter_.queue];
  const std::string source = name_of_stage(earlier.kind.stage);
  const std::string target = name_of_stage(kind.stage);
  if (earlier.kind.stage == 0 && (order.stages & kind.stage) == 0)
    return fmt::format("but its barrier lacks {} in dstStageMask", target);
  if (order.stages == 0)
    return fmt::format("but the barrier between them lacks {} in srcStageMask", source);
  if ((order.stages & kind.stage) == 0)
    return fmt::format("but what is between them lacks {} in dstStageMask", target);
  if (!order.is_available) {
    return fmt::format(
        "but the barrier between them lacks {} in srcAccessMask, or covers other bytes",
        name_of_access(earlier.kind.access));
  }
  return fmt::format("but the barrier between them lacks {} in dstAccessMask for {}",
                     name_of_access(kind.access), target);
}

bool Hazards::report(const Access& earlier, const Access& later, const Missing& missing,
                     const std::shared_ptr<DeviceMemory>& memory) {
  const ByteSpans both = common(earlier.spans, later.spans);
  if (!reads(earlier, both, memory)) return false;
  const std::string name = text_of(memory->reported());
  const std::uint64_t byte = both.front().begin;
  Reporter::get().report(
      *missing.rule,
      earlier.possible != nullptr
          ? fmt::format("{} writes bytes of {}, from byte {} on, that {} reads, {}", *later.place,
                        name, byte, *earlier.place, missing.text)
          : fmt::format("{} {} byte {} of {}, which {} {}, {}", *later.place,
                        later.is_write ? "writes" : "reads", byte, name, *earlier.place,
                        earlier.is_write ? "writes" : "reads", missing.text),
      {memory->reported()});
  return true;
}

void Hazards::replace(const Access& by) {
  if (by.possible != nullptr) return;
  for (Access& earlier : earlier_) {
    const bool is_replaced = earlier.memory == by.memory && overlaps(earlier.spans, by.spans) &&
                             (by.is_write || (!earlier.is_write && earlier.queue == by.queue &&
                                              (earlier.kind.stage & ~by.kind.stage) == 0));
    if (is_replaced) earlier.spans = without(earlier.spans, by.spans);
  }
  std::erase_if(earlier_, [](const Access& access) { return access.spans.empty(); });
}

void Hazards::split(const Dependency& dependency) {
  std::vector<Access> uncovered;
  for (Access& access : earlier_) {
    if (!access.is_write) continue;
    const ByteSpans covered = common(access.spans, spans_of(*dependency.parts, access.memory));
    if (covered.empty() || covered == access.spans) continue;
    Access other = access;
    other.spans = without(access.spans, covered);
    access.spans = covered;
    uncovered.push_back(std::move(other));
  }
  std::ranges::move(uncovered, std::back_inserter(earlier_));
}

void Hazards::order_access(Access& access, const Dependency& dependency, const Limit& limit) {
  Order& order = access.orders[submitter_.queue];
  const Stages sources = expand_source_stages(dependency.source_stages);
  const Stages targets = expand_target_stages(dependency.target_stages);
  const bool is_earlier = access.queue == host_index
                              ? access.submission <= limit.host_operation
                              : access.queue == submitter_.queue && access.number < limit.access;
  if (is_earlier) order.has_barrier = true;
  const bool is_direct = is_earlier && (access.kind.stage & with_earlier_stages(sources)) != 0;
  const bool is_chained = (order.stages & with_earlier_stages(sources)) != 0;
  if (!is_direct && !is_chained) return;
  order.stages |= with_later_stages(targets);
  if (!access.is_write) return;
  if (dependency.parts && !overlaps(access.spans, spans_of(*dependency.parts, access.memory)))
    return;
  const bool makes_available =
      is_earlier && (access.kind.stage & sources) != 0 &&
      (access.kind.access & expand_accesses(dependency.source_accesses)) != 0;
  if (makes_available) order.is_available = true;
  if (!order.is_available) return;
  for (std::size_t s = 0; s < access_stages.size(); ++s) {
    if ((targets & access_stages[s]) != 0)
      order.visible[s] |= expand_accesses(dependency.target_accesses);
  }
}

void Hazards::order(const Dependency& dependency, const Limit& limit) {
  if (dependency.parts) split(dependency);
  for (Access& access : earlier_) order_access(access, dependency, limit);
}

// The transition is a write after the first scope of its barrier. Transitions before it are not checked.
std::optional<Hazards::Missing> Hazards::missing_before_transition(const Access& earlier,
                                                                   const Dependency& dependency,
                                                                   const Limit& limit) const {
  if (earlier.submission <= submitter_.known[earlier.queue] || earlier.kind.stage == 0 ||
      earlier.queue == host_index)
    return std::nullopt;
  const Order& order = earlier.orders[submitter_.queue];
  const Stages sources = with_earlier_stages(expand_source_stages(dependency.source_stages));
  const bool is_direct = earlier.queue == submitter_.queue && earlier.number < limit.access &&
                         (earlier.kind.stage & sources) != 0;
  if (!is_direct && (order.stages & sources) == 0) {
    if (earlier.queue != submitter_.queue && order.stages == 0) {
      return Missing{&rules::missing_semaphore,
                     "without a semaphore or a wait of the host that orders the queues"};
    }
    return Missing{&rules::narrow_barrier,
                   fmt::format("but the barrier of the transition lacks {} in srcStageMask",
                               name_of_stage(earlier.kind.stage))};
  }
  if (!earlier.is_write || order.is_available) return std::nullopt;
  return Missing{&rules::narrow_barrier,
                 fmt::format("but the barrier of the transition lacks {} in srcAccessMask",
                             name_of_access(earlier.kind.access))};
}

void Hazards::add_transition(const MemoryPart& part, const Dependency& dependency,
                             const std::string& place, const Limit& limit) {
  if (part.size == 0) return;
  Access access;
  access.memory = part.memory->handle;
  access.is_write = true;
  access.spans = {part.span()};
  access.place = std::make_shared<const std::string>("the layout transition of " + place);
  access.queue = submitter_.queue;
  access.submission = submitter_.submission;
  access.number = next_access_++;
  const Stages targets = expand_target_stages(dependency.target_stages);
  Order& order = access.orders[submitter_.queue];
  order.has_barrier = order.is_available = true;
  order.stages = with_later_stages(targets);
  for (std::size_t s = 0; s < access_stages.size(); ++s) {
    if ((targets & access_stages[s]) != 0)
      order.visible[s] = expand_accesses(dependency.target_accesses);
  }
  for (const Access& earlier : earlier_) {
    if (earlier.memory != access.memory || !overlaps(earlier.spans, access.spans)) continue;
    if (const auto what = missing_before_transition(earlier, dependency, limit))
      report(earlier, access, *what, part.memory);
  }
  replace(access);
  earlier_.push_back(std::move(access));
}

void Hazards::forget(std::uint64_t memory) {
  std::erase_if(earlier_, [memory](const Access& access) { return access.memory == memory; });
}

std::vector<Hazards::Unordered> Hazards::unordered_writes(const MemoryPart& part,
                                                          const AccessKind& kind) {
  take_host_accesses(part.memory);
  std::vector<Unordered> found;
  for (const Access& access : earlier_) {
    if (!access.is_write || access.memory != part.memory->handle) continue;
    const ByteSpans spans = common(access.spans, {part.span()});
    if (spans.empty()) continue;
    const auto what = missing(access, false, kind);
    if (!what) continue;
    for (const auto& [begin, end] : spans)
      found.push_back({begin, end, *access.place, what->rule, what->text});
  }
  return found;
}

}  // namespace spirv_oracle::vulkan
