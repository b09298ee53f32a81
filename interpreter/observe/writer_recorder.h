// Tracks values from group instructions to the memory in which they are stored. It uses the records
// of observe/provenance.h, but for all values, not only indeterminate ones.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/exec/report/value_observer.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/record.h"
#include "interpreter/observe/shadow_store.h"
#include "interpreter/writers.h"

namespace spirv_oracle {

class WriterRecorder final : public ValueObserver {
 public:
  // Whether the tables for this program fit into `max_memory` bytes.
  static bool is_affordable(const Program& program, std::uint64_t max_memory);

  explicit WriterRecorder(const Program& program);

  // It allocates its tables at once.
  bool is_out_of_memory() const override { return false; }
  // Forgets the private data of the invocations of the last workgroup.
  void start_workgroup() override;

  // The effects of the records, for the active lanes.
  void note_copy(const Subgroup& subgroup, const Record& record);
  void note_result(const Subgroup& subgroup, const Record& record);
  void note_unset(const Subgroup& subgroup, const Record& record);
  void note_load(const Subgroup& subgroup, const Record& record);
  void note_store(const Subgroup& subgroup, const Record& record);
  void note_atomic(const Subgroup& subgroup, const Record& record);

  // The writers of the object with that number, by offset.
  std::vector<Writer> stored_in(std::uint32_t object) const;
  const std::vector<GroupExecution>& executions() const { return executions_; }
  bool is_complete() const { return complete_; }

 private:
  using ExecutionId = std::uint32_t;  // index into executions_

  ExecutionId& at(const Subgroup& subgroup, Slot slot, unsigned lane) {
    return contents_.at(subgroup, planes_[slot], lane);
  }
  ExecutionId add_execution(const Subgroup& subgroup, const Record& record, ExecutionId before);
  void store(const Subgroup& subgroup, const Record& record, unsigned lane, std::uint64_t address,
             unsigned bytes, ExecutionId value_from);
  using Stored = ShadowMemory<Writer>;  // by address, without overlap
  Stored& stored_near(const Subgroup& subgroup, std::uint64_t address);
  // The origin of the value of `bytes` bytes.
  ExecutionId loaded(const Subgroup& subgroup, std::uint64_t address, unsigned bytes);
  // The latest execution among the planes, in one lane.
  ExecutionId latest_of(const Subgroup& subgroup, const Slot* planes, std::uint32_t count,
                        unsigned lane);
  std::uint32_t instruction_of(const Record& record) const;
  bool is_group_instruction(const Record& record) const;

  const Program& program_;
  PlaneNumbers planes_;
  ShadowPlanes<ExecutionId> contents_;
  std::vector<GroupExecution> executions_{1};
  Stored stored_, own_;  // own_: in workgroup and private memory
  bool complete_ = true;
};

// The recorder of the run; null if there is none.
WriterRecorder* writers_of(const Subgroup& subgroup);

}  // namespace spirv_oracle
