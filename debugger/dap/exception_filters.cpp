#include "debugger/dap/exception_filters.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

struct Filter {
  std::string_view id;
  std::string_view label;
  bool is_event = false;  // the id is then a kind of stop point, otherwise a kind of findings
};

constexpr std::string_view any_finding = "finding";

// The most frequent kinds. The id `finding:KIND` selects any kind of docs/rules.md.
constexpr std::array<Filter, 20> filters{{
    {"data-race", "Data races"},
    {"de-facto-ordering", "Accesses ordered only by widespread practice"},
    {"out-of-bounds", "Out-of-bounds accesses"},
    {"inactive-source-lane", "Values from inactive lanes"},
    {"lane-out-of-range", "Lanes out of range"},
    {"group-divergence", "Group operations that not all invocations reach"},
    {"barrier-divergence", "Barriers that not all invocations reach"},
    {"unguaranteed-reconvergence", "Reconvergence that is not guaranteed"},
    {"non-uniform-operand", "Operands that must be uniform"},
    {"undefined-operand", "Uses of undefined values"},
    {"undefined-branch", "Branches on undefined values"},
    {"division-by-zero", "Divisions by zero"},
    {"math-domain", "Math functions outside their domain"},
    {"nan-operand", "NaN operands with an undefined result"},
    {"no-forward-progress", "Deadlocks"},
    {"divergence", "Event: a tangle diverges", true},
    {"reconvergence", "Event: tangles reconverge", true},
    {"barrier", "Event: a subgroup reaches a barrier", true},
    {"undefined", "Event: a result becomes undefined", true},
    {"implementation_dependent", "Event: a result becomes implementation-dependent", true},
}};

json finding_stop(const json& kinds) {
  return {{"kind", "finding"}, {"finding_kinds", kinds}, {"clauses", json::array()}};
}

}  // namespace

json exception_filters() {
  json list = json::array();
  list.push_back({{"filter", any_finding},
                  {"label", "All findings"},
                  {"description", "Stops where spirv-run would report something."},
                  {"default", true},
                  {"supportsCondition", true}});
  for (const Filter& filter : filters)
    list.push_back({{"filter", filter.id}, {"label", filter.label}, {"supportsCondition", true}});
  return list;
}

std::optional<json> stop_of_filter(const std::string& filter) {
  constexpr std::string_view prefix = "finding:";
  if (filter == any_finding) return finding_stop(json::array());
  if (filter.starts_with(prefix) && filter.size() > prefix.size())
    return finding_stop(json::array({filter.substr(prefix.size())}));
  const auto known = std::ranges::find(filters, filter, &Filter::id);
  if (known == filters.end()) return {};
  if (known->is_event) return json{{"kind", filter}};
  return finding_stop(json::array({filter}));
}

}  // namespace spirv_oracle::dap
