#include "amber/outcome_collector.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/suppression.h"
#include "support/text.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::size_t max_command = 160;       // characters of a command in messages
constexpr std::size_t max_printed = 16 << 20;  // characters that shaders print

bool same_place(const ScriptPosition& a, const ScriptPosition& b) {
  return a.line == b.line && a.column == b.column;
}

}  // namespace

std::string shortened(std::string_view command) {
  if (command.size() <= max_command) return std::string(command);
  return std::string(command.substr(0, command.rfind(' ', max_command))) + " ...";
}

bool OutcomeCollector::judge(const Command& command, ExpectationSubject subject,
                             Comparison comparison) {
  subject.source = {
      script_.file, command.place.line, command.place.column, shortened(command.text), {}};
  for (ReportedFinding& finding : expectation_findings(subject, comparison))
    add_finding(std::move(finding));
  if (comparison.holds()) return false;
  const bool known = std::any_of(
      outcome_.failures.begin(), outcome_.failures.end(),
      [&command](const Failure& other) { return same_place(other.place, command.place); });
  if (known) return false;  // in another repetition
  Failure failure{command.place, shortened(trimmed(command.text)), comparison.message,
                  std::move(comparison.differences), comparison.differing};
  if (failure.message.empty()) {
    failure.message =
        fmt::format("{} of {} {} of '{}' ({}) differ from what is expected", comparison.differing,
                    comparison.compared, comparison.unit, subject.buffer, subject.type);
  }
  outcome_.failures.push_back(std::move(failure));
  return true;
}

void OutcomeCollector::add_remark(const Remark& remark) {
  if (remark.rule.clause.empty()) {
    const std::string note = fmt::format("{}:{}:{}: note: {}", script_.file, remark.place.line,
                                         remark.place.column, remark.message);
    std::vector<std::string>& said = outcome_.warnings;
    if (std::find(said.begin(), said.end(), note) == said.end()) said.push_back(note);
    return;
  }
  Finding finding;
  finding.severity = Severity::implementation_dependent;
  finding.kind = "valid-usage";
  finding.clause = remark.rule.clause;
  finding.message = fmt::format("{} ({})", remark.message, remark.rule.vuid);
  finding.help = "Vulkan does not define the behavior in this case; this run shows one possibility";
  finding.where.source = {script_.file, remark.place.line, remark.place.column, {}, {}};
  add_finding(std::move(finding));
}

void OutcomeCollector::add_finding(ReportedFinding finding) {
  const std::vector<std::string>& ignored = options_.ignored_kinds;
  if (std::find(ignored.begin(), ignored.end(), finding.kind) != ignored.end() ||
      is_suppressed_in_source(finding)) {
    return;
  }
  const SourceLocation& source = finding.where.source;
  for (ReportedFinding& other : outcome_.findings) {
    if (other.clause == finding.clause && other.where.word == finding.where.word &&
        other.where.source.file == source.file && other.where.source.line == source.line) {
      other.occurrences += finding.occurrences;
      return;
    }
  }
  outcome_.findings.push_back(std::move(finding));
}

void OutcomeCollector::add_printed(const std::string& text) {
  if (outcome_.printed.size() > max_printed) return;
  outcome_.printed += text;
  if (!text.ends_with('\n')) outcome_.printed += '\n';
  if (outcome_.printed.size() > max_printed) outcome_.printed += "(further output is omitted)\n";
}

}  // namespace spirv_oracle::amber
