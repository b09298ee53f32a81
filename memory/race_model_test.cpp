#include "memory/race_model_for_test.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {

using Kind = ModelOperation::Kind;

RaceModel::RaceModel(std::vector<ModelOperation> operations, std::uint32_t subgroup_size,
                     bool vulkan_memory_model)
    : operations_(std::move(operations)),
      subgroup_size_(subgroup_size),
      vulkan_(vulkan_memory_model) {
  for (const auto storage : all_storage_semantics)
    before_[static_cast<std::size_t>(storage)] = inter_thread_happens_before(storage);
}

// --- operations ---

bool RaceModel::same_agent(std::size_t a, std::size_t b) const {
  return operations_[a].workgroup == operations_[b].workgroup &&
         operations_[a].invocation == operations_[b].invocation;
}

// The smallest scope with an instance that has both.
MemoryScope RaceModel::apart(std::size_t a, std::size_t b) const {
  const ModelOperation& x = operations_[a];
  const ModelOperation& y = operations_[b];
  if (x.workgroup != y.workgroup) return MemoryScope::device;
  if (x.invocation / subgroup_size_ != y.invocation / subgroup_size_) return MemoryScope::workgroup;
  return x.invocation != y.invocation ? MemoryScope::subgroup : MemoryScope::invocation;
}

MemoryScope RaceModel::memory_scope(std::size_t a) const {
  return is_access(a) ? operations_[a].site.scope : operations_[a].semantics.scope;
}

bool RaceModel::in_scope_of_each_other(std::size_t a, std::size_t b) const {
  return std::min(memory_scope(a), memory_scope(b)) >= apart(a, b);
}

bool RaceModel::is_access(std::size_t a) const { return operations_[a].kind == Kind::access; }
bool RaceModel::is_atomic(std::size_t a) const {
  return is_access(a) && operations_[a].site.atomic;
}

bool RaceModel::overlap(std::size_t a, std::size_t b) const {
  const ModelOperation& x = operations_[a];
  const ModelOperation& y = operations_[b];
  if (x.site.storage != y.site.storage) return false;
  if (x.site.storage == StorageSemantics::workgroup_memory && x.workgroup != y.workgroup)
    return false;
  return x.offset < y.offset + y.bytes && y.offset < x.offset + x.bytes;
}

bool RaceModel::same_locations(std::size_t a, std::size_t b) const {
  return overlap(a, b) && operations_[a].offset == operations_[b].offset &&
         operations_[a].bytes == operations_[b].bytes;
}

bool RaceModel::mutually_ordered(std::size_t a, std::size_t b) const {
  return a != b && is_atomic(a) && is_atomic(b) && same_locations(a, b) && same_reference(a, b) &&
         in_scope_of_each_other(a, b);
}

bool RaceModel::same_reference(std::size_t a, std::size_t b) const {
  return operations_[a].site.reference == operations_[b].site.reference;
}

bool RaceModel::releases(std::size_t a) const {
  return operations_[a].semantics.release && (is_barrier(a) || operations_[a].writes);
}
bool RaceModel::acquires(std::size_t a) const {
  return operations_[a].semantics.acquire && (is_barrier(a) || operations_[a].reads);
}
bool RaceModel::names(std::size_t a, StorageSemantics storage) const {
  return operations_[a].semantics.names(storage);
}

// --- synchronizes-with ---

// Whether a read takes its value from `head` or from its release sequence. Any write but a mutually
// ordered read-modify-write ends the sequence.
bool RaceModel::reads_from_sequence(std::size_t read, std::size_t head) const {
  if (!operations_[read].reads || !operations_[head].writes || !mutually_ordered(read, head))
    return false;
  for (std::size_t i = head + 1; i < read; ++i) {
    if (!is_access(i) || !operations_[i].writes || !overlap(i, read)) continue;
    if (!operations_[i].reads || !(mutually_ordered(i, head))) return false;
  }
  return head < read;
}

bool RaceModel::synchronizes_by_atomics(std::size_t a, std::size_t b) const {
  if (a == b || !releases(a) || !acquires(b) || !in_scope_of_each_other(a, b)) return false;
  for (std::size_t x = a; x < b; ++x) {
    const bool is_head =
        is_atomic(a) ? x == a : is_atomic(x) && program_ordered(a, x) && operations_[x].writes;
    if (!is_head) continue;
    if (is_barrier(a) && !names(a, operations_[x].site.storage)) continue;
    for (std::size_t y = x + 1; y <= b; ++y) {
      const bool is_read = is_atomic(b) ? y == b : is_atomic(y) && program_ordered(y, b);
      if (!is_read || !reads_from_sequence(y, x)) continue;
      if (is_barrier(b) && !names(b, operations_[y].site.storage)) continue;
      return true;
    }
  }
  return false;
}

// Without the Vulkan memory model, a control barrier acquires what was released before it.
bool RaceModel::synchronizes_by_control_barrier(std::size_t a, std::size_t b) const {
  if (same_agent(a, b) || !is_barrier(a) || !is_barrier(b) || !releases(a)) return false;
  const auto reflexively_ordered = [this](std::size_t x, std::size_t y) {
    return x == y || program_ordered(x, y);
  };
  for (std::size_t c = 0; c < operations_.size(); ++c) {
    const ModelOperation& arrival = operations_[c];
    if (arrival.kind != Kind::control_barrier && arrival.kind != Kind::arrival) continue;
    if (!reflexively_ordered(a, c) || arrival.execution < apart(a, b)) continue;
    for (std::size_t d = 0; d < operations_.size(); ++d) {
      const ModelOperation& departure = operations_[d];
      const bool fits = arrival.kind == Kind::control_barrier
                            ? departure.kind == Kind::control_barrier
                            : departure.kind == Kind::wait;
      if (!fits || departure.barrier != arrival.barrier || !reflexively_ordered(d, b)) continue;
      if (acquires(b) && in_scope_of_each_other(a, b)) return true;
      if (!vulkan_ && b == d && operations_[a].semantics.scope >= apart(a, b)) return true;
    }
  }
  return false;
}

// --- happens-before ---

RaceModel::Relation RaceModel::inter_thread_happens_before(StorageSemantics storage) const {
  const std::size_t count = operations_.size();
  Relation before(count, std::vector<bool>(count, false));
  const auto is_constrained = [&](std::size_t x) {
    return (is_access(x) && operations_[x].site.storage == storage) || names(x, storage);
  };
  // Whether a control barrier acquires without stating it.
  const auto takes_over = [&](std::size_t x) {
    return !vulkan_ &&
           (operations_[x].kind == Kind::control_barrier || operations_[x].kind == Kind::wait);
  };
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      const bool both_name = names(a, storage) && (names(b, storage) || takes_over(b));
      if (both_name && (synchronizes_by_atomics(a, b) || synchronizes_by_control_barrier(a, b)))
        before[a][b] = true;
      if (!program_ordered(a, b)) continue;
      if (is_constrained(a) && releases(b) && names(b, storage)) before[a][b] = true;
      if (takes_over(a) && releases(b) && names(b, storage)) before[a][b] = true;
      const bool acquired = (acquires(a) && names(a, storage)) || takes_over(a);
      if (acquired && is_constrained(b)) before[a][b] = true;
    }
  }
  for (std::size_t via = 0; via < count; ++via) {
    for (std::size_t a = 0; a < count; ++a) {
      if (!before[a][via]) continue;
      for (std::size_t b = 0; b < count; ++b) {
        if (before[via][b]) before[a][b] = true;
      }
    }
  }
  return before;
}

bool RaceModel::happens_before(StorageSemantics storage, std::size_t a, std::size_t b) const {
  return program_ordered(a, b) || before_[static_cast<std::size_t>(storage)][a][b];
}

// --- location-ordered, data race ---

// Whether the invocation of a write has overwritten everything that `b` accesses of it: only the last write needs to be
// available and visible.
bool RaceModel::is_overwritten(std::size_t a, std::size_t b) const {
  return is_accessed_between(
      a, b, [&](std::size_t i) { return operations_[i].writes && program_ordered(a, i); });
}

// Whether the invocation of `b` has already accessed, in order, everything that both access: it has stored to it, or `a` and
// it only read. Then a detector need not remember `a`.
bool RaceModel::is_superseded(std::size_t a, std::size_t b) const {
  return is_accessed_between(a, b, [&](std::size_t i) {
    return !is_atomic(i) && (operations_[i].writes || !operations_[a].writes) &&
           program_ordered(i, b) && location_ordered(a, i);
  });
}

// Whether accesses between the two that `counts` selects cover all bytes that both access.
template <class Counts>
bool RaceModel::is_accessed_between(std::size_t a, std::size_t b, Counts counts) const {
  const ModelOperation& x = operations_[a];
  const ModelOperation& y = operations_[b];
  const std::uint32_t first = std::max(x.offset, y.offset);
  const std::uint32_t end = std::min(x.offset + x.bytes, y.offset + y.bytes);
  for (std::uint32_t byte = first; byte < end; ++byte) {
    bool again = false;
    for (std::size_t i = a + 1; i < b; ++i) {
      const ModelOperation& z = operations_[i];
      again |= is_access(i) && overlap(a, i) && z.offset <= byte && byte < z.offset + z.bytes &&
               counts(i);
    }
    if (!again) return false;
  }
  return true;
}

// Whether the write itself, or a release of its invocation, makes the write available in `scope`; with `by`, by an
// operation on that storage class.
bool RaceModel::makes_available(std::size_t av, std::size_t a, MemoryScope scope,
                                std::optional<StorageSemantics> by) const {
  const StorageSemantics storage = operations_[a].site.storage;
  if (av == a && operations_[a].site.available >= scope && (!by || *by == storage)) return true;
  const bool is_release = (av == a || program_ordered(a, av)) && releases(av) &&
                          (av != a || is_atomic(a)) && names(av, storage);
  return is_release && (!by || names(av, *by)) && operations_[av].semantics.make_available &&
         memory_scope(av) >= scope;
}

// Whether availability and visibility operations on a byte that `a` writes and `b` accesses order the two.
bool RaceModel::is_shown(std::size_t a, std::size_t b, std::uint32_t byte) const {
  const ModelOperation& y = operations_[b];
  const StorageSemantics storage = y.site.storage;
  const MemoryScope scope = apart(a, b);
  for (std::size_t av = a; av < operations_.size(); ++av) {
    if (!makes_available(av, a, scope, std::nullopt)) continue;
    const bool is_before = happens_before(storage, av, b);
    if (is_before && !y.reads) return true;
    if (is_before && y.site.visible >= scope) return true;
    if (!y.reads) continue;
    // Visibility operations: by an earlier read, or by an acquire of its invocation.
    for (std::size_t vis = 0; vis < b; ++vis) {
      if (!program_ordered(vis, b)) continue;
      const ModelOperation& z = operations_[vis];
      const bool by_read = is_access(vis) && !is_atomic(vis) && z.reads && overlap(vis, b) &&
                           z.offset <= byte && byte < z.offset + z.bytes &&
                           same_reference(vis, b) && z.site.visible >= scope;
      if (by_read && happens_before(storage, av, vis)) return true;
      const bool by_acquire = acquires(vis) && names(vis, storage) && z.semantics.make_visible &&
                              memory_scope(vis) >= scope;
      if (!by_acquire) continue;
      for (const auto by : all_storage_semantics) {
        if (names(vis, by) && makes_available(av, a, scope, by) && happens_before(by, av, vis))
          return true;
      }
    }
  }
  return false;
}

bool RaceModel::location_ordered(std::size_t a, std::size_t b) const {
  const ModelOperation& x = operations_[a];
  const ModelOperation& y = operations_[b];
  const bool is_before = happens_before(x.site.storage, a, b);
  if ((same_agent(a, b) && same_reference(a, b)) || !vulkan_) return is_before;
  if (!x.site.non_private || !y.site.non_private) return false;
  if (!x.writes) return is_before;
  if (!same_reference(a, b)) return false;
  if (is_before && (is_lenient_ || is_overwritten(a, b))) return true;
  const std::uint32_t end = std::min(x.offset + x.bytes, y.offset + y.bytes);
  for (std::uint32_t byte = std::max(x.offset, y.offset); byte < end; ++byte)
    if (!is_shown(a, b, byte)) return false;
  return true;
}

bool RaceModel::is_race(std::size_t a, std::size_t b) const {
  if (!is_access(a) || !is_access(b) || !overlap(a, b)) return false;
  if (same_agent(a, b) && same_reference(a, b)) return false;
  if (!operations_[a].writes && !operations_[b].writes) return false;
  return !mutually_ordered(a, b) && !location_ordered(a, b) && !location_ordered(b, a) &&
         !(is_lenient_ && is_superseded(a, b));
}

bool RaceModel::has_race(bool lenient) {
  is_lenient_ = lenient;
  for (std::size_t a = 0; a < operations_.size(); ++a) {
    for (std::size_t b = a + 1; b < operations_.size(); ++b) {
      if (is_race(a, b)) return true;
    }
  }
  return false;
}

}  // namespace spirv_oracle
