// No record loses the mark of an operand: results without a mark are the same whatever the value of an operand with one. The records
// are those of the programs of testcases/.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "spirv_run/mark_checker_for_test.h"
#include "spirv_run/testcase_commands_for_test.h"

namespace spirv_oracle {
namespace {

TEST(MarkPropagation, ResultsWithoutMarksDependOnNoMarkedOperand) {
  ASSERT_TRUE(std::filesystem::exists(test::testcases)) << test::testcases;
  std::size_t trials = 0;
  unsigned seed = 0;
  std::map<std::string, std::string> mistakes;  // and a command that shows each
  test::for_each_testcase_command(
      2, [&](const test::TestcaseCommand& command, const std::string& line) {
        const auto compiled = command.compile();
        test::MarkChecker checker(test::changeable(*compiled), ++seed);
        std::string printed;
        command.execute(*compiled, printed);
        trials += checker.trials();
        for (const std::string& mistake : checker.mistakes()) mistakes.emplace(mistake, line);
      });
  EXPECT_GT(trials, 100'000U);
  for (const auto& [mistake, line] : mistakes) ADD_FAILURE() << mistake << "\nRUN:" << line;
}

}  // namespace
}  // namespace spirv_oracle
