// Which tangles the specification guarantees, and which depend on reconvergence that it does not.
//
// Core SPIR-V guarantees reconvergence only if control flow was uniform at the header of a
// construct and all invocations leave through its merge block ("Uniform Control Flow"): all of the
// workgroup, or of the subgroup under SubgroupUniformControlFlowKHR. Maximal reconvergence
// guarantees it everywhere, except for lanes that reach a case of an OpSwitch with different
// selector values. In kernels, whose control flow is unstructured, it is guaranteed where all lanes
// that entered the function are together again.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// Where lanes that had diverged reconverged.
enum class JoinKind : std::uint8_t {
  merge_block,
  workgroup_merge_block,  // reached by the whole subgroup, but not by the whole workgroup
  continue_target,
  switch_case,
  call_return,
  block  // of a kernel, to which several branches lead
};

// Whether the membership of the running tangle is guaranteed, and on what that depends. One word, because divergent
// control flow copies it often: a store of several parts would delay the next load of the whole.
class Guarantee {
 public:
  // Certainly holds.
  constexpr Guarantee() = default;
  // Holds if an assumption of the JoinLedger is true; 0: certainly holds.
  static constexpr Guarantee under(std::uint32_t assumption) { return Guarantee(assumption); }
  // Does not hold: the tangle depends on a join in this construct (index into Program::constructs).
  static constexpr Guarantee none(JoinKind place, std::uint32_t construct) {
    return Guarantee((1 + static_cast<std::uint64_t>(place)) << 32 | construct);
  }

  constexpr bool holds() const { return bits_ >> 32 == 0; }
  // If it holds.
  constexpr std::uint32_t assumption() const { return static_cast<std::uint32_t>(bits_); }
  // If it does not hold.
  constexpr JoinKind place() const { return static_cast<JoinKind>((bits_ >> 32) - 1); }
  constexpr std::uint32_t construct() const { return static_cast<std::uint32_t>(bits_); }

  friend constexpr bool operator==(const Guarantee&, const Guarantee&) = default;

 private:
  constexpr explicit Guarantee(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_ = 0;
};

// The dynamic instance after control flow continues at `target`.
constexpr std::uint64_t follow(std::uint64_t path, std::uint64_t target) {
  path = (path ^ target) * 0x9E3779B97F4A7C15ull;
  return path ^ (path >> 29);
}

// Reconvergence that not all subgroups of a workgroup took part in, found at the end of the
// workgroup. A further run with this knowledge marks the results that depend on it.
class FailedJoins {
 public:
  void add(std::uint64_t workgroup, std::uint64_t path) { joins_.insert(follow(path, workgroup)); }
  bool contains(std::uint64_t workgroup, std::uint64_t path) const {
    return joins_.count(follow(path, workgroup)) != 0;
  }
  bool empty() const { return joins_.empty(); }
  // Returns whether the others add any.
  bool merge(const FailedJoins& other) {
    const std::size_t before = joins_.size();
    joins_.insert(other.joins_.begin(), other.joins_.end());
    return joins_.size() != before;
  }

 private:
  std::unordered_set<std::uint64_t> joins_;
};

// The reconvergence of one workgroup that is guaranteed only if all its subgroups took part.
// Whether they did is known at the end of the workgroup.
class JoinLedger {
 public:
  // A tangled instruction that depended on reconvergence without a guarantee.
  struct Broken {
    std::uint32_t origin = 0;  // of the instruction
    std::uint32_t subgroup = 0;
    LaneMask lanes;
    std::uint32_t construct = 0;
  };

  // Forgets the last workgroup. Records nothing if `enabled` is false.
  void start(std::uint32_t subgroups, bool enabled);
  bool enabled() const { return enabled_; }

  // The whole subgroup entered a construct at the dynamic instance `path`, and left it through its
  // merge block.
  void pass(std::uint32_t subgroup, std::uint64_t path);
  // Adds an assumption for a tangle that depends on such reconvergence. `parent` is the assumption
  // at the header; `instead` is the guarantee of the tangle if the assumption fails.
  std::uint32_t assume(std::uint64_t path, std::uint32_t construct, std::uint32_t parent,
                       const Guarantee& instead);
  // A tangled instruction executed under an assumption.
  void depend(std::uint32_t assumption, std::uint32_t origin, std::uint32_t subgroup,
              const LaneMask& lanes);

  // The first dependency of each instruction on reconvergence in which not all subgroups took part.
  // `failed`, if given, gets the dynamic instances.
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
  std::vector<Assumption> assumptions_;             // [0] represents no assumption
  std::vector<Dependency> dependencies_;
};

}  // namespace spirv_oracle
