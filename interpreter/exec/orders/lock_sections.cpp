#include "interpreter/exec/orders/lock_sections.h"

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

// A workgroup holds at most one lock at a time, so that sections do not overlap in part.
LockSections::Effect LockSections::take(Lock& lock, const Atomic& atomic) {
  if (lock.holder || held_.contains(atomic.workgroup)) return Effect::breaks;
  lock.holder = Invocation{atomic.workgroup, atomic.invocation, 0};
  held_[atomic.workgroup] = atomic.invocation;
  return Effect::acquires;
}

LockSections::Effect LockSections::access(const Atomic& atomic) {
  const auto found = locks_.find(atomic.location);
  if (found == locks_.end()) {
    if (!may_take(atomic) || others_.contains(atomic.location)) {
      others_.insert(atomic.location);
      return Effect::none;
    }
    Lock& lock = locks_[atomic.location];
    lock = {atomic.original, atomic.value, atomic.bytes, std::nullopt};
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
  lock.holder.reset();
  held_.erase(atomic.workgroup);
  return Effect::releases;
}

bool LockSections::access_otherwise(const Location& location) {
  if (locks_.contains(location)) return true;
  others_.insert(location);
  return false;
}

void LockSections::access(const Plain& plain) {
  const auto held = held_.find(plain.workgroup);
  if (held == held_.end()) return;
  const Invocation holder{plain.workgroup, held->second, plain.roles};
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
