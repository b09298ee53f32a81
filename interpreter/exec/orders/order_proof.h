// Proves that every order of the atomics of a dispatch gives the same result, from one execution (docs/soundness.md, "Proofs").
//
// Each reversible race must be one of two kinds:
// - Symmetric: both workgroups are at the same place and make the same access, so that the opposite order is the same execution
//   with their roles exchanged. What they differ in is implementation-dependent from there on, since either may have the role.
// - A wait: an invocation that reads the value before the race returns to the same place without an effect on others. In the
//   opposite order, it does so once more, or once less. What differs between its attempts is implementation-dependent.
// All else of the execution, and thus every result without a mark, is the same in all orders.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/exec/orders/workgroup_difference.h"
#include "interpreter/exec/state/subgroup.h"
#include "memory/atomic_order.h"
#include "memory/reversible_races.h"

namespace spirv_oracle {

class OrderProof {
 public:
  // Runs find the races and the differences, until they find no further roles. Further runs, which execute the same, mark the
  // differences.
  enum class Step : std::uint8_t { find, mark };
  // An executed atomic access.
  struct Access {
    Subgroup& subgroup;
    unsigned lane = 0;
    const Record& record;  // that follows the access
    Slot result = no_slot;
    std::array<Slot, 3> operands;  // those without: no_slot
    AtomicOrder::LocationKey place;
    unsigned size = 4;             // bytes
    std::uint32_t invocation = 0;  // as RaceOrder numbers them
    AtomicEffect effect;
    bool is_certain = true;  // address and operands
    bool releases = false;   // it is an atomic that releases, so that a new epoch has begun
  };
  // What happens before what, by all synchronization and by control barriers alone.
  struct Orders {
    const RaceOrder& all;
    const RaceOrder& by_barriers;
  };
  // Where a workgroup must let others run, so that the run shows what waits for what.
  // While `*changes` is `seen`. Null: until all others wait or have ended.
  struct Pause {
    const std::uint64_t* changes = nullptr;
    std::uint64_t seen = 0;
    bool waits() const { return changes != nullptr && *changes == seen; }
  };

  struct Limits {
    std::uint64_t memory = 0;  // bytes
    std::uint64_t planes = 0;  // that are compared
  };

  // `waits_first`: workgroups start in descending order, and pause. `has_other_writes`: the program has instructions that write
  // memory without note_write().
  OrderProof(std::uint64_t workgroups, const Limits& limits, bool waits_first,
             bool has_other_writes);
  bool waits_first() const { return waits_first_; }

  // Begins the next run.
  void start_run(Step step);
  // Returns whether the workgroup must pause.
  bool access(const Access& access, const Orders& orders);
  // A store, or another access that is not atomic, writes to memory that others may read, or an atomic is about to do so.
  void note_write(const Subgroup& subgroup, const Record& record);
  void finish_workgroup(std::uint64_t workgroup);
  // All workgroups have ended. Returns whether all accesses of the run confirm the proof.
  bool finish_run();
  // Whether the run has found roles that it did not know from its beginning.
  bool has_new_roles() const { return roles_ != known_roles_ || shared_ != known_shared_; }
  // There is an access that the argument does not cover.
  void fail() { holds_ = false; }
  // Whether the accesses so far confirm it.
  bool holds() const { return holds_; }
  // Whether a run that waits first may do so.
  bool has_unseen_wait() const { return has_unseen_wait_; }
  // The pause that access() has asked for.
  std::optional<Pause> take_pause() { return std::exchange(pause_, std::nullopt); }

 private:
  // Accesses at one place of the program: of an invocation of several workgroups (a role), or of one workgroup.
  struct ProgramPoint {
    std::unique_ptr<WorkgroupDifference> difference;
    bool has_race = false;
    // Of one workgroup: a write of the workgroup may be between two attempts.
    bool has_effects = false;
    // Of its latest access: what the workgroup had written, and how often the location had changed.
    std::uint64_t writes = 0;
    const std::uint64_t* changes = nullptr;
    std::uint64_t seen = 0;
  };
  using Key = std::vector<std::uint64_t>;
  struct Writes {
    std::uint64_t count = 0;
    std::uint32_t last_origin = 0;
  };
  // An attempt that the invocation must repeat at the same place before it changes anything.
  struct Repeat {
    std::uint32_t workgroup = 0, invocation = 0, place = 0;
    ReversibleRaces::Location location;
    friend auto operator<=>(const Repeat&, const Repeat&) = default;
  };

  static ReversibleRaces::Location location_of(const Access& access);
  static Key key_of(const Access& access);
  static bool is_attempt(const ReversibleRaces::Access& made) {
    return !made.changes && made.result_is_used;
  }
  ReversibleRaces::Access describe(const Access& access, const Orders& orders);
  std::optional<Pause> pause_after(const Access& access, const ReversibleRaces::Access& made);
  // The number of the place; 0: it is not known, and the access does not make it known.
  std::uint32_t place_of(const Access& access, const Key& key, bool adds);
  void find_races(const Access& access, const ReversibleRaces::Access& made, const Orders& orders);
  void judge(const ReversibleRaces::Location& location, const ReversibleRaces::Access& later,
             const ReversibleRaces::Race& race);
  void defer(const ReversibleRaces::Access& access);
  bool is_wait(const ReversibleRaces::Access& attempt);
  void check_repeated(const ReversibleRaces::Location& location,
                      const ReversibleRaces::Access& made);
  // Whether nothing has changed since the last attempt at the place. Notes the attempt.
  bool is_repeated(const ReversibleRaces::Access& made, const std::uint64_t& changes);
  // Marks what differs at the place.
  void mark(const ProgramPoint& place, const Access& access);

  // An access that is ordered after another one only by the roles that workgroups have.
  struct Deferred {
    std::uint32_t workgroup = 0;
    ReversibleRaces::Clock before;
  };
  bool is_after_all_roles(const Deferred& access) const;

  Step step_ = Step::find;
  bool holds_ = true, has_unseen_wait_ = false;
  std::uint32_t workgroups_;
  Limits limits_;
  std::uint64_t compared_ = 0;  // planes
  bool waits_first_, has_other_writes_;
  ReversibleRaces races_;
  std::map<Key, std::uint32_t> numbers_;              // of places
  std::vector<ProgramPoint> points_{1};               // 0: none
  std::unordered_map<std::uint32_t, Writes> writes_;  // by workgroup
  // Roles that several workgroups may take, and the locations of their accesses; before the run, and now.
  std::set<std::uint32_t> known_roles_, roles_;
  std::set<ReversibleRaces::Location> known_shared_, shared_;
  std::map<std::uint32_t, std::uint32_t>
      latest_with_role_;  // by workgroup: the number of the access
  std::vector<Deferred> deferred_;
  std::map<Repeat, std::uint64_t> repeats_;  // with what the workgroup had written
  std::map<ReversibleRaces::Location, std::uint64_t> changes_;  // how often each has changed
  std::optional<Pause> pause_;
};

}  // namespace spirv_oracle
