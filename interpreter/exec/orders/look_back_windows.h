// The loops in which the invocations of a subgroup look back together: they load a window of locations, take part in group operations,
// and go on with another window (docs/soundness.md, "Windows"). Proves that such a loop adds up the same whichever values the loads find.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "memory/reversible_races.h"

namespace spirv_oracle {

class LookBackWindows {
 public:
  using Location = ReversibleRaces::Location;
  using Key = std::vector<std::uint64_t>;
  using Values = std::vector<std::uint64_t>;
  static constexpr std::uint32_t no_node = 0xFFFFFFFF;

  // Of one lane: the location, and its values during the dispatch in the order of their writes.
  struct Load {
    Location location;
    Values values;
  };
  // What the subgroup does after loads that find any combination of some of these values.
  struct Step {
    std::uint32_t next = no_node;  // before the next loads; no_node: the end of the loop
    Key exit;                      // where and how the loop ends
    Values added;                  // by lane and sum
    bool has_latest = false;       // the combination of the latest values is among them
  };
  // Of the sums, in bytes.
  using Sizes = std::vector<unsigned>;

  // The number of what the subgroup is before its loads: where it is, and everything on which the rest of the loop depends but the sums.
  std::uint32_t node_of(const Key& key);
  bool is_known(std::uint32_t node) const { return !nodes_[node].steps.empty(); }
  // `steps`: for all combinations of the values of the loads.
  void set(std::uint32_t node, std::vector<Load> loads, std::vector<Step> steps, Sizes sizes);
  bool any() const { return !nodes_.empty(); }
  void clear() {
    numbers_.clear();
    nodes_.clear();
  }
  // Whether the steps of all nodes are known, and all loads satisfy the predicate.
  template <class Predicate>
  bool are_complete(Predicate has_all_values) const {
    return std::ranges::all_of(nodes_, [&](const Node& node) {
      return !node.steps.empty() && std::ranges::all_of(node.loads, has_all_values);
    });
  }
  // Whether each loop adds up the same, and ends. All nodes must be known.
  bool have_one_result();

 private:
  // What a loop adds from a node to its end.
  struct Result {
    Key exit;
    Values added;
    friend bool operator==(const Result&, const Result&) = default;
  };
  struct Node {
    std::vector<Load> loads;
    std::vector<Step> steps;
    Sizes sizes;
    enum class Progress : std::uint8_t { none, begun, done } progress = Progress::none;
    Result result;
  };

  static bool waits(const Node& node, std::uint32_t number, const Step& step);
  bool find_result(std::uint32_t number);
  bool take_result(std::uint32_t number);

  std::map<Key, std::uint32_t> numbers_;
  std::vector<Node> nodes_;
};

}  // namespace spirv_oracle
