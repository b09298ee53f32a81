// Records read and write no other planes than their description says. Each program of testcases/ runs twice. While a record
// executes in the second run, all planes that it does not read contain garbage, so that every value that it computes from them
// changes. Results and findings must not. Nothing may change in planes that it does not write.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "spirv_run/record_checker_for_test.h"
#include "spirv_run/testcase_commands_for_test.h"

namespace spirv_oracle {
namespace {

namespace fs = std::filesystem;

// Findings, printed text, and the defined bytes of memory.
std::string results_of(const BoundProgram& compiled, const std::vector<WorkerResult>& workers,
                       const std::string& printed) {
  std::ostringstream out;
  out << printed;
  for (const WorkerResult& worker : workers) {
    out << "end " << static_cast<int>(worker.end) << '\n';
    for (const Finding& finding : worker.log.render(compiled.program))
      out << finding.clause << ": " << finding.message << " x" << finding.occurrences << '\n';
  }
  for (std::uint32_t id = 1; id < compiled.memory.object_count(); ++id) {
    const ObjectEntry& object = compiled.memory.object(id);
    out << "\nobject " << id << ':';
    for (std::uint64_t i = 0; i < object.size && object.bytes != nullptr; ++i) {
      const bool has_value = object.shadow[i] < Definedness::undefined;
      out << static_cast<char>(object.shadow[i]);
      if (has_value) out << static_cast<char>(object.bytes[i]);
    }
  }
  return out.str();
}

// One run of a dispatch, without those that explain or repeat it.
struct CheckedRun {
  std::string results;
  std::vector<std::uint64_t> outcomes;
  std::vector<std::string> mistakes;
};

// Without the statements about `forgotten`, a record.
CheckedRun checked_run(const test::TestcaseCommand& command,
                       const std::vector<std::uint64_t>* expected,
                       std::optional<std::uint32_t> forgotten = {}) {
  const auto compiled = command.compile();
  Program& program = test::changeable(*compiled);
  if (forgotten) program.record_tables.effects.erase(*forgotten);
  test::RecordChecker checker(program, expected);
  std::string printed;
  const auto workers = command.execute(*compiled, printed);
  return {results_of(*compiled, workers, printed), checker.outcomes(), checker.mistakes()};
}

// The records whose descriptions are wrong, each with its mistake.
std::vector<std::string> mistakes_of(const test::TestcaseCommand& command) {
  const CheckedRun first = checked_run(command, nullptr);
  const CheckedRun second = checked_run(command, &first.outcomes);
  std::vector<std::string> all = first.mistakes;
  all.insert(all.end(), second.mistakes.begin(), second.mistakes.end());
  if (all.empty() && first.results != second.results)
    all.push_back("results depend on planes that no record reads");
  return all;
}

// Whether mistakes_of() notices that a statement is missing which this source file of ours makes when lowering.
bool needs_statements_of(const test::TestcaseCommand& command, const std::string& source) {
  const CheckedRun first = checked_run(command, nullptr);
  const auto compiled = command.compile();
  const RecordTables& record_tables = compiled->program.record_tables;
  return std::ranges::any_of(record_tables.effects, [&](const auto& statement) {
    const std::uint32_t record = statement.first;
    return fs::path(record_tables.places[record].file).filename() == source &&
           !checked_run(command, &first.outcomes, record).mistakes.empty();
  });
}

TEST(RecordDescription, NamesAllPlanesThatRecordsReadAndWrite) {
  ASSERT_TRUE(fs::exists(test::testcases)) << test::testcases;
  std::size_t runs = 0;
  std::map<std::string, std::string> mistakes;  // and a command that shows each
  test::for_each_testcase_command(
      8, [&](const test::TestcaseCommand& command, const std::string& line) {
        ++runs;
        for (const std::string& mistake : mistakes_of(command)) mistakes.emplace(mistake, line);
      });
  EXPECT_GT(runs, 1000U);
  for (const auto& [mistake, line] : mistakes) ADD_FAILURE() << mistake << "\nRUN:" << line;
}

// The statements are needed: without them, the check fails.
TEST(RecordDescription, FindsMissingStatements) {
  struct Case {
    const char* file;
    std::vector<std::string> options;
    const char* source;
  };
  const Case cases[] = {
      // a plane in a list
      {"values/undefined_bits.ub.comp",
       {"--buffer", "0.0=uint32:1,2,3,4", "--buffer", "0.1=undef(16)"},
       "bit.cpp"},
      {"composite/OpVectorInsertDynamic.ub.spvasm",
       {"--buffer", "0.0=int32:0,3,4,-1,2"},
       "composite.cpp"},
      // several results
      {"history/components.undef.comp",
       {"-DFUNCTION=inverse(m2)[0]", "--buffer", "0.0=float32:1,undef,3,4", "--buffer",
        "0.1=undef(8)"},
       "matrix.cpp"},
      // an operand that the record writes
      {"control_flow/loop_control.ub.spvasm",
       {"--buffer", "0.0=uint32:0,2,5,6"},
       "loop_control.cpp"},
      // a result that the record only reads
      {"history/bounds.impl.comp", {"--buffer", "0.0=zero(64)"}, "value_checks.cpp"},
      // lanes that are not active keep their values
      {"history/uninitialized_variable.ub.comp", {"--buffer", "0.0=zero(32)"}, "emit_copy.cpp"},
      // control flow
      {"races/workgroup_memory.comp", {"-D", "SAME_VALUE"}, "function_lowering.cpp"},
  };
  ASSERT_TRUE(fs::exists(test::testcases)) << test::testcases;
  for (const Case& one : cases) {
    std::vector<std::string> arguments = one.options;
    arguments.push_back((test::testcases / one.file).string());
    const auto command = test::TestcaseCommand::read(arguments);
    ASSERT_TRUE(command) << one.file;
    EXPECT_TRUE(needs_statements_of(*command, one.source)) << one.file;
  }
}

}  // namespace
}  // namespace spirv_oracle
