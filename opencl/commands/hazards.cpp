#include "opencl/commands/hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "driver/options.h"

namespace spirv_oracle::opencl {
namespace {

struct Access {
  Accessor by;
  bool is_write = false;
  ByteSpans ranges;
  bool is_certain = true;
  std::weak_ptr<const PossibleReads<Store>>
      possible{};  // of an access that is not; in `kept_reads`
};

struct Accesses {
  std::weak_ptr<Store> store;
  std::vector<Access> all;
};

constexpr std::size_t most_accesses = 512;     // of a store
constexpr std::size_t most_ranges = 1u << 22;  // of those
constexpr std::size_t most_kept = 64;          // dispatches that are kept with their inputs
constexpr std::uint64_t most_kept_bytes = std::uint64_t{64} << 20;

// The latest dispatches. They hold their memory, so there is a limit for all stores together.
class KeptReads {
 public:
  void add(const std::shared_ptr<const PossibleReads<Store>>& reads) {
    if (!all_.empty() && all_.back() == reads) return;
    all_.push_back(reads);
    bytes_ += reads->size();
    while (all_.size() > most_kept || bytes_ > most_kept_bytes) {
      bytes_ -= all_.front()->size();
      all_.pop_front();
    }
  }

 private:
  std::deque<std::shared_ptr<const PossibleReads<Store>>> all_;
  std::uint64_t bytes_ = 0;
};

KeptReads& kept_reads() {
  static auto* const kept = new KeptReads;
  return *kept;
}

std::map<const Store*, Accesses>& accesses() {
  static auto* const all = new std::map<const Store*, Accesses>;
  return *all;
}

// The accesses to a store, without those to stores that are gone.
std::vector<Access>& accesses_of(const std::shared_ptr<Store>& store) {
  auto& all = accesses();
  Accesses& found = all[store.get()];
  if (found.store.expired()) {
    std::erase_if(all, [&](const auto& one) {
      return one.first != store.get() && one.second.store.expired();
    });
    found.all.clear();
    found.store = store;
  }
  return found.all;
}

// Later accesses that are ordered with the new one are ordered with what it replaces.
void remember(std::vector<Access>& all, Access access) {
  std::erase_if(all, [&](const Access& old) {
    if (!old.is_certain && old.possible.expired()) return true;
    return access.is_certain && (access.is_write || !old.is_write) &&
           without(old.ranges, access.ranges).empty() && happens_before(old.by.id, access.by.id);
  });
  if (all.size() == most_accesses) all.erase(all.begin());
  all.push_back(std::move(access));
  std::size_t ranges = 0;
  const auto fits = [&](const Access& one) { return (ranges += one.ranges.size()) <= most_ranges; };
  const auto last_kept = std::find_if_not(all.rbegin(), all.rend(), fits);
  all.erase(all.begin(), last_kept.base());
}

// Whether reads that are possible are of these bytes.
bool includes(const PossibleReads<Store>& reads, const std::shared_ptr<Store>& store,
              const ByteSpans& spans) {
  std::vector<MemoryPart> parts;
  for (const ByteSpan& span : spans) parts.push_back({store, span.begin, span.size()});
  return reads.includes(parts);
}

void report(const Access& earlier, const Access& later, const ByteSpan& first) {
  const bool is_of_parts =
      earlier.by.object != later.by.object && (earlier.by.is_sub_buffer || later.by.is_sub_buffer);
  const Clause& rule = is_of_parts ? rules::sub_buffers_overlap : rules::missing_dependency;
  Reporter::get().report(
      rule, fmt::format("{} {} byte {} of {}, which {} {}{}, and nothing orders the two commands",
                        later.by.place, later.is_write ? "writes" : "reads", first.begin,
                        later.by.object, earlier.by.place, earlier.is_write ? "writes" : "reads",
                        is_of_parts ? " through " + earlier.by.object : ""));
}

void check_mappings(const Accessor& by, const std::shared_ptr<Store>& store,
                    const ByteSpans& ranges, bool is_write, const PossibleReads<Store>* possible) {
  std::vector<Mapping> mappings;
  {
    const std::lock_guard lock(store->mutex);
    mappings = store->mappings;
  }
  for (const Mapping& mapping : mappings) {
    if (!mapping.is_active || (!is_write && !mapping.is_write)) continue;
    const ByteSpans both = common(ranges, mapping.ranges);
    if (both.empty() || (possible != nullptr && !includes(*possible, store, both))) continue;
    Reporter::get().report(rules::mapped_access,
                           fmt::format("{} {} byte {} of {}, which {} maps for {}", by.place,
                                       is_write ? "writes" : "reads", both.front().begin, by.object,
                                       mapping.place, mapping.is_write ? "writing" : "reading"));
  }
}

}  // namespace

Accessor accessor_of(const Event& event, const Memory& memory) {
  return {event.id, event.place, memory.text(), memory.parent != nullptr};
}

void add_access(const Accessor& by, const std::shared_ptr<Store>& store, const ByteSpans& ranges,
                bool is_write) {
  if (!driver_options().checks_races || ranges.empty()) return;
  check_mappings(by, store, ranges, is_write, nullptr);
  std::vector<Access>& all = accesses_of(store);
  const Access later{by, is_write, ranges};
  for (const Access& earlier : all) {
    if ((!earlier.is_write && !is_write) || earlier.by.id == by.id) continue;
    if (happens_before(earlier.by.id, by.id)) continue;
    const ByteSpans both = common(earlier.ranges, ranges);
    if (both.empty()) continue;
    if (!earlier.is_certain) {
      const auto reads = earlier.possible.lock();
      if (!reads || !includes(*reads, store, both)) continue;
    }
    report(earlier, later, both.front());
  }
  remember(all, later);
}

void add_possible_read(const Accessor& by, const MemoryPart& part,
                       const std::shared_ptr<const PossibleReads<Store>>& reads, bool keep) {
  if (!driver_options().checks_races) return;
  check_mappings(by, part.memory, {part.span()}, false, reads.get());
  std::vector<Access>& all = accesses_of(part.memory);
  const Access later{by, false, {part.span()}, false, reads};
  for (const Access& earlier : all) {
    if (!earlier.is_write || earlier.by.id == by.id) continue;
    if (happens_before(earlier.by.id, by.id)) continue;
    const ByteSpans both = common(earlier.ranges, later.ranges);
    if (!both.empty() && includes(*reads, part.memory, both)) report(earlier, later, both.front());
  }
  if (!keep) return;
  kept_reads().add(reads);
  remember(all, later);
}

}  // namespace spirv_oracle::opencl
