#include "cli/report/sarif.h"

#include <gtest/gtest.h>

#include "builtins/register_all.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

Finding sarif_division() {
  Finding finding;
  finding.clause = "OpUDiv.operand-2-zero";
  finding.kind = "division-by-zero";
  finding.message = "division by zero: Operand 2 is 0";
  finding.where = {
      "OpUDiv", "%q", "%q = OpUDiv %uint %n %d", "main", {"dir/a b.comp", 12, 7, "q = n / d;", ""}};
  finding.lanes = LaneMask::single(7);
  finding.workgroup = {1, 0, 0};
  finding.subgroup = 2;
  finding.occurrences = 9;
  finding.operands = {{"%d", "Operand 2", "", "0"}};
  finding.notes = {{"the value comes from here", {"dir/a b.comp", 3, 0, "", ""}}, {"a remark", {}}};
  finding.help = "test the divisor first";
  return finding;
}

ReportedFinding undefined_output() {
  ReportedFinding finding;
  finding.resource = "0.1";
  finding.elements = {0};
  finding.element_count = 1;
  finding.severity = Severity::undefined_output;
  finding.clause = "output.undefined";
  finding.kind = "undefined-output";
  finding.message = "element 0 is undefined";
  return finding;
}

Json only_run(const std::vector<ReportedFinding>& findings, const std::string& error = "") {
  return run_as_sarif(
      {default_registry(), findings, "1.2.3", "/modules/m.spv", 3, error})["runs"][0];
}

TEST(Sarif, NamesTheToolAndItsRules) {
  const Json document = run_as_sarif({default_registry(), {}, "1.2.3", "m.spv", 0, ""});
  EXPECT_EQ(document["version"], "2.1.0");
  ASSERT_EQ(document["runs"].size(), 1u);
  const Json& driver = document["runs"][0]["tool"]["driver"];
  EXPECT_EQ(driver["name"], "spirv-run");
  EXPECT_EQ(driver["version"], "1.2.3");
  EXPECT_GT(driver["rules"].size(), 100u);
  EXPECT_EQ(document["runs"][0]["results"], Json::array());
  EXPECT_EQ(document["runs"][0]["invocations"],
            Json::parse(R"([{"executionSuccessful": true, "exitCode": 0}])"));
}

TEST(Sarif, AFindingHasRulePlaceAndFacts) {
  const Json run = only_run({sarif_division()});
  const Json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "OpUDiv.operand-2-zero");
  const Json& rule = run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()];
  EXPECT_EQ(rule["id"], "OpUDiv.operand-2-zero");
  EXPECT_EQ(rule["shortDescription"]["text"], "division by zero: Operand 2 is 0");
  EXPECT_EQ(rule["defaultConfiguration"]["level"], "error");
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["message"]["text"],
            "division by zero: Operand 2 is 0\nhelp: test the divisor first");
  EXPECT_EQ(result["locations"], Json::parse(R"([{
      "physicalLocation": {
        "artifactLocation": {"uri": "dir/a%20b.comp"},
        "region": {"startLine": 12, "startColumn": 7, "snippet": {"text": "q = n / d;"}}},
      "logicalLocations": [{"name": "main", "kind": "function"}]}])"));
  EXPECT_EQ(result["properties"]["lanes"], Json::array({7}));
  EXPECT_EQ(result["properties"]["workgroup"], Json::array({1, 0, 0}));
  EXPECT_EQ(result["properties"]["operands"],
            Json::parse(R"([{"name": "%d", "operand": "Operand 2", "value": "0"}])"));
}

TEST(Sarif, NotesAreRelatedLocations) {
  const Json related = only_run({sarif_division()})["results"][0]["relatedLocations"];
  ASSERT_EQ(related.size(), 2u);
  EXPECT_EQ(related[0]["id"], 1);
  EXPECT_EQ(related[0]["physicalLocation"]["region"], Json::parse(R"({"startLine": 3})"));
  EXPECT_EQ(related[1], Json::parse(R"({"id": 2, "message": {"text": "a remark"}})"));
}

TEST(Sarif, AFindingWithoutSourceIsInTheModule) {
  const Json run = only_run({undefined_output()});
  const Json& result = run["results"][0];
  EXPECT_EQ(result["level"], "warning");
  EXPECT_EQ(
      result["locations"],
      Json::parse(
          R"([{"physicalLocation": {"artifactLocation": {"uri": "file:///modules/m.spv"}}}])"));
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"],
            "output.undefined");
  EXPECT_FALSE(result["properties"].contains("lanes"));
  EXPECT_EQ(result["properties"]["resource"], "0.1");
  EXPECT_EQ(result["properties"]["elements"], Json::array({0}));
}

TEST(Sarif, AnIncompleteRunHasAReason) {
  const Json invocation = only_run({}, "10 steps were executed")["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], false);
  EXPECT_EQ(invocation["exitCode"], 3);
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["message"]["text"],
            "10 steps were executed");
}

TEST(Sarif, AdviceIsAFix) {
  Finding racing = division();
  racing.edits = {{"a b.comp", 4, 3, 0, "barrier();\n  "}, {"a b.comp", 9, 5, 17, "barrier()"}};
  const Json result = only_run({racing})["results"][0];
  EXPECT_EQ(result["fixes"], Json::parse(R"json([{
      "description": {"text": "test the divisor first"},
      "artifactChanges": [{
        "artifactLocation": {"uri": "a%20b.comp"},
        "replacements": [
          {"deletedRegion": {"startLine": 4, "startColumn": 3, "endColumn": 3},
           "insertedContent": {"text": "barrier();\n  "}},
          {"deletedRegion": {"startLine": 9, "startColumn": 5, "endColumn": 22},
           "insertedContent": {"text": "barrier()"
}
}]
}]
}])json"));
  EXPECT_FALSE(only_run({division()})["results"][0].contains("fixes"));
}

}  // namespace
}  // namespace spirv_oracle
