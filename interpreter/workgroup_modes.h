// The workgroup and subgroup sizes that an entry point declares.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

struct WorkgroupModes {
  std::optional<Dim3> size;  // none: the dispatch defines it
  // The SpecIds of the dimensions, if they are specialization constants.
  std::array<std::optional<std::uint32_t>, 3> size_spec_ids;
  std::optional<Dim3> size_hint;               // LocalSizeHint
  std::optional<std::uint32_t> subgroup_size;  // SubgroupSize
  std::optional<std::uint32_t> subgroups_per_workgroup;
};

// With these specialization constants. Empty if the entry point does not exist. Errors: those of the types and constants.
Result<WorkgroupModes> workgroup_modes(const Module& module, const InstructionRegistry& registry,
                                       const std::string& entry_point,
                                       const std::map<std::uint32_t, std::uint64_t>& specialization,
                                       std::uint64_t max_memory = Limits().max_memory);

}  // namespace spirv_oracle
