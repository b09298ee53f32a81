#include "cli/report/finding_order.h"

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

Finding at(std::uint32_t word, Severity severity, std::string clause,
           std::vector<std::uint32_t> notes = {}) {
  Finding finding;
  finding.severity = severity;
  finding.clause = std::move(clause);
  finding.where.word = word;
  for (const std::uint32_t note : notes) finding.notes.push_back({"", {}, note});
  return finding;
}

std::vector<std::pair<std::string, std::optional<std::size_t>>> sorted(
    std::vector<ReportedFinding> findings) {
  sort_findings(findings);
  std::vector<std::pair<std::string, std::optional<std::size_t>>> list;
  for (const ReportedFinding& found : findings) list.emplace_back(found.clause, found.cause);
  return list;
}

using Sorted = std::vector<std::pair<std::string, std::optional<std::size_t>>>;

TEST(FindingOrder, ConsequencesFollowTheirCause) {
  EXPECT_EQ(sorted({at(9, Severity::undefined_behavior, "other"),
                    at(30, Severity::undefined_behavior, "index", {20, 10}),
                    at(10, Severity::undefined_value, "division"),
                    at(0, Severity::undefined_output, "output", {15, 10})}),
            (Sorted{{"other", {}}, {"division", {}}, {"index", 1}, {"output", 1}}));
}

TEST(FindingOrder, ConsequencesHaveConsequences) {
  EXPECT_EQ(sorted({at(30, Severity::undefined_behavior, "third", {20}),
                    at(20, Severity::undefined_behavior, "second", {10}),
                    at(10, Severity::undefined_value, "first")}),
            (Sorted{{"first", {}}, {"second", 0}, {"third", 1}}));
}

// Values that depend on each other in a loop.
TEST(FindingOrder, NoFindingIsItsOwnCause) {
  EXPECT_EQ(sorted({at(10, Severity::undefined_value, "a", {10, 20}),
                    at(20, Severity::undefined_value, "b", {10})}),
            (Sorted{{"b", {}}, {"a", 0}}));
}

TEST(FindingOrder, InstructionsOfOtherModulesAreNotCauses) {
  ReportedFinding cause = at(10, Severity::undefined_value, "division");
  cause.where.source = {"a.comp", 3, 0, "", ""};
  ReportedFinding other = at(20, Severity::undefined_output, "output", {10});
  other.notes.front().source = {"b.comp", 3, 0, "", ""};
  EXPECT_EQ(sorted({cause, other}), (Sorted{{"output", {}}, {"division", {}}}));
  other.notes.front().source = cause.where.source;
  EXPECT_EQ(sorted({cause, other}), (Sorted{{"division", {}}, {"output", 0}}));
}

TEST(FindingOrder, NotesOfRacesAreNotCauses) {
  EXPECT_EQ(sorted({at(10, Severity::undefined_behavior, "memory.data-race", {20}),
                    at(20, Severity::undefined_behavior, "memory.data-race", {10})}),
            (Sorted{{"memory.data-race", {}}, {"memory.data-race", {}}}));
}

}  // namespace
}  // namespace spirv_oracle
