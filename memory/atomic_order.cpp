#include "memory/atomic_order.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace spirv_oracle {
namespace {

constexpr std::uint32_t no_more = std::numeric_limits<std::uint32_t>::max();

// De-facto rules order atomics as well. A finding about other accesses reports that a program relies on them.
RaceShape with_de_facto_order(RaceShape shape) {
  shape.de_facto_order = true;
  return shape;
}

constexpr std::uint16_t bit_of(AtomicOperation operation) {
  return operation == AtomicOperation::load
             ? std::uint16_t{0}
             : static_cast<std::uint16_t>(1u << static_cast<unsigned>(operation));
}

constexpr bool combines_floats(AtomicOperation operation) {
  return operation == AtomicOperation::float_add || operation == AtomicOperation::float_min ||
         operation == AtomicOperation::float_max;
}

}  // namespace

AtomicOrder::AtomicOrder(RaceShape shape, std::uint64_t max_memory, const AtomicVerdicts& known)
    : order_(with_de_facto_order(std::move(shape))),
      subgroup_shift_(static_cast<unsigned>(std::countr_zero(order_.shape().subgroup_size))),
      known_(known),
      max_memory_(max_memory) {}

void AtomicOrder::note_memory(std::uint64_t bytes) {
  used_ += bytes;
  if (used_ + found_.memory() > max_memory_) is_exhausted_ = true;
}

void AtomicOrder::start_workgroup(std::uint64_t number) {
  finish_workgroup();
  order_.start_workgroup(number);
}

void AtomicOrder::finish_workgroup() {
  collect(of_workgroup_, found_);
  note_memory(0);
  for (std::size_t i = 1; i < of_workgroup_.locations.size(); ++i) {
    const std::uint32_t older = of_workgroup_.locations[i].older;
    if (older != 0) {
      used_ -= older_[older].size() * sizeof(Phase);
      older_[older].clear();
      free_older_.push_back(older);
    }
    *of_workgroup_.entries[i] = 0;
  }
  of_workgroup_.locations.resize(1);
  of_workgroup_.keys.resize(1);
  of_workgroup_.entries.resize(1);
}

std::unique_ptr<AtomicOrder::Suspended> AtomicOrder::make_suspended() const {
  auto suspended = std::make_unique<Suspended>();
  suspended->order = order_.make_suspended();
  return suspended;
}

void AtomicOrder::exchange_workgroup(Suspended& other) {
  order_.exchange_workgroup(*other.order);
  std::swap(of_workgroup_, other.of_workgroup);
}

AtomicOrder::Location* AtomicOrder::location(const LocationKey& place) {
  if (is_exhausted_) return nullptr;
  Table& table = this->table(place.storage);
  const std::uint64_t word = place.offset >> 2;
  const std::uint64_t page_number = std::uint64_t{place.object} << 40 | word >> page_bits;
  if (page_number != table.last_number) {
    std::unique_ptr<Page>& page = table.pages[page_number];
    if (page == nullptr) {
      page = std::make_unique<Page>();
      note_memory(sizeof(Page));
    }
    table.last_number = page_number;
    table.last_page = page.get();
  }
  std::uint32_t& entry = (*table.last_page)[word & ((1u << page_bits) - 1)];
  if (entry == 0) {
    const bool is_of_workgroup = place.storage == StorageSemantics::workgroup_memory;
    const AtomicVerdicts::Key key{place.object, word, is_of_workgroup ? order_.workgroup() : 0};
    entry = static_cast<std::uint32_t>(table.locations.size());
    if (table.locations.size() == table.locations.capacity()) {
      note_memory(table.locations.size() * (sizeof(Location) + sizeof(key) + sizeof(&entry)));
    }
    table.locations.emplace_back().known = known_.find(key);
    table.keys.push_back(key);
    table.entries.push_back(&entry);
  }
  return &table.locations[entry];
}

// --- invocations ---

bool AtomicOrder::knows(const Witness& witness, StorageSemantics storage,
                        std::uint32_t invocation) const {
  if (witness.agent == order_.agent(invocation)) return true;
  return !order_.has_ended() && order_.knows(storage, invocation, witness.agent, witness.stamp);
}

bool AtomicOrder::is_below_watermark(const Phase& phase, StorageSemantics storage) const {
  return !phase.has_several_workgroups && order_.is_own(phase.last.agent) &&
         phase.latest <= order_.watermark(storage) && !order_.has_ended();
}

// May return false for a phase of several subgroups that barriers of smaller scope order before the invocation.
bool AtomicOrder::is_after_all(const Phase& phase, StorageSemantics storage,
                               std::uint32_t invocation) const {
  if (is_below_watermark(phase, storage)) return true;
  if (phase.has_several_workgroups || !order_.is_own(phase.last.agent)) return false;
  if (!knows(phase.last, storage, invocation)) return false;
  if (phase.has_other && !knows(phase.other, storage, invocation)) return false;
  if (!phase.has_more) return true;
  if (phase.has_several_subgroups) return false;
  const std::uint32_t first = subgroup_of(phase.last.agent) << subgroup_shift_;
  for (std::uint32_t lane = 0; lane < order_.shape().subgroup_size; ++lane) {
    if (!knows({first + lane, phase.latest}, storage, invocation)) return false;
  }
  return true;
}

bool AtomicOrder::in_several_workgroups(std::uint32_t agent, std::uint32_t other) const {
  const bool is_own = order_.is_own(agent);
  if (is_own != order_.is_own(other)) return true;
  return !is_own && order_.workgroup_of(agent) != order_.workgroup_of(other);
}

void AtomicOrder::add_witness(Phase& phase, Witness witness) const {
  phase.latest = std::max(phase.latest, witness.stamp);
  if (phase.last.agent == witness.agent) {
    phase.last.stamp = std::max(phase.last.stamp, witness.stamp);
    return;
  }
  if (in_several_workgroups(phase.last.agent, witness.agent)) phase.has_several_workgroups = true;
  if (subgroup_of(phase.last.agent) != subgroup_of(witness.agent))
    phase.has_several_subgroups = true;
  if (phase.has_other && phase.other.agent != witness.agent) phase.has_more = true;
  phase.has_other = true;
  phase.other = phase.last;
  phase.last = witness;
}

// --- phases ---

AtomicVerdict AtomicOrder::verdict(const Phase& phase) {
  if (phase.is_combined) return {phase.combined_result, phase.combined_memory};
  if (!phase.is_concurrent || !phase.changes) return {};
  const auto is_exact = [&] {
    constexpr unsigned both_signs = 3;
    return phase.original + phase.sum < std::ldexp(1.0, phase.quantum + phase.digits) &&
           !(phase.may_be_denormal && phase.signs == both_signs);
  };
  const bool is_one_kind = std::has_single_bit(phase.operations) &&
                           phase.operations != bit_of(AtomicOperation::compare_exchange);
  const bool adds_floats = phase.operations == bit_of(AtomicOperation::float_add);
  const bool commutes = is_one_kind && phase.commutes && (!adds_floats || is_exact());
  return {phase.result_is_used, phase.has_several_writers && !commutes};
}

void AtomicOrder::join(Phase& phase, const Phase& other) const {
  const bool both_store =
      (phase.operations & other.operations & bit_of(AtomicOperation::store)) != 0;
  if (both_store && phase.stored != other.stored) phase.commutes = false;
  if (phase.operations == 0) phase.stored = other.stored;
  if (other.operations != 0) {
    const bool is_another = phase.operations != 0 && phase.writer != other.writer;
    phase.has_several_writers =
        phase.has_several_writers || other.has_several_writers || is_another;
    phase.writer = other.writer;
  }
  phase.operations |= other.operations;
  phase.changes = phase.changes || other.changes;
  phase.commutes = phase.commutes && other.commutes;
  phase.is_reduction = phase.is_reduction && other.is_reduction;
  phase.result_is_used = phase.result_is_used || other.result_is_used;
  phase.sum += other.sum;
  phase.original = std::max(phase.original, other.original);
  if (other.digits != 0) {
    phase.quantum = phase.digits == 0 ? other.quantum : std::min(phase.quantum, other.quantum);
    phase.digits = other.digits;
    phase.signs |= other.signs;
    phase.may_be_denormal = phase.may_be_denormal || other.may_be_denormal;
  }
  const bool has_several_workgroups = phase.has_several_workgroups || other.has_several_workgroups;
  const bool has_several_subgroups = phase.has_several_subgroups || other.has_several_subgroups;
  const bool has_more = phase.has_more || other.has_more;
  if (other.has_other) add_witness(phase, other.other);
  add_witness(phase, other.last);
  phase.latest = std::max(phase.latest, other.latest);
  phase.has_several_workgroups = phase.has_several_workgroups || has_several_workgroups;
  phase.has_several_subgroups = phase.has_several_subgroups || has_several_subgroups;
  phase.has_more = phase.has_more || has_more;
}

// Stores the current phase as an earlier one.
void AtomicOrder::begin_phase(Location& location, StorageSemantics storage) {
  constexpr std::size_t many = 256;
  if (location.older == 0) {
    if (free_older_.empty()) {
      free_older_.push_back(static_cast<std::uint32_t>(older_.size()));
      older_.emplace_back();
      note_memory(sizeof(decltype(older_)::value_type));
    }
    location.older = free_older_.back();
    free_older_.pop_back();
  }
  std::vector<Phase>& older = older_[location.older];
  const Phase& phase = location.phase;
  const auto may_be_combined = [&] {
    const bool is_below_watermark =
        this->is_below_watermark(older.back(), storage) && this->is_below_watermark(phase, storage);
    return (is_below_watermark || older.size() > many) && verdict(older.back()) == verdict(phase);
  };
  if (!older.empty() && may_be_combined()) {
    const AtomicVerdict both = verdict(phase);
    Phase& combined = older.back();
    join(combined, phase);
    combined.is_combined = true;
    combined.combined_result = both.result_depends;
    combined.combined_memory = both.memory_depends;
    combined.is_concurrent = combined.is_concurrent || phase.is_concurrent;
    return;
  }
  older.push_back(phase);
  note_memory(sizeof(Phase));
}

// Whether one invocation made all accesses of the phase in the epoch of this one.
bool AtomicOrder::continues(const Phase& phase, Witness witness) {
  return !phase.has_other && !phase.is_combined && phase.last.agent == witness.agent &&
         phase.last.stamp == witness.stamp;
}

// Whether the current phase is concurrent, and the access is unordered with it but not with an earlier one. May
// return false for such an access.
bool AtomicOrder::joins_concurrent(const Location& location, StorageSemantics storage,
                                   Witness witness) const {
  const Phase& phase = location.phase;
  if (!phase.is_concurrent || phase.is_combined) return false;
  // Nothing follows accesses of several workgroups.
  if (phase.has_several_workgroups) return true;
  // No barrier orders two invocations in one epoch.
  const auto is_unordered_with = [&](const Witness& earlier) {
    return earlier.stamp == witness.stamp && earlier.agent != witness.agent;
  };
  const bool is_unordered =
      is_unordered_with(phase.last) || (phase.has_other && is_unordered_with(phase.other));
  const bool is_first = location.older == 0 || older_[location.older].empty();
  return is_unordered && (is_first || is_below_watermark(older_[location.older].back(), storage));
}

// `is_alone`: only one invocation has made the accesses of the phase, and makes this one.
bool AtomicOrder::adds_no_fact(const Phase& phase, const AtomicEffect& effect, bool is_alone) {
  if (effect.result_is_used && !phase.result_is_used) return false;
  if (effect.operation == AtomicOperation::load) return true;
  return (is_alone || phase.has_several_writers) && (phase.changes || !effect.changes) &&
         effect.operation < AtomicOperation::float_add &&
         (phase.operations & bit_of(effect.operation)) != 0;
}

void AtomicOrder::add(Location& location, StorageSemantics storage, std::uint32_t invocation,
                      const AtomicEffect& effect) {
  const Witness witness{order_.agent(invocation), order_.epoch(invocation)};
  const bool continues = this->continues(location.phase, witness);
  if (continues && adds_no_fact(location.phase, effect, true)) return;
  if (joins_concurrent(location, storage, witness) && adds_no_fact(location.phase, effect, false))
    return add_witness(location.phase, witness);
  Phase access;
  access.begin = location.count;
  access.last = witness;
  access.latest = witness.stamp;
  access.writer = witness.agent;
  access.operations = bit_of(effect.operation);
  access.stored = effect.stored;
  access.changes = effect.changes;
  access.commutes = effect.commutes;
  const bool combines = combines_floats(effect.operation);
  access.is_reduction =
      effect.operation == AtomicOperation::load ||
      (combines && effect.reduces_certainly && (location.combines || effect.original_is_certain));
  location.combines = location.combines || combines;
  access.result_is_used = effect.result_is_used;
  access.sum = effect.operand_magnitude;
  access.original = effect.original_magnitude;
  access.quantum = effect.quantum;
  access.digits = effect.digits;
  access.signs = effect.signs & 3;
  access.may_be_denormal = effect.may_be_denormal;
  Phase& phase = location.phase;
  const bool is_first = phase.latest == 0;
  if (is_first || (!continues && is_after_all(phase, storage, invocation))) {
    if (!is_first) begin_phase(location, storage);
    phase = access;
    return;
  }
  if (!continues) {
    auto* older = location.older != 0 ? &older_[location.older] : nullptr;
    while (older != nullptr && !older->empty() &&
           !is_after_all(older->back(), storage, invocation)) {
      Phase earlier = older->back();
      older->pop_back();
      used_ -= sizeof(Phase);
      join(earlier, phase);
      phase = earlier;
    }
    phase.is_concurrent = true;
    phase.is_combined = false;
  }
  join(phase, access);
  if (phase.is_concurrent && phase.has_several_writers && phase.changes) has_contention_ = true;
}

// --- accesses ---

void AtomicOrder::note_role(std::uint32_t agent, const AtomicEffect& effect) {
  constexpr unsigned changes = 1, reads = 2, both = changes | reads;
  if (has_contention_) return;
  if (agent >= roles_.size()) {
    note_memory(agent + 1 - roles_.size());
    roles_.resize(agent + 1);
  }
  const unsigned before = roles_[agent];
  const unsigned after =
      before | (effect.changes ? changes : 0) | (effect.result_is_used ? reads : 0);
  roles_[agent] = static_cast<std::uint8_t>(after);
  if (after != both || before == both) return;
  has_contention_ = has_other_of_both_roles_;
  has_other_of_both_roles_ = true;
}

AtomicVerdict AtomicOrder::access(const LocationKey& place, std::uint32_t invocation,
                                  const AtomicEffect& effect) {
  constexpr AtomicVerdict depends{true, true};
  Location* location = this->location(place);
  if (location == nullptr) return known_.all() ? depends : AtomicVerdict{};
  note_role(order_.agent(invocation), effect);
  add(*location, place.storage, invocation, effect);
  const std::uint32_t number = location->count;
  if (number == no_more) {
    is_exhausted_ = true;
  } else {
    ++location->count;
  }
  if (known_.all()) return depends;
  if (location->known == nullptr) return {};
  const AtomicVerdicts::Ranges& known = *location->known;
  while (location->at < known.size() && known[location->at].end <= number) ++location->at;
  const bool is_known = location->at < known.size() && known[location->at].begin <= number;
  return is_known ? known[location->at].verdict : AtomicVerdict{};
}

// The known effects on the place do not depend on the operands. Invocations in the same epoch are not ordered.
std::optional<AtomicVerdict> AtomicOrder::access_together(
    const LocationKey& place, std::span<const std::uint32_t> invocations,
    const AtomicEffect& effect) {
  if (!has_contention_ || known_.all() || invocations.size() < 2) return std::nullopt;
  const Stamp epoch = order_.epoch(invocations[0]);
  for (const std::uint32_t invocation : invocations) {
    if (order_.epoch(invocation) != epoch) return std::nullopt;
  }
  Location* location = this->location(place);
  const auto count = static_cast<std::uint32_t>(invocations.size());
  if (location == nullptr || location->count > no_more - count) return std::nullopt;
  const auto joins = [&](std::uint32_t invocation) {
    return joins_concurrent(*location, place.storage, {order_.agent(invocation), epoch});
  };
  if (!joins(invocations[0]) && !joins(invocations[1])) return std::nullopt;
  if (!adds_no_fact(location->phase, effect, false)) return std::nullopt;
  const std::uint32_t begin = location->count, end = begin + count;
  AtomicVerdict verdict;
  if (location->known != nullptr) {
    const AtomicVerdicts::Ranges& known = *location->known;
    while (location->at < known.size() && known[location->at].end <= begin) ++location->at;
    if (location->at < known.size() && known[location->at].begin < end) {
      const AtomicVerdicts::Range& range = known[location->at];
      if (range.begin > begin || range.end < end) return std::nullopt;
      verdict = range.verdict;
    }
  }
  // A phase stores two of its witnesses, and whether there are more.
  for (const std::uint32_t invocation : {invocations[0], invocations[1], invocations.back()})
    add_witness(location->phase, {order_.agent(invocation), epoch});
  location->count = end;
  return verdict;
}

void AtomicOrder::note_possible_access(const LocationKey& place, std::uint32_t invocation) {
  AtomicEffect effect;
  effect.operation = AtomicOperation::compare_exchange;
  effect.changes = effect.result_is_used = true;
  note_role(order_.agent(invocation), effect);
  if (Location* location = this->location(place)) add(*location, place.storage, invocation, effect);
}

// --- verdicts ---

void AtomicOrder::collect(const Table& table, AtomicVerdicts& verdicts) const {
  AtomicVerdicts::Ranges ranges;
  for (std::size_t i = 1; i < table.locations.size(); ++i) {
    const Location& location = table.locations[i];
    if (location.older == 0 && verdict(location.phase).none()) continue;
    ranges.clear();
    if (location.older != 0) {
      for (const Phase& phase : older_[location.older]) {
        if (!ranges.empty()) ranges.back().end = phase.begin;
        ranges.push_back({phase.begin, phase.begin, verdict(phase)});
      }
    }
    if (!ranges.empty()) ranges.back().end = location.phase.begin;
    ranges.push_back({location.phase.begin, location.count, verdict(location.phase)});
    verdicts.add(table.keys[i], ranges);
  }
}

std::vector<AtomicVerdicts::Key> AtomicOrder::reductions() const {
  std::vector<AtomicVerdicts::Key> reductions;
  if (is_exhausted_) return reductions;
  for (std::size_t i = 1; i < of_device_.locations.size(); ++i) {
    const Location& location = of_device_.locations[i];
    bool is_reduction = location.phase.is_reduction;
    unsigned operations = location.phase.operations;
    for (const Phase& phase : older_[location.older]) {
      is_reduction &= phase.is_reduction;
      operations |= phase.operations;
    }
    if (is_reduction && std::has_single_bit(operations)) reductions.push_back(of_device_.keys[i]);
  }
  return reductions;
}

AtomicVerdicts AtomicOrder::verdicts() const {
  AtomicVerdicts all = known_;
  all.merge(found_);
  collect(of_device_, all);
  collect(of_workgroup_, all);
  if (is_exhausted_) all.set_all();
  return all;
}

}  // namespace spirv_oracle
