// Formats findings as SARIF 2.1.0, which code hosts and editors show beside the source.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/report/reported_finding.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// A finished run. The parts must outlive it.
struct SarifRun {
  const InstructionRegistry& registry;  // the source of the list of rules
  const std::vector<ReportedFinding>& findings;
  std::string version;  // of spirv-run
  std::string file;     // the location of findings without a source line
  int exit_status = 0;
  std::string error;  // why the run is incomplete; "" if it is complete
};

nlohmann::ordered_json run_as_sarif(const SarifRun& run);

}  // namespace spirv_oracle
