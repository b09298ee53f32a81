#include "amber/expectation_findings.h"

#include <fmt/format.h>

#include <string_view>

#include "support/text.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::size_t max_listed = 200;  // characters of a list of elements

std::string elements_text(const std::vector<std::uint64_t>& elements, std::uint64_t width) {
  std::string ranges = width == 0 ? number_ranges(elements) : pixel_ranges(elements, width);
  if (ranges.size() > max_listed) {
    const std::string_view separator = width == 0 ? "," : ", (";
    ranges = ranges.substr(0, ranges.rfind(separator, max_listed)) + ",...";
  }
  if (elements.size() == max_indeterminate_elements) ranges += " and more";
  return fmt::format("{}{} {}", width == 0 ? "element" : "pixel", elements.size() == 1 ? "" : "s",
                     ranges);
}

// `state`: of the elements; `consequence`: the rest of the message.
ReportedFinding finding_about(const ExpectationSubject& subject,
                              const std::vector<std::uint64_t>& elements, Severity severity,
                              std::string_view state, std::string_view consequence) {
  ReportedFinding finding;
  finding.resource = subject.buffer;
  finding.elements = elements;
  finding.element_count = elements.size();
  finding.severity = severity;
  finding.kind = fmt::format("{}-expectation", state);
  finding.clause = fmt::format("expectation.{}", state);
  finding.message =
      fmt::format("the expectation reads {} of '{}' ({}), which {} {}; {}",
                  elements_text(elements, subject.width), subject.buffer, subject.type,
                  elements.size() == 1 ? "is" : "are", state, consequence);
  finding.where.source = subject.source;
  return finding;
}

}  // namespace

std::vector<ReportedFinding> expectation_findings(const ExpectationSubject& subject,
                                                  const Comparison& comparison) {
  std::vector<ReportedFinding> findings;
  if (!comparison.undefined.empty()) {
    findings.push_back(finding_about(subject, comparison.undefined, Severity::undefined_output,
                                     "undefined", "the expectation is not checked there"));
    findings.back().help =
        "this is a defect of the test: an implementation may store any value there";
  }
  if (comparison.refutation) {
    const Difference& difference = *comparison.refutation;
    findings.push_back(finding_about(
        subject, comparison.refuted, Severity::implementation_dependent, "implementation-dependent",
        fmt::format("a conforming implementation may store {} in {}, but the test expects {}",
                    difference.actual, difference.name, difference.expected)));
    findings.back().help =
        "this is a defect of the test: expect only what holds for every value that an "
        "implementation may store there";
  }
  if (!comparison.undecided.empty()) {
    findings.push_back(finding_about(
        subject, comparison.undecided, Severity::implementation_dependent,
        "implementation-dependent",
        "it is not known whether the expectation holds for every value that a conforming "
        "implementation may store there"));
    findings.back().clause = "expectation.undecided";
    findings.back().help =
        "run the script with several values of --seed, --subgroup-size and --reconvergence; if "
        "the expectation fails in one of these runs, the test has a defect";
  }
  return findings;
}

}  // namespace spirv_oracle::amber
