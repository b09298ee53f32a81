#include "cli/report/sarif.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <string_view>

#include "cli/report/report.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

const char* level_of(Severity severity) {
  if (severity == Severity::note) return "note";
  return severity == Severity::undefined_behavior ? "error" : "warning";
}

// The rules of the tool, by id, and their positions in the list.
class Rules {
 public:
  explicit Rules(const InstructionRegistry& registry) {
    std::map<std::string_view, const Clause*> clauses;
    const auto add = [&clauses](const InstructionDefinition& definition) {
      for (const Clause* clause : definition.clauses) clauses[clause->id] = clause;
    };
    for (const auto& [number, definition] : registry.core()) add(definition);
    for (const auto& [set, definitions] : registry.extended()) {
      for (const auto& [number, definition] : definitions) add(definition);
    }
    for (const auto& [id, clause] : clauses)
      add_rule(std::string(id), clause->condition, clause->kind,
               level_of(severity_of(clause->effect)));
  }

  // Rules that do not belong to an instruction are listed if they are broken.
  std::size_t index_of(const Finding& finding) {
    const auto found = indices_.find(finding.clause);
    if (found != indices_.end()) return found->second;
    add_rule(finding.clause, finding.kind, finding.kind, level_of(finding.severity));
    return indices_.at(finding.clause);
  }

  Json take() { return std::move(rules_); }

 private:
  void add_rule(const std::string& id, std::string_view description, std::string_view kind,
                const char* level) {
    indices_[id] = rules_.size();
    rules_.push_back({{"id", id},
                      {"shortDescription", {{"text", description}}},
                      {"defaultConfiguration", {{"level", level}}},
                      {"properties", {{"kind", kind}}}});
  }

  Json rules_ = Json::array();
  std::map<std::string, std::size_t, std::less<>> indices_;
};

// A path as a URI reference, with %XX for characters that are not permitted.
std::string uri_of(const std::string& path) {
  constexpr std::string_view allowed = "-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) != 0 || allowed.find(c) != std::string_view::npos)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", byte);
    }
  }
  return uri;
}

Json physical_location(const SourceLocation& source, const std::string& file) {
  const bool known = source.line != 0 && !source.file.empty();
  Json location{{"artifactLocation", {{"uri", uri_of(known ? source.file : file)}}}};
  if (!known) return location;
  location["region"]["startLine"] = source.line;
  if (source.column != 0) location["region"]["startColumn"] = source.column;
  if (!source.text.empty()) location["region"]["snippet"]["text"] = source.text;
  return location;
}

Json location_of(const CodeLocation& where, const std::string& file) {
  Json location{{"physicalLocation", physical_location(where.source, file)}};
  if (!where.function.empty())
    location["logicalLocations"] =
        Json::array({Json{{"name", where.function}, {"kind", "function"}}});
  return location;
}

Json related_locations(const std::vector<Note>& notes, const std::string& file) {
  Json locations = Json::array();
  for (const Note& note : notes) {
    Json location{{"id", locations.size() + 1}};
    if (note.source.line != 0) location["physicalLocation"] = physical_location(note.source, file);
    location["message"]["text"] = note.message;
    locations.push_back(std::move(location));
  }
  return locations;
}

// Facts for which SARIF has no field.
Json properties_of(const ReportedFinding& finding) {
  Json properties{{"kind", finding.kind}, {"severity", severity_name(finding.severity)}};
  if (!finding.resource.empty()) {
    properties["resource"] = finding.resource;
    properties["elements"] = finding.elements;
    properties["elementCount"] = finding.element_count;
  }
  if (finding.cause) properties["consequenceOf"] = *finding.cause;
  if (finding.where.instruction.empty()) return properties;
  properties["instruction"] = finding.where.instruction;
  if (!finding.where.result.empty()) properties["result"] = finding.where.result;
  if (!finding.where.disassembly.empty()) properties["disassembly"] = finding.where.disassembly;
  properties["workgroup"] = finding.workgroup;
  properties["subgroup"] = finding.subgroup;
  properties["lanes"] = Json::array();
  finding.lanes.for_each([&properties](unsigned lane) { properties["lanes"].push_back(lane); });
  properties["occurrences"] = finding.occurrences;
  if (!finding.operands.empty()) properties["operands"] = operands_as_json(finding);
  return properties;
}

// The edits of the source that follow the help, as one fix.
Json fixes_of(const ReportedFinding& finding) {
  std::map<std::string, Json> by_file;
  for (const SourceEdit& edit : finding.edits) {
    Json replacement;
    replacement["deletedRegion"] = {{"startLine", edit.line},
                                    {"startColumn", edit.column},
                                    {"endColumn", edit.column + edit.length}};
    replacement["insertedContent"]["text"] = edit.text;
    by_file.try_emplace(edit.file, Json::array()).first->second.push_back(std::move(replacement));
  }
  Json changes = Json::array();
  for (auto& [file, replacements] : by_file) {
    changes.push_back(
        {{"artifactLocation", {{"uri", uri_of(file)}}}, {"replacements", std::move(replacements)}});
  }
  Json fix;
  fix["description"]["text"] = finding.help;
  fix["artifactChanges"] = std::move(changes);
  return Json::array({std::move(fix)});
}

Json result_of(const ReportedFinding& finding, Rules& rules, const std::string& file) {
  std::string text = finding.message;
  if (!finding.help.empty()) text += "\nhelp: " + finding.help;
  Json result{{"ruleId", finding.clause},
              {"ruleIndex", rules.index_of(finding)},
              {"level", level_of(finding.severity)},
              {"message", {{"text", text}}}};
  result["locations"] = Json::array({location_of(finding.where, file)});
  if (!finding.notes.empty()) result["relatedLocations"] = related_locations(finding.notes, file);
  if (!finding.edits.empty()) result["fixes"] = fixes_of(finding);
  result["properties"] = properties_of(finding);
  return result;
}

Json invocation_of(const SarifRun& run) {
  Json invocation{{"executionSuccessful", run.error.empty()}, {"exitCode", run.exit_status}};
  if (!run.error.empty()) {
    Json notification{{"level", "error"}};
    notification["message"]["text"] = run.error;
    invocation["toolExecutionNotifications"] = Json::array({std::move(notification)});
  }
  return invocation;
}

}  // namespace

Json run_as_sarif(const SarifRun& run) {
  Rules rules(run.registry);
  Json results = Json::array();
  for (const ReportedFinding& finding : run.findings)
    results.push_back(result_of(finding, rules, run.file));
  Json only_run;
  only_run["tool"]["driver"] = {{"name", "spirv-run"}, {"version", run.version}};
  only_run["tool"]["driver"]["rules"] = rules.take();
  only_run["invocations"] = Json::array({invocation_of(run)});
  only_run["results"] = std::move(results);
  Json document{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  document["runs"] = Json::array({std::move(only_run)});
  return document;
}

}  // namespace spirv_oracle
