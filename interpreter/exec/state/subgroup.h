// The state of an executing subgroup: its registers and its tangles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/exec/state/converged_groups.h"
#include "interpreter/exec/state/guarantee.h"
#include "interpreter/exec/state/indeterminate_bits.h"
#include "interpreter/ir/record.h"
#include "interpreter/kernels/lane_mask.h"
#include "memory/address_space.h"

namespace spirv_oracle {

struct Program;
class SeparateTangles;
class TangleChoice;
class UncertainBranches;
class Workgroup;

// Marks the lanes of a component plane that have no defined value. Precedes the plane's values.
struct PlaneHeader {
  LaneMask undefined;
  LaneMask implementation_dependent;

  friend PlaneHeader operator|(const PlaneHeader& a, const PlaneHeader& b) {
    return {a.undefined | b.undefined, a.implementation_dependent | b.implementation_dependent};
  }
};
static_assert(sizeof(PlaneHeader) == slot_unit);

// Lanes that wait for others at one place.
struct Waiting {
  LaneMask lanes;
  // Meaningless without lanes:
  Guarantee guarantee;   // of the arriving tangle, if it is a single one
  bool several = false;  // more than one tangle arrived, or lanes that may be more than one
};

// Lanes that wait at a reconvergence point of a kernel.
struct WaitingAtPoint : Waiting {
  const Record* paused = nullptr;  // where they go on if they have begun the block
  std::uint32_t depth = 0;         // then: of their innermost frame
};

// A construct (or an inlined call) that a tangle has entered, and that not all of its lanes have
// left. Subgroup::frames has them at their static nesting depth.
struct Frame {
  enum class Kind : std::uint8_t { selection, loop, call };

  const Record* merge = nullptr;            // where lanes continue after the construct
  const Record* continue_target = nullptr;  // loops only
  const Record* header = nullptr;           // loops only: where the next iteration starts
  LaneMask entered;                         // the tangle that executed the header
  Waiting at_merge;                         // lanes that wait at the merge block
  Waiting at_continue;                      // lanes that wait at the continue target
  Waiting at_header;                        // lanes that wait for the next iteration
  std::uint32_t pending_base = 0;           // the frame's first entry in Subgroup::pending
  std::uint32_t construct = 0;              // index into Program::constructs
  std::uint64_t iteration = 0;              // loops: how often the header was executed before
  std::uint64_t path = 0;                   // Subgroup::path at the header
  Guarantee guarantee;                      // of `entered`
  Kind kind = Kind::selection;
};

// A part of a diverged tangle that has not run yet.
struct Pending {
  const Record* pc = nullptr;
  Guarantee guarantee;
  LaneMask lanes;
};

// A stack of them. Their lanes are disjoint, so it never has more entries than there are lanes.
class PendingTangles {
 public:
  // Must be called before the first push_back().
  void set_lanes(std::size_t lanes) { entries_.resize(lanes); }
  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }
  void push_back(const Pending& pending) { entries_[size_++] = pending; }
  void pop_back() { --size_; }
  Pending& back() { return entries_[size_ - 1]; }
  Pending* begin() { return entries_.data(); }
  Pending* end() { return entries_.data() + size_; }
  const Pending* begin() const { return entries_.data(); }
  const Pending* end() const { return entries_.data() + size_; }

 private:
  std::vector<Pending> entries_;
  std::size_t size_ = 0;
};

enum class SubgroupState : std::uint8_t {
  runnable,
  at_barrier,        // a control barrier
  at_split_barrier,  // waits for arrivals
  at_named_barrier,
  finished,
  stopped
};

struct Subgroup {
  // Hot: every handler reads these.
  std::byte* registers = nullptr;  // with register_margin bytes before and after them
  LaneMask active;            // the executing lanes: of a tangle, or of its lane whose turn it is
  unsigned padded_lanes = 8;  // size rounded up to a multiple of 8
  unsigned size = 1;          // SubgroupSize
  const AddressSpace* memory = nullptr;
  const Record* code = nullptr;         // Program::records
  const std::uint32_t* data = nullptr;  // Program::data
  const Program* program = nullptr;
  Workgroup* workgroup = nullptr;
  std::uint64_t workgroup_index = 0;

  // Control flow.
  LaneMask existing;          // lanes that have an invocation
  LaneMask alive;             // existing, neither returned from the entry point nor terminated
  std::vector<Frame> frames;  // sized by the deepest nesting of the program
  std::uint32_t depth = 0;    // of the innermost entered frame
  PendingTangles pending;
  Guarantee guarantee;     // of `active`
  std::uint64_t path = 0;  // identifies the dynamic instance while the whole subgroup is one tangle
  // No tangle needs more bookkeeping than its lanes and its guarantee: it has no registers of its own, no branch is examined
  // as uncertain, control flow is structured, and the program neither watches tangles nor reconverges maximally.
  bool has_plain_tangles = false;
  SeparateTangles* separate = nullptr;     // under the minimal reconvergence policy
  UncertainBranches* uncertain = nullptr;  // null: uncertain branches are not examined

  // While the lanes of a tangle execute an instruction one after the other (exec/schedule.h): the others.
  LaneMask before_turn;
  LaneMask after_turn;

  // The first record of an atomic instruction that the tangle has come to and not executed (exec/atomic_reordering.h).
  const Record* deferred = nullptr;

  // Fragments: helper invocations, and those that skip the current records (exec/lanes/helper_invocations.h).
  LaneMask helpers;
  LaneMask excluded;

  // Unstructured control flow (exec/tangles/reconvergence_point.h).
  static constexpr std::uint32_t no_graph = 0xFFFFFFFF;
  std::uint32_t graph = no_graph;                    // the running function, of Program::graphs
  std::vector<WaitingAtPoint> reconvergence_points;  // by number in Program::reconvergence_points
  std::vector<std::uint64_t> occupied;  // a bit for each reconvergence point where lanes wait
  TangleChoice* choice = nullptr;       // null: the earliest ones run first

  // Running.
  std::uint64_t steps = 0;
  std::uint64_t lane_instructions = 0;
  std::uint64_t step_limit = 0;  // the subgroup stops for a poll when steps reach it
  SubgroupState state = SubgroupState::runnable;
  const Record* resume = nullptr;        // where to continue after a stop
  std::uint32_t id = 0;                  // SubgroupId
  const Record* barrier = nullptr;       // the record of the barrier at which it waits
  IndeterminateBits indeterminate_bits;  // for components of which only some bits are indeterminate

  ConvergedGroups groups;                         // of tangles that are not guaranteed
  std::vector<ConvergedGroups> groups_at_header;  // by frame; empty unless TangleRules::are_watched

  PlaneHeader& header(Slot slot) {
    return *reinterpret_cast<PlaneHeader*>(registers + std::size_t{slot} * slot_unit);
  }
  const PlaneHeader& header(Slot slot) const {
    return *reinterpret_cast<const PlaneHeader*>(registers + std::size_t{slot} * slot_unit);
  }
  template <class T>
  T* values(Slot slot) {
    return reinterpret_cast<T*>(registers + std::size_t{slot} * slot_unit + sizeof(PlaneHeader));
  }
  template <class T>
  const T* values(Slot slot) const {
    return reinterpret_cast<const T*>(registers + std::size_t{slot} * slot_unit +
                                      sizeof(PlaneHeader));
  }
  // The lanes for which a Boolean component is true.
  LaneMask& truth(Slot slot) { return *values<LaneMask>(slot); }
  const LaneMask& truth(Slot slot) const { return *values<LaneMask>(slot); }
};

// The lanes of the tangle that is executing.
inline LaneMask lanes_of_tangle(const Subgroup& subgroup) {
  return subgroup.active | subgroup.before_turn | subgroup.after_turn;
}

// Vector loads may read before or after a plane, by up to the length of a plane of 128 lanes.
inline constexpr std::size_t register_margin = 1024;

// The size of a component plane in slot units: header and values of `bytes` bytes per lane (0: a
// Boolean).
constexpr std::uint32_t plane_units(unsigned bytes, unsigned padded_lanes) {
  const unsigned value_bytes = bytes == 0 ? sizeof(LaneMask) : bytes * padded_lanes;
  return 1 + (value_bytes + slot_unit - 1) / slot_unit;
}

}  // namespace spirv_oracle
