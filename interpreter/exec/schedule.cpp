#include "interpreter/exec/schedule.h"

#include <algorithm>
#include <array>
#include <utility>

#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t no_origin = 0xFFFFFFFF;

}  // namespace
// --- the order of workgroups ---

WorkgroupOrder::WorkgroupOrder(std::uint64_t count, std::uint64_t seed)
    : count_(count), ascending_(seed == 0), random_(seed) {}

// Fisher-Yates shuffle of an array that only stores the positions whose numbers have moved.
std::uint64_t WorkgroupOrder::next() {
  const std::uint64_t here = next_++;
  if (ascending_) return here;
  const auto number_at = [this](std::uint64_t place) {
    const auto moved = moved_.find(place);
    return moved == moved_.end() ? place : moved->second;
  };
  const std::uint64_t chosen = here + random_() % (count_ - here);
  const std::uint64_t number = number_at(chosen);
  moved_[chosen] = number_at(here);
  moved_.erase(here);
  return number;
}

// --- interruptions ---

Schedule::Schedule(const Program& program, std::uint64_t seed)
    : random_(seed),
      varies_tangles_(
          std::ranges::none_of(program.workgroup_syncs,
                               [](const WorkgroupSync& sync) { return sync.combine != nullptr; })),
      paths_(program),
      reordering_(program) {
  for (const Record& record : program.records) {
    if (record.handler == &jump_and_join)
      joined_blocks_.insert(program.records.data() + record.operand[0]);
  }
  accesses_.reserve(program.origins.size());
  for (const Origin& origin : program.origins) {
    const bool is_instruction = origin.instruction != 0;
    accesses_.push_back(
        is_instruction ? shared_access_of(program, program.module->instruction(origin.instruction))
                       : SharedAccess::none);
  }
}

// Short turns expose what happens between two accesses, long ones what happens if others hardly run.
std::uint64_t Schedule::length_of_turn() {
  constexpr std::array<std::uint64_t, 4> most = {2, 8, 32, 128};
  return 1 + below(most[below(most.size())]);
}

void Schedule::run(Subgroup& subgroup, const Record* record, RecordObserver* watch) {
  const bool is_interrupted = steps_in_order_ == 0;
  const bool varies = is_interrupted && varies_tangles_;
  subgroup.choice = varies ? this : nullptr;
  std::uint64_t left = is_interrupted ? length_of_turn() : 0;
  // A subgroup continues where it was interrupted.
  const auto interrupted = interrupted_.find(&subgroup);
  bool goes_on = interrupted != interrupted_.end() && interrupted->second == record;
  if (interrupted != interrupted_.end()) interrupted_.erase(interrupted);
  std::uint32_t last = no_origin;
  while (record != nullptr && subgroup.state == SubgroupState::runnable) {
    const bool begins = record->origin != last;
    last = record->origin;
    const bool executes_deferred = begins && must_execute_deferred(subgroup, record);
    const bool is_access = begins && accesses_[last] != SharedAccess::none;
    if ((is_access || executes_deferred) && is_interrupted && !goes_on && left-- == 0) {
      interrupted_[&subgroup] = subgroup.resume = record;
      return;
    }
    if (executes_deferred) {
      execute_atomic(subgroup, std::exchange(subgroup.deferred, nullptr), watch);
      if (subgroup.state != SubgroupState::runnable) break;
    }
    if (begins && accesses_[last] == SharedAccess::atomic) {
      const Record* other = varies && !goes_on ? may_postpone(subgroup, record) : record;
      const bool is_now = other == record;
      record = is_now ? execute_atomic(subgroup, record, watch) : other;
      last = no_origin;
    } else {
      if (watch != nullptr) watch->before_one(subgroup, record);
      record = varies ? execute(subgroup, record) : record->handler(subgroup, record);
    }
    goes_on = false;
  }
}

const Record* Schedule::may_postpone(Subgroup& subgroup, const Record* record) {
  if (subgroup.deferred != nullptr) return record;
  const Record* const other = below(2) == 0 ? may_pause(subgroup, record) : record;
  if (other != record || below(4) != 0 || !reordering_.may_be_overtaken(subgroup, record))
    return other;
  subgroup.deferred = record;
  return end_of_instruction(record);
}

bool Schedule::must_execute_deferred(Subgroup& subgroup, const Record* record) {
  if (subgroup.deferred == nullptr) return false;
  return steps_in_order_ != 0 || !reordering_.may_overtake(subgroup, record, subgroup.deferred) ||
         (accesses_[record->origin] == SharedAccess::atomic && below(4) == 0);
}

// The tangle may have diverged. Where its parts rejoin does not depend on which part runs first: a block that several
// reach is entered by a jump that waits for the others (exec/tangles/tangle.h, jump_and_join).
const Record* Schedule::execute(Subgroup& subgroup, const Record* record) {
  static const std::array<Handler, 5> splits{branch_handler(), switch_handler(1), switch_handler(2),
                                             switch_handler(4), switch_handler(8)};
  const Handler handler = record->handler;
  const std::size_t pending = subgroup.pending.size();
  const Record* next = handler(subgroup, record);
  if (subgroup.pending.size() <= pending || next == nullptr) return next;
  return std::ranges::count(splits, handler) != 0 ? reorder(subgroup, next, pending) : next;
}

const Record* Schedule::reorder(Subgroup& subgroup, const Record* record, std::size_t first) {
  const std::uint64_t parts = subgroup.pending.size() - first + 1;  // with the running one
  for (std::uint64_t i = 0; i < parts; ++i) {
    const std::uint64_t chosen = below(parts);
    if (chosen + 1 != parts)
      record = run_pending(subgroup, record, subgroup.pending.begin() + first + chosen);
  }
  return record;
}

const Record* Schedule::run_pending(Subgroup& subgroup, const Record* record, Pending* chosen) {
  if (joined_blocks_.contains(chosen->pc)) return record;
  const Pending next = *chosen;
  std::move(chosen + 1, subgroup.pending.end(), chosen);
  subgroup.pending.back() = {record, subgroup.guarantee, subgroup.active};
  subgroup.guarantee = next.guarantee;
  subgroup.active = next.lanes;
  return next.pc;
}

const Record* Schedule::may_pause(Subgroup& subgroup, const Record* record) {
  if (subgroup.separate != nullptr) return record;
  if (subgroup.graph != Subgroup::no_graph) {
    const auto point = paths_.point_of_block(subgroup, *record);
    if (!point || no_lanes_wait(subgroup)) return record;
    return pause_unstructured(subgroup, record, *point);
  }
  const std::uint32_t first = subgroup.frames[subgroup.depth].pending_base;
  const std::size_t others = subgroup.pending.size() - first;
  if (others == 0) return record;
  return run_pending(subgroup, record, subgroup.pending.begin() + first + below(others));
}

std::uint32_t Schedule::next_point(const Subgroup& subgroup) {
  const std::vector<std::uint32_t> points = paths_.candidates(subgroup);
  return points.size() == 1 ? points.front() : points[below(points.size())];
}

const Record* Schedule::execute_atomic(Subgroup& subgroup, const Record* record,
                                       RecordObserver* watch) {
  if (subgroup.active.count() > 1 && below(2) == 0) return execute_by_lane(subgroup, record, watch);
  const Record* const end = end_of_instruction(record);
  while (record != end && subgroup.state == SubgroupState::runnable) {
    if (watch != nullptr) watch->before_one(subgroup, record);
    record = record->handler(subgroup, record);
  }
  return record;
}

const Record* Schedule::execute_by_lane(Subgroup& subgroup, const Record* record,
                                        RecordObserver* watch) {
  const Record* const end = end_of_instruction(record);
  std::vector<unsigned> order;
  const LaneMask all = subgroup.active;
  subgroup.before_turn = all;
  all.for_each([&](unsigned lane) { order.push_back(lane); });
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  // A record writes the header of its result only for the active lanes. Lanes that have left a loop keep the marks of their results.
  std::vector<PlaneHeader> headers(static_cast<std::size_t>(end - record));
  for (const Record* each = record; each != end; ++each) {
    if (each->result == no_slot) continue;
    PlaneHeader& kept = headers[static_cast<std::size_t>(each - record)];
    kept = subgroup.header(each->result);
    kept.undefined &= ~all;
    kept.implementation_dependent &= ~all;
  }
  for (const unsigned lane : order) {
    if (subgroup.state != SubgroupState::runnable) break;  // undefined behavior ended the run
    const LaneMask one = LaneMask::single(lane);
    subgroup.active = one;
    subgroup.before_turn &= ~one;
    for (const Record* each = record; each != end; ++each) {
      if (watch != nullptr) watch->before_one(subgroup, each);
      each->handler(subgroup, each);
    }
    subgroup.after_turn |= one;
    // Records after the one that computed the result may have marked it.
    for (const Record* each = record; each != end; ++each) {
      if (each->result == no_slot) continue;
      const PlaneHeader& header = subgroup.header(each->result);
      PlaneHeader& kept = headers[static_cast<std::size_t>(each - record)];
      kept.undefined |= header.undefined & one;
      kept.implementation_dependent |= header.implementation_dependent & one;
    }
  }
  subgroup.active = all;
  subgroup.before_turn = subgroup.after_turn = {};
  for (const Record* each = record; each != end; ++each) {
    if (each->result != no_slot)
      subgroup.header(each->result) = headers[static_cast<std::size_t>(each - record)];
  }
  return end;
}

}  // namespace spirv_oracle
