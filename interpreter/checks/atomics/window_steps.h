// What a subgroup does between loads in a loop in which its invocations look back together (exec/orders/look_back_windows.h), for all
// combinations of values that the loads may find.
//
// There are too many combinations to try each of them. So copies of the subgroup execute the records together, up to the next loads or
// the end of the loop. In each copy, every lane has found another one of its values. Where a group operation combines lanes, an operand
// that is not the same in all copies is implementation-dependent, and so are the bits of the result that depend on it. If a branch, the
// next loads or a sum depend on such bits, the combinations are divided by what one lane has found, and each part is tried by itself.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "interpreter/checks/atomics/look_back_words.h"
#include "interpreter/exec/orders/look_backs.h"

namespace spirv_oracle {

class RaceWatch;

// What an atomic of `bytes` bytes accesses. None if it is not memory that workgroups share and write, or not aligned.
std::optional<LookBacks::Bytes> look_back_bytes(const Subgroup& subgroup, RaceWatch& races,
                                                std::uint64_t address, unsigned bytes);

class WindowSteps {
 public:
  WindowSteps(RaceWatch& races, LookBacks& look_backs) : races_(races), look_backs_(look_backs) {}
  // Finds the steps from the loads at the record, a begin_look_back(), and from all loads that may follow. Returns whether all are
  // known.
  bool find(Subgroup& subgroup, const Record& begin);

 private:
  // A copy of a subgroup with registers of its own.
  class Copy {
   public:
    Copy() = default;
    explicit Copy(const Subgroup& of) { assign(of); }
    Copy(const Copy& other) { assign(other.subgroup_); }
    Copy(Copy&&) = default;
    Copy& operator=(const Copy& other) {
      assign(other.subgroup_);
      return *this;
    }
    Copy& operator=(Copy&&) = default;
    ~Copy() = default;
    void assign(const Subgroup& of);
    Subgroup& operator*() { return subgroup_; }
    const Subgroup& operator*() const { return subgroup_; }
    Subgroup* operator->() { return &subgroup_; }
    const Subgroup* operator->() const { return &subgroup_; }

   private:
    Subgroup subgroup_;
    std::vector<std::byte> memory_;  // of the registers
  };
  // A subgroup before its loads.
  struct Start {
    Copy subgroup;
    const Record* begin = nullptr;
    std::uint32_t node = LookBackWindows::no_node;
  };
  // The load of a lane, and which of its values a copy may find.
  struct LaneLoad {
    unsigned lane = 0;
    LookBackWindows::Load load;
  };
  using Found = std::vector<std::uint8_t>;  // numbers of values
  using Part = std::vector<Found>;          // by load: some combinations
  // Divides a part: values of one load with the same number stay together.
  struct Division {
    std::size_t load = 0;
    std::vector<std::uint8_t> numbers;  // by position in Found
  };
  enum class Outcome : std::uint8_t { known, divided, unknown };

  bool find_steps(const Start& start);
  bool find_loads();
  static std::optional<LookBackWindows::Key> key_of(const Subgroup& subgroup, const Record& begin,
                                                    const LookBackLoad& load);
  static LaneMask lanes_in_loop(const Subgroup& subgroup, const LookBackLoad& load);
  bool try_parts(std::vector<LookBackWindows::Step>& steps);
  void divide(const Part& part, const Division& division, std::vector<Part>& parts) const;
  // --- one part ---
  Outcome run(const Part& part, LookBackWindows::Step& step);
  void begin_copies(const Part& part);
  void set_found(Subgroup& subgroup, const LaneLoad& load, std::uint8_t number) const;
  const Record* execute(const Record* record);
  const Record* advance(const Record* record);
  Outcome compare_branch(const LookBackOperands& operands);
  Outcome run_group_operation(const LookBackOperands& operands, const Record*& record);
  Outcome end_at_load(const Record& record, LookBackWindows::Step& step);
  Outcome end_at_exit(const Record& record, LookBackWindows::Step& step);
  Outcome add_sums(const std::vector<SizedPlane>& sums, LookBackWindows::Step& step);
  // --- lanes that wait alone ---
  bool exclude_waits();
  const Record* advance_alone(const Record* record);
  bool is_as_before(unsigned lane) const;
  bool is_together_after(const Part& waiting, const Part& latest);
  // --- how copies differ ---
  struct Difference {
    bool is_undefined = false;  // in some of them
    bool is_uncertain = false;  // implementation-dependent in some of them
    bool is_found = false;      // because of what the lane itself has found
    std::uint64_t bits = 0;     // that differ, or are implementation-dependent
  };
  Difference difference(const SizedPlane& plane, unsigned lane) const;
  // unknown: undefined; divided: it differs, and the division is known.
  Outcome require_same(const std::vector<SizedPlane>& planes, const LaneMask& lanes);
  std::optional<Division> division_by(const SizedPlane& plane, unsigned lane) const;
  bool is_guaranteed() const;
  void join(const SizedPlane& plane, unsigned lane);
  void take_results(const std::vector<Slot>& results);

  RaceWatch& races_;
  LookBacks& look_backs_;
  std::vector<Start> open_;
  std::set<std::uint32_t> seen_;  // nodes that are, or have been, in the list
  // Of the node whose steps find_steps() finds.
  const Start* start_ = nullptr;
  LookBackLoad words_;
  LaneMask in_loop_;
  const Record* end_ = nullptr;  // of the loads
  std::vector<LaneLoad> loads_;
  Part all_;               // but values for which a lane waits alone
  bool descends_ = false;  // divides by the highest lane first
  // Of the part that is being tried.
  const Part* part_ = nullptr;
  std::vector<Copy> copies_;
  std::size_t count_ = 0;             // of copies
  std::optional<Division> division_;  // by the latest group operation that combines what differs
  std::uint64_t records_ = 0;
};

}  // namespace spirv_oracle
