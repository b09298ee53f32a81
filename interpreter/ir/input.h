// Built-in input variables: the interface between the executor, which fills their planes before a
// subgroup starts, and the providers of their values.
#pragma once

#include <cstdint>
#include <optional>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

struct InputPlane;      // ir/program.h
struct Subgroup;        // exec/state/subgroup.h
struct SubgroupLayout;  // ir/subgroup_layout.h

// The data on which the built-in inputs of one workgroup depend.
struct InputContext {
  Dim3 workgroup_id{};
  Dim3 group_count{};
  Dim3 local_size{};
  std::uint32_t subgroup_size = 0;
  const SubgroupLayout* layout = nullptr;  // null: linear
  std::array<std::uint64_t, 3> global_offset{};
  std::uint32_t work_dimensions = 3;
  bool is_kernel = false;  // of the Kernel execution model
  // Of a kernel whose global size is not a multiple of the workgroup size: what local_size and layout are in the
  // workgroups that are not smaller. None: all workgroups have the same size.
  struct Enqueued {
    Dim3 global_size{};
    Dim3 local_size{};
    std::uint32_t subgroup_count = 0;
  };
  std::optional<Enqueued> enqueued;
};

// Writes the values of one plane for all lanes of the subgroup, and clears its header. Returns
// false, and writes nothing, if the variable has no such component.
using InputProvider = bool (*)(const InputContext&, Subgroup&, const InputPlane&);

}  // namespace spirv_oracle
