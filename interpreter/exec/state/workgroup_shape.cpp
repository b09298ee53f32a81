#include "interpreter/exec/state/workgroup_shape.h"

#include <algorithm>

namespace spirv_oracle {

WorkgroupShape::WorkgroupShape(const Program& program, const Launch& launch)
    : program_(program), stage_(launch.invocations) {
  inputs_.group_count = launch.groups;
  inputs_.subgroup_size = program.subgroup_size;
  inputs_.is_kernel = program.is_kernel();
  inputs_.global_offset = launch.global_offset;
  inputs_.work_dimensions = launch.work_dimensions;
  inputs_.local_size = program.local_size;
  inputs_.layout = &program.layout;
  if (program.layout.subgroup_count == 0) {  // the program was not compiled for a dispatch
    linear_layout_ =
        make_subgroup_layout(program.local_size, program.subgroup_size, {}, QuadGroup::lanes);
    inputs_.layout = &linear_layout_;
  }
  if (program.non_uniform != nullptr)
    inputs_.enqueued = {*launch.global_size, program.local_size, layout().subgroup_count};
}

void WorkgroupShape::start_workgroup(std::uint64_t index) {
  index_ = index;
  const Dim3& groups = inputs_.group_count;
  inputs_.workgroup_id = {static_cast<std::uint32_t>(index % groups[0]),
                          static_cast<std::uint32_t>(index / groups[0] % groups[1]),
                          static_cast<std::uint32_t>(index / groups[0] / groups[1])};
  if (!inputs_.is_kernel) {
    // The offset of a shader moves its workgroups.
    for (std::size_t d = 0; d < groups.size(); ++d)
      inputs_.workgroup_id[d] += static_cast<std::uint32_t>(inputs_.global_offset[d] /
                                                            std::max(inputs_.local_size[d], 1u));
  }
  if (program_.non_uniform == nullptr) return;
  inputs_.local_size = program_.local_size_of(index);
  inputs_.layout = &program_.layout_of(index);
}

std::string coordinates(const Dim3& workgroup) {
  return "(" + std::to_string(workgroup[0]) + "," + std::to_string(workgroup[1]) + "," +
         std::to_string(workgroup[2]) + ")";
}

}  // namespace spirv_oracle
