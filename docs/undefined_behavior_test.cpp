#include "docs/undefined_behavior.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace spirv_oracle {
namespace {

// A folder whose core.txt has that text; the other files are empty.
class OpenClausesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
    for (const char* file :
         {"core.txt", "core_instructions.txt", "glsl_std_450.txt", "glsl.txt", "extensions_khr.txt",
          "extensions.txt", "vulkan.txt", "opencl_environment.txt", "opencl_std.txt"})
      std::ofstream(folder_ / file) << "";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  OpenClauses read(const std::string& core) {
    std::ofstream(folder_ / "core.txt") << core;
    return read_open_clauses(folder_);
  }
  std::vector<std::string> check(const std::string& core) {
    return check_open_clauses(read(core), rules_,
                              [](const std::string& test) { return test == "VUID-1"; });
  }

  RuleSummaries rules_ = {{"OpA.zero", {"division-by-zero", "undefined-behavior", {"a.test"}}},
                          {"OpB.zero", {"division-by-zero", "undefined-behavior", {}}}};
  std::filesystem::path folder_;
};

constexpr const char* complete =
    "# comment\ndocument: SPIR-V\n\nat: OpA, OpB\nopen: behavior\nwhen: Operand 2\n  is 0\n"
    "rules: Op*.zero\nnote: not always\n";

TEST_F(OpenClausesTest, ReadsEntriesAndContinuationLines) {
  const OpenClauses clauses = read(complete);
  EXPECT_TRUE(clauses.mistakes.empty());
  ASSERT_EQ(clauses.entries.size(), 1u);
  EXPECT_EQ(clauses.entries[0].document, "SPIR-V");
  EXPECT_EQ(clauses.entries[0].place, "OpA, OpB");
  EXPECT_EQ(clauses.entries[0].condition, "Operand 2 is 0");
  EXPECT_EQ(clauses.entries[0].where, "core.txt:4");
  EXPECT_TRUE(check(complete).empty());
}

TEST_F(OpenClausesTest, NamesEntriesWithoutRuleAndReason) {
  const auto mistakes = check("document: D\n\nat: OpA\nopen: behavior\nwhen: ever\n");
  ASSERT_FALSE(mistakes.empty());
  EXPECT_EQ(mistakes[0],
            "core.txt:3: there must be either rules that detect it, or a reason why none do");
}

TEST_F(OpenClausesTest, NamesUnknownRulesReasonsAndFields) {
  EXPECT_EQ(
      check(std::string(complete) + "\nat: OpC\nopen: value\nwhen: ever\nrules: OpC.zero\n")[0],
      "core.txt:11: unknown rule OpC.zero");
  EXPECT_EQ(check(std::string(complete) + "\nat: OpC\nopen: value\nwhen: ever\nplanned: soon\n")[0],
            "core.txt:14: unknown field 'planned'");
  EXPECT_EQ(check(std::string(complete) + "\nat: OpC\nopen: maybe\nwhen: ever\nstatic: x\n")[0],
            "core.txt:11: 'open' is not behavior, value or implementation");
}

TEST_F(OpenClausesTest, StaticClausesNeedTests) {
  const std::string entry = "\nat: OpC\nopen: value\nwhen: ever\n";
  EXPECT_TRUE(check(complete + entry + "static: spv-val\ntests: VUID-1\n").empty());
  EXPECT_EQ(check(complete + entry + "static: spv-val\ntests: VUID-1 VUID-2\n").at(0),
            "core.txt:11: unknown test VUID-2");
  constexpr const char* needs =
      "core.txt:11: 'tests' belongs to static clauses, all of which need it";
  EXPECT_EQ(check(complete + entry + "static: spv-val\n").at(0), needs);
  EXPECT_EQ(check(complete + entry + "not observable: ever\ntests: VUID-1\n").at(0), needs);
}

TEST_F(OpenClausesTest, NamesRulesWithoutEntry) {
  const auto mistakes =
      check("document: D\n\nat: OpA\nopen: behavior\nwhen: Operand 2 is 0\nrules: OpA.zero\n");
  ASSERT_EQ(mistakes.size(), 1u);
  EXPECT_EQ(mistakes[0], "no entry of docs/undefined_behavior/ names the rule OpB.zero");
}

TEST_F(OpenClausesTest, PrintsRulesWithKindSeverityAndTests) {
  std::ostringstream out;
  print_open_clauses(out, read(complete), rules_);
  EXPECT_NE(out.str().find("| OpA, OpB | behavior | Operand 2 is 0. *Detection: not always* | "
                           "`Op*.zero` | division-by-zero | undefined-behavior | `a.test` |"),
            std::string::npos);
  EXPECT_NE(out.str().find("| SPIR-V | 1 | 0 | 1 | 0 |"), std::string::npos);
}

}  // namespace
}  // namespace spirv_oracle
