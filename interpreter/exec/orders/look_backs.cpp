#include "interpreter/exec/orders/look_backs.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

// Of a location: a loop that waits for one of more values has no proof.
constexpr std::size_t most_values = 256;

std::uint64_t mask_of_size(unsigned bytes) { return ~std::uint64_t{0} >> (64 - 8 * bytes); }

}  // namespace

void LookBacks::start_run(bool forces) {
  forces_ = forces;
  ++runs_;
  needs_run_ = false;
  visited_.clear();
  pending_.clear();
  common_.clear();
  inside_.clear();
  left_together_.clear();
  last_histories_ = std::move(histories_);
  histories_.clear();
  plain_writes_.clear();
}

// --- what workgroups write ---

LookBacks::History& LookBacks::history_of(const Bytes& bytes, std::uint64_t first) {
  const auto [known, is_new] = histories_.try_emplace(bytes.location);
  History& history = known->second;
  if (is_new) {
    history.bytes = bytes;
    history.values.push_back({first, std::nullopt});
    count(sizeof(History) + sizeof(Value));
  }
  history.is_regular &= history.bytes == bytes;
  return history;
}

void LookBacks::write(const Write& write) {
  // An access to other bytes of the word.
  for (Location next = write.bytes.location;
       4 * ++next.word < write.bytes.offset + write.bytes.size;)
    history_of({next, write.bytes.offset, write.bytes.size}, 0).is_regular = false;
  store_plain(write.workgroup, write.bytes.location);
  History& history = history_of(write.bytes, write.before);
  // A loop that loads the location has no proof.
  if (!history.is_regular) return;
  history.is_regular =
      history.values.size() < most_values && history.values.back().bits == write.before &&
      history.workgroup.value_or(write.workgroup) == write.workgroup &&
      std::ranges::find(history.values, write.after, &Value::bits) == history.values.end();
  history.workgroup = write.workgroup;
  Value value{write.after, std::nullopt};
  if (write.releases != nullptr && !write.releases->empty()) value.releases = *write.releases;
  history.values.push_back(std::move(value));
  count(sizeof(Value));
}

void LookBacks::forget_releases() {
  pending_.clear();
  for (auto* histories : {&histories_, &last_histories_}) {
    for (auto& [location, history] : *histories) {
      for (Value& value : history.values) value.releases.reset();
    }
  }
}

void LookBacks::store_plain(std::uint32_t workgroup, const Location& location) {
  if (!words_.contains(location)) return;
  PlainWrites& writes = plain_writes_[location];
  writes.workgroup = workgroup;
  ++writes.count;
}

// --- what loops load ---

LookBacks::Key LookBacks::key_of(const State& state) {
  Key key{state.load, state.bytes.location.object, state.bytes.location.word, state.bytes.offset,
          state.bytes.size};
  key.insert(key.end(), state.live.begin(), state.live.end());
  return key;
}

std::vector<std::uint64_t> LookBacks::sums_of(const State& state) {
  std::vector<std::uint64_t> sums;
  for (const auto& [value, bytes] : state.sums) sums.push_back(value);
  return sums;
}

std::uint32_t LookBacks::node_of(const State& state) {
  const auto [known, is_new] =
      numbers_.try_emplace(key_of(state), static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) {
    Node& node = nodes_.emplace_back();
    node.bytes = state.bytes;
    for (const auto& [value, bytes] : state.sums) node.sizes.push_back(bytes);
    count(sizeof(Node) + 16 * known->first.size());
  }
  return known->second;
}

const std::set<LookBacks::Location>& LookBacks::words_of(const State& state) const {
  static const std::set<Location> none;
  const auto known = words_of_flags_.find(state.bytes.location);
  return known == words_of_flags_.end() ? none : known->second;
}

const LookBacks::Value* LookBacks::begin_load(const State& state) {
  const std::uint32_t number = node_of(state);
  visited_.insert(state.bytes.location);
  const auto history = histories_.find(state.bytes.location);
  if (!forces_ || !holds_ || history == histories_.end()) return nullptr;
  const std::vector<Value>& values = history->second.values;
  // A new one, or one that leads to a state in which others are new.
  const auto is_new = [&](const Value& value) {
    const auto step = nodes_[number].steps.find(value.bits);
    return step == nodes_[number].steps.end() ||
           (step->second.next != no_node && step->second.next != number &&
            is_open(nodes_[step->second.next]));
  };
  const auto older = std::find_if(values.begin(), values.end() - 1, is_new);
  return older == values.end() - 1 ? nullptr : &*older;
}

bool LookBacks::is_open(const Node& node) const {
  const auto history = histories_.find(node.bytes.location);
  return history != histories_.end() &&
         std::ranges::any_of(history->second.values,
                             [&](const Value& value) { return !node.steps.contains(value.bits); });
}

void LookBacks::end_load(const State& state, std::uint64_t found) {
  const std::uint32_t number = node_of(state);
  const std::vector<std::uint64_t> sums = sums_of(state);
  if (is_inside(state.invocation)) add_step(state.invocation, number, 0, sums);
  const History& history = history_of(state.bytes, found);
  holds_ &= std::ranges::find(history.values, found, &Value::bits) != history.values.end() &&
            history.workgroup != state.invocation.workgroup;
  inside_[state.invocation] = {number, found, sums};
}

void LookBacks::load_plain(const Invocation& invocation, const Location& location) {
  const auto inside = inside_.find(invocation);
  if (inside == inside_.end()) return;
  const Location& flag = nodes_[inside->second.node].bytes.location;
  words_of_flags_[flag].insert(location);
  const auto [word, is_new] = words_.try_emplace(location, flag);
  needs_run_ |= is_new;
  holds_ &= word->second == flag;
  if (is_new) count(128);
}

bool LookBacks::leave(const Invocation& invocation, std::uint64_t exit,
                      const std::vector<std::optional<std::uint64_t>>& sums) {
  const auto inside = inside_.find(invocation);
  if (inside == inside_.end()) return false;
  std::vector<std::uint64_t> known;
  for (std::size_t i = 0; i < sums.size(); ++i)
    known.push_back(sums[i].value_or(i < inside->second.sums.size() ? inside->second.sums[i] : 0));
  add_step(invocation, no_node, exit, known);
  inside_.erase(invocation);
  return true;
}

void LookBacks::add_step(const Invocation& invocation, std::uint32_t next, std::uint64_t exit,
                         const std::vector<std::uint64_t>& sums) {
  const Inside& inside = inside_.at(invocation);
  Node& node = nodes_[inside.node];
  if (sums.size() != inside.sums.size() || node.sizes.size() != sums.size() ||
      (next != no_node && nodes_[next].sizes != node.sizes)) {
    holds_ = false;
    return;
  }
  Step step{next, exit, {}};
  for (std::size_t i = 0; i < sums.size(); ++i)
    step.added.push_back((sums[i] - inside.sums[i]) & mask_of_size(node.sizes[i]));
  const auto [known, is_new] = node.steps.try_emplace(inside.found, step);
  // The same values in the same state must have the same effect.
  holds_ &= is_new || known->second == step;
  if (is_new) count(128);
}

// --- what subgroups load ---

LookBackWindows::Values LookBacks::bits_of(const History& history) {
  LookBackWindows::Values values;
  for (const Value& value : history.values) values.push_back(value.bits);
  return values;
}

LookBackWindows::Values LookBacks::values_of(const Bytes& bytes, std::uint32_t workgroup,
                                             std::uint64_t in_memory) {
  const auto known = last_histories_.find(bytes.location);
  if (known == last_histories_.end()) return {in_memory};
  const History& history = known->second;
  holds_ &= history.is_regular && history.bytes == bytes && history.workgroup != workgroup;
  return bits_of(history);
}

void LookBacks::load_together(std::uint32_t workgroup, std::uint32_t subgroup, const Bytes& bytes,
                              std::uint64_t found) {
  has_windows_ = true;
  const History& history = history_of(bytes, found);
  holds_ &= std::ranges::find(history.values, found, &Value::bits) != history.values.end() &&
            history.workgroup != workgroup;
  left_together_[{workgroup, subgroup}] = {};
}

LaneMask LookBacks::leave_together(std::uint32_t workgroup, std::uint32_t subgroup,
                                   const LaneMask& lanes) {
  const auto left = left_together_.find({workgroup, subgroup});
  if (left == left_together_.end()) return {};
  const LaneMask inside = lanes & ~left->second;
  left->second |= lanes;
  return inside;
}

// The loads of all nodes must have found all values, also in this run.
void LookBacks::finish_windows(bool marks) {
  if (!has_windows_ || !holds_) return;
  const auto has_all_values = [&](const LookBackWindows::Load& load) {
    const auto history = histories_.find(load.location);
    // Only other executions load it, and no workgroup writes it.
    if (history == histories_.end()) return load.values.size() == 1;
    holds_ &= history->second.is_regular;
    return bits_of(history->second) == load.values;
  };
  if (!windows_.any() || !windows_.are_complete(has_all_values)) {
    windows_.clear();
    needs_run_ = true;
  } else if (holds_) {
    holds_ = windows_.have_one_result();
  }
  holds_ &= !marks || !needs_run_;
}

// --- the proof ---

// One workgroup writes the location, and no value twice.
bool LookBacks::has_regular_history(const Node& node) const {
  const auto history = histories_.find(node.bytes.location);
  return history != histories_.end() && history->second.is_regular &&
         history->second.bytes == node.bytes;
}

// The workgroup that writes a flag has written what loops load after it, once.
bool LookBacks::has_single_writers() const {
  return std::ranges::all_of(plain_writes_, [&](const auto& entry) {
    const auto& [location, writes] = entry;
    const auto history = histories_.find(words_.at(location));
    return writes.count == 1 && history != histories_.end() &&
           history->second.workgroup == writes.workgroup;
  });
}

bool LookBacks::finish_run(bool marks) {
  // A run that marks must show whether the words have marks.
  const bool has_visited = std::ranges::all_of(
      words_of_flags_, [&](const auto& entry) { return visited_.contains(entry.first); });
  holds_ &= inside_.empty() && has_single_writers() && (!marks || has_visited);
  for (Node& node : nodes_) {
    node.progress = Node::Progress::none;
    holds_ &= has_regular_history(node);
    if (!holds_) break;
    for (const Value& value : histories_.at(node.bytes.location).values)
      needs_run_ |= !node.steps.contains(value.bits);
  }
  for (std::uint32_t i = 0; i < nodes_.size() && holds_ && !needs_run_; ++i)
    holds_ = find_result(i);
  holds_ &= !marks || !needs_run_;
  finish_windows(marks);
  return holds_;
}

bool LookBacks::add_following(const Node& node, std::vector<std::uint32_t>& open) {
  bool are_known = true;
  for (const Value& value : histories_.at(node.bytes.location).values) {
    const std::uint32_t next = node.steps.at(value.bits).next;
    if (next == no_node || &nodes_[next] == &node) continue;
    if (nodes_[next].progress == Node::Progress::done) continue;
    are_known = false;
    open.push_back(next);
  }
  return are_known;
}

// None for a step that only waits.
std::optional<LookBacks::Result> LookBacks::result_after(const Node& node, const Step& step) const {
  if (step.next == no_node) return Result{step.exit, step.added};
  if (&nodes_[step.next] == &node) return std::nullopt;
  Result result = nodes_[step.next].result;
  for (std::size_t i = 0; i < step.added.size(); ++i)
    result.added[i] = (result.added[i] + step.added[i]) & mask_of_size(node.sizes[i]);
  return result;
}

// Every value that the load may find leads to the same sums; the last one ends the wait for it.
bool LookBacks::find_result(std::uint32_t number) {
  std::vector<std::uint32_t> open{number};
  while (!open.empty()) {
    Node& node = nodes_[open.back()];
    if (node.progress == Node::Progress::done) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    if (!add_following(node, open)) {
      // It follows itself.
      if (node.progress == Node::Progress::begun) return false;
      node.progress = Node::Progress::begun;
      continue;
    }
    open.resize(before);
    std::optional<Result> result;
    for (const Value& value : histories_.at(node.bytes.location).values) {
      const Step& step = node.steps.at(value.bits);
      const auto after = result_after(node, step);
      const bool waits = !after;
      if (waits && std::ranges::any_of(step.added, [](std::uint64_t added) { return added != 0; }))
        return false;
      if (!waits && result && *result != *after) return false;
      if (!waits) result = after;
      const bool is_last = &value == &histories_.at(node.bytes.location).values.back();
      if (is_last && waits) return false;
    }
    node.result = *result;
    node.progress = Node::Progress::done;
    open.pop_back();
  }
  return true;
}

}  // namespace spirv_oracle
