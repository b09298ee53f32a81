#include "driver/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "cli/report/report.h"
#include "cli/suppression.h"
#include "driver/options.h"

namespace spirv_oracle {
namespace {

thread_local Findings::Counts reported_by_thread;

// What makes a finding the same as another one.
std::string key_of(const Finding& finding, std::uint64_t scope) {
  if (finding.where.word == 0) return finding.clause + ' ' + finding.message;
  return fmt::format("{} {} {}", finding.clause, scope, finding.where.word);
}

void append_to_file(const Finding& finding) {
  const std::string& name = driver_options().findings_file;
  if (name.empty()) return;
  ReportedFinding reported;
  static_cast<Finding&>(reported) = finding;
  std::ofstream file(name, std::ios::app);
  file << finding_as_json(reported).dump(-1, ' ', false,
                                         nlohmann::ordered_json::error_handler_t::replace)
       << '\n';
  if (!file) std::fprintf(stderr, "spirv-oracle: %s cannot be written\n", name.c_str());
}

}  // namespace

Findings& Findings::get() {
  static auto* const findings = new Findings;  // outlives the threads of queues
  return *findings;
}

void Findings::open_file() {
  const std::string& name = driver_options().findings_file;
  if (!name.empty()) std::ofstream(name, std::ios::app);
}

Findings::Counts Findings::of_thread() { return reported_by_thread; }

std::optional<std::string> Findings::add(const Finding& finding, std::uint64_t scope,
                                         const std::string& file) {
  const DriverOptions& options = driver_options();
  if (std::ranges::count(options.ignored_kinds, finding.kind) != 0 ||
      is_suppressed_in_source(finding))
    return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (!known_.insert(key_of(finding, scope)).second) return std::nullopt;
  if (finding.severity == Severity::undefined_behavior) ++reported_by_thread.undefined_behavior;
  if (finding.severity == Severity::undefined_output) ++reported_by_thread.undefined_outputs;
  std::string text = finding_as_text(finding, {file, false});
  if (!options.is_quiet) std::fputs(text.c_str(), stderr);
  append_to_file(finding);
  return text;
}

std::vector<Finding> findings_to_report(const std::vector<Finding>& findings,
                                        const std::string& place) {
  std::vector<Finding> reported;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::undefined_value && !finding.is_used) continue;
    if (finding.severity == Severity::note) continue;
    reported.push_back(finding);
    reported.back().notes.push_back({"in " + place, {}, 0});
  }
  return reported;
}

Finding finding_about(const Clause& rule, const std::string& message) {
  Finding finding;
  finding.severity = severity_of(rule.effect);
  finding.clause = rule.id;
  finding.kind = rule.kind;
  finding.message = message;
  finding.help = rule.help;
  return finding;
}

}  // namespace spirv_oracle
