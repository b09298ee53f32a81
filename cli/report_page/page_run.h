// One run as JSON for a report page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/report/results.h"
#include "frontend/assembly.h"
#include "interpreter/execution_trace.h"

namespace spirv_oracle {

struct PageRun {
  std::string title;
  const FinishedRun& run;
  const Module& module;
  const AssemblyMap& assembly;
  const ExecutionTrace& trace;
  const std::vector<ReportedFinding>& findings;
  Status status = Status::ok;
  std::string error;  // why the run is not complete; "" if it is
};

nlohmann::ordered_json page_run_as_json(const PageRun& run);

}  // namespace spirv_oracle
