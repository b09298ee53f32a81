#include "opencl/commands/hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "driver/options.h"

namespace spirv_oracle::opencl {
namespace {

struct Access {
  Accessor by;
  bool is_write = false;
  std::vector<Range> ranges;
  std::shared_ptr<const PossibleReads> possible;  // null: the access is certain
};

struct Accesses {
  std::weak_ptr<Store> store;
  std::vector<Access> all;
};

constexpr std::size_t most_accesses = 512;     // of a store
constexpr std::size_t most_ranges = 1u << 22;  // of those
constexpr std::size_t most_possible = 64;      // that are kept with their inputs

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

bool covers(const std::vector<Range>& all, const std::vector<Range>& part) {
  auto range = all.begin();
  return std::ranges::all_of(part, [&](const Range& one) {
    while (range != all.end() && range->end < one.end) ++range;
    return range != all.end() && range->begin <= one.begin;
  });
}

// Later accesses that are ordered with the new one are ordered with what it replaces.
void remember(std::vector<Access>& all, Access access) {
  std::erase_if(all, [&](const Access& old) {
    return !access.possible && (access.is_write || !old.is_write) &&
           covers(access.ranges, old.ranges) && happens_before(old.by.id, access.by.id);
  });
  if (all.size() == most_accesses) all.erase(all.begin());
  all.push_back(std::move(access));
  std::size_t ranges = 0;
  const auto fits = [&](const Access& one) { return (ranges += one.ranges.size()) <= most_ranges; };
  const auto last_kept = std::find_if_not(all.rbegin(), all.rend(), fits);
  all.erase(all.begin(), last_kept.base());
  const auto is_possible = [](const Access& one) { return one.possible != nullptr; };
  if (static_cast<std::size_t>(std::ranges::count_if(all, is_possible)) > most_possible)
    all.erase(std::ranges::find_if(all, is_possible));
}

void report(const Access& earlier, const Access& later, const Range& first) {
  const bool is_of_parts =
      earlier.by.object != later.by.object && (earlier.by.is_sub_buffer || later.by.is_sub_buffer);
  const Clause& rule = is_of_parts ? rules::sub_buffers_overlap : rules::missing_dependency;
  Reporter::get().report(
      rule, fmt::format("{} {} byte {} of {}, which {} {}{}, and nothing orders the two commands",
                        later.by.place, later.is_write ? "writes" : "reads", first.begin,
                        later.by.object, earlier.by.place, earlier.is_write ? "writes" : "reads",
                        is_of_parts ? " through " + earlier.by.object : ""));
}

void check_mappings(const Accessor& by, Store& store, const std::vector<Range>& ranges,
                    bool is_write, const PossibleReads* possible) {
  std::vector<Mapping> mappings;
  {
    const std::lock_guard lock(store.mutex);
    mappings = store.mappings;
  }
  for (const Mapping& mapping : mappings) {
    if (!mapping.is_active || (!is_write && !mapping.is_write)) continue;
    const std::vector<Range> both = intersection(ranges, mapping.ranges);
    if (both.empty() || (possible != nullptr && !possible->includes(store, both))) continue;
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

void add_access(const Accessor& by, const std::shared_ptr<Store>& store,
                const std::vector<Range>& ranges, bool is_write) {
  if (!driver_options().checks_races || ranges.empty()) return;
  check_mappings(by, *store, ranges, is_write, nullptr);
  std::vector<Access>& all = accesses_of(store);
  const Access later{by, is_write, ranges, nullptr};
  for (const Access& earlier : all) {
    if ((!earlier.is_write && !is_write) || earlier.by.id == by.id) continue;
    if (happens_before(earlier.by.id, by.id)) continue;
    const std::vector<Range> both = intersection(earlier.ranges, ranges);
    if (both.empty()) continue;
    if (earlier.possible && !earlier.possible->includes(*store, both)) continue;
    report(earlier, later, both.front());
  }
  remember(all, later);
}

void add_possible_read(const Accessor& by, const std::shared_ptr<Store>& store, const Range& range,
                       const std::shared_ptr<const PossibleReads>& reads, bool keep) {
  if (!driver_options().checks_races) return;
  check_mappings(by, *store, {range}, false, reads.get());
  std::vector<Access>& all = accesses_of(store);
  const Access later{by, false, {range}, reads};
  for (const Access& earlier : all) {
    if (!earlier.is_write || earlier.by.id == by.id) continue;
    if (happens_before(earlier.by.id, by.id)) continue;
    const std::vector<Range> both = intersection(earlier.ranges, {range});
    if (both.empty()) continue;
    if (reads->includes(*store, both)) report(earlier, later, both.front());
  }
  if (keep) remember(all, later);
}

}  // namespace spirv_oracle::opencl
