// The execution modes of an entry point.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Gives the builder what the execution modes declare for the program, and returns what they declare for its lowering. The
// execution model and the sizes of workgroup and subgroup must be set before. Errors: modes that are unknown or contradict each other.
Result<LoweredEntryPoint> read_execution_modes(const EntryPoint& entry,
                                               const SpecializedModule& types,
                                               const ProgramRequest& request,
                                               ProgramBuilder& builder);

// OutputVertices, if the entry point declares it.
std::optional<std::uint32_t> output_vertices(const EntryPoint& entry);

// SubgroupsPerWorkgroup and SubgroupsPerWorkgroupId. The layout of the program must be set before. Errors: bad_input if the
// workgroup has another number of subgroups.
Result<void> check_subgroup_count(const EntryPoint& entry, const SpecializedModule& types,
                                  const Program& program);

}  // namespace spirv_oracle
