#include "interpreter/run/pass.h"

namespace spirv_oracle {

Result<std::unique_ptr<BoundProgram>> Pass::bind() const {
  Instrumentation instrumentation = instrumentation_of(*this);
  instrumentation.record_provenance = record_provenance;
  instrumentation.follows_uncertain_branches = follows_uncertain_branches;
  instrumentation.knows_outside_accesses = knows_outside_accesses;
  instrumentation.debug = debug;
  instrumentation.pipes = pipes;
  return programs.bind(
      {*this, bindings, std::move(instrumentation), limits.max_memory, memory_in_use}, deadline);
}

}  // namespace spirv_oracle
