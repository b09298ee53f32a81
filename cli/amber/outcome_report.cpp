#include "cli/amber/outcome_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/report.h"

namespace spirv_oracle::amber {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array statuses{Status::ok,          Status::mismatch, Status::undefined_behavior,
                              Status::unsupported, Status::limit,    Status::bad_input};

std::string failure_as_text(const Outcome& outcome, const Failure& failure) {
  std::string text =
      fmt::format("{}:{}:{}: expectation failed: {}\n  {}\n", outcome.file, failure.place.line,
                  failure.place.column, failure.message, failure.command);
  for (const Difference& difference : failure.differences) {
    text += fmt::format("  byte {}, {}: {}, expected {}\n", difference.byte, difference.name,
                        difference.actual, difference.expected);
  }
  if (failure.differing > failure.differences.size())
    text += fmt::format("  and {} more\n", failure.differing - failure.differences.size());
  return text;
}

Json failure_as_json(const Failure& failure) {
  Json json{{"line", failure.place.line},     {"column", failure.place.column},
            {"command", failure.command},     {"message", failure.message},
            {"differing", failure.differing}, {"differences", Json::array()}};
  for (const Difference& difference : failure.differences) {
    json["differences"].push_back({{"byte", difference.byte},
                                   {"element", difference.name},
                                   {"actual", difference.actual},
                                   {"expected", difference.expected}});
  }
  return json;
}

// Text with what XML cannot hold replaced.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? '?' : c;
    }
  }
  return result;
}

// The element that says how a test case went; "" for one that passed.
std::string_view junit_element(Status status) {
  if (status == Status::ok) return "";
  if (status == Status::unsupported) return "skipped";
  return status == Status::mismatch || status == Status::undefined_behavior ? "failure" : "error";
}

// The line that says why a script did not pass.
std::string reason(const Outcome& outcome) {
  std::string text = outcome.error;
  if (text.empty() && outcome.status == Status::mismatch)
    text = failure_as_text(outcome, outcome.failures.front());
  if (text.empty() && !outcome.findings.empty())
    text = finding_as_text(outcome.findings.front(), {outcome.file, false});
  return text.substr(0, text.find('\n'));
}

std::string test_case(const Outcome& outcome) {
  const std::filesystem::path path(outcome.file);
  std::string text =
      fmt::format("    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" time=\"{:.3f}\"",
                  escaped(path.filename().string()), escaped(path.parent_path().string()),
                  escaped(outcome.file), outcome.seconds);
  const std::string_view element = junit_element(outcome.status);
  const std::string details = outcome_as_text(outcome, false);
  if (element.empty() && details.empty()) return text + "/>\n";
  text += ">\n";
  if (element.empty()) {
    text += fmt::format("      <system-err>{}</system-err>\n", escaped(details));
  } else {
    text += fmt::format("      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", element,
                        escaped(reason(outcome)), escaped(status_text(outcome.status)),
                        escaped(details));
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string outcome_as_text(const Outcome& outcome, bool colour) {
  std::string text;
  const ReportStyle style{outcome.file, colour};
  for (const std::string& warning : outcome.warnings) text += warning + '\n';
  for (const Finding& finding : outcome.findings) text += finding_as_text(finding, style);
  for (const Failure& failure : outcome.failures) text += failure_as_text(outcome, failure);
  if (!outcome.error.empty()) text += outcome.error + '\n';
  return text;
}

std::string summary_text(const std::vector<Outcome>& outcomes) {
  std::string text;
  for (const Status status : statuses) {
    const auto count =
        std::count_if(outcomes.begin(), outcomes.end(),
                      [status](const Outcome& outcome) { return outcome.status == status; });
    if (count == 0 && status != Status::ok) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, status_text(status));
  }
  return fmt::format("Summary: {}\n", text);
}

Json outcome_as_json(const Outcome& outcome) {
  Json json{{"file", outcome.file},
            {"status", static_cast<int>(outcome.status)},
            {"result", status_text(outcome.status)}};
  if (!outcome.error.empty()) json["error"]["message"] = outcome.error;
  if (!outcome.warnings.empty()) json["warnings"] = outcome.warnings;
  json["failures"] = Json::array();
  for (const Failure& failure : outcome.failures)
    json["failures"].push_back(failure_as_json(failure));
  json["diagnostics"] = Json::array();
  for (const ReportedFinding& finding : outcome.findings)
    json["diagnostics"].push_back(finding_as_json(finding));
  return json;
}

std::string junit_xml(const std::vector<Outcome>& outcomes, std::string_view suite) {
  double seconds = 0;
  std::array<std::size_t, 3> counts{};  // failures, errors, skipped
  std::string cases;
  for (const Outcome& outcome : outcomes) {
    const std::string_view element = junit_element(outcome.status);
    counts[0] += element == "failure" ? 1 : 0;
    counts[1] += element == "error" ? 1 : 0;
    counts[2] += element == "skipped" ? 1 : 0;
    seconds += outcome.seconds;
    cases += test_case(outcome);
  }
  const std::string numbers =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                  outcomes.size(), counts[0], counts[1], counts[2], seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n"
      "  <testsuite name=\"{2}\" {0}>\n{1}  </testsuite>\n</testsuites>\n",
      numbers, cases, suite);
}

}  // namespace spirv_oracle::amber
