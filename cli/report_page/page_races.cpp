#include "cli/report_page/page_races.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "interpreter/exec/report/race_explanation.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_races = 20;
constexpr std::size_t max_tried = 2000;    // pairs of accesses of one race
constexpr std::size_t shown_barriers = 2;  // on either side of an access

bool is_race(const Finding& finding) {
  const std::array clauses = {&race_clauses::data_race,           &race_clauses::same_value,
                              &race_clauses::mixed_atomic,        &race_clauses::atomic_scope,
                              &race_clauses::private_access,      &race_clauses::not_available,
                              &race_clauses::ordered_de_facto,    &race_clauses::not_visible,
                              &race_clauses::different_references};
  return !finding.notes.empty() && finding.lanes.any() &&
         std::ranges::any_of(clauses,
                             [&](const Clause* clause) { return clause->id == finding.clause; });
}

struct Invocation {
  std::uint64_t workgroup = 0;
  std::uint32_t subgroup = 0;
  unsigned lane = 0;
  friend auto operator<=>(const Invocation&, const Invocation&) = default;
};

struct ExecutedBarrier {
  std::uint64_t time = 0;
  std::uint32_t instruction = 0;
  BarrierKind kind = BarrierKind::none;
  std::uint64_t phase = 0;  // barriers of the workgroup before it
};

// What one invocation accessed at a time.
struct LaneAccess {
  const TracedAccess* access = nullptr;
  Invocation by;
  TracedAddress place;

  // The first byte that both access.
  std::optional<std::uint64_t> common_byte(const LaneAccess& other) const {
    const bool is_workgroup = access->memory == TracedMemory::workgroup;
    if (place.object != other.place.object || (is_workgroup && by.workgroup != other.by.workgroup))
      return std::nullopt;
    for (std::uint32_t i = 0; i < access->count; ++i) {
      const std::uint64_t here = place.offset + i * access->stride;
      for (std::uint32_t k = 0; k < other.access->count; ++k) {
        const std::uint64_t there = other.place.offset + k * other.access->stride;
        if (here < there + other.access->bytes && there < here + access->bytes)
          return std::max(here, there);
      }
    }
    return std::nullopt;
  }
};

// Whether the note about the other access is about that invocation.
bool names(const Note& note, const Invocation& invocation) {
  const std::string name =
      fmt::format("lane {} of subgroup {}", invocation.lane, invocation.subgroup);
  return note.message.find(name + ":") != std::string::npos ||
         note.message.find(name + ",") != std::string::npos || note.message.ends_with(name);
}

class Races {
 public:
  Races(const PageRun& run, const SourceRows& rows, const Timeline& timeline)
      : run_(run), rows_(rows), timeline_(timeline) {}

  Json describe(std::size_t index);

 private:
  struct Pair {
    LaneAccess access, other;
    std::uint64_t offset = 0;
  };

  std::uint32_t instruction_at(std::uint32_t word) const;
  std::uint64_t number_of(const Dim3& workgroup) const;
  std::vector<const TracedAccess*> accesses_of(std::uint32_t instruction) const;
  LaneAccess of_lane(const TracedAccess& access, unsigned lane) const;
  std::optional<Pair> find_pair(const Finding& finding);
  const std::vector<ExecutedBarrier>& barriers_of(const Invocation& invocation);
  std::uint64_t phase_of(const LaneAccess& access);
  Json side(const LaneAccess& access);

  const PageRun& run_;
  const SourceRows& rows_;
  const Timeline& timeline_;
  std::map<Invocation, std::vector<ExecutedBarrier>> barriers_;
};

// 0 where there is none.
std::uint32_t Races::instruction_at(std::uint32_t word) const {
  const auto all = run_.module.instructions();
  const auto found = std::ranges::lower_bound(all.subspan(1), word, {}, &Instruction::word_offset);
  const bool is_there = word != 0 && found != all.end() && found->word_offset == word;
  return is_there ? static_cast<std::uint32_t>(found - all.begin()) : 0;
}

std::uint64_t Races::number_of(const Dim3& workgroup) const {
  const Dim3& groups = run_.run.dispatch.groups;
  return workgroup[0] + groups[0] * (workgroup[1] + std::uint64_t{groups[1]} * workgroup[2]);
}

std::vector<const TracedAccess*> Races::accesses_of(std::uint32_t instruction) const {
  std::vector<const TracedAccess*> found;
  for (const TracedAccess& access : run_.trace.accesses) {
    if (access.instruction == instruction) found.push_back(&access);
  }
  return found;
}

LaneAccess Races::of_lane(const TracedAccess& access, unsigned lane) const {
  const unsigned before = (access.lanes & LaneMask::first(lane)).count();
  return {
      &access, {access.workgroup, access.subgroup, lane}, run_.trace.places[access.first + before]};
}

// The first execution of the racing instruction with an earlier one of the other that accesses a common byte, and no
// barrier of the workgroup in between if there is such a pair. The finding's note names the other invocation; several
// may have done the same.
std::optional<Races::Pair> Races::find_pair(const Finding& finding) {
  const unsigned lane = finding.lanes.lowest();
  const auto others = accesses_of(instruction_at(finding.notes.front().word));
  std::optional<Pair> best;
  int best_rank = -1;
  std::size_t tried = 0;
  for (const TracedAccess* access : accesses_of(instruction_at(finding.where.word))) {
    if (access->workgroup != number_of(finding.workgroup) || access->subgroup != finding.subgroup ||
        !access->lanes.test(lane))
      continue;
    const LaneAccess here = of_lane(*access, lane);
    auto other = std::ranges::lower_bound(others, access->time + 1, {}, &TracedAccess::time);
    while (other != others.begin() && ++tried < max_tried) {
      --other;
      (*other)->lanes.for_each([&](unsigned by) {
        const LaneAccess there = of_lane(**other, by);
        const auto byte = here.common_byte(there);
        if (!byte || there.by == here.by) return;
        const bool is_named = names(finding.notes.front(), there.by);
        const bool is_unordered =
            there.by.workgroup != here.by.workgroup || phase_of(there) == phase_of(here);
        const int rank = (is_unordered ? 2 : 0) + (is_named ? 1 : 0);
        if (rank <= best_rank) return;
        best_rank = rank;
        best = {here, there, *byte};
      });
      if (best_rank == 3) return best;
    }
  }
  return best;
}

const std::vector<ExecutedBarrier>& Races::barriers_of(const Invocation& invocation) {
  const auto [entry, is_new] = barriers_.try_emplace(invocation);
  if (!is_new) return entry->second;
  std::uint64_t phase = 0;
  for (const TraceEvent& event : run_.trace.events) {
    if (event.subgroup != invocation.subgroup || event.workgroup != invocation.workgroup ||
        !event.lanes.test(invocation.lane))
      continue;
    const BarrierKind kind = barrier_kind(run_.module, event.instruction);
    if (kind == BarrierKind::none) continue;
    entry->second.push_back({event.time, event.instruction, kind, phase});
    if (kind == BarrierKind::workgroup) ++phase;
  }
  return entry->second;
}

std::uint64_t Races::phase_of(const LaneAccess& access) {
  std::uint64_t phase = 0;
  for (const ExecutedBarrier& barrier : barriers_of(access.by)) {
    if (barrier.time < access.access->time && barrier.kind == BarrierKind::workgroup) ++phase;
  }
  return phase;
}

Json Races::side(const LaneAccess& access) {
  const AccessCount& count =
      run_.trace.access_counts.at({access.access->instruction, access.access->memory});
  const auto row = rows_.row_of(access.access->instruction);
  const auto step = timeline_.step_of(access.access->time);
  const Dim3& groups = run_.run.dispatch.groups;
  const std::uint64_t number = access.by.workgroup;
  Json json{{"workgroup",
             {number % groups[0], number / groups[0] % groups[1], number / groups[0] / groups[1]}},
            {"workgroup_number", number},
            {"subgroup", access.by.subgroup},
            {"lane", access.by.lane},
            {"row", row ? Json(*row) : Json(nullptr)},
            {"writes", count.writes},
            {"atomic", count.atomic},
            {"step", step ? Json(*step) : Json(nullptr)},
            {"phase", phase_of(access)},
            {"barriers", Json::array()}};
  const auto& barriers = barriers_of(access.by);
  const auto next =
      std::ranges::lower_bound(barriers, access.access->time, {}, &ExecutedBarrier::time);
  const auto first = next - std::min<std::ptrdiff_t>(next - barriers.begin(), shown_barriers);
  const auto last = next + std::min<std::ptrdiff_t>(barriers.end() - next, shown_barriers);
  for (auto barrier = first; barrier != last; ++barrier) {
    const auto at = rows_.row_of(barrier->instruction);
    json["barriers"].push_back({timeline_.step_of(barrier->time).value_or(0),
                                at ? Json(*at) : Json(nullptr), static_cast<int>(barrier->kind),
                                barrier->phase});
  }
  return json;
}

Json Races::describe(std::size_t index) {
  Json json{{"finding", index}};
  const auto pair = find_pair(run_.findings[index]);
  if (!pair) return json;
  json["offset"] = pair->offset;
  json["object"] = run_.trace.objects.at(pair->access.place.object);
  json["sides"] = {side(pair->access), side(pair->other)};
  return json;
}

}  // namespace

Json page_races(const PageRun& run, const SourceRows& rows, const Timeline& timeline) {
  Json json = Json::array();
  Races races(run, rows, timeline);
  for (std::size_t i = 0; i < run.findings.size() && json.size() < max_races; ++i) {
    if (is_race(run.findings[i])) json.push_back(races.describe(i));
  }
  return json;
}

}  // namespace spirv_oracle
