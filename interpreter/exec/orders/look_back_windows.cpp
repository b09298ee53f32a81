#include "interpreter/exec/orders/look_back_windows.h"

#include <optional>
#include <utility>

namespace spirv_oracle {

std::uint32_t LookBackWindows::node_of(const Key& key) {
  const auto [known, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.emplace_back();
  return known->second;
}

void LookBackWindows::set(std::uint32_t number, std::vector<Load> loads, std::vector<Step> steps,
                          Sizes sizes) {
  Node& node = nodes_[number];
  node.loads = std::move(loads);
  node.steps = std::move(steps);
  node.sizes = std::move(sizes);
}

// A step back to its own node that adds nothing.
bool LookBackWindows::waits(const Node& node, std::uint32_t number, const Step& step) {
  return step.next == number &&
         std::ranges::all_of(step.added, [](auto added) { return added == 0; }) &&
         !node.steps.empty();
}

bool LookBackWindows::have_one_result() {
  for (Node& node : nodes_) node.progress = Node::Progress::none;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (!find_result(i)) return false;
  }
  return true;
}

// Finds the results of the nodes that follow first.
bool LookBackWindows::find_result(std::uint32_t number) {
  std::vector<std::uint32_t> open{number};
  while (!open.empty()) {
    const std::uint32_t current = open.back();
    Node& node = nodes_[current];
    if (node.progress == Node::Progress::done) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    for (const Step& step : node.steps) {
      const bool is_open = step.next != no_node && !waits(node, current, step) &&
                           nodes_[step.next].progress != Node::Progress::done;
      if (is_open) open.push_back(step.next);
    }
    if (open.size() != before) {
      // It follows itself.
      if (node.progress == Node::Progress::begun) return false;
      node.progress = Node::Progress::begun;
      continue;
    }
    if (!take_result(current)) return false;
    open.pop_back();
  }
  return true;
}

// All steps but those that wait must add up the same. The latest values must not wait.
bool LookBackWindows::take_result(std::uint32_t number) {
  Node& node = nodes_[number];
  std::optional<Result> result;
  for (const Step& step : node.steps) {
    if (waits(node, number, step)) {
      if (step.has_latest) return false;
      continue;
    }
    Result after{step.exit, step.added};
    if (step.next != no_node) {
      const Node& next = nodes_[step.next];
      if (next.sizes != node.sizes || next.result.added.size() != step.added.size()) return false;
      after = next.result;
      for (std::size_t i = 0; i < step.added.size(); ++i) {
        const unsigned bytes = node.sizes[i % node.sizes.size()];
        after.added[i] = (after.added[i] + step.added[i]) & (~std::uint64_t{0} >> (64 - 8 * bytes));
      }
    }
    if (result && *result != after) return false;
    result = std::move(after);
  }
  if (!result) return false;
  node.result = *std::move(result);
  node.progress = Node::Progress::done;
  return true;
}

}  // namespace spirv_oracle
