#include "cli/report/report.h"

#include <gtest/gtest.h>

#include "cli/report/output_check.h"
#include "cli/report/read_finding.h"

namespace spirv_oracle {
namespace {

Finding division() {
  Finding finding;
  finding.clause = "OpUDiv.operand-2-zero";
  finding.kind = "division-by-zero";
  finding.message = "division by zero: Operand 2 is 0";
  finding.where = {
      "OpUDiv", "%q", "%q = OpUDiv %uint %n %d", "main", {"a.comp", 12, 7, "\tint q = n / d;", ""}};
  finding.lanes = LaneMask::first(4);
  finding.lanes.set(7);
  finding.workgroup = {1, 0, 0};
  finding.subgroup = 2;
  finding.occurrences = 9;
  finding.operands = {{"%d", "Operand 2", "d", "0"}};
  finding.notes = {{"the value comes from here", {"a.comp", 3, 0, "int d = 0;", ""}},
                   {"a remark", {}}};
  finding.help = "test the divisor first";
  return finding;
}

TEST(Report, Text) {
  EXPECT_EQ(
      finding_as_text(division(), {"a.comp", false}),
      "a.comp:12:7: undefined-behavior: division by zero: Operand 2 is 0 [OpUDiv.operand-2-zero]\n"
      "  12 | \tint q = n / d;\n"
      "     | \t     ^\n"
      "  %q = OpUDiv %uint %n %d   in function main\n"
      "  lanes 0-3,7 of subgroup 2, workgroup (1,0,0); 9 executions in all\n"
      "  Operand 2 (d): %d = 0 in lane 0\n"
      "  a.comp:3: note: the value comes from here\n"
      "  3 | int d = 0;\n"
      "  note: a remark\n"
      "  help: test the divisor first\n");
}

// Each column of a long line: the mark is below the same character, and no character is cut in two.
TEST(Report, OfALongLineThePartAroundTheColumn) {
  Finding finding = division();
  std::string& line = finding.where.source.text;
  line.clear();
  for (char c = '!'; line.size() < 500; c = c == '~' ? '!' : static_cast<char>(c + 1))
    line += std::string(1, c) + "\u00e9";
  for (std::uint32_t column = 1; column <= line.size(); column += 3) {
    finding.where.source.column = column;
    const std::string text = finding_as_text(finding, {"a.comp", false});
    const std::size_t shown = text.find("  12 | ");
    const std::size_t below = text.find("     | ", shown);
    const std::size_t mark = text.find('^', below);
    ASSERT_NE(mark, std::string::npos);
    EXPECT_EQ(text[shown + (mark - below)], line[column - 1]) << column;
    EXPECT_LE(below - shown, 180U);
    const std::string_view part = std::string_view(text).substr(shown + 7, below - shown - 8);
    const auto is_cut_left = static_cast<std::size_t>(part.starts_with("..."));
    const auto is_cut_right = static_cast<std::size_t>(part.ends_with("..."));
    EXPECT_EQ(is_cut_left + is_cut_right != 0, true);
    EXPECT_NE(
        line.find(part.substr(3 * is_cut_left, part.size() - 3 * (is_cut_left + is_cut_right))),
        std::string::npos);
    EXPECT_FALSE(part.substr(3 * is_cut_left).starts_with('\xa9'));
  }
}

TEST(Report, JsonIsReadAgain) {
  ReportedFinding finding = division();
  finding.severity = Severity::undefined_output;
  finding.edits = {{"a.comp", 3, 4, 5, "d"}};
  finding.loops = {{{"", "", "OpLoopMerge %m %c None", "", {"a.comp", 2, 0, "", ""}}, 7}};
  finding.resource = "0.1";
  finding.elements = {3, 4};
  finding.element_count = 2;
  finding.cause = 1;
  const auto json = finding_as_json(finding);
  const ReportedFinding again = finding_from_json(nlohmann::json::parse(json.dump()));
  EXPECT_EQ(finding_as_json(again), json);
}

TEST(Report, JsonOfOthersIsReadWithDefaults) {
  const auto json = nlohmann::json::parse(
      R"({"kind": 3, "lanes": [1, 500], "notes": [7], "operands": {}, "source": "x", "subgroup": "y"})");
  const ReportedFinding finding = finding_from_json(json);
  EXPECT_EQ(finding.kind, "");
  EXPECT_EQ(finding.lanes, LaneMask::single(1));
  EXPECT_TRUE(finding.notes.empty());
}

TEST(Report, TextWithoutSource) {
  Finding finding;
  finding.severity = Severity::undefined_value;
  finding.clause = "OpX.y";
  finding.message = "m";
  finding.where.instruction = "OpX";
  finding.lanes = LaneMask::single(5);
  EXPECT_EQ(finding_as_text(finding, {"a.spv", false}),
            "a.spv: OpX: undefined-value: m [OpX.y]\n"
            "  OpX\n"
            "  lane 5 of subgroup 0, workgroup (0,0,0)\n");
  finding.where.result = "%4";
  EXPECT_EQ(finding_as_text(finding, {"a.spv", false}).substr(0, 16), "a.spv: %4 = OpX:");
}

TEST(Report, Colors) {
  const std::string text = finding_as_text(division(), {"a.comp", true});
  EXPECT_NE(text.find("\x1b[1;31mundefined-behavior:\x1b[0m"), std::string::npos);
}

TEST(Report, Json) {
  EXPECT_EQ(finding_as_json(division()).dump(),
            R"({"kind":"division-by-zero","severity":"undefined-behavior",)"
            R"("clause":"OpUDiv.operand-2-zero","instruction":"OpUDiv","result":"%q",)"
            R"("source":{"file":"a.comp","line":12,"column":7},"workgroup":[1,0,0],"subgroup":2,)"
            R"("lanes":[0,1,2,3,7],"message":"division by zero: Operand 2 is 0","occurrences":9,)"
            R"("help":"test the divisor first","notes":[{"message":"the value comes from here",)"
            R"("source":{"file":"a.comp","line":3}},{"message":"a remark"}],)"
            R"("operands":[{"name":"%d","operand":"Operand 2","expression":"d","value":"0"}],)"
            R"("disassembly":"%q = OpUDiv %uint %n %d","function":"main"})");
}

TEST(Report, OperandsOfASingleLane) {
  Finding finding = division();
  finding.lanes = LaneMask::single(3);
  EXPECT_NE(finding_as_text(finding, {"a.comp", false}).find("\n  Operand 2 (d): %d = 0\n"),
            std::string::npos);
}

TEST(Report, Lanes) {
  EXPECT_EQ(lanes_text({}), "no lane");
  EXPECT_EQ(lanes_text(LaneMask::single(127)), "lane 127");
  EXPECT_EQ(lanes_text(LaneMask::first(128)), "lanes 0-127");
}

TEST(Report, Summary) {
  EXPECT_EQ(summary({}), "");
  Finding other = division();
  other.severity = Severity::undefined_value;
  other.kind = "a";
  EXPECT_EQ(summary({division(), other, division()}),
            "2 undefined-behavior, 1 undefined-value (kinds: a, division-by-zero)\n");
}

ShadowedBytes with_shadow(std::vector<Definedness> shadow) {
  return {std::vector<std::byte>(shadow.size()), std::move(shadow)};
}

TEST(OutputCheck, NamesWhatBecameUndefined) {
  constexpr auto d = Definedness::defined;
  constexpr auto i = Definedness::implementation_dependent;
  constexpr auto u = Definedness::undefined;
  constexpr auto none = Definedness::uninitialized;
  const ShadowedBytes after = with_shadow({u, u, none, d, u, i});
  const auto findings = check_output({"0.1", {ScalarKind::uint8, 1}, &after});
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].message, "elements 0-1,4 of 0.1 (uint8) are undefined after the run");
  EXPECT_EQ(findings[0].kind, "undefined-output");
  EXPECT_EQ(findings[0].clause, "output.undefined");
  EXPECT_EQ(findings[0].severity, Severity::undefined_output);
  EXPECT_EQ(findings[0].resource, "0.1");
  EXPECT_EQ(findings[0].elements, (std::vector<std::uint64_t>{0, 1, 4}));
  EXPECT_EQ(findings[0].element_count, 3U);
  EXPECT_EQ(findings[1].message,
            "element 5 of 0.1 (uint8) is implementation-dependent after the run");
  EXPECT_EQ(findings[1].kind, "implementation-dependent-output");
  EXPECT_EQ(findings[1].severity, Severity::implementation_dependent);
  const ShadowedBytes untouched = with_shadow({d, none});
  EXPECT_TRUE(check_output({"0.1", {ScalarKind::uint8, 1}, &untouched}).empty());
  const auto word = check_output({"0.1", {ScalarKind::uint16, 1}, &after});
  ASSERT_EQ(word.size(), 2U);
  EXPECT_EQ(word[0].message, "elements 0,2 of 0.1 (uint16) are undefined after the run");
}

TEST(OutputCheck, NamesBytesAfterTheLastWholeElement) {
  constexpr auto d = Definedness::defined;
  constexpr auto i = Definedness::implementation_dependent;
  constexpr auto u = Definedness::undefined;
  constexpr auto none = Definedness::uninitialized;
  const auto message = [](std::vector<Definedness> shadow) {
    const ShadowedBytes after = with_shadow(std::move(shadow));
    const auto findings = check_output({"0.1", {ScalarKind::uint32, 1}, &after});
    return findings.empty() ? std::string() : findings.front().message;
  };
  EXPECT_EQ(message({d, d, d, d, d, u}),
            "byte 5, after the last whole element, of 0.1 (uint32) is undefined after the run");
  EXPECT_EQ(message({u, u, d, d, u, u}),
            "element 0 and bytes 4-5, after the last whole element, of 0.1 (uint32) are undefined "
            "after the run");
  EXPECT_EQ(message({d, d, i}),
            "byte 2, after the last whole element, of 0.1 (uint32) is implementation-dependent "
            "after the run");
  EXPECT_EQ(message({d, d, d, d, d, none}), "");
}

TEST(OutputCheck, LongListsAreCut) {
  ShadowedBytes after = ShadowedBytes::zero(1000);
  for (std::size_t i = 0; i < after.size(); i += 2) after.shadow[i] = Definedness::undefined;
  const auto findings = check_output({"m", {ScalarKind::uint8, 1}, &after});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(findings[0].message.find(",... (500 in all) of m"), std::string::npos);
  EXPECT_LT(findings[0].message.size(), 300U);
}

TEST(Report, AConsequenceIsShortAndIndented) {
  ReportedFinding finding = division();
  finding.cause = 0;
  EXPECT_EQ(finding_as_text(finding, {"a.comp", false}),
            "  consequence: a.comp:12:7: undefined-behavior: division by zero: Operand 2 is 0 "
            "[OpUDiv.operand-2-zero]\n"
            "  12 | \tint q = n / d;\n"
            "     | \t     ^\n"
            "  lanes 0-3,7 of subgroup 2, workgroup (1,0,0); 9 executions in all\n");
  EXPECT_EQ(finding_as_json(finding)["consequence_of"], 0);
  EXPECT_FALSE(finding_as_json(ReportedFinding(division())).contains("consequence_of"));
}

TEST(Report, AdviceInJson) {
  Finding racing = division();
  racing.edits = {{"a.comp", 4, 3, 0, "barrier();"}, {"a.comp", 9, 5, 17, "barrier()"}};
  EXPECT_EQ(finding_as_json(racing)["advice"], nlohmann::ordered_json::parse(R"json([
      {"kind": "insert", "file": "a.comp", "line": 4, "column": 3, "text": "barrier();"},
      {"kind": "replace", "file": "a.comp", "line": 9, "column": 5, "length": 17,
       "text": "barrier()"
}])json"));
  EXPECT_FALSE(finding_as_json(ReportedFinding(division())).contains("advice"));
}

}  // namespace
}  // namespace spirv_oracle
