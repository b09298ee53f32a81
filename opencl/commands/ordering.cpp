#include "opencl/commands/ordering.h"

#include <mutex>
#include <set>
#include <unordered_map>

namespace spirv_oracle::opencl {
namespace {

struct Node {
  std::vector<std::uint64_t> before;  // direct predecessors, by id
  std::uint64_t known_count = 0;      // how many commands the host knew to be complete
};

// The latest commands. Older ones count as ordered.
constexpr std::size_t most_nodes = 1 << 14;

struct Ordering {
  std::mutex mutex;
  std::unordered_map<std::uint64_t, Node> nodes;
  std::uint64_t oldest = 1;
  // When the host learned that a command is complete, as a count of such events.
  std::unordered_map<std::uint64_t, std::uint64_t> known;
  std::uint64_t known_count = 0;
};

Ordering& ordering() {
  static auto* const ordering = new Ordering;
  return *ordering;
}

void learn(Ordering& all, std::uint64_t id) {
  std::vector<std::uint64_t> open{id};
  while (!open.empty()) {
    const std::uint64_t one = open.back();
    open.pop_back();
    if (!all.known.emplace(one, all.known_count).second) continue;
    const auto node = all.nodes.find(one);
    if (node == all.nodes.end()) continue;
    open.insert(open.end(), node->second.before.begin(), node->second.before.end());
  }
}

}  // namespace

void add_to_ordering(const Event& event, const std::vector<std::shared_ptr<Event>>& waits,
                     const std::vector<std::shared_ptr<Event>>& after) {
  Ordering& all = ordering();
  const std::lock_guard lock(all.mutex);
  Node& node = all.nodes[event.id];
  for (const auto& one : waits) node.before.push_back(one->id);
  for (const auto& one : after) node.before.push_back(one->id);
  node.known_count = all.known_count;
  while (all.nodes.size() > most_nodes) {
    all.nodes.erase(all.oldest);
    all.known.erase(all.oldest++);
  }
}

void add_user_event_to_ordering(const Event& event) {
  Ordering& all = ordering();
  const std::lock_guard lock(all.mutex);
  all.nodes[event.id].known_count = all.known_count;
}

void make_known(const Event& event) {
  Ordering& all = ordering();
  const std::lock_guard lock(all.mutex);
  ++all.known_count;
  learn(all, event.id);
}

bool is_known(const Event& event) {
  Ordering& all = ordering();
  const std::lock_guard lock(all.mutex);
  return all.known.contains(event.id);
}

bool happens_before(std::uint64_t first, std::uint64_t second) {
  Ordering& all = ordering();
  const std::lock_guard lock(all.mutex);
  if (first < all.oldest) return true;
  const auto known = all.known.find(first);
  const std::uint64_t learned = known == all.known.end() ? ~std::uint64_t{0} : known->second;
  std::set<std::uint64_t> seen;
  std::vector<std::uint64_t> open{second};
  while (!open.empty()) {
    const std::uint64_t one = open.back();
    open.pop_back();
    if (one == first) return true;
    const auto node = all.nodes.find(one);
    if (node == all.nodes.end()) continue;
    if (node->second.known_count >= learned) return true;
    // A command has a larger id than those that it follows.
    if (one < first || !seen.insert(one).second) continue;
    open.insert(open.end(), node->second.before.begin(), node->second.before.end());
  }
  return false;
}

}  // namespace spirv_oracle::opencl
