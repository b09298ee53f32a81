// What the decisions of branches say about the implementation-dependent integers that they compare: a path that one decision
// excludes is not reachable after it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/instruction_facts.h"

namespace spirv_oracle {

// A comparison of two integers, whose result is a condition.
struct Comparison {
  IntegerRelation relation = IntegerRelation::none;
  bool is_negated = false;
  Slot operand_1 = no_slot, operand_2 = no_slot;
  std::uint32_t bytes = 4;  // of an operand
};

// In the lanes of one subgroup. An entry counts only as long as the plane holds the value that was compared.
class KnownComparisons {
 public:
  // The lanes have decided a comparison as `truth` says.
  void note(const Subgroup& subgroup, const Comparison& comparison, const LaneMask& lanes,
            const LaneMask& truth);
  // In a shadow run, the lanes decide a comparison as `truth` says. The compared integer gets a value that agrees with this and
  // with all earlier decisions; it becomes certain if it must be equal to a number. Returns the lanes in which there is such a
  // value.
  LaneMask assume(Subgroup& shadow, const Comparison& comparison, const LaneMask& lanes,
                  const LaneMask& truth);
  // The lanes in which a selector may have the value.
  LaneMask lanes_with_value(const Subgroup& shadow, Slot selector, std::uint32_t bytes,
                            std::uint64_t value, const LaneMask& lanes) const;
  std::size_t size() const { return facts_.size(); }
  // Forgets all decisions but the first `size` ones.
  void keep(std::size_t size) { facts_.resize(std::min(size, facts_.size())); }

 private:
  // Whether `relation` holds between the value in a lane of a plane and `other`, or between `other` and it.
  struct Fact {
    Slot slot = no_slot;
    std::uint32_t bytes = 4;
    unsigned lane = 0;
    IntegerRelation relation = IntegerRelation::equal;
    bool is_first = true;  // operand 1 of the relation
    bool holds = true;
    std::uint64_t other = 0;
    std::uint64_t value = 0;  // that the plane had

    bool agrees(std::uint64_t candidate) const;
  };

  static std::optional<Fact> fact_of(const Subgroup& subgroup, const Comparison& comparison,
                                     unsigned lane, bool truth);
  bool assume(Subgroup& shadow, const Fact& fact);
  // Those that still count for the value of the fact.
  std::vector<Fact> facts_about(const Subgroup& subgroup, const Fact& fact) const;

  std::vector<Fact> facts_;
};

}  // namespace spirv_oracle
