// Proves that every order of the atomics of a dispatch gives the same result, from one execution (docs/soundness.md, "Proofs").
//
// Each reversible race must be one of two kinds:
// - Symmetric: both workgroups are at the same place and make the same access, so that the opposite order is the same execution
//   with their roles exchanged. What they differ in is implementation-dependent from there on, since either may have the role.
// - A wait: an invocation that reads the value before the race returns to the same place without an effect on others. In the
//   opposite order, it does so once more, or once less. What differs between its attempts is implementation-dependent.
// With Approach::knows_sections, accesses that take and release a lock do not race, nor do updates by compare-exchange that commute. What
// their order decides is implementation-dependent.
// - With Approach::knows_look_back, loops that look back do not race: which of the published values they find does not change what
//   they add up.
// All else of the execution, and thus every result without a mark, is the same in all orders.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/exec/orders/forced_failures.h"
#include "interpreter/exec/orders/lock_sections.h"
#include "interpreter/exec/orders/look_backs.h"
#include "interpreter/exec/orders/pending_attempt.h"
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
    // Bits: Original Value, Value and Comparator.
    std::uint64_t original = 0, value = 0, comparator = 0;
    // A compare-exchange or exchange in a loop, which may repeat it until it succeeds.
    bool is_repeated = false;
    // Of such a compare-exchange: it is a CommutingUpdate.
    std::optional<AtomicOperation> update = std::nullopt;
    bool is_on_uncertain_path = false;  // beside a shadow run, or in one
    // Of a part of a ticket lock that waits, `comparator` is the ticket.
    TicketUse ticket = TicketUse::none;
    bool is_look_back = false;  // a load that look_backs() follows
  };
  struct Response {
    bool pauses = false;        // the workgroup must let others run
    bool marks_result = false;  // the result depends on the order
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

  struct Approach {
    bool waits_first = false;     // workgroups start in descending order, and pause
    bool knows_sections = false;  // of locks, and updates by compare-exchange
    bool knows_look_back = false;
  };

  struct Limits {
    std::uint64_t memory = 0;  // bytes
    std::uint64_t planes = 0;  // that are compared
  };

  // `has_other_writes`: the program has instructions that write memory without note_write().
  OrderProof(const Limits& limits, Approach approach, bool has_other_writes);
  bool waits_first() const { return approach_.waits_first; }
  bool knows_sections() const { return approach_.knows_sections; }
  bool knows_look_back() const { return approach_.knows_look_back; }
  LookBacks& look_backs() { return look_backs_; }
  const LookBacks& look_backs() const { return look_backs_; }
  // Whether the run marks differences.
  bool marks() const { return step_ == Step::mark; }

  // Begins the next run.
  void start_run(Step step);
  Response access(const Access& access, const Orders& orders);

  // --- locks and updates ---

  // Whether the attempt must fail, although it might succeed.
  bool must_fail(const ForcedFailures::Attempt& attempt) const {
    return holds_ && knows_sections() && failures_.must_fail(attempt);
  }
  // Attempts that access() follows for each lane, unless they have been made to fail. `operands`: those that must not differ
  // between attempts.
  void attempt(ForcedFailures::Attempt attempt, std::span<const Slot> operands, bool has_failed);
  PendingAttempt& pending() { return pending_; }
  // The subgroup executes an instruction in which its invocations, or those of its workgroup, take part together. How often they have
  // failed before, and which have not, depends on the order, and so does how far they have looked back.
  void note_common(const Subgroup& subgroup, bool is_group_operation) {
    const auto workgroup = static_cast<std::uint32_t>(subgroup.workgroup_index);
    if (failures_.is_pending(subgroup) || sections_.has_drawn(workgroup) ||
        (is_group_operation && (failures_.had_common_attempt(subgroup) ||
                                look_backs_.had_common_load(workgroup, subgroup.id))))
      fail();
  }
  // The next plain access of the instruction is a part of a CommutingUpdate.
  void announce_update(std::uint32_t origin, AtomicOperation operation) {
    announced_ = {origin, operation};
  }
  // A plain access of the workgroup while it holds a lock.
  bool is_inside(const Subgroup& subgroup) const {
    return sections_.is_inside(static_cast<std::uint32_t>(subgroup.workgroup_index));
  }
  void access_inside(const Subgroup& subgroup, const ReversibleRaces::Location& location,
                     bool writes, std::uint32_t origin);
  // Whether the final value of the word depends only on the operands of updates.
  bool only_updates(const ReversibleRaces::Location& location) const {
    return sections_.only_updates(location);
  }
  LockSections::Words words_of_sections() const { return sections_.words(); }
  // Whether there are attempts to take locks, or updates.
  bool has_found_sections() const { return failures_.any() || sections_.has_tickets(); }

  // A store, or another access that is not atomic, writes to memory that others may read, or an atomic is about to do so.
  void note_write(const Subgroup& subgroup, const Record& record);
  void finish_workgroup(std::uint64_t workgroup);
  // All workgroups have ended. Returns whether all accesses of the run confirm the proof.
  bool finish_run();
  // Whether the run has found roles, or locations that are updated, that it did not know from its beginning, or loops that look back
  // have not found all values yet.
  bool has_new_roles() const {
    return roles_ != known_roles_ || shared_ != known_shared_ || updated_ != known_updated_ ||
           (knows_look_back() && look_backs_.needs_run());
  }
  // There is an access that the argument does not cover.
  void fail() { holds_ = false; }
  // Whether the accesses so far confirm it.
  bool holds() const { return holds_; }
  // Whether a run that waits first may do so.
  bool has_unseen_wait() const { return has_unseen_wait_; }
  // The pause that access() has asked for.
  std::optional<Pause> take_pause() { return std::exchange(pause_, std::nullopt); }
  // The `changes` that have changed since the last call, if it waits first.
  std::vector<const std::uint64_t*> take_changes() { return std::exchange(changed_, {}); }

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
    std::uint32_t last_origin = 0;  // of the instruction
    // The latest one: it is announced, an atomic has not written yet, or it has.
    enum class State : std::uint8_t { announced, open, written } state = State::announced;
  };
  struct Announced {
    std::uint32_t origin = 0;
    AtomicOperation operation = AtomicOperation::load;
  };
  // An attempt that the invocation must repeat at the same place before it changes anything.
  struct Repeat {
    std::uint32_t workgroup = 0, invocation = 0, place = 0;
    ReversibleRaces::Location location;
    friend auto operator<=>(const Repeat&, const Repeat&) = default;
  };

  // The atomic loads of a location.
  struct Loads {
    std::uint32_t count = 0;      // in this run
    std::vector<bool> unordered;  // by number, in any run: with an update
    bool is_unordered(std::uint32_t number) const {
      return number < unordered.size() && unordered[number];
    }
  };
  // An access to a location that compare-exchanges update.
  struct UpdatingAccess {
    std::uint32_t workgroup = 0, invocation = 0;
    std::uint64_t stamp = 0;   // in the order by barriers
    std::uint32_t number = 0;  // of a load
  };
  struct Updates {
    AtomicOperation operation = AtomicOperation::load;  // load: none yet
    // The latest one of each invocation, until several workgroups make them.
    std::vector<UpdatingAccess> latest;
    bool have_several_workgroups = false;
    // Those that no update is known to be unordered with.
    std::vector<UpdatingAccess> loads;
  };
  static bool is_ordered_by_barriers(const UpdatingAccess& earlier, const Access& later,
                                     const Orders& orders);

  static ReversibleRaces::Location location_of(const Access& access);
  static Key key_of(const Access& access);
  static bool is_attempt(const ReversibleRaces::Access& made) {
    return !made.changes && made.result_is_used;
  }
  ReversibleRaces::Access describe(const Access& access, const Orders& orders);
  // Takes back the announcement of a write by the access, which comes after the read. Returns what the workgroup wrote before.
  std::uint64_t writes_before(const Access& access);
  void count_write(const Access& access);
  // What the access does if it concerns a lock or an update; none: it does not.
  std::optional<Response> access_lock(const Access& access);
  std::optional<Response> access_updated(const Access& access, const Orders& orders);
  void update(const Access& access, const Orders& orders);
  void load_updated(const Access& access, const Orders& orders, Loads& loads);
  void note_unordered(Loads& loads, std::uint32_t number);
  std::optional<Pause> pause_after(const Access& access, const ReversibleRaces::Access& made);
  void note_change(std::uint64_t& changes);
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
    WorkgroupClock before;
  };
  bool is_after_all_roles(const Deferred& access) const;

  Step step_ = Step::find;
  bool holds_ = true, has_unseen_wait_ = false;
  // An access depends on one that does not happen before it.
  bool has_relaxed_dependence_ = false;
  Limits limits_;
  std::uint64_t compared_ = 0;  // planes
  Approach approach_;
  bool has_other_writes_;
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
  std::vector<const std::uint64_t*> changed_;
  std::optional<Pause> pause_;
  LockSections sections_;
  ForcedFailures failures_;
  PendingAttempt pending_;
  Announced announced_;
  LookBacks look_backs_;
  unsigned runs_ = 0;  // that have begun
  // Words that compare-exchanges update; before the run, and now.
  std::set<ReversibleRaces::Location> known_updated_, updated_;
  std::map<ReversibleRaces::Location, Updates> updates_;  // by the first word
  // By word, the offset and the size of the accesses: those of other bytes do not commute.
  std::map<ReversibleRaces::Location, std::pair<std::uint64_t, unsigned>> extents_;
  std::map<ReversibleRaces::Location, Loads> loads_;
};

}  // namespace spirv_oracle
