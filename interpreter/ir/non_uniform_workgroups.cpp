#include "interpreter/ir/non_uniform_workgroups.h"

namespace spirv_oracle {

NonUniformWorkgroups::NonUniformWorkgroups(const Dim3& groups, const Dim3& global_size,
                                           const Dim3& enqueued_size, std::uint32_t subgroup_size,
                                           const SubgroupMapping& mapping)
    : groups_(groups) {
  for (unsigned last = 0; last < shapes_.size(); ++last) {
    Shape& shape = shapes_[last];
    shape.size = enqueued_size;
    for (unsigned d = 0; d < 3; ++d) {
      const std::uint32_t rest = global_size[d] % enqueued_size[d];
      if ((last >> d & 1) != 0 && rest != 0) shape.size[d] = rest;
    }
    shape.layout = make_subgroup_layout(shape.size, subgroup_size, mapping, QuadGroup::lanes);
  }
}

const NonUniformWorkgroups::Shape& NonUniformWorkgroups::shape(std::uint64_t workgroup) const {
  unsigned last = 0;
  for (unsigned d = 0; d < 3; ++d) {
    if (workgroup % groups_[d] + 1 == groups_[d]) last |= 1u << d;
    workgroup /= groups_[d];
  }
  return shapes_[last];
}

}  // namespace spirv_oracle
