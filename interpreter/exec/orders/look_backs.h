// The loops of a dispatch in which invocations look back at what workgroups have published, and what each such loop adds up:
// proves that it is the same whichever of the published values the loads find (docs/soundness.md, "Look-back").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "interpreter/exec/orders/look_back_windows.h"
#include "interpreter/kernels/lane_mask.h"
#include "memory/race_shadow.h"
#include "memory/reversible_races.h"

namespace spirv_oracle {

class LookBacks {
 public:
  using Location = ReversibleRaces::Location;
  using Releases = RaceSide::Releases;
  // Of an atomic access.
  struct Bytes {
    Location location;         // of the first one
    std::uint64_t offset = 0;  // in the object
    unsigned size = 4;
    friend bool operator==(const Bytes&, const Bytes&) = default;
  };
  struct Invocation {
    std::uint32_t workgroup = 0, invocation = 0;
    friend auto operator<=>(const Invocation&, const Invocation&) = default;
  };
  // An atomic that has changed a value.
  struct Write {
    Bytes bytes;
    std::uint32_t workgroup = 0;
    std::uint64_t before = 0, after = 0;
    const Releases* releases = nullptr;  // that a load of the value acquires from; null: none
  };
  // An invocation before an atomic load of a loop.
  struct State {
    Invocation invocation;
    std::uint64_t load = 0;  // which instruction
    Bytes bytes;
    std::vector<std::uint64_t> live;                       // what the rest of the loop depends on
    std::vector<std::pair<std::uint64_t, unsigned>> sums;  // with their sizes in bytes
  };
  struct Value {
    std::uint64_t bits = 0;
    std::optional<Releases> releases;  // none: it is not released
  };

  // Loads of a location that find an older value than that in memory.
  struct Pending {
    std::uint64_t value = 0;
    std::optional<Releases>
        releases;  // from which other loads acquire; none: there is no place for them
  };

  explicit LookBacks(std::uint64_t max_memory) : max_memory_(max_memory) {}

  // `forces`: loads find older values that no load before has found in the same state.
  void start_run(bool forces);
  void write(const Write& write);
  // Precedes the load. Returns the older value that it must find; null: that in memory.
  const Value* begin_load(const State& state);
  // The plain words that loops have loaded after loads of this location.
  const std::set<Location>& words_of(const State& state) const;
  void end_load(const State& state, std::uint64_t found);
  bool is_inside(const Invocation& invocation) const { return inside_.contains(invocation); }
  bool is_any_inside() const { return !inside_.empty(); }
  // Plain accesses to shared memory. The first one is by an invocation inside of a loop.
  void load_plain(const Invocation& invocation, const Location& location);
  void store_plain(std::uint32_t workgroup, const Location& location);
  // Whether loops have loaded it after loads of an atomic.
  bool is_loaded(const Location& location) const { return words_.contains(location); }
  // The invocation comes to a place after the loop. Returns whether it was inside. A sum without a value is not used from there on.
  bool leave(const Invocation& invocation, std::uint64_t exit,
             const std::vector<std::optional<std::uint64_t>>& sums);

  // --- loops in which the invocations of a subgroup look back together ---

  LookBackWindows& windows() { return windows_; }
  // Whether this run shows what loops do with all values that locations had in the last one.
  bool explores_windows() const { return runs_ > 1 && holds_; }
  void count_window(std::size_t words) { count(256 + 8 * words); }
  // Whether windows may be explored further. Counts the records that this has taken, and sets them to 0.
  bool may_explore(std::uint64_t& records) {
    constexpr std::uint64_t most_records = 40'000'000;
    explored_ += std::exchange(records, 0);
    return explored_ <= most_records;
  }
  // The values that the location had in the last run, for a load of a workgroup. Of a location without atomics: the one in memory.
  LookBackWindows::Values values_of(const Bytes& bytes, std::uint32_t workgroup,
                                    std::uint64_t in_memory);
  // A lane of a subgroup has loaded a value.
  void load_together(std::uint32_t workgroup, std::uint32_t subgroup, const Bytes& bytes,
                     std::uint64_t found);
  // Some lanes come to a place after the loop. Returns those that were inside of it.
  LaneMask leave_together(std::uint32_t workgroup, std::uint32_t subgroup, const LaneMask& lanes);

  // By location.
  std::map<Location, Pending>& pending() { return pending_; }
  // Several lanes of the subgroup load together. How far each of them looks back, and thus which of them go on together, depends on
  // the order.
  void note_common_load(std::uint32_t workgroup, std::uint32_t subgroup) {
    common_.emplace(workgroup, subgroup);
  }
  bool had_common_load(std::uint32_t workgroup, std::uint32_t subgroup) const {
    return common_.contains({workgroup, subgroup});
  }
  // Must precede the end of what counts the memory of releases.
  void forget_releases();
  // There is a load whose state is not known.
  void fail() {
    holds_ = false;
    has_unknown_ = true;
  }
  // Whether what is known of the run so far permits a proof.
  bool holds() const { return holds_; }
  // After a run: whether the loops that it has found add up the same in any case, as far as known.
  bool finish_run(bool marks);
  // Whether another run must show what loops do with further values.
  bool needs_run() const { return needs_run_; }
  bool any() const { return has_unknown_ || !nodes_.empty() || has_windows_; }

 private:
  static constexpr std::uint32_t no_node = 0xFFFFFFFF;
  // What an invocation does between a load and the next one, or the end of the loop.
  struct Step {
    std::uint32_t next = no_node;  // no_node: the end
    std::uint64_t exit = 0;        // where the loop ends
    std::vector<std::uint64_t> added;
    friend bool operator==(const Step&, const Step&) = default;
  };
  // What a loop adds from a state to its end.
  struct Result {
    std::uint64_t exit = 0;
    std::vector<std::uint64_t> added;
    friend bool operator==(const Result&, const Result&) = default;
  };
  struct Node {
    Bytes bytes;
    std::vector<unsigned> sizes;          // of the sums
    std::map<std::uint64_t, Step> steps;  // by the loaded value
    enum class Progress : std::uint8_t { none, begun, done } progress = Progress::none;
    Result result;
  };
  struct Inside {
    std::uint32_t node = 0;
    std::uint64_t found = 0;
    std::vector<std::uint64_t> sums;
  };
  // The values of a location in the order of their writes, the first one from before the dispatch.
  struct History {
    Bytes bytes;
    std::optional<std::uint32_t> workgroup;  // that writes
    std::vector<Value> values;
    bool is_regular = true;
  };
  struct PlainWrites {
    std::uint32_t workgroup = 0, count = 0;
  };
  using Key = std::vector<std::uint64_t>;

  static LookBackWindows::Values bits_of(const History& history);
  static Key key_of(const State& state);
  static std::vector<std::uint64_t> sums_of(const State& state);
  std::uint32_t node_of(const State& state);
  void add_step(const Invocation& invocation, std::uint32_t next, std::uint64_t exit,
                const std::vector<std::uint64_t>& sums);
  History& history_of(const Bytes& bytes, std::uint64_t first);
  bool has_regular_history(const Node& node) const;
  bool has_single_writers() const;
  bool find_result(std::uint32_t number);
  void finish_windows(bool marks);
  // Whether the results of the nodes that follow are known. Adds the others to `open`.
  bool add_following(const Node& node, std::vector<std::uint32_t>& open);
  std::optional<Result> result_after(const Node& node, const Step& step) const;
  // Whether a load in the state of the node has not found all values yet.
  bool is_open(const Node& node) const;
  void count(std::uint64_t bytes) {
    used_ += bytes;
    holds_ &= used_ <= max_memory_;
  }

  std::uint64_t max_memory_, used_ = 0;
  bool holds_ = true, forces_ = false, needs_run_ = false, has_unknown_ = false;
  std::map<Key, std::uint32_t> numbers_;  // of nodes
  std::vector<Node> nodes_;
  std::map<Location, Location> words_;  // plain words that loops load: the flag that they belong to
  std::map<Location, std::set<Location>> words_of_flags_;
  bool has_windows_ = false;
  unsigned runs_ = 0;  // that have begun
  std::uint64_t explored_ = 0;
  LookBackWindows windows_;
  // Of the current run.
  std::map<std::pair<std::uint32_t, std::uint32_t>, LaneMask>
      left_together_;  // workgroups and subgroups: since their last loads
  std::map<Location, Pending> pending_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> common_;  // workgroups and subgroups
  std::set<Location> visited_;                                // flags that loops have loaded
  std::map<Invocation, Inside> inside_;
  std::map<Location, History> histories_, last_histories_;  // the latter of the last run
  std::map<Location, PlainWrites> plain_writes_;
};

}  // namespace spirv_oracle
