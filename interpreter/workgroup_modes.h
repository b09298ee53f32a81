// What an entry point says of the workgroups and subgroups that it runs in.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

struct WorkgroupModes {
  std::optional<Dim3> size;  // none: the dispatch gives it
  // The specialization constants that are the size's dimensions, where they are.
  std::array<std::optional<std::uint32_t>, 3> size_spec_ids;
  std::optional<Dim3> size_hint;               // LocalSizeHint
  std::optional<std::uint32_t> subgroup_size;  // SubgroupSize
  std::optional<std::uint32_t> subgroups_per_workgroup;
};

// With these specialization constants. Empty for an entry point that does not exist and for types that make no sense.
WorkgroupModes workgroup_modes(const Module& module, const InstructionRegistry& registry,
                               const std::string& entry_point,
                               const std::map<std::uint32_t, std::uint64_t>& specialization);

}  // namespace spirv_oracle
