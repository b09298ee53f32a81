// The subgroups of one workgroup after the other, and their registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/exec/state/workgroup_shape.h"
#include "interpreter/exec/tangles/separate_tangles.h"
#include "interpreter/exec/tangles/uncertain_branches.h"

namespace spirv_oracle {

// The bytes of the registers and frames of a workgroup.
std::uint64_t memory_of_registers(const Program& program);

// A range of subgroups, by SubgroupId. Subgroups that never wait for each other share a register file, and
// must run one after the other.
class WorkgroupSubgroups {
 public:
  // `one_at_a_time`: only one of them ever runs, so they share a register file.
  WorkgroupSubgroups(Workgroup& workgroup, const Program& program, const AddressSpace& memory,
                     const WorkgroupShape& shape, bool one_at_a_time);

  std::uint32_t size() const { return static_cast<std::uint32_t>(running_.size()); }
  Subgroup& operator[](std::uint32_t id) { return running_[id]; }
  const Subgroup& operator[](std::uint32_t id) const { return running_[id]; }
  Subgroup* begin() { return running_.data(); }
  Subgroup* end() { return running_.data() + running_.size(); }
  const Subgroup* begin() const { return running_.data(); }
  const Subgroup* end() const { return running_.data() + running_.size(); }
  Subgroup& front() { return running_.front(); }

  // The order in which they take turns.
  std::span<const std::uint32_t> order() const { return order_; }
  // Whether each runs under the minimal reconvergence policy.
  bool keeps_tangles_separate() const { return !separate_.empty(); }
  // The bytes of the registers of tangles that wait under that policy.
  std::uint64_t memory_of_suspended_tangles() const;

  // Adapts them to a shape that has changed.
  void take_shape();
  // Puts all of them at the beginning of the program. `seed`: selects their order; 0: ascending, or descending.
  void start_workgroup(std::uint64_t seed, bool descends);
  // Must be called before a subgroup runs: gives it its inputs if it has not begun.
  void prepare_to_run(Subgroup& subgroup);
  bool has_begun(std::uint32_t id) const { return has_begun_[id]; }
  // Whether the registers of a subgroup hold its values: it has begun, and no other subgroup has used them since.
  bool owns_registers(std::uint32_t id) const;
  // Writes the built-in inputs of a subgroup of this workgroup into its registers.
  void write_inputs(Subgroup& subgroup) const;

 private:
  struct AlignedDelete {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  using Registers = std::unique_ptr<std::byte, AlignedDelete>;

  void create_registers(bool share);
  void fill_constants(Subgroup& subgroup) const;
  void fill_lane_addresses(Subgroup& subgroup) const;
  void start(Subgroup& subgroup) const;

  const Program& program_;
  const WorkgroupShape& shape_;
  std::vector<Subgroup> all_;                 // as many as the largest workgroup has
  std::span<Subgroup> running_;               // those of the running workgroup
  std::vector<SeparateTangles> separate_;     // by subgroup, under the minimal policy
  std::vector<UncertainBranches> uncertain_;  // by subgroup; empty if they are not examined
  std::vector<std::uint32_t> order_;
  std::vector<bool> has_begun_;  // by subgroup
  std::vector<Registers> registers_;
};

}  // namespace spirv_oracle
