// Prints the output of a run: results, findings and notes, as text or JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/report/reported_finding.h"
#include "cli/report/results.h"
#include "spirv_run/run.h"

namespace spirv_oracle {

// What a run has to report.
struct RunReport {
  const FinishedRun& run;
  Status status = Status::ok;
  std::string error;  // why the run or the output is incomplete; "" if it is complete
  std::vector<NamedBuffer> buffers;
  std::vector<ReportedFinding> findings;
};

// The buffers that the options select, the findings, and the status that follows from them.
RunReport report_of(const FinishedRun& run);

// What the run did not examine, one line each; "" if there is nothing to say.
std::string run_notes(const FinishedRun& run);

// The exit status as a number.
int status_number(Status status);

// Prints to the console in the format that the options of the run select.
void print_run(const RunReport& report, const Console& console);

}  // namespace spirv_oracle
