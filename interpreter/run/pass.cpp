#include "interpreter/run/pass.h"

#include <algorithm>
#include <thread>

namespace spirv_oracle {

std::uint32_t Pass::useful_jobs() const {
  constexpr std::uint64_t workgroups_of_each = 32;
  const std::uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(workgroups() / workgroups_of_each, 1, cores));
}

Result<std::unique_ptr<BoundProgram>> Pass::bind() const {
  Instrumentation instrumentation = instrumentation_of(*this);
  instrumentation.record_provenance = record_provenance;
  instrumentation.follows_uncertain_branches = follows_uncertain_branches;
  instrumentation.knows_outside_accesses = knows_outside_accesses;
  instrumentation.debug = debug;
  instrumentation.pipes = pipes;
  return programs.bind({*this, bindings, std::move(instrumentation), limits.max_memory,
                        memory_in_use, candidate_order},
                       deadline);
}

}  // namespace spirv_oracle
