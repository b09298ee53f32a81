// Which tangles the specification guarantees, and which rest on a join that it leaves open.
//
// Core SPIR-V promises a join only where control flow was uniform at the header of a construct and
// all invocations leave by its merge block ("Uniform Control Flow"): all of the workgroup, or of the
// subgroup under SubgroupUniformControlFlowKHR. Maximal reconvergence promises every join but those of
// lanes that reach a case of an OpSwitch with different selector values. In kernels, whose control flow is
// not structured, a join is promised where all that entered the function meet again.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// Where lanes that had parted met.
enum class JoinPlace : std::uint8_t {
  merge_block,
  workgroup_merge_block,  // which the whole subgroup reached, but not all of the workgroup
  continue_target,
  switch_case,
  call_return,
  block  // of a kernel, which several branches lead to
};

// What the membership of the running tangle rests on. Control flow that diverges copies it all the time, so it is one
// word: a load that spans several stores waits for them.
class Guarantee {
 public:
  // Holds for certain.
  constexpr Guarantee() = default;
  // Holds if an assumption of the JoinLedger is true; 0: for certain.
  static constexpr Guarantee under(std::uint32_t assumption) { return Guarantee(assumption); }
  // Does not hold: the tangle rests on a join of this construct (index into Program::constructs).
  static constexpr Guarantee none(JoinPlace place, std::uint32_t construct) {
    return Guarantee((1 + static_cast<std::uint64_t>(place)) << 32 | construct);
  }

  constexpr bool holds() const { return bits_ >> 32 == 0; }
  // Where it holds.
  constexpr std::uint32_t assumption() const { return static_cast<std::uint32_t>(bits_); }
  // Where it does not.
  constexpr JoinPlace place() const { return static_cast<JoinPlace>((bits_ >> 32) - 1); }
  constexpr std::uint32_t construct() const { return static_cast<std::uint32_t>(bits_); }

  friend constexpr bool operator==(const Guarantee&, const Guarantee&) = default;

 private:
  constexpr explicit Guarantee(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_ = 0;
};

// The dynamic instance that follows when control flow goes on at `target`.
constexpr std::uint64_t follow(std::uint64_t path, std::uint64_t target) {
  path = (path ^ target) * 0x9E3779B97F4A7C15ull;
  return path ^ (path >> 29);
}

// Joins that not all subgroups of their workgroup made, as a run found at the end of the workgroup. The
// same run again, knowing them, marks the results that rest on them.
class FailedJoins {
 public:
  void add(std::uint64_t workgroup, std::uint64_t path) { joins_.insert(follow(path, workgroup)); }
  bool contains(std::uint64_t workgroup, std::uint64_t path) const {
    return joins_.count(follow(path, workgroup)) != 0;
  }
  bool empty() const { return joins_.empty(); }
  void merge(const FailedJoins& other) { joins_.insert(other.joins_.begin(), other.joins_.end()); }

 private:
  std::unordered_set<std::uint64_t> joins_;
};

// The joins of one workgroup that are guaranteed only if all its subgroups made them. Whether they did
// is known when the workgroup has ended.
class JoinLedger {
 public:
  // A tangled instruction that relied on a join that was not guaranteed.
  struct Broken {
    std::uint32_t origin = 0;  // of the instruction
    std::uint32_t subgroup = 0;
    LaneMask lanes;
    std::uint32_t construct = 0;
  };

  // Forgets the last workgroup. With `enabled` false nothing is recorded.
  void start(std::uint32_t subgroups, bool enabled);
  bool enabled() const { return enabled_; }

  // The whole subgroup entered a construct at the dynamic instance `path` and left it by its merge
  // block.
  void pass(std::uint32_t subgroup, std::uint64_t path);
  // A tangle that relies on such a join. `parent` is what control flow at the header rested on;
  // `instead` is the guarantee that the tangle has in any case.
  std::uint32_t assume(std::uint64_t path, std::uint32_t construct, std::uint32_t parent,
                       const Guarantee& instead);
  // A tangled instruction was executed under an assumption.
  void depend(std::uint32_t assumption, std::uint32_t origin, std::uint32_t subgroup,
              const LaneMask& lanes);

  // The first dependency of each instruction on a join that not all subgroups made; `failed`, if given,
  // gets the dynamic instances of such joins.
  std::vector<Broken> judge(std::vector<std::uint64_t>* failed = nullptr) const;

 private:
  struct Assumption {
    std::uint64_t path = 0;
    std::uint32_t construct = 0;
    std::uint32_t parent = 0;
    Guarantee instead;
  };
  struct Dependency {
    std::uint32_t assumption = 0;
    Broken what;
  };

  bool has_room();

  bool enabled_ = false;
  std::uint64_t entries_ = 0;
  std::vector<std::vector<std::uint64_t>> passed_;  // by subgroup
  std::vector<Assumption> assumptions_;             // [0] is no assumption
  std::vector<Dependency> dependencies_;
};

}  // namespace spirv_oracle
