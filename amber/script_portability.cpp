#include "amber/script_portability.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "amber/runner.h"
#include "cli/freedom.h"
#include "cli/repeat_command.h"
#include "cli/report/finding_order.h"
#include "support/text.h"
#include "support/time_limit.h"

namespace spirv_oracle::amber {
namespace {

using Json = nlohmann::ordered_json;
using Contents = std::map<std::string, ShadowedBytes>;  // by buffer

constexpr std::size_t max_difference_text = 200;  // characters of a list of elements

bool draws(const std::vector<Command>& commands) {
  return std::ranges::any_of(commands, [](const Command& command) {
    if (const auto* repeated = std::get_if<Repeat>(&command.what)) return draws(repeated->commands);
    return std::holds_alternative<DrawRectangle>(command.what) ||
           std::holds_alternative<DrawGrid>(command.what) ||
           std::holds_alternative<DrawArrays>(command.what);
  });
}

struct ScriptResult {
  Outcome outcome;
  Contents after;  // of all buffers

  bool ended() const { return outcome.error.empty(); }
};

struct OtherScriptRun {
  Freedom freedom;
  std::string problem;  // undefined behavior or an error that only this run has; "": none
  // Expectations that hold in only one of the two runs: the failure in the run where they do not.
  struct Dependent {
    Failure failure;
    bool fails_here = true;  // in this run, rather than in the reference
  };
  std::vector<Dependent> expectations;
  struct Difference {
    std::string buffer, type;
    std::vector<std::uint64_t> elements;
    std::uint64_t width = 0;  // pixels of a row; 0: the elements are not pixels
  };
  std::vector<Difference> differences;

  bool agrees() const { return problem.empty() && expectations.empty() && differences.empty(); }
  bool is_wrong() const { return !problem.empty() || !expectations.empty(); }
};

Freedom freedom_of_options(const LaunchOptions& launch) {
  Freedom freedom;
  freedom.subgroup_size = launch.subgroup_size;
  freedom.reconvergence = launch.reconvergence;
  freedom.seed = launch.seed;
  freedom.mapping = launch.subgroup_mapping;
  freedom.arithmetic = launch.arithmetic;
  freedom.filtering = launch.filtering;
  freedom.matrix_mapping = launch.matrix_mapping;
  freedom.rasterization = launch.rasterization;
  return freedom;
}

class PortabilityCheck {
 public:
  PortabilityCheck(const Script& script, const InstructionRegistry& registry,
                   const RunOptions& options)
      : script_(script), registry_(registry), options_(options) {
    options_.mode = RunMode::run;
    usual_ = freedom_of_options(options_.launch);
  }

  Outcome check();

 private:
  ScriptResult run(const Freedom& freedom) const;
  std::vector<Freedom> freedoms() const;
  void add_refuted(const Outcome& other, OtherScriptRun& run) const;
  OtherScriptRun compare(const ScriptResult& other, const Freedom& freedom) const;
  std::string problem_of(const Outcome& other) const;
  std::vector<OtherScriptRun::Difference> differences(const Contents& after) const;
  void add_findings(Outcome& outcome) const;
  std::string text_of(const OtherScriptRun& run) const;
  std::string text() const;
  Json json() const;

  const Script& script_;
  const InstructionRegistry& registry_;
  RunOptions options_;
  Freedom usual_;
  ScriptResult reference_;
  std::vector<OtherScriptRun> runs_;
};

ScriptResult PortabilityCheck::run(const Freedom& freedom) const {
  RunOptions options = options_;
  LaunchOptions& launch = options.launch;
  launch.subgroup_size = freedom.subgroup_size;
  launch.reconvergence = freedom.reconvergence;
  launch.seed = freedom.seed;
  launch.subgroup_mapping = freedom.mapping;
  launch.matrix_mapping = freedom.matrix_mapping;
  launch.filtering = freedom.filtering;
  launch.rasterization = freedom.rasterization;
  ScriptResult result;
  ScriptObservers observers;
  observers.finished = [&result](const Contents& contents) { result.after = contents; };
  result.outcome = run_script(script_, registry_, options, observers);
  return result;
}

std::vector<Freedom> PortabilityCheck::freedoms() const {
  std::vector<Freedom> all =
      freedoms_to_try(usual_, usual_.workgroups_in_flight, options_.portability_sizes);
  if (!script_.samplers.empty()) {
    for (const Freedom& freedom : filterings_to_try(usual_)) all.push_back(freedom);
  }
  if (!draws(script_.commands)) return all;
  // Late reconvergence makes the many fragments of a draw slow, so it is tried at one subgroup size.
  std::erase_if(all, [&](const Freedom& freedom) {
    return freedom.subgroup_size != usual_.subgroup_size &&
           freedom.reconvergence != usual_.reconvergence;
  });
  for (const Freedom& freedom : rasterizations_to_try(usual_)) all.push_back(freedom);
  return all;
}

std::string PortabilityCheck::problem_of(const Outcome& other) const {
  if (!other.error.empty()) return other.error;
  for (const ReportedFinding& finding : other.findings) {
    if (finding.severity != Severity::undefined_behavior) continue;
    const bool is_known =
        std::ranges::any_of(reference_.outcome.findings, [&](const ReportedFinding& known) {
          return known.clause == finding.clause &&
                 known.where.source.line == finding.where.source.line;
        });
    if (!is_known)
      return fmt::format("{}:{}: {} [{}]", finding.where.source.file, finding.where.source.line,
                         finding.message, finding.clause);
  }
  return "";
}

std::vector<OtherScriptRun::Difference> PortabilityCheck::differences(const Contents& after) const {
  std::vector<OtherScriptRun::Difference> all;
  for (const auto& [name, contents] : reference_.after) {
    const auto other = after.find(name);
    const Buffer& buffer = script_.buffers.find(name)->second;
    if (other == after.end() || other->second.size() != contents.size()) continue;
    const std::uint64_t stride = std::max<std::uint64_t>(buffer.layout->stride, 1);
    OtherScriptRun::Difference difference{name, buffer.type.name, {}, 0};
    if (buffer.image && buffer.image->samples == 1) difference.width = buffer.image->width;
    for (std::size_t i = 0; i < contents.size(); ++i) {
      const bool is_undefined = value_state(contents.shadow[i]) == Definedness::undefined;
      if (is_undefined || contents.bytes[i] == other->second.bytes[i]) continue;
      if (difference.elements.empty() || difference.elements.back() != i / stride)
        difference.elements.push_back(i / stride);
    }
    if (!difference.elements.empty()) all.push_back(std::move(difference));
  }
  return all;
}

const Failure* failure_at(const Outcome& outcome, const ScriptPosition& place) {
  const auto found = std::ranges::find_if(outcome.failures, [&](const Failure& failure) {
    return failure.place.line == place.line && failure.place.column == place.column;
  });
  return found == outcome.failures.end() ? nullptr : &*found;
}

constexpr std::string_view refuted_clause = "expectation.implementation-dependent";

const ReportedFinding* refuted_at(const Outcome& outcome, std::uint32_t line) {
  const auto found = std::ranges::find_if(outcome.findings, [&](const ReportedFinding& finding) {
    return finding.clause == refuted_clause && finding.where.source.line == line;
  });
  return found == outcome.findings.end() ? nullptr : &*found;
}

// An expectation does not fail where a value is implementation-dependent, but there is a finding.
void PortabilityCheck::add_refuted(const Outcome& other, OtherScriptRun& run) const {
  for (const ReportedFinding& finding : other.findings) {
    const SourceLocation& source = finding.where.source;
    if (finding.clause != refuted_clause ||
        refuted_at(reference_.outcome, source.line) != nullptr ||
        failure_at(other, {source.line, source.column}) != nullptr)
      continue;
    Failure failure;
    failure.place = {source.line, source.column};
    failure.command = source.text;
    failure.message = finding.message;
    run.expectations.push_back({std::move(failure), true});
  }
}

OtherScriptRun PortabilityCheck::compare(const ScriptResult& other, const Freedom& freedom) const {
  OtherScriptRun run{freedom, problem_of(other.outcome), {}, {}};
  if (!other.ended()) return run;
  for (const Failure& failure : other.outcome.failures) {
    if (failure_at(reference_.outcome, failure.place) == nullptr)
      run.expectations.push_back({failure, true});
  }
  for (const Failure& failure : reference_.outcome.failures) {
    if (failure_at(other.outcome, failure.place) == nullptr)
      run.expectations.push_back({failure, false});
  }
  add_refuted(other.outcome, run);
  run.differences = differences(other.after);
  return run;
}

// Which choice differs from the usual one, such as "--seed 1".
std::string choice_text(const Freedom& freedom, const Freedom& usual) {
  const std::string options = options_of(freedom, usual);
  const std::string_view reason = reason_of(freedom, usual);
  return reason.empty() ? options : fmt::format("{} ({})", options, reason);
}

std::string failure_text(const Failure& failure) {
  if (failure.differences.empty()) return failure.message;
  const Difference& first = failure.differences.front();
  return fmt::format("{} is {}, but the test expects {}{}", first.name, first.actual,
                     first.expected,
                     failure.differing > 1 ? fmt::format(" ({} differ)", failure.differing) : "");
}

// One for each expectation, about the first run in which it has another result.
void PortabilityCheck::add_findings(Outcome& outcome) const {
  std::vector<ReportedFinding> findings;
  for (const OtherScriptRun& run : runs_) {
    for (const OtherScriptRun::Dependent& dependent : run.expectations) {
      const Failure& failure = dependent.failure;
      const auto same_line = [&](const ReportedFinding& other) {
        return other.where.source.line == failure.place.line;
      };
      if (std::ranges::any_of(findings, same_line)) continue;
      ReportedFinding finding;
      finding.severity = Severity::implementation_dependent;
      finding.kind = "implementation-dependent-expectation";
      finding.clause = refuted_clause;
      finding.message =
          fmt::format("the expectation {} with {}: {}",
                      dependent.fails_here ? "holds here, but fails" : "fails here, but holds",
                      choice_text(run.freedom, usual_), failure_text(failure));
      finding.help =
          "this is a defect of the test: expect only what holds on every conforming implementation";
      finding.where.source = {
          script_.file, failure.place.line, failure.place.column, failure.command, {}};
      findings.push_back(std::move(finding));
    }
  }
  outcome.findings.insert(outcome.findings.end(), findings.begin(), findings.end());
  sort_findings(outcome.findings);
}

std::string elements_text(const OtherScriptRun::Difference& difference) {
  std::string list = difference.width == 0 ? number_ranges(difference.elements)
                                           : pixel_ranges(difference.elements, difference.width);
  if (list.size() > max_difference_text)
    list = list.substr(0, list.rfind(difference.width == 0 ? "," : ", (", max_difference_text)) +
           ", ...";
  return fmt::format("{} {}{}: {}", difference.elements.size(),
                     difference.width == 0 ? "element" : "pixel",
                     difference.elements.size() == 1 ? "" : "s", list);
}

std::string PortabilityCheck::text_of(const OtherScriptRun& run) const {
  const Clause& rule = freedom_clause(run.freedom, usual_);
  std::string text =
      fmt::format("  {}: not the same [{}]\n", choice_text(run.freedom, usual_), rule.id);
  if (!run.problem.empty()) text += fmt::format("    {}\n", run.problem);
  for (const auto& [failure, fails_here] : run.expectations) {
    text += fmt::format("    the expectation of line {} {}: {}\n", failure.place.line,
                        fails_here ? "fails" : "holds, and fails in the reference",
                        failure_text(failure));
  }
  for (const auto& difference : run.differences) {
    text += fmt::format("    '{}' ({}) differs in {}\n", difference.buffer, difference.type,
                        elements_text(difference));
  }
  return text +
         fmt::format("    to reproduce: {}\n", repeat_command(options_.arguments, run.freedom));
}

// Options with one value each, such as "--seed 1" and "--seed 2": "--seed 1, 2".
std::string grouped(const std::vector<std::string>& options) {
  std::string text;
  std::string_view name;
  for (const std::string& option : options) {
    const std::size_t space = option.find(' ');
    const bool is_single = space != std::string::npos && option.rfind(' ') == space;
    const std::string_view this_name = std::string_view(option).substr(0, space);
    if (is_single && this_name == name) {
      text += "," + option.substr(space);
    } else {
      text += (text.empty() ? "" : "; ") + option;
    }
    name = is_single ? this_name : std::string_view();
  }
  return text;
}

std::string PortabilityCheck::text() const {
  std::string text =
      fmt::format("{}: portability\n  reference: {}\n", script_.file, freedom_text(usual_));
  std::vector<std::string> same;
  std::size_t differing = 0;
  for (const OtherScriptRun& run : runs_) {
    if (run.agrees()) {
      same.push_back(options_of(run.freedom, usual_));
    } else {
      text += text_of(run);
      ++differing;
    }
  }
  if (!same.empty()) text += fmt::format("  the same with {}\n", grouped(same));
  return text +
         fmt::format("  {} of {} runs {}\n", differing, runs_.size(),
                     differing == 1 ? "differs from the reference" : "differ from the reference");
}

Json PortabilityCheck::json() const {
  Json runs = Json::array();
  for (const OtherScriptRun& run : runs_) {
    Json json{{"options", options_of(run.freedom, usual_)}, {"agrees", run.agrees()}};
    if (!run.problem.empty()) json["message"] = run.problem;
    if (!run.agrees()) {
      json["rule"] = freedom_clause(run.freedom, usual_).id;
      json["command"] = repeat_command(options_.arguments, run.freedom);
    }
    json["expectations"] = Json::array();
    for (const auto& [failure, fails_here] : run.expectations) {
      json["expectations"].push_back({{"line", failure.place.line},
                                      {"holds", !fails_here},
                                      {"message", failure_text(failure)}});
    }
    json["differences"] = Json::array();
    for (const auto& difference : run.differences)
      json["differences"].push_back(
          {{"buffer", difference.buffer}, {"elements", difference.elements}});
    runs.push_back(std::move(json));
  }
  return {{"reference", freedom_text(usual_)}, {"runs", std::move(runs)}};
}

Outcome PortabilityCheck::check() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  reference_ = run(usual_);
  Outcome outcome = reference_.outcome;
  if (!reference_.ended()) return outcome;
  const TimeLimit* limit = options_.module.time_limit;
  options_.explain = false;  // the reference has explained what it found
  const std::vector<Freedom> all = freedoms();
  for (const Freedom& freedom : all) {
    const ScriptResult other = run(freedom);
    if (limit != nullptr && is_past(limit->deadline())) {
      outcome.status = Status::limit;
      outcome.error = fmt::format("{}: error: time limit reached after {} of {} runs", script_.file,
                                  runs_.size() + 1, all.size() + 1);
      return outcome;
    }
    runs_.push_back(compare(other, freedom));
  }
  add_findings(outcome);
  outcome.portability_text = text();
  outcome.portability = json();
  if (outcome.status == Status::ok || outcome.status == Status::mismatch) {
    if (std::ranges::any_of(runs_, &OtherScriptRun::is_wrong))
      outcome.status = Status::undefined_behavior;
  }
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

}  // namespace

Outcome check_portability(const Script& script, const InstructionRegistry& registry,
                          const RunOptions& options) {
  return PortabilityCheck(script, registry, options).check();
}

}  // namespace spirv_oracle::amber
