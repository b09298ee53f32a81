#include "interpreter/exec/orders/lock_sections.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {

void LockSections::start_run() {
  std::map<Location, Word> known = std::move(words_);
  *this = {};
  known_words_ = std::move(known);
}

// Whether the access may be the first that takes a lock.
bool LockSections::may_take(const Atomic& atomic) {
  const bool is_equal = atomic.operation == AtomicOperation::compare_exchange
                            ? atomic.original == atomic.comparator
                            : atomic.operation == AtomicOperation::store;
  return is_equal && atomic.is_repeated && atomic.result_is_used && atomic.value != atomic.original;
}

// Whether the inner lock is taken while the outer one is held, directly or through others.
bool LockSections::is_nested(const Location& outer, const Location& inner) const {
  std::set<Location> reached{outer};
  std::vector<Location> open{outer};
  while (!open.empty()) {
    const auto inside = nested_.find(open.back());
    open.pop_back();
    if (inside == nested_.end()) continue;
    for (const Location& next : inside->second) {
      if (reached.insert(next).second) open.push_back(next);
    }
  }
  return reached.contains(inner);
}

// One invocation of a workgroup may hold several locks. It takes all of them before it releases one of them, so that the section can be
// a single step. All workgroups take them in one order, so that they do not wait for each other.
LockSections::Effect LockSections::take(Lock& lock, const Atomic& atomic) {
  Held& held = held_[atomic.workgroup];
  const bool is_other = !held.locks.empty() && held.invocation != atomic.invocation;
  if (lock.holder || is_other || held.has_released) return Effect::breaks;
  for (const Location& outer : held.locks) {
    if (is_nested(atomic.location, outer)) return Effect::breaks;
    nested_[outer].insert(atomic.location);
  }
  lock.holder = Invocation{atomic.workgroup, atomic.invocation, 0};
  held.invocation = atomic.invocation;
  held.locks.push_back(atomic.location);
  return Effect::acquires;
}

LockSections::Effect LockSections::release(Lock& lock, const Atomic& atomic) {
  lock.holder.reset();
  Held& held = held_.at(atomic.workgroup);
  std::erase(held.locks, atomic.location);
  held.has_released = true;
  if (held.locks.empty()) held_.erase(atomic.workgroup);
  return Effect::releases;
}

// --- ticket locks ---

LockSections::Effect LockSections::draw(const Atomic& atomic) {
  const bool is_other = locks_.contains(atomic.location) || others_.contains(atomic.location);
  counters_.insert(atomic.location);
  if (is_other || is_inside(atomic.workgroup)) return Effect::breaks;
  const Drawn drawn{atomic.location, atomic.original};
  return drawn_.emplace(std::pair(atomic.workgroup, atomic.invocation), drawn).second
             ? Effect::draws
             : Effect::breaks;
}

LockSections::Effect LockSections::await_turn(const Atomic& atomic) {
  const auto drawn = drawn_.find({atomic.workgroup, atomic.invocation});
  if (drawn == drawn_.end() || drawn->second.ticket != atomic.comparator ||
      others_.contains(atomic.location) || counters_.contains(atomic.location))
    return Effect::breaks;
  const auto [known, is_new] = locks_.try_emplace(atomic.location);
  Lock& lock = known->second;
  if (is_new) {
    lock.bytes = atomic.bytes;
    lock.counter = drawn->second.counter;
  }
  const auto serves_counter = [&](const auto& other) {
    return other.first != atomic.location && other.second.counter == lock.counter;
  };
  if (lock.counter != drawn->second.counter || lock.bytes != atomic.bytes ||
      std::ranges::any_of(locks_, serves_counter))
    return Effect::breaks;
  if (atomic.original != atomic.comparator) return Effect::waits;
  lock.ticket = atomic.comparator;
  drawn_.erase(drawn);
  return take(lock, atomic);
}

LockSections::Effect LockSections::serve(Lock& lock, const Atomic& atomic) {
  const bool is_holder = lock.holder && lock.holder->workgroup == atomic.workgroup &&
                         lock.holder->invocation == atomic.invocation;
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 8 * lock.bytes);
  const bool stores = atomic.operation == AtomicOperation::store &&
                      atomic.ticket == TicketUse::serves &&
                      atomic.value == ((lock.ticket + 1) & mask);
  const bool adds = atomic.operation == AtomicOperation::add && atomic.value == 1;
  if (!is_holder || atomic.result_is_used || atomic.bytes != lock.bytes || (!stores && !adds))
    return Effect::breaks;
  return release(lock, atomic);
}

LockSections::Effect LockSections::access(const Atomic& atomic) {
  if (counters_.contains(atomic.location) && atomic.ticket != TicketUse::draws)
    return Effect::breaks;
  if (atomic.ticket == TicketUse::draws) return draw(atomic);
  if (atomic.ticket == TicketUse::waits) return await_turn(atomic);
  const auto found = locks_.find(atomic.location);
  if (found != locks_.end() && found->second.counter) return serve(found->second, atomic);
  if (atomic.ticket == TicketUse::serves) return Effect::breaks;
  if (found == locks_.end()) {
    if (!may_take(atomic) || others_.contains(atomic.location)) {
      others_.insert(atomic.location);
      return Effect::none;
    }
    Lock& lock = locks_[atomic.location];
    lock.free = atomic.original;
    lock.held = atomic.value;
    lock.bytes = atomic.bytes;
    return take(lock, atomic);
  }
  Lock& lock = found->second;
  const bool is_exchange = atomic.operation == AtomicOperation::store;
  const bool tries = atomic.is_repeated && atomic.result_is_used && atomic.value == lock.held &&
                     (is_exchange || (atomic.operation == AtomicOperation::compare_exchange &&
                                      atomic.comparator == lock.free));
  if (atomic.bytes != lock.bytes) return Effect::breaks;
  if (tries && atomic.original == lock.held) return Effect::waits;
  if (tries && atomic.original == lock.free) return take(lock, atomic);
  const bool is_holder = lock.holder && lock.holder->workgroup == atomic.workgroup &&
                         lock.holder->invocation == atomic.invocation;
  if (!is_exchange || atomic.result_is_used || atomic.value != lock.free || !is_holder)
    return Effect::breaks;
  return release(lock, atomic);
}

bool LockSections::access_otherwise(const Location& location) {
  if (locks_.contains(location) || counters_.contains(location)) return true;
  others_.insert(location);
  return false;
}

void LockSections::access(const Plain& plain) {
  const auto held = held_.find(plain.workgroup);
  if (held == held_.end()) return;
  const Invocation holder{plain.workgroup, held->second.invocation, plain.roles};
  Word& word = words_[plain.location];
  word.all.add(holder);
  if (!plain.writes) return;
  word.writers.add(holder);
  word.has_other_writes |= !plain.update || (word.update && word.update != plain.update);
  word.update = plain.update;
}

bool LockSections::only_updates(const Location& location) const {
  const auto word = known_words_.find(location);
  return word != known_words_.end() && !word->second.has_other_writes;
}

LockSections::Words LockSections::words() const {
  Words words;
  for (const auto& [location, word] : words_) {
    if (!word.writers.one || !word.all.has_several) continue;
    const bool last_differs = word.writers.has_several && word.has_other_writes;
    words[location.object][4 * location.word] =
        last_differs ? GeneralRace::between_writes : GeneralRace::between_read_and_write;
  }
  return words;
}

}  // namespace spirv_oracle
