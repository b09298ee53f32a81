#include "interpreter/exec/orders/forced_failures.h"

#include <iterator>
#include <type_traits>
#include <utility>

#include "interpreter/exec/state/control_state.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

void ForcedFailures::start_run(bool finds) {
  finds_ = finds;
  failed_.clear();
  common_.clear();
  first_attempts_.clear();
}

// Where the subgroup is.
ForcedFailures::Key ForcedFailures::place_of(const Attempt& attempt) {
  Key key{attempt.subgroup.id};
  for_each_part_of_control(attempt.subgroup, &attempt.record, [&key]<class Part>(const Part& part) {
    if constexpr (std::is_same_v<Part, LaneMask>) {
      key.insert(key.end(), std::begin(part.words), std::end(part.words));
    } else {
      key.push_back(static_cast<std::uint64_t>(part));
    }
  });
  return key;
}

bool ForcedFailures::must_fail(const Attempt& attempt) const {
  bool is_new = false;
  attempt.lanes.for_each([&](unsigned lane) {
    is_new |= !failed_.contains(lane_of(attempt.subgroup, attempt.record, lane));
  });
  return is_new;
}

void ForcedFailures::fail(const Attempt& attempt) {
  const Key place = place_of(attempt);
  has_failed_ = true;
  if (attempt.lanes.count() > 1)
    common_.emplace(attempt.subgroup.workgroup_index, attempt.subgroup.id);
  attempt.lanes.for_each([&](unsigned lane) {
    Failure& failure = failed_[lane_of(attempt.subgroup, attempt.record, lane)];
    has_effects_ |=
        !failure.place.empty() && !failure.has_returned && failure.writes != attempt.writes;
    failure = {place, attempt.writes, false};
  });
  if (!finds_) return;
  const Lane first = lane_of(attempt.subgroup, attempt.record, attempt.lanes.lowest());
  first_attempts_[first] = std::make_unique<WorkgroupDifference>(*attempt.subgroup.workgroup);
}

void ForcedFailures::compare(const Attempt& attempt, const Key& place) {
  const Lane first = lane_of(attempt.subgroup, attempt.record, attempt.lanes.lowest());
  const auto before = first_attempts_.find(first);
  if (before == first_attempts_.end()) return;
  Workgroup& workgroup = *attempt.subgroup.workgroup;
  before->second->compare(workgroup, except(attempt));
  compared_ += workgroup.program().registers.planes.size() * workgroup.subgroups().size();
  const auto [known, is_first] = differences_.try_emplace(place);
  if (is_first) {
    known->second = std::move(before->second);
  } else {
    known->second->add(*before->second);
  }
  first_attempts_.erase(before);
}

bool ForcedFailures::try_again(const Attempt& attempt) {
  Key place;
  bool has_returned = true;
  attempt.lanes.for_each([&](unsigned lane) {
    const auto found = failed_.find(lane_of(attempt.subgroup, attempt.record, lane));
    if (found == failed_.end() || found->second.has_returned) return;
    if (place.empty()) place = place_of(attempt);
    has_returned &= found->second.place == place && found->second.writes == attempt.writes;
    found->second.has_returned = true;
  });
  if (!place.empty() && finds_) compare(attempt, place);
  return has_returned;
}

bool ForcedFailures::is_pending(const Subgroup& subgroup) const {
  const auto first = failed_.lower_bound({subgroup.workgroup_index, subgroup.id, 0, nullptr});
  return first != failed_.end() && first->first.workgroup == subgroup.workgroup_index &&
         first->first.subgroup == subgroup.id;
}

bool ForcedFailures::succeed(const Subgroup& subgroup, const Record& record, unsigned lane) {
  const auto found = failed_.find(lane_of(subgroup, record, lane));
  if (found == failed_.end()) return false;
  const bool has_returned = found->second.has_returned;
  failed_.erase(found);
  return has_returned;
}

const WorkgroupDifference* ForcedFailures::difference_at(const Attempt& attempt) const {
  const auto found = differences_.find(place_of(attempt));
  return found == differences_.end() ? nullptr : found->second.get();
}

std::uint64_t ForcedFailures::memory() const {
  std::uint64_t bytes = 0;
  for (const auto& [lane, attempt] : first_attempts_) bytes += attempt->memory();
  for (const auto& [place, difference] : differences_) bytes += difference->memory();
  return bytes;
}

}  // namespace spirv_oracle
