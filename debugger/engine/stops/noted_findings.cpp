#include "debugger/engine/stops/noted_findings.h"

#include "debugger/engine/program/lanes_json.h"
#include "interpreter/exec/report/operand_values.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/findings/clause.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_findings = 1000;

}  // namespace

Json describe_finding(const NotedFinding& finding, const Program& program, std::uint64_t moment) {
  const Clause& clause = finding.clause;
  const CodeLocation where = locate(*program.module, *program.registry,
                                    program.origins[finding.record.origin].instruction);
  const std::string condition = with_expressions(program, finding.record.origin, clause.condition);
  return {{"kind", clause.kind},
          {"clause", clause.id},
          {"severity", severity_name(severity_of(clause.effect))},
          {"message", finding.message.empty() ? condition : condition + ": " + finding.message},
          {"help", clause.help},
          {"lanes", lanes_json(finding.lanes)},
          {"moment", moment},
          {"workgroup", finding.subgroup.workgroup_index},
          {"subgroup", finding.subgroup.id},
          {"file", where.source.file},
          {"line", where.source.line}};
}

void NotedFindings::add(const NotedFinding& finding, const Program& program, std::uint64_t moment) {
  if (list_.size() < max_findings) list_.push_back(describe_finding(finding, program, moment));
}

Json NotedFindings::reason_of(const DispatchEnd& end) const {
  if (!end.by_finding || list_.empty())
    return {{"reason", "limit"}, {"text", end.by_finding ? "a finding" : "limit: " + end.limit}};
  const Json& finding = list_.back();
  Json reason = {{"reason", "finding"},
                 {"text", finding["message"]},
                 {"lanes", finding["lanes"]},
                 {"finding", finding}};
  if (!finding["lanes"].empty()) reason["lane"] = finding["lanes"][0];
  return reason;
}

}  // namespace spirv_oracle
