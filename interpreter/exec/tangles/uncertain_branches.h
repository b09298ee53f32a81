// Branches whose condition or selector is implementation-dependent: a conforming implementation may
// take another path.
//
// A shadow run executes the other paths before the usual one, on a copy of the registers, and
// undoes what they wrote. Where the paths join, a component or a byte of memory becomes
// implementation-dependent if it differs between the paths. Until then, the membership of tangles
// is uncertain as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/exec/tangles/known_comparisons.h"
#include "memory/address_space.h"
#include "memory/definedness.h"
#include "memory/race_record.h"

namespace spirv_oracle {

// Where the paths of a branch join: the first reconvergence point after the branch that all of them
// pass.
enum class PathJoin : std::uint32_t {
  merge_block,          // of the construct or call whose frame has that depth
  continue_target,      // likewise
  next_iteration,       // likewise
  reconvergence_point,  // that number of Program::reconvergence_points
  end,                  // of the entry point
};

struct PathJoinPoint {
  PathJoin join = PathJoin::end;
  std::uint32_t number = 0;
};

// Words of Program::data for a branch, by record in BranchTables::joins.
struct BranchJoinData {
  PathJoin join;
  std::uint32_t number;        // depth or reconvergence point
  std::uint32_t first_record;  // the records of all paths lie between these
  std::uint32_t end_record;
  std::uint32_t selector_bytes;  // 0: a condition
  Comparison comparison;         // that gives the condition

  static constexpr std::uint32_t words = 10;
  static BranchJoinData read(const std::uint32_t* from);
};

// A byte of memory before a change, or after it on another path.
struct SavedByte {
  std::byte value{};
  Definedness state = Definedness::defined;
  Definedness* shadow = nullptr;  // the place of its state
  std::uint64_t address = 0;
  std::uint8_t component_bytes = 0;  // for the first byte of a component; 0 for the others
  std::uint8_t lane = 0;             // that wrote it
  bool is_reached_only = false;      // a shadow run has marked it, but not written it
  bool written_again = false;        // others may have seen another value in between
  bool shared_at_once =
      false;  // others may have seen it already: it was written by an atomic, or before a barrier
};
using ByteJournal = std::unordered_map<std::byte*, SavedByte>;

// Bytes that an access through an uncertain address may reach.
struct ReachedBytes {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint8_t lane = 0;  // that accesses them
};

// Writes on paths that a run does not take. Where the paths have joined, the byte is implementation-dependent. A later certain
// write gives it a certain value only if it is ordered after the possible one: otherwise, another implementation may execute
// the two in the other order.
class PossibleWrites {
 public:
  // `record`: of an access of the invocation that may have written the byte, where the paths join.
  void add(const std::byte* byte, RaceRecord record) { records_[byte] = record; }
  bool any() const { return !records_.empty(); }
  // To be called before a certain write of `size` bytes at an address by a lane. Tells the race check which bytes it may have
  // overtaken.
  void note_certain(Subgroup& subgroup, unsigned lane, std::uint64_t address, std::uint64_t size);

 private:
  std::unordered_map<const std::byte*, RaceRecord> records_;
};

// Marks every byte that a store with an uncertain address may have written. A later store with a
// certain address makes its bytes certain again, until the next store with an uncertain address.
class UncertainStores {
 public:
  void mark(const AddressSpace& memory, const ReachedBytes& reached);
  // Must be called before a store with a certain address.
  void note_certain(const AddressSpace& memory, std::uint64_t address, std::uint64_t size);
  bool any() const { return !marked_.empty(); }
  PossibleWrites& possible() { return possible_; }

 private:
  using Range = std::pair<std::uint64_t, std::uint64_t>;  // offsets in the object
  struct Marked {
    Range range;
    std::vector<Range> certain_since;
  };
  std::unordered_map<const Allocation*, Marked> marked_;
  PossibleWrites possible_;
};

// The uncertain branches around the current place of one subgroup.
class UncertainBranches {
 public:
  void start();

  // The lanes may take other paths at the branch `record`, which they are about to execute.
  void branch(Subgroup& subgroup, const Record& record, const LaneMask& lanes);
  // To be called when lanes continue at a place where paths may join. True: a shadow run ends here.
  bool join_at(Subgroup& subgroup, PathJoin join, std::uint32_t number);
  // Whether the membership of tangles is implementation-dependent.
  bool is_inside() const { return is_shadow_run_ || !regions_.empty(); }

  // Called by the records before writes; see checks/write_note.h.
  void note_write(Subgroup& subgroup, const Record& record);
  void note_unknown_write();
  // To be called after a load: in a shadow run, other invocations may have written something else
  // meanwhile.
  void note_read(Subgroup& subgroup, const Record& record);
  // To be called after an atomic instruction, and before a barrier, because others may see what was
  // written.
  void share_written(Subgroup& subgroup, const Record* atomic);
  // To be called after a tangled instruction, because its result depends on which lanes execute it.
  void mark_results(Subgroup& subgroup, const Record& record) const;

 private:
  // The region between an uncertain branch and the place where its paths join.
  struct Region {
    PathJoin join = PathJoin::end;
    std::uint32_t number = 0, first_record = 0, end_record = 0;
    std::uint32_t origin = 0;  // of the first branch
    LaneMask lanes;
    std::size_t known = 0;  // decisions before it
    bool complete = true;   // whether all other paths have been executed
    ByteJournal before;     // bytes that the lanes wrote since, as they were when the region began
    // After the other paths: the registers, and the bytes that they wrote. They are marked
    // implementation-dependent where those paths differ.
    std::vector<std::byte> registers;
    LaneMask compared;  // the lanes in `registers`
    ByteJournal elsewhere;
  };

  Region& region_of(const Record& record, const BranchJoinData& data);
  void take_untaken_paths(Subgroup& subgroup, const Record& record, const BranchJoinData& data,
                          const LaneMask& lanes, Region& region);
  // `is_reachable`: whether the earlier decisions permit the path in some lane.
  bool run_in_shadow(Subgroup& subgroup, const Record& record, Subgroup& shadow,
                     const LaneMask& lanes, bool is_reachable, Region& region);
  void note_possible_access(const Subgroup& subgroup, const SavedByte& saved);
  ByteJournal undo();
  void add_outcome(const Subgroup& shadow, const LaneMask& lanes, const ByteJournal& written,
                   Region& region);
  void add_registers(const Subgroup& shadow, const LaneMask& lanes, Region& region) const;
  void close(Subgroup& subgroup, Region& region);
  void part(Subgroup& subgroup, const Region& region) const;
  void close_registers(Subgroup& subgroup, const Region& region);
  void mark_records(Subgroup& subgroup, const Region& region);
  void mark_slot(Subgroup& subgroup, Slot slot, const LaneMask& lanes, std::uint32_t origin) const;
  // Other invocations may see that a lane has written the byte on another path.
  void note_possible_write(Subgroup& subgroup, const std::byte* byte, const SavedByte& saved) const;
  void mark_byte(Subgroup& subgroup, std::byte* byte, const SavedByte& saved, std::uint32_t origin);
  void mark_reached(Subgroup& subgroup, const ReachedBytes& reached);
  // For the rest of a shadow run.
  void mark_in_shadow(Subgroup& subgroup, const ReachedBytes& reached);
  void mark_everything(Subgroup& subgroup);
  void save(Subgroup& subgroup, std::uint64_t address, std::uint32_t size, unsigned lane);

  std::vector<Region> regions_;
  KnownComparisons known_;
  // For a shadow run.
  bool is_shadow_run_ = false;
  bool is_incomplete_ = false;
  bool has_met_ = false;
  PathJoin goal_ = PathJoin::end;
  std::uint32_t goal_number_ = 0;
  ByteJournal written_;
  std::vector<ReachedBytes> reached_;
};

// For a branch whose condition or selector, operand 0, is indeterminate in some lanes. Reports the
// undefined ones. Lanes whose selector, of `selector_bytes` bytes (0: a condition), leads to one target in any case, are certain.
struct Clause;
[[gnu::cold, gnu::noinline]] void branch_on_indeterminate_value(Subgroup& subgroup,
                                                                const Record* record,
                                                                const Clause& undefined_condition,
                                                                unsigned selector_bytes = 0);

// The record before a write; operand 0: the plane of addresses, extra: WriteNote.
const Record* note_write(Subgroup& subgroup, const Record* record);

// True: a shadow run ends here, and the caller must return nullptr.
inline bool paths_join(Subgroup& subgroup, PathJoin join, std::uint32_t number) {
  return subgroup.uncertain != nullptr && subgroup.uncertain->join_at(subgroup, join, number);
}

}  // namespace spirv_oracle
