// Which workgroup of the dispatch runs, its size, and how its invocations are mapped to subgroups.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/dispatch.h"
#include "interpreter/ir/input.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/subgroup_layout.h"

namespace spirv_oracle {

class WorkgroupShape {
 public:
  // The shape of workgroups that are not smaller than others.
  WorkgroupShape(const Program& program, const Launch& launch);
  WorkgroupShape(const WorkgroupShape&) = delete;
  WorkgroupShape& operator=(const WorkgroupShape&) = delete;

  // From now on, describes the workgroup with this index in the dispatch.
  void start_workgroup(std::uint64_t index);

  std::uint64_t index() const { return index_; }
  // The invocations of a graphics stage. Null: the dispatch has workgroups.
  const StageInvocations* stage() const { return stage_; }
  // The number of a subgroup among those of all such invocations.
  std::uint64_t subgroup_in_launch(std::uint32_t subgroup_id) const {
    return index_ * layout().subgroup_count + subgroup_id;
  }
  const Dim3& id() const { return inputs_.workgroup_id; }
  const Dim3& local_size() const { return inputs_.local_size; }
  const Dim3& group_count() const { return inputs_.group_count; }
  const SubgroupLayout& layout() const { return *inputs_.layout; }
  // What the built-in inputs depend on.
  const InputContext& inputs() const { return inputs_; }

 private:
  const Program& program_;
  const StageInvocations* stage_;
  SubgroupLayout linear_layout_;  // for programs without one
  InputContext inputs_;
  std::uint64_t index_ = 0;
};

// The coordinates as text.
std::string coordinates(const Dim3& workgroup);

}  // namespace spirv_oracle
