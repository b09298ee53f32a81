// Findings about expectations that read indeterminate elements.
#pragma once

#include <string>
#include <vector>

#include "amber/expect.h"
#include "cli/report/reported_finding.h"

namespace spirv_oracle::amber {

struct ExpectationSubject {
  std::string buffer, type;    // their names
  std::uint64_t width = 0;     // pixels of a row, if the elements are pixels; 0: they are not
  SourceLocation source = {};  // of the command
};

// A finding says that the test has a defect only if a conforming implementation may store a value for which the
// expectation fails.
std::vector<ReportedFinding> expectation_findings(const ExpectationSubject& subject,
                                                  const Comparison& comparison);

}  // namespace spirv_oracle::amber
