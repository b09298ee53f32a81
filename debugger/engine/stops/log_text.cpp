#include "debugger/engine/stops/log_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "debugger/engine/expression/expression.h"
#include "debugger/engine/program/frames.h"
#include "interpreter/exec/state/lane_list.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

std::string value_of(std::string_view expression, const PausedRun& run, const DebugFocus& focus) {
  const auto parsed = Expression::parse(expression);
  const auto value =
      parsed ? parsed->text(run, focus) : Result<std::string>(tl::unexpected(parsed.error()));
  return value ? *value : "{" + value.error().message + "}";
}

std::string text_in_lane(const std::string& form, const PausedRun& run, const DebugFocus& focus) {
  std::string result;
  for (std::size_t at = 0; at < form.size();) {
    const std::size_t open = form.find('{', at);
    const std::size_t close = open == std::string::npos ? open : form.find('}', open);
    result += form.substr(at, close == std::string::npos ? std::string::npos : open - at);
    if (close == std::string::npos) break;
    result += value_of(std::string_view(form).substr(open + 1, close - open - 1), run, focus);
    at = close + 1;
  }
  return result;
}

// "workgroup (1,0,0), subgroup 0", without the workgroup if there is only one.
std::string subgroup_text(const PausedRun& run, const Subgroup& subgroup) {
  std::string text = "subgroup " + std::to_string(subgroup.id);
  const auto workgroup = find_workgroup(run, subgroup.workgroup_index);
  if (!workgroup || (*workgroup)->shape().group_count() == Dim3{1, 1, 1}) return text;
  const Dim3& id = (*workgroup)->shape().id();
  return "workgroup (" + std::to_string(id[0]) + "," + std::to_string(id[1]) + "," +
         std::to_string(id[2]) + "), " + text;
}

}  // namespace

std::string log_text(const std::string& form, const PausedRun& run, const Subgroup& subgroup,
                     const LaneMask& lanes) {
  std::vector<std::pair<std::string, LaneMask>> texts;
  lanes.for_each([&](unsigned lane) {
    std::string text = text_in_lane(form, run, {subgroup.workgroup_index, subgroup.id, lane, 0});
    const auto same = std::ranges::find(texts, text, &std::pair<std::string, LaneMask>::first);
    if (same == texts.end()) {
      texts.emplace_back(std::move(text), LaneMask::single(lane));
    } else {
      same->second.set(lane);
    }
  });
  const std::string who = subgroup_text(run, subgroup);
  std::string result;
  for (const auto& [text, where] : texts) {
    result +=
        who + (where.count() == 1 ? ", lane " : ", lanes ") + lane_list(where) + ": " + text + "\n";
  }
  return result;
}

}  // namespace spirv_oracle
