#include "interpreter/exec/state/guarantee.h"

#include <algorithm>
#include <unordered_map>

namespace spirv_oracle {
namespace {

// With more entries than this, joins are judged by their own subgroup only.
constexpr std::uint64_t max_entries = 1u << 22;

}  // namespace

void JoinLedger::start(std::uint32_t subgroups, bool enabled) {
  enabled_ = enabled;
  entries_ = 0;
  passed_.resize(subgroups);
  for (auto& paths : passed_) paths.clear();
  assumptions_.assign(1, {});
  dependencies_.clear();
}

bool JoinLedger::has_room() {
  if (!enabled_) return false;
  if (++entries_ <= max_entries) return true;
  // An incomplete record would report joins that did take place.
  start(static_cast<std::uint32_t>(passed_.size()), false);
  return false;
}

void JoinLedger::pass(std::uint32_t subgroup, std::uint64_t path) {
  if (has_room()) passed_[subgroup].push_back(path);
}

std::uint32_t JoinLedger::assume(std::uint64_t path, std::uint32_t construct, std::uint32_t parent,
                                 const Guarantee& instead) {
  if (!has_room()) return 0;
  assumptions_.push_back({path, construct, parent, instead});
  return static_cast<std::uint32_t>(assumptions_.size() - 1);
}

void JoinLedger::depend(std::uint32_t assumption, std::uint32_t origin, std::uint32_t subgroup,
                        const LaneMask& lanes) {
  if (!has_room()) return;
  const Dependency& last = dependencies_.empty() ? Dependency{} : dependencies_.back();
  if (last.assumption == assumption && last.what.origin == origin) return;
  dependencies_.push_back(
      {assumption, {origin, subgroup, lanes, assumptions_[assumption].construct}});
}

std::vector<JoinLedger::Broken> JoinLedger::judge(std::vector<std::uint64_t>* failed) const {
  std::vector<Broken> broken;
  if (dependencies_.empty()) return broken;
  const bool all_alike = std::ranges::all_of(
      passed_, [&](const std::vector<std::uint64_t>& paths) { return paths == passed_.front(); });
  if (all_alike) return broken;
  std::unordered_map<std::uint64_t, std::size_t> subgroups_at;
  for (const auto& paths : passed_) {
    for (const std::uint64_t path : std::unordered_set(paths.begin(), paths.end()))
      ++subgroups_at[path];
  }
  // An assumption depends only on earlier ones.
  std::vector<bool> is_true(assumptions_.size(), true);
  for (std::size_t i = 1; i < assumptions_.size(); ++i) {
    const Assumption& a = assumptions_[i];
    const auto subgroups = subgroups_at.find(a.path);
    const bool made_by_all = subgroups != subgroups_at.end() && subgroups->second == passed_.size();
    if (!made_by_all && failed != nullptr) failed->push_back(a.path);
    is_true[i] = (is_true[a.parent] && made_by_all) ||
                 (a.instead.holds() && is_true[a.instead.assumption()]);
  }
  std::unordered_set<std::uint32_t> seen;
  for (const Dependency& dependency : dependencies_) {
    if (!is_true[dependency.assumption] && seen.insert(dependency.what.origin).second)
      broken.push_back(dependency.what);
  }
  return broken;
}

}  // namespace spirv_oracle
