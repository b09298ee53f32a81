#include "interpreter/exec/workgroup_sync.h"

#include <algorithm>

#include "interpreter/exec/barriers.h"
#include "interpreter/exec/lanes/copy.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

// -1, 0 or 1: the dynamic instance at which `a` waits comes before, is, or comes after that of `b`, in program order.
// A subgroup that waits further on never comes back to an earlier one.
int compare_instances(const Subgroup& a, const Subgroup& b) {
  for (std::uint32_t d = 0; d <= std::min(a.depth, b.depth); ++d) {
    const Frame& frame_a = a.frames[d];
    const Frame& frame_b = b.frames[d];
    if (frame_a.construct != frame_b.construct) break;
    if (frame_a.iteration != frame_b.iteration) {
      return frame_a.iteration < frame_b.iteration ? -1 : 1;
    }
  }
  return a.barrier == b.barrier ? 0 : a.barrier < b.barrier ? -1 : 1;
}

void release_together(const std::vector<Subgroup*>& arrived, bool broken) {
  const Subgroup& first = *arrived.front();
  combine_at(workgroup_sync_at(first, *first.barrier), arrived, broken);
  for (Subgroup* subgroup : arrived) {
    if (subgroup->state == SubgroupState::at_barrier) subgroup->state = SubgroupState::runnable;
  }
}

// Releases subgroups that wait where all must arrive, because some never will.
void release_incomplete(Workgroup& workgroup, const std::vector<Subgroup*>& waiting) {
  const std::string places = describe_subgroups(workgroup.subgroups());
  workgroup.state().barriers.release(workgroup.subgroups(), places);
  for (Subgroup* subgroup : waiting) {
    const Record& record = *subgroup->barrier;
    const Clause* clause = workgroup_sync_at(*subgroup, record).all_must_arrive;
    if (clause == nullptr) continue;
    workgroup.findings().report(*subgroup, record, *clause, subgroup->active, places);
    if (subgroup->state == SubgroupState::at_barrier) release_together({subgroup}, true);
  }
}

}  // namespace

const Record* wait_for_workgroup(Subgroup& subgroup, const Record* record) {
  subgroup.steps += record->extra;
  subgroup.lane_instructions += std::uint64_t{record->extra} * subgroup.active.count();
  subgroup.barrier = record;
  const LaneMask missing = subgroup.existing & ~subgroup.active;
  if (missing.any()) [[unlikely]] {
    if (const Clause* clause = workgroup_sync_at(subgroup, *record).all_must_arrive) {
      report(subgroup, *record, *clause, subgroup.active, describe_other_lanes(subgroup, record));
    }
    if (subgroup.state == SubgroupState::stopped) return nullptr;
  }
  subgroup.state = SubgroupState::at_barrier;
  subgroup.resume = record + 1;
  return nullptr;
}

const Record* combined_before(Subgroup&, const Record* record) { return record + 1; }

const WorkgroupSync& workgroup_sync_at(const Subgroup& subgroup, const Record& record) {
  const auto record_index = static_cast<std::uint32_t>(&record - subgroup.code);
  return *std::ranges::lower_bound(subgroup.program->workgroup_syncs, record_index, {},
                                   &WorkgroupSync::record);
}

std::vector<Arrival> by_invocation(std::span<Subgroup* const> arrived) {
  std::vector<Arrival> all;
  for (Subgroup* subgroup : arrived) {
    const SubgroupLayout& layout = subgroup->program->layout_of(subgroup->workgroup_index);
    const bool linear = layout.invocations.empty();
    subgroup->active.for_each([&](unsigned lane) {
      all.push_back(
          {linear ? subgroup->id * subgroup->size + lane : layout.invocation(subgroup->id, lane),
           subgroup, lane});
    });
  }
  std::ranges::sort(all, {}, &Arrival::invocation);
  return all;
}

void combine_at(const WorkgroupSync& place, const std::vector<Subgroup*>& arrived, bool broken) {
  if (place.combined_records == 0) return;
  const Record* first = arrived.front()->barrier + 1;
  set_host_float_mode(place.float_mode);
  for (const Record* record = first; record != first + place.combined_records; ++record) {
    if (!broken || record->result == no_slot) {
      place.combine(arrived, *record);
    } else {
      for (Subgroup* subgroup : arrived) {
        subgroup->header(record->result) = {LaneMask::first(128), {}};
        for (unsigned lane = 0; lane < subgroup->size; ++lane)
          subgroup->indeterminate_bits.set_all(record->result, lane);
      }
    }
  }
  set_host_float_mode(0);
  arrived.front()->workgroup->observers().values.for_each([&](ValueObserver& observer) {
    observer.note_combined(arrived, place.record, first->origin);
  });
}

void release_furthest_behind(Workgroup& workgroup) {
  WorkgroupSubgroups& subgroups = workgroup.subgroups();
  std::vector<Subgroup*> waiting, arrived;
  for (Subgroup& subgroup : subgroups) {
    if (subgroup.state == SubgroupState::at_barrier) waiting.push_back(&subgroup);
  }
  if (waiting.empty())
    return workgroup.state().barriers.release(subgroups, describe_subgroups(subgroups));
  const auto earlier = [](const Subgroup* a, const Subgroup* b) {
    return compare_instances(*a, *b) < 0;
  };
  const Subgroup& first = **std::ranges::min_element(waiting, earlier);
  for (Subgroup* subgroup : waiting) {
    if (compare_instances(*subgroup, first) == 0) arrived.push_back(subgroup);
  }
  const bool all_must_arrive = workgroup_sync_at(first, *first.barrier).all_must_arrive != nullptr;
  if (all_must_arrive && arrived.size() != subgroups.size())
    return release_incomplete(workgroup, waiting);
  const bool broken = all_must_arrive && std::ranges::any_of(arrived, [](const Subgroup* subgroup) {
                        return subgroup->active != subgroup->existing;
                      });
  release_together(arrived, broken);
}

}  // namespace spirv_oracle
