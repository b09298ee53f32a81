#include "amber/outcome_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "cli/report/report.h"

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

// The element for the result of a test case; null if it passed.
const char* junit_element(Status status) {
  if (status == Status::ok) return nullptr;
  if (status == Status::unsupported) return "skipped";
  return status == Status::mismatch || status == Status::undefined_behavior ? "failure" : "error";
}

// The line that explains why a script did not pass.
std::string reason(const Outcome& outcome) {
  std::string text = outcome.error;
  if (text.empty() && outcome.status == Status::mismatch)
    text = failure_as_text(outcome, outcome.failures.front());
  if (text.empty() && !outcome.findings.empty())
    text = finding_as_text(outcome.findings.front(), {outcome.file, false});
  return text.substr(0, text.find('\n'));
}

void set(pugi::xml_node element, const char* attribute, const std::string& value) {
  element.append_attribute(attribute).set_value(value.c_str());
}

std::string time_text(double seconds) { return fmt::format("{:.3f}", seconds); }

void add_test_case(pugi::xml_node suite, const Outcome& outcome) {
  const std::filesystem::path path(outcome.file);
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "name", path.filename().string());
  set(test, "classname", path.parent_path().string());
  set(test, "file", outcome.file);
  set(test, "time", time_text(outcome.seconds));
  const char* element = junit_element(outcome.status);
  const std::string details = outcome_as_text(outcome, false);
  if (element == nullptr) {
    if (!details.empty()) test.append_child("system-err").text().set(details.c_str());
    return;
  }
  pugi::xml_node result = test.append_child(element);
  set(result, "message", reason(outcome));
  set(result, "type", std::string(status_text(outcome.status)));
  result.text().set(details.c_str());
}

}  // namespace

std::string outcome_as_text(const Outcome& outcome, bool color) {
  return outcome_as_text(outcome, outcome.warnings, color);
}

std::string outcome_as_text(const Outcome& outcome, const std::vector<std::string>& warnings,
                            bool color) {
  std::string text;
  const ReportStyle style{outcome.file, color};
  for (const std::string& warning : warnings) text += warning + '\n';
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
  if (!outcome.portability.is_null()) json["portability"] = outcome.portability;
  json["failures"] = Json::array();
  for (const Failure& failure : outcome.failures)
    json["failures"].push_back(failure_as_json(failure));
  json["diagnostics"] = Json::array();
  for (const ReportedFinding& finding : outcome.findings)
    json["diagnostics"].push_back(finding_as_json(finding));
  return json;
}

std::string junit_xml(const std::vector<Outcome>& outcomes, std::string_view suite) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  pugi::xml_node list = root.append_child("testsuite");
  set(list, "name", std::string(suite));
  double seconds = 0;
  std::map<std::string_view, std::size_t> counts;
  for (const Outcome& outcome : outcomes) {
    if (const char* element = junit_element(outcome.status)) ++counts[element];
    seconds += outcome.seconds;
    add_test_case(list, outcome);
  }
  for (pugi::xml_node element : {root, list}) {
    set(element, "tests", std::to_string(outcomes.size()));
    set(element, "failures", std::to_string(counts["failure"]));
    set(element, "errors", std::to_string(counts["error"]));
    set(element, "skipped", std::to_string(counts["skipped"]));
    set(element, "time", time_text(seconds));
  }
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default | pugi::format_skip_control_chars,
                pugi::encoding_utf8);
  return text.str();
}

}  // namespace spirv_oracle::amber
