#include "interpreter/instructions/group/combination/group_operation.h"

#include <cstdio>

#include "interpreter/exec/workgroup.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

// For each part, a mask computed from the headers of its contributions.
void reach(Form form, std::span<const GroupPart> group, const Record& record,
           LaneMask PlaneHeader::*mask) {
  const auto sources = [&](const GroupPart& part) -> const LaneMask& {
    return part.subgroup->header(record.operand[contribution_place]).*mask;
  };
  bool all = false;  // the lanes of the current part and of all later ones
  if (form == Form::reduce) {
    for (const GroupPart& part : group) all |= (sources(part) & part.lanes).any();
  }
  for (const GroupPart& part : group) {
    LaneMask& results = part.subgroup->header(record.result).*mask;
    results |= all ? part.lanes : reached(form, part.lanes, sources(part));
    all |= (sources(part) & part.lanes).any();
  }
}

}  // namespace

std::string bounds_text(const std::optional<ValueBounds>& bounds, unsigned lane) {
  if (!bounds) return {};
  char text[128];
  std::snprintf(text, sizeof text, "lane %u has a value from %.9g to %.9g", lane, bounds->low,
                bounds->high);
  return text;
}

// If other lanes may contribute, nothing is known.
bool notes_bounds(const Subgroup& subgroup) {
  return subgroup.guarantee.holds() && subgroup.workgroup != nullptr &&
         provenance_of(subgroup) != nullptr;
}

void note_bounds(const Subgroup& subgroup, Slot result, unsigned lane,
                 const std::optional<ValueBounds>& bounds) {
  if (bounds) provenance_of(subgroup)->note_bounds(result, lane, *bounds);
}

void reach_results(Form form, const Record& record, std::span<const GroupPart> group) {
  reach(form, group, record, &PlaneHeader::undefined);
  reach(form, group, record, &PlaneHeader::implementation_dependent);
}

std::vector<GroupPart> workgroup_parts(std::span<Subgroup* const> arrived) {
  std::vector<GroupPart> parts;
  if (arrived.front()->program->layout.invocations.empty()) {
    for (Subgroup* subgroup : arrived) parts.push_back({subgroup, subgroup->active});
    return parts;
  }
  for (const Arrival& arrival : by_invocation(arrived)) {
    parts.push_back({arrival.subgroup, LaneMask::single(arrival.lane)});
  }
  return parts;
}

}  // namespace spirv_oracle
