#include "cli/report/read_finding.h"

#include <string>
#include <string_view>

namespace spirv_oracle {
namespace {

template <class T>
void read_member(const nlohmann::json& json, const char* name, T& target) {
  const auto found = json.find(name);
  if (found == json.end()) return;
  try {
    target = found->get<T>();
  } catch (const nlohmann::json::exception&) {
    return;  // it keeps its value
  }
}

// Calls `add` for each element of a list that is an object.
template <class Add>
void for_each_object(const nlohmann::json& json, const char* name, Add add) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_array()) return;
  for (const nlohmann::json& element : *found) {
    if (element.is_object()) add(element);
  }
}

SourceLocation read_source(const nlohmann::json& json) {
  SourceLocation source;
  const auto found = json.find("source");
  if (found == json.end() || !found->is_object()) return source;
  read_member(*found, "file", source.file);
  read_member(*found, "line", source.line);
  read_member(*found, "column", source.column);
  return source;
}

Severity severity_named(std::string_view name) {
  for (const Severity severity :
       {Severity::undefined_behavior, Severity::undefined_value, Severity::undefined_output,
        Severity::implementation_dependent, Severity::possible_undefined_behavior}) {
    if (name == severity_name(severity)) return severity;
  }
  return Severity::note;
}

void read_where(const nlohmann::json& json, CodeLocation& where) {
  read_member(json, "instruction", where.instruction);
  read_member(json, "result", where.result);
  read_member(json, "disassembly", where.disassembly);
  read_member(json, "function", where.function);
  where.source = read_source(json);
}

void read_lists(const nlohmann::json& json, ReportedFinding& finding) {
  for_each_object(json, "loops", [&](const nlohmann::json& one) {
    LoopIteration& loop = finding.loops.emplace_back();
    read_member(one, "iteration", loop.iteration);
    read_member(one, "loop", loop.loop.disassembly);
    loop.loop.source = read_source(one);
  });
  for_each_object(json, "advice", [&](const nlohmann::json& one) {
    SourceEdit& edit = finding.edits.emplace_back();
    read_member(one, "file", edit.file);
    read_member(one, "line", edit.line);
    read_member(one, "column", edit.column);
    read_member(one, "length", edit.length);
    read_member(one, "text", edit.text);
  });
  for_each_object(json, "notes", [&](const nlohmann::json& one) {
    Note& note = finding.notes.emplace_back();
    read_member(one, "message", note.message);
    note.source = read_source(one);
  });
  for_each_object(json, "operands", [&](const nlohmann::json& one) {
    OperandValue& operand = finding.operands.emplace_back();
    read_member(one, "name", operand.name);
    read_member(one, "operand", operand.operand);
    read_member(one, "expression", operand.expression);
    read_member(one, "value", operand.value);
  });
}

}  // namespace

ReportedFinding finding_from_json(const nlohmann::json& json) {
  ReportedFinding finding;
  std::string severity;
  read_member(json, "severity", severity);
  finding.severity = severity_named(severity);
  read_member(json, "kind", finding.kind);
  read_member(json, "clause", finding.clause);
  read_member(json, "message", finding.message);
  read_member(json, "help", finding.help);
  read_member(json, "workgroup", finding.workgroup);
  read_member(json, "subgroup", finding.subgroup);
  read_member(json, "occurrences", finding.occurrences);
  std::vector<unsigned> lanes;
  read_member(json, "lanes", lanes);
  for (const unsigned lane : lanes) {
    if (lane < 128) finding.lanes.set(lane);
  }
  read_where(json, finding.where);
  read_lists(json, finding);
  read_member(json, "resource", finding.resource);
  read_member(json, "elements", finding.elements);
  read_member(json, "element_count", finding.element_count);
  std::size_t cause = 0;
  if (json.contains("consequence_of")) {
    read_member(json, "consequence_of", cause);
    finding.cause = cause;
  }
  return finding;
}

}  // namespace spirv_oracle
