#include "cli/finding_order.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

Finding finding(Severity severity, std::string kind, std::uint32_t workgroup) {
  Finding finding;
  finding.severity = severity;
  finding.kind = std::move(kind);
  finding.workgroup = {workgroup, 0, 0};
  return finding;
}

TEST(FindingOrder, WhatDecidesTheVerdictIsFirst) {
  std::vector<ReportedFinding> findings{
      finding(Severity::implementation_dependent, "order-of-operations", 0),
      finding(Severity::undefined_value, "math-domain", 0),
      finding(Severity::implementation_dependent, "robust-access", 0),
      finding(Severity::undefined_behavior, "data-race", 1),
      finding(Severity::undefined_output, "undefined-output", 0),
      finding(Severity::undefined_behavior, "out-of-bounds", 2),
      finding(Severity::implementation_dependent, "implementation-dependent-output", 0)};
  sort_findings(findings);
  std::vector<std::string> kinds;
  for (const Finding& found : findings) kinds.push_back(found.kind);
  EXPECT_EQ(kinds, (std::vector<std::string>{"data-race", "out-of-bounds", "undefined-output",
                                             "robust-access", "implementation-dependent-output",
                                             "math-domain", "order-of-operations"}));
}

TEST(FindingOrder, EqualRanksKeepTheOrderOfTheWorkgroups) {
  std::vector<ReportedFinding> findings;
  for (std::uint32_t i = 0; i < 40; ++i)
    findings.push_back(
        finding(i % 2 == 0 ? Severity::undefined_value : Severity::undefined_behavior, "kind", i));
  sort_findings(findings);
  for (std::uint32_t i = 0; i < 40; ++i)
    EXPECT_EQ(findings[i].workgroup[0], i < 20 ? 2 * i + 1 : 2 * (i - 20));
}

}  // namespace
}  // namespace spirv_oracle
