// The memory model, as its appendix in the Vulkan specification defines it, over all pairs of
// operations of a small execution. Tests compare RaceDetector with it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "memory/race_site.h"

namespace spirv_oracle {

// One operation of one invocation, in the order of an execution. A control barrier is one operation
// of each participating invocation; so is each half of a split barrier.
struct ModelOperation {
  enum class Kind : std::uint8_t { access, memory_barrier, control_barrier, arrival, wait };
  Kind kind = Kind::access;
  std::uint32_t workgroup = 0;
  std::uint32_t invocation = 0;
  // For accesses.
  RaceSite site;
  std::uint32_t offset = 0, bytes = 4;
  bool reads = false, writes = false;
  // For barriers and atomics. The scope of an atomic is that of its site.
  MemorySemantics semantics;
  std::uint32_t barrier = 0;  // of a control barrier: its number
  MemoryScope execution = MemoryScope::workgroup;
};

class RaceModel {
 public:
  RaceModel(std::vector<ModelOperation> operations, std::uint32_t subgroup_size,
            bool vulkan_memory_model);
  // Whether there is a data race. Does not follow chains of availability and visibility operations.
  // `lenient`: writes need not be available or visible, and a private access races only with what
  // happened since the invocation accessed the same memory in order (docs/decisions.md).
  bool has_race(bool lenient = false);

 private:
  using Relation = std::vector<std::vector<bool>>;

  bool same_agent(std::size_t a, std::size_t b) const;
  bool program_ordered(std::size_t a, std::size_t b) const { return a < b && same_agent(a, b); }
  MemoryScope apart(std::size_t a, std::size_t b) const;
  MemoryScope memory_scope(std::size_t a) const;
  bool in_scope_of_each_other(std::size_t a, std::size_t b) const;
  bool is_atomic(std::size_t a) const;
  bool is_barrier(std::size_t a) const { return !is_access(a); }
  bool is_access(std::size_t a) const;
  bool same_locations(std::size_t a, std::size_t b) const;
  bool overlap(std::size_t a, std::size_t b) const;
  bool mutually_ordered(std::size_t a, std::size_t b) const;
  bool same_reference(std::size_t a, std::size_t b) const;
  bool reads_from_sequence(std::size_t read, std::size_t head) const;
  bool releases(std::size_t a) const;
  bool acquires(std::size_t a) const;
  bool names(std::size_t a, StorageSemantics storage) const;
  bool synchronizes_by_atomics(std::size_t a, std::size_t b) const;
  bool synchronizes_by_control_barrier(std::size_t a, std::size_t b) const;
  Relation inter_thread_happens_before(StorageSemantics storage) const;
  bool happens_before(StorageSemantics storage, std::size_t a, std::size_t b) const;
  bool is_overwritten(std::size_t a, std::size_t b) const;
  bool is_superseded(std::size_t a, std::size_t b) const;
  template <class Counts>
  bool is_accessed_between(std::size_t a, std::size_t b, Counts counts) const;
  bool makes_available(std::size_t av, std::size_t a, MemoryScope scope,
                       std::optional<StorageSemantics> by) const;
  bool is_shown(std::size_t a, std::size_t b, std::uint32_t byte) const;
  bool location_ordered(std::size_t a, std::size_t b) const;
  bool is_race(std::size_t a, std::size_t b) const;

  std::vector<ModelOperation> operations_;
  std::uint32_t subgroup_size_;
  bool vulkan_;
  bool is_lenient_ = false;
  Relation before_[storage_semantics_count];
};

}  // namespace spirv_oracle
