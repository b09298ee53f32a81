// Collects what a run of a script finds: remarks, findings, expectations that fail, and printed text.
#pragma once

#include <string>

#include "amber/expectation_findings.h"
#include "amber/outcome.h"
#include "amber/script/model.h"
#include "amber/script/remark.h"
#include "cli/run_options.h"

namespace spirv_oracle::amber {

class OutcomeCollector {
 public:
  // All parameters must outlive the collector.
  OutcomeCollector(const Script& script, const RunOptions& options, Outcome& outcome)
      : script_(script), options_(options), outcome_(outcome) {}

  Outcome& outcome() { return outcome_; }

  // A broken rule of Vulkan becomes a finding. A note is printed once, however often the command runs.
  void add_remark(const Remark& remark);
  // Counts a finding that an earlier command has reported as another occurrence of it.
  void add_finding(ReportedFinding finding);
  void add_printed(const std::string& text);
  // Adds the findings about an expectation, and the failure if it does not hold. True if it is the first failure of the
  // command, which may be repeated. The subject needs no source.
  bool judge(const Command& command, ExpectationSubject subject, Comparison comparison);

 private:
  const Script& script_;
  const RunOptions& options_;
  Outcome& outcome_;
};

// An EXPECT may have a million values on its line.
std::string shortened(std::string_view command);

}  // namespace spirv_oracle::amber
