#include "interpreter/loader/post_dominators.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {
namespace {

// K. Cooper, T. Harvey, K. Kennedy: A Simple, Fast Dominance Algorithm, on the reversed control flow.
class PostDominators {
 public:
  PostDominators(const ControlFlow& flow, std::vector<std::uint32_t> ends)
      : flow_(flow),
        end_(static_cast<std::uint32_t>(flow.successors.size())),
        ends_(std::move(ends)) {
    number_blocks();
  }

  std::vector<std::uint32_t> find() {
    immediate_.assign(end_ + 1, unknown);
    immediate_[end_] = end_;
    for (bool changed = true; changed;) {
      changed = false;
      // All but the end itself, which was numbered last.
      for (std::size_t i = post_order_.size() - 1; i-- > 0;) {
        const std::uint32_t block = post_order_[i];
        const std::uint32_t found = common_of_successors(block);
        changed |= std::exchange(immediate_[block], found) != found;
      }
    }
    immediate_.pop_back();
    std::ranges::replace(immediate_, unknown, end_);
    return immediate_;
  }

 private:
  static constexpr std::uint32_t unknown = 0xFFFFFFFF;

  const std::vector<std::uint32_t>& reversed_successors(std::uint32_t block) const {
    return block == end_ ? ends_ : flow_.predecessors[block];
  }

  void number_blocks() {
    number_.assign(end_ + 1, unknown);
    std::vector<bool> seen(end_ + 1, false);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{end_, 0}};
    seen[end_] = true;
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      const auto& to = reversed_successors(block);
      if (next == to.size()) {
        number_[block] = static_cast<std::uint32_t>(post_order_.size());
        post_order_.push_back(block);
        stack.pop_back();
      } else if (const std::uint32_t other = to[next++]; !seen[other] && flow_.reachable(other)) {
        seen[other] = true;
        stack.emplace_back(other, 0);
      }
    }
  }

  std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      while (number_[a] < number_[b]) a = immediate_[a];
      while (number_[b] < number_[a]) b = immediate_[b];
    }
    return a;
  }

  std::uint32_t common_of_successors(std::uint32_t block) const {
    std::uint32_t found = flow_.successors[block].empty() ? end_ : unknown;
    for (const std::uint32_t to : flow_.successors[block]) {
      if (immediate_[to] == unknown) continue;
      found = found == unknown ? to : common(to, found);
    }
    return found;
  }

  const ControlFlow& flow_;
  std::uint32_t end_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> post_order_, number_;
  std::vector<std::uint32_t> immediate_;
};

}  // namespace

std::vector<std::uint32_t> immediate_post_dominators(const ControlFlow& flow,
                                                     std::vector<std::uint32_t> ends) {
  return PostDominators(flow, std::move(ends)).find();
}

}  // namespace spirv_oracle
