// The sizes of the workgroups of a kernel whose global size is not a multiple of the workgroup size.
#pragma once

#include <array>
#include <cstdint>

#include "interpreter/dispatch.h"
#include "interpreter/ir/subgroup_layout.h"

namespace spirv_oracle {

// The last workgroup of each dimension has what remains; the others have the enqueued size.
class NonUniformWorkgroups {
 public:
  struct Shape {
    Dim3 size{};
    SubgroupLayout layout;
  };

  // `groups` counts the smaller workgroups as well. No dimension of the sizes is 0.
  NonUniformWorkgroups(const Dim3& groups, const Dim3& global_size, const Dim3& enqueued_size,
                       std::uint32_t subgroup_size, const SubgroupMapping& mapping);

  // By the index of the workgroup in the dispatch.
  const Shape& shape(std::uint64_t workgroup) const;

 private:
  Dim3 groups_;
  std::array<Shape, 8> shapes_;  // bit D of the index: the last workgroup of dimension D
};

}  // namespace spirv_oracle
