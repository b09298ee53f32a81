#include "interpreter/exec/barriers.h"

#include <algorithm>

#include "interpreter/exec/report/barrier_clauses.h"
#include "interpreter/exec/report/report.h"

namespace spirv_oracle {

DynamicInstance dynamic_instance(const Subgroup& subgroup, const Record* record) {
  DynamicInstance instance{record, 0};
  for (std::uint32_t d = 1; d <= subgroup.depth; ++d) {
    const Frame& frame = subgroup.frames[d];
    if (frame.kind != Frame::Kind::loop) continue;
    instance.iterations = (instance.iterations ^ frame.iteration) * 0x9E3779B97F4A7C15ull;
    instance.iterations ^= instance.iterations >> 29;
  }
  return instance;
}

bool Sequence::agrees(std::uint64_t count, const DynamicInstance& instance) {
  if (count > latest_) {
    latest_ = count;
    instance_ = instance;
    return true;
  }
  return count < latest_ || instance == instance_;
}

void Barriers::start(std::size_t subgroup_count) {
  progress_.assign(subgroup_count, {});
  arrivals_.clear();
  waits_.clear();
  named_.clear();
  next_named_ = 0;
}

bool Barriers::all_arrived(std::uint64_t count) const {
  return std::ranges::all_of(progress_,
                             [&](const Progress& other) { return other.arrivals >= count; });
}

bool Barriers::may_go_on(Subgroup& subgroup) {
  const Progress& own = progress_[subgroup.id];
  if (subgroup.state == SubgroupState::at_named_barrier) {
    if (named_[own.named].phase == own.phase) return false;
  } else if (subgroup.state == SubgroupState::at_split_barrier) {
    if (!all_arrived(own.waits)) return false;
    if (!waits_.agrees(own.waits, dynamic_instance(subgroup, subgroup.barrier))) {
      report(subgroup, *subgroup.barrier, OpControlBarrierWaitEXT::not_all_wait, subgroup.active,
             "other subgroups wait at a different instruction or in a different loop iteration");
      if (subgroup.state == SubgroupState::stopped) return true;
    }
  } else {
    return subgroup.state != SubgroupState::at_barrier;
  }
  subgroup.state = SubgroupState::runnable;
  return true;
}

void Barriers::report_and_release(Subgroup& subgroup, const std::string& places) {
  switch (subgroup.state) {
    case SubgroupState::at_split_barrier:
      report(subgroup, *subgroup.barrier, OpControlBarrierWaitEXT::not_all_arrived, subgroup.active,
             places);
      break;
    case SubgroupState::at_named_barrier: {
      NamedBarrier& barrier = named_[progress_[subgroup.id].named];
      report(subgroup, *subgroup.barrier, OpMemoryNamedBarrier::not_all_arrive, subgroup.active,
             std::to_string(barrier.arrived) + " of " + std::to_string(barrier.subgroup_count) +
                 " subgroups arrived; " + places);
      break;
    }
    default:
      return;
  }
  if (subgroup.state != SubgroupState::stopped) subgroup.state = SubgroupState::runnable;
}

void Barriers::release(std::span<Subgroup> subgroups, const std::string& places) {
  for (Subgroup& subgroup : subgroups) report_and_release(subgroup, places);
  for (NamedBarrier& barrier : named_) barrier.arrived = 0;
}

void Barriers::finish(std::span<Subgroup> subgroups) {
  std::uint64_t fewest = ~std::uint64_t{0};
  std::uint32_t without = 0;
  for (std::uint32_t id = 0; id < progress_.size(); ++id) {
    if (progress_[id].arrivals >= fewest) continue;
    fewest = progress_[id].arrivals;
    without = id;
  }
  for (std::uint32_t id = 0; id < progress_.size(); ++id) {
    const Progress& own = progress_[id];
    if (own.arrivals <= fewest) continue;
    report(subgroups[id], *own.last_arrival, OpControlBarrierArriveEXT::not_all_arrive,
           own.last_arrival_lanes,
           "subgroup " + std::to_string(without) + " returned without arriving");
  }
}

LaneMask Barriers::arrive(Subgroup& subgroup, const Record* record, SplitScope scope) {
  Progress& own = progress_[subgroup.id];
  const auto s = static_cast<unsigned>(scope);
  const LaneMask again = own.arrived[s] & subgroup.active;
  own.arrived[s] |= subgroup.active;
  own.ever_arrived[s] |= subgroup.active;
  if (scope == SplitScope::subgroup) return again;
  own.last_arrival = record;
  own.last_arrival_lanes = subgroup.active;
  if (!arrivals_.agrees(++own.arrivals, dynamic_instance(subgroup, record))) {
    report(subgroup, *record, OpControlBarrierArriveEXT::not_all_arrive, subgroup.active,
           "other subgroups arrived at a different instruction or in a different loop iteration");
  }
  return again;
}

Barriers::NotArrived Barriers::wait(const Subgroup& subgroup, SplitScope scope) {
  Progress& own = progress_[subgroup.id];
  const auto s = static_cast<unsigned>(scope);
  const LaneMask missing = subgroup.active & ~own.arrived[s];
  own.arrived[s] &= ~subgroup.active;
  return {missing & ~own.ever_arrived[s], missing & own.ever_arrived[s]};
}

void Barriers::wait_for_arrivals(Subgroup& subgroup, const Record* record) {
  ++progress_[subgroup.id].waits;
  subgroup.state = SubgroupState::at_split_barrier;
  subgroup.barrier = record;
  subgroup.resume = record + 1;
}

std::uint32_t Barriers::make_named(const Subgroup& subgroup, const Record* record,
                                   std::uint32_t subgroup_count, bool& agrees) {
  const DynamicInstance made_by = dynamic_instance(subgroup, record);
  const auto found = std::ranges::find(named_, made_by, &NamedBarrier::made_by);
  agrees = found == named_.end() || found->subgroup_count == subgroup_count;
  if (found != named_.end()) return static_cast<std::uint32_t>(found - named_.begin());
  if (named_.size() < max_named_barriers) {
    named_.push_back({made_by, subgroup_count});
    return static_cast<std::uint32_t>(named_.size() - 1);
  }
  const std::size_t number = next_named_++ % max_named_barriers;
  named_[number] = {made_by, subgroup_count, 0, named_[number].phase + 1};
  return static_cast<std::uint32_t>(number);
}

void Barriers::arrive_at_named(Subgroup& subgroup, const Record* record, std::uint32_t number) {
  if (number >= named_.size()) return;
  NamedBarrier& barrier = named_[number];
  if (++barrier.arrived >= barrier.subgroup_count) {
    barrier.arrived = 0;
    ++barrier.phase;
    return;
  }
  Progress& own = progress_[subgroup.id];
  own.named = number;
  own.phase = barrier.phase;
  subgroup.state = SubgroupState::at_named_barrier;
  subgroup.barrier = record;
  subgroup.resume = record + 1;
}

}  // namespace spirv_oracle
