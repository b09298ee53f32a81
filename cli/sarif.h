// Findings as SARIF 2.1.0, which code hosts and editors show beside the source.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/reported_finding.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// A run that is over. The parts outlive it.
struct SarifRun {
  const InstructionRegistry& registry;  // whose rules are listed
  const std::vector<ReportedFinding>& findings;
  std::string version;  // of spirv-run
  std::string file;     // stands for the place of a finding without source line
  int exit_status = 0;
  std::string error;  // why the run is not complete; "" if it is
};

nlohmann::ordered_json run_as_sarif(const SarifRun& run);

}  // namespace spirv_oracle
