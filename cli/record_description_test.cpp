// Records read and write no other planes than their description says. Each program of testcases/ runs twice. While a record
// executes in the second run, all planes that it does not read contain garbage, so that every value that it computes from them
// changes. Results and findings must not. Nothing may change in planes that it does not write.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "builtins/register_all.h"
#include "cli/frontend.h"
#include "cli/record_checker_for_test.h"
#include "cli/resources.h"
#include "cli/run_options.h"
#include "interpreter/compile/compile.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/run/workers.h"

namespace spirv_oracle {
namespace {

namespace fs = std::filesystem;

// Findings, printed text, and the defined bytes of memory.
std::string results_of(const CompiledDispatch& compiled, const std::vector<WorkerResult>& workers,
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

// The arguments of a RUN line that runs the file itself with spirv-run.
std::optional<std::vector<std::string>> arguments_of(const std::string& line,
                                                     const std::string& file) {
  std::vector<std::string> words;
  std::string word;
  char quote = '\0';
  for (const char c : line + ' ') {
    if (quote == '\0' && (c == '|' || c == '>' || c == '&' || c == ';')) break;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote == '\0' && c == ' ') {
      if (!word.empty()) words.push_back(std::exchange(word, ""));
    } else {
      word += c;
    }
  }
  const auto command = std::ranges::find(words, "spirv-run");
  if (command == words.end()) return std::nullopt;
  std::vector<std::string> arguments(command + 1, words.end());
  std::ranges::replace(arguments, "%s", file);
  const bool is_about_others = std::ranges::any_of(
      arguments, [](const std::string& argument) { return argument.find('%') != argument.npos; });
  if (is_about_others || std::ranges::find(arguments, file) == arguments.end()) return std::nullopt;
  return arguments;
}

// The RUN lines of a test, each with the lines that continue it.
std::vector<std::string> run_lines(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  bool continues = false;
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find("RUN:");
    if (at == line.npos) continue;
    line = line.substr(at + 4);
    const bool goes_on = line.ends_with('\\');
    if (goes_on) line.pop_back();
    if (continues) {
      lines.back() += line;
    } else {
      lines.push_back(line);
    }
    continues = goes_on;
  }
  return lines;
}

// One run of a dispatch, without those that explain or repeat it.
struct CheckedRun {
  std::string results;
  std::vector<std::uint64_t> outcomes;
  std::vector<std::string> mistakes;
};

// A command that runs a module.
class Command {
 public:
  // Reads the module, unless `before` is a command with the same one. None if the command runs no module, or not with the usual
  // schedule and reconvergence.
  static std::optional<Command> read(const std::vector<std::string>& arguments,
                                     const std::optional<Command>& before = {});

  // The records whose descriptions are wrong, each with its mistake.
  std::vector<std::string> mistakes() const;
  // Whether mistakes() notices that a statement is missing which this source file of ours makes when lowering.
  bool needs_statements_of(const std::string& source) const;

 private:
  bool load(const ModuleOptions& options, const std::optional<Command>& before);
  bool set_dispatch(const RunOptions& options);
  // Without the statements about `forgotten`, a record.
  CheckedRun run(const std::vector<std::uint64_t>* expected,
                 std::optional<std::uint32_t> forgotten = {}) const;

  std::string loaded_as_;  // options of the module
  std::shared_ptr<const Module> module_;
  Dispatch dispatch_;
};

std::optional<Command> Command::read(const std::vector<std::string>& arguments,
                                     const std::optional<Command>& before) {
  const auto options = parse_run_options(arguments);
  // Tangles that have registers of their own copy them when they diverge, with all garbage. A schedule may execute records
  // lane by lane, and needs the lanes that are not active.
  if (!options || options->mode != RunMode::run || options->files.size() != 1 ||
      options->launch.reconvergence != Reconvergence::maximal || options->launch.seed != 0)
    return std::nullopt;
  Command command;
  if (!command.load(options->module, before) || !command.set_dispatch(*options))
    return std::nullopt;
  return command;
}

bool Command::load(const ModuleOptions& options, const std::optional<Command>& before) {
  loaded_as_ = options.file + options.stage + options.target_env + options.entry_point;
  for (const std::string& define : options.defines) loaded_as_ += "\n" + define;
  for (const std::string& option : options.build_options) loaded_as_ += "\n" + option;
  if (before && before->loaded_as_ == loaded_as_) {
    module_ = before->module_;
    return true;
  }
  const auto file = load_module_file(options);
  if (!file) return false;
  const auto module = load_in_time(file->words, load_options(options, file->words),
                                   file->assembly.id_names(), nullptr);
  if (module) module_ = *module;
  return module.has_value();
}

bool Command::set_dispatch(const RunOptions& options) {
  const ModuleInfo info = describe(*module_);
  const auto entry = pick_entry_point(info, options.launch.entry_point);
  if (!entry) return false;
  std::vector<std::string> notes;
  auto dispatch = make_dispatch(info, **entry, options, notes);
  if (!dispatch || !count_groups(*module_, **entry, options.module, *dispatch) ||
      !add_resources(**entry, options.launch, *dispatch, notes))
    return false;
  dispatch_ = std::move(*dispatch);
  dispatch_.describe_records = true;
  dispatch_.jobs = 1;
  dispatch_.limits.max_steps = 20'000;
  return compile(*module_, default_registry(), dispatch_).has_value();
}

CheckedRun Command::run(const std::vector<std::uint64_t>* expected,
                        std::optional<std::uint32_t> forgotten) const {
  const auto compiled = compile(*module_, default_registry(), dispatch_);
  Program& program = (*compiled)->program;
  if (forgotten) program.records.effects.erase(*forgotten);
  test::RecordChecker checker(program, expected);
  std::optional<RaceWatch> races;
  if (dispatch_.check_races && RaceWatch::is_possible(program))
    races.emplace(program, std::uint64_t{1} << 28, true, RaceWatch::Known());
  Budget budget;
  budget.max_steps = dispatch_.limits.max_steps;
  budget.max_output = dispatch_.limits.max_output;
  std::string printed;
  const std::function<void(const std::string&)> print = [&](const std::string& text) {
    printed += text + '\n';
  };
  OrderedOutput output(print, 0);
  const RunKnowledge knowledge;
  const auto workers =
      execute_workgroups(**compiled, dispatch_, budget,
                         {.races = races ? &*races : nullptr, .knowledge = &knowledge}, output);
  output.finish();
  return {results_of(**compiled, workers, printed), checker.outcomes(), checker.mistakes()};
}

std::vector<std::string> Command::mistakes() const {
  const CheckedRun first = run(nullptr);
  const CheckedRun second = run(&first.outcomes);
  std::vector<std::string> all = first.mistakes;
  all.insert(all.end(), second.mistakes.begin(), second.mistakes.end());
  if (all.empty() && first.results != second.results)
    all.push_back("results depend on planes that no record reads");
  return all;
}

bool Command::needs_statements_of(const std::string& source) const {
  const CheckedRun first = run(nullptr);
  const auto compiled = compile(*module_, default_registry(), dispatch_);
  const RecordTables& records = (*compiled)->program.records;
  return std::ranges::any_of(records.effects, [&](const auto& statement) {
    const std::uint32_t record = statement.first;
    return fs::path(records.places[record].file).filename() == source &&
           !run(&first.outcomes, record).mistakes.empty();
  });
}

const fs::path testcases = fs::path(SPIRV_ORACLE_SOURCE_FOLDER) / "testcases";

TEST(RecordDescription, NamesAllPlanesThatRecordsReadAndWrite) {
  ASSERT_TRUE(fs::exists(testcases)) << testcases;
  constexpr std::size_t most_per_file = 8;
  std::size_t runs = 0;
  std::map<std::string, std::string> mistakes;  // and a command that shows each
  for (const auto& entry : fs::recursive_directory_iterator(testcases)) {
    const std::string file = entry.path().string();
    if (!file.ends_with(".comp") && !file.ends_with(".spvasm") && !file.ends_with(".cl")) continue;
    std::optional<Command> command;
    std::size_t of_file = 0;
    for (const std::string& line : run_lines(file)) {
      const auto arguments = arguments_of(line, file);
      if (!arguments || of_file == most_per_file) continue;
      auto next = Command::read(*arguments, command);
      if (!next) continue;
      command = std::move(next);
      ++of_file;
      for (const std::string& mistake : command->mistakes()) mistakes.emplace(mistake, line);
    }
    runs += of_file;
  }
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
  ASSERT_TRUE(fs::exists(testcases)) << testcases;
  for (const Case& one : cases) {
    std::vector<std::string> arguments = one.options;
    arguments.push_back((testcases / one.file).string());
    const auto command = Command::read(arguments);
    ASSERT_TRUE(command) << one.file;
    EXPECT_TRUE(command->needs_statements_of(one.source)) << one.file;
  }
}

}  // namespace
}  // namespace spirv_oracle
