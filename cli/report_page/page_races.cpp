#include "cli/report_page/page_races.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_races = 20;
constexpr std::size_t shown_barriers = 2;  // on either side of an access

struct ExecutedBarrier {
  std::uint64_t time = 0;
  std::uint32_t instruction = 0;
  BarrierKind kind = BarrierKind::none;
  std::uint64_t phase = 0;  // barriers of the workgroup before it
};

// One of the two invocations.
class Side {
 public:
  Side(const PageRun& run, const AccessOfRace& access, std::uint64_t offset);

  // When it executed the racing instruction at that place, ascending.
  const std::vector<std::uint64_t>& times() const { return times_; }
  std::uint64_t phase_at(std::uint64_t time) const;
  Json as_json(std::optional<std::uint64_t> time, const SourceRows& rows,
               const Timeline& timeline) const;

 private:
  void find_accesses(std::uint64_t offset);
  void find_barriers();
  std::uint64_t workgroup_number() const;

  const PageRun& run_;
  const AccessOfRace& access_;
  std::vector<std::uint64_t> times_;
  std::vector<ExecutedBarrier> barriers_;
};

Side::Side(const PageRun& run, const AccessOfRace& access, std::uint64_t offset)
    : run_(run), access_(access) {
  find_accesses(offset);
  find_barriers();
}

std::uint64_t Side::workgroup_number() const {
  const Dim3& groups = run_.run.dispatch.groups;
  return access_.workgroup[0] +
         groups[0] * (access_.workgroup[1] + std::uint64_t{groups[1]} * access_.workgroup[2]);
}

void Side::find_accesses(std::uint64_t offset) {
  const ExecutionTrace& trace = run_.trace;
  for (const TracedAccess& access : trace.accesses) {
    if (access.instruction != access_.instruction || access.subgroup != access_.subgroup ||
        access.workgroup != workgroup_number() || !access.lanes.test(access_.lane))
      continue;
    const unsigned before = (access.lanes & LaneMask::first(access_.lane)).count();
    const std::uint64_t begin = trace.places[access.first + before].offset;
    for (std::uint32_t c = 0; c < access.count; ++c) {
      const std::uint64_t at = begin + c * access.stride;
      if (offset < at || offset >= at + access.bytes) continue;
      times_.push_back(access.time);
      break;
    }
  }
}

void Side::find_barriers() {
  std::uint64_t phase = 0;
  for (const TraceEvent& event : run_.trace.events) {
    if (event.subgroup != access_.subgroup || event.workgroup != workgroup_number() ||
        !event.lanes.test(access_.lane))
      continue;
    const BarrierKind kind = barrier_kind(run_.module, event.instruction);
    if (kind == BarrierKind::none) continue;
    barriers_.push_back({event.time, event.instruction, kind, phase});
    if (kind == BarrierKind::workgroup) ++phase;
  }
}

std::uint64_t Side::phase_at(std::uint64_t time) const {
  std::uint64_t phase = 0;
  for (const ExecutedBarrier& barrier : barriers_) {
    if (barrier.time < time && barrier.kind == BarrierKind::workgroup) ++phase;
  }
  return phase;
}

Json Side::as_json(std::optional<std::uint64_t> time, const SourceRows& rows,
                   const Timeline& timeline) const {
  const auto row = rows.row_of(access_.instruction);
  const auto step = time ? timeline.step_of(*time) : std::nullopt;
  Json json{{"workgroup", access_.workgroup},
            {"workgroup_number", workgroup_number()},
            {"subgroup", access_.subgroup},
            {"lane", access_.lane},
            {"row", row ? Json(*row) : Json(nullptr)},
            {"writes", access_.writes},
            {"atomic", access_.atomic},
            {"step", step ? Json(*step) : Json(nullptr)}};
  if (!step) return json;
  json["phase"] = phase_at(*time);
  json["barriers"] = Json::array();
  const auto next = std::ranges::lower_bound(barriers_, *time, {}, &ExecutedBarrier::time);
  const auto first = next - std::min<std::ptrdiff_t>(next - barriers_.begin(), shown_barriers);
  const auto last = next + std::min<std::ptrdiff_t>(barriers_.end() - next, shown_barriers);
  for (auto barrier = first; barrier != last; ++barrier) {
    const auto at = rows.row_of(barrier->instruction);
    json["barriers"].push_back({timeline.step_of(barrier->time).value_or(0),
                                at ? Json(*at) : Json(nullptr), static_cast<int>(barrier->kind),
                                barrier->phase});
  }
  return json;
}

// The first execution of the one instruction with one of the other instruction before it, without a barrier of the
// workgroup in between if there is such a pair.
struct Times {
  std::optional<std::uint64_t> access, other;
};

Times find_times(const Side& side, const Side& other, bool in_one_workgroup) {
  Times any;
  for (const std::uint64_t time : side.times()) {
    const auto next = std::ranges::lower_bound(other.times(), time);
    if (next == other.times().begin()) continue;
    const std::uint64_t before = *(next - 1);
    if (!any.access) any = {time, before};
    if (in_one_workgroup && side.phase_at(time) != other.phase_at(before)) continue;
    return {time, before};
  }
  return any;
}

}  // namespace

Json page_races(const PageRun& run, const SourceRows& rows, const Timeline& timeline) {
  Json json = Json::array();
  for (std::size_t i = 0; i < run.findings.size() && json.size() < max_races; ++i) {
    const auto& race = run.findings[i].race;
    if (!race) continue;
    const Side side(run, race->access, race->offset);
    const Side other(run, race->other, race->offset);
    const Times times = find_times(side, other, race->access.workgroup == race->other.workgroup);
    json.push_back({{"finding", i},
                    {"offset", race->offset},
                    {"object", race->access.object},
                    {"sides",
                     {side.as_json(times.access, rows, timeline),
                      other.as_json(times.other, rows, timeline)}}});
  }
  return json;
}

}  // namespace spirv_oracle
