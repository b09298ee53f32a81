#include "spirv_run/print_run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/report/enclosure_report.h"
#include "cli/report/output_check.h"
#include "cli/report/report.h"
#include "cli/report/result_format.h"
#include "cli/resources.h"
#include "support/arithmetic.h"
#include "support/json_writer.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

// Warns about data races that were not checked, unless the user disabled the check.
std::string race_note(const FinishedRun& run) {
  if (const auto& checked = run.result.workgroups_checked_for_races) {
    return fmt::format(
        "spirv-run: note: data races were checked in the first {} workgroups only, because the "
        "others would take too much memory or time; --check-races checks all\n",
        *checked);
  }
  if (run.result.forgotten_accesses == 0) return "";
  return fmt::format(
      "spirv-run: note: {} memory accesses were not recorded, because there are too many: data "
      "races with them are not found\n",
      run.result.forgotten_accesses);
}

// Warns that marks are missing because the run did not examine the order of atomics.
std::string order_note(const FinishedRun& run) {
  if (!run.result.ignores_atomic_order) return "";
  return "spirv-run: note: the order of atomics was not examined, because data races were not "
         "checked: values that depend on it are not marked with '?'\n";
}

// Warns that printed text depends on marked values, because text never has marks.
std::string text_note(const FinishedRun& run) {
  if (!run.result.has_uncertain_text) return "";
  return "spirv-run: note: printed text depends on implementation-dependent values, which are not "
         "marked in it\n";
}

// Warns that marks are missing because the run did not follow branches that depend on marked values.
std::string branch_note(const FinishedRun& run) {
  if (!run.result.ignores_uncertain_branches) return "";
  return "spirv-run: note: branches depend on implementation-dependent values; with "
         "--reconvergence minimal, values that "
         "depend on such branches are not marked with '?'\n";
}

// Warns that marks are missing because the run did not examine the rounding of floats.
std::string rounding_note(const FinishedRun& run) {
  if (!run.result.ignores_rounding || run.result.status == Status::limit) return "";
  return "spirv-run: note: integers and branches that depend on the rounding of floats are not "
         "marked with '?', because that "
         "examination takes longer than the run; --precision examines it however long that takes\n";
}

bool lacks_enclosures(const FinishedRun& run) {
  return !run.result.encloses_values && run.result.status != Status::limit;
}

// Whether the user expects the lists of floats that may differ.
bool lists_enclosures(const RunOptions& options) { return options.strict || options.precision; }

bool examines_precision(const RunOptions& options) { return options.explain || options.precision; }

// Warns that these lists are missing.
std::string precision_note(const FinishedRun& run) {
  const RunOptions& options = run.options;
  if ((!lists_enclosures(options) && !options.json) || !lacks_enclosures(run)) return "";
  std::string_view what = "the examination of the precision of floats reached a limit", advice;
  if (!examines_precision(options)) {
    what = "the precision of floats was not examined, because --no-explain is set";
  } else if (!options.precision) {
    what =
        "the examination of the precision of floats stopped, because it takes longer than the run";
    advice = "; --precision examines them however long that takes";
  }
  return fmt::format(
      "spirv-run: note: {}: floats that may differ between implementations are not listed{}\n",
      what, advice);
}

void print_text(const RunReport& report, const Console& console) {
  const RunOptions& options = report.run.options;
  for (const NamedBuffer& buffer : report.buffers) print_result(console.out, buffer);
  if (report.buffers.empty()) console.out << "no buffer was written\n";
  console.out.flush();
  const ReportStyle style{options.module.file, console.color};
  for (const ReportedFinding& finding : report.findings)
    console.err << finding_as_text(finding, style);
  if (lists_enclosures(options))
    console.err << enclosures_as_text(report.buffers, report.run.enclosing);
  console.err << summary(report.findings);
  if (report.error.empty()) return;
  const char* what = report.status == Status::limit ? "a limit was reached" : "error";
  console.err << "spirv-run: " << what << ": " << report.error << '\n';
}

Json policy_as_json(const Dispatch& dispatch) {
  const bool maximal = dispatch.reconvergence == Reconvergence::maximal;
  return {{"entry_point", dispatch.entry_point},
          {"subgroup_size", dispatch.subgroup_size},
          {"subgroup_mapping", mapping_text(dispatch.subgroup_mapping)},
          {"reconvergence", maximal ? "maximal" : "minimal"},
          {"seed", dispatch.seed},
          {"workgroups_in_flight", workgroups_in_flight(dispatch, dispatch)},
          {"arithmetic", arithmetic_text(dispatch.arithmetic)},
          {"vulkan_environment", dispatch.vulkan_environment},
          {"features", names_of(dispatch.features)},
          {"robust_buffer_access", dispatch.robust_buffer_access},
          {"check_races", dispatch.check_races}};
}

void print_json(const RunReport& report, const Console& console) {
  JsonWriter json(console.out);
  json.begin_object();
  json.key("status");
  json.value(status_number(report.status));
  if (!report.error.empty()) {
    json.key("error");
    json.value({{"message", report.error}});
  }
  json.key("buffers");
  json.begin_object();
  for (const NamedBuffer& buffer : report.buffers) {
    json.key(json_key(report.buffers, buffer));
    json.begin_object();
    write_result(json, buffer);
    if (const Json bounds = bounds_as_json(*buffer.after, buffer.type); !bounds.empty()) {
      json.key("bounds");
      json.value(bounds);
    }
    if (const Json enclosures = enclosures_as_json(*buffer.after, report.run.enclosing);
        !enclosures.empty()) {
      json.key("enclosures");
      json.value(enclosures);
    }
    json.end_object();
  }
  json.end_object();
  Json document;
  document["diagnostics"] = Json::array();
  for (const ReportedFinding& finding : report.findings) {
    document["diagnostics"].push_back(finding_as_json(finding));
  }
  document["policy"] = policy_as_json(report.run.dispatch);
  if (!follows_definedness) document["policy"]["definedness"] = "ignored";
  document["statistics"] = {{"steps", report.run.result.steps},
                            {"lane_instructions", report.run.result.lane_instructions}};
  if (report.run.result.ignores_atomic_order)
    document["policy"]["order_of_atomics"] = "not examined";
  if (report.run.result.ignores_uncertain_branches)
    document["policy"]["uncertain_branches"] = "not followed";
  if (lacks_enclosures(report.run)) {
    document["policy"]["precision"] =
        examines_precision(report.run.options) ? "stopped" : "not examined";
  }
  if (report.run.result.has_uncertain_text)
    document["policy"]["printed_text"] = "implementation-dependent";
  if (report.run.result.forgotten_accesses != 0)
    document["statistics"]["forgotten_accesses"] = report.run.result.forgotten_accesses;
  if (const auto& checked = report.run.result.workgroups_checked_for_races)
    document["statistics"]["workgroups_checked_for_races"] = *checked;
  for (const auto& [name, value] : document.items()) {
    json.key(name);
    json.value(value);
  }
  json.end_object();
  console.out << '\n';
}

}  // namespace

RunReport report_of(const FinishedRun& run) {
  RunReport report{run, Status::ok, "", buffers_to_print(run), {}};
  report.findings = findings_to_report(run, report.buffers);
  report.status = exit_status(run, report.findings);
  if (report.status == Status::limit) report.error = run.result.message;
  return report;
}

std::string run_notes(const FinishedRun& run) {
  return race_note(run) + order_note(run) + branch_note(run) + rounding_note(run) + text_note(run) +
         precision_note(run);
}

int status_number(Status status) { return static_cast<int>(status); }

void print_run(const RunReport& report, const Console& console) {
  const FinishedRun& run = report.run;
  console.err << run_notes(run);
  if (run.options.json) {
    print_json(report, console);
  } else {
    print_text(report, console);
  }
}

}  // namespace spirv_oracle
