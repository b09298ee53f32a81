// The commands in the RUN lines of testcases/ that run a module, for tests that execute its records one by one.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "builtins/register_all.h"
#include "cli/resources.h"
#include "cli/run_options.h"
#include "frontend/frontend.h"
#include "interpreter/compile/compile.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/run/pass.h"
#include "interpreter/run/workers.h"

namespace spirv_oracle::test {

inline const std::filesystem::path testcases =
    std::filesystem::path(SPIRV_ORACLE_SOURCE_FOLDER) / "testcases";

// The arguments of a RUN line that runs the file itself with spirv-run.
inline std::optional<std::vector<std::string>> arguments_of(const std::string& line,
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
inline std::vector<std::string> run_lines(const std::string& file) {
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

// The program, for tests that put records of their own into it. Nothing else may use the program.
inline Program& changeable(const BoundProgram& bound) {
  return const_cast<Program&>(bound.program);
}

// A command that runs a module.
class TestcaseCommand {
 public:
  // Reads the module, unless `before` is a command with the same one. None if the command runs no module, or not with the usual
  // schedule and reconvergence.
  static std::optional<TestcaseCommand> read(const std::vector<std::string>& arguments,
                                             const std::optional<TestcaseCommand>& before = {});

  // Each call compiles anew.
  std::unique_ptr<BoundProgram> compile() const { return *try_to_compile(); }
  // Runs the program once; `printed` receives the text that it prints.
  std::vector<WorkerResult> execute(const BoundProgram& compiled, std::string& printed) const;

 private:
  Result<std::unique_ptr<BoundProgram>> try_to_compile() const {
    Instrumentation instrumentation = instrumentation_of(dispatch_);
    instrumentation.describe_records = true;
    return bind_once(*module_, default_registry(), dispatch_, instrumentation);
  }
  bool load(const ModuleOptions& options, const std::optional<TestcaseCommand>& before);
  bool set_dispatch(const RunOptions& options);

  std::string loaded_as_;  // options of the module
  std::shared_ptr<const Module> module_;
  Dispatch dispatch_;
};

inline std::optional<TestcaseCommand> TestcaseCommand::read(
    const std::vector<std::string>& arguments, const std::optional<TestcaseCommand>& before) {
  const auto options = parse_run_options(arguments);
  // Tangles that have registers of their own copy them when they diverge, with all garbage. A schedule may execute records
  // lane by lane, and needs the lanes that are not active.
  if (!options || options->mode != RunMode::run || options->files.size() != 1 ||
      options->launch.reconvergence != Reconvergence::maximal || options->launch.seed != 0)
    return std::nullopt;
  TestcaseCommand command;
  if (!command.load(options->module, before) || !command.set_dispatch(*options))
    return std::nullopt;
  return command;
}

inline bool TestcaseCommand::load(const ModuleOptions& options,
                                  const std::optional<TestcaseCommand>& before) {
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

inline bool TestcaseCommand::set_dispatch(const RunOptions& options) {
  const ModuleInfo info = describe(*module_);
  const auto entry = pick_entry_point(info, options.launch.entry_point);
  if (!entry) return false;
  std::vector<std::string> notes;
  auto dispatch = make_dispatch(info, **entry, options, notes);
  if (!dispatch || !count_groups(*module_, **entry, options.module, *dispatch) ||
      !add_resources(**entry, options.launch, *dispatch, notes))
    return false;
  dispatch_ = std::move(*dispatch);
  dispatch_.jobs = 1;
  dispatch_.limits.max_steps = 20'000;
  return try_to_compile().has_value();
}

inline std::vector<WorkerResult> TestcaseCommand::execute(const BoundProgram& compiled,
                                                          std::string& printed) const {
  const RaceWatch::Known no_races;
  WorkerObservers of_worker;
  if (dispatch_.check_races && RaceWatch::is_possible(compiled.program))
    of_worker.races.emplace_back(compiled.program, dispatch_, std::uint64_t{1} << 28, true,
                                 no_races);
  Budget budget;
  budget.max_steps = dispatch_.limits.max_steps;
  budget.max_output = dispatch_.limits.max_output;
  const std::function<void(const std::string&)> print = [&](const std::string& text) {
    printed += text + '\n';
  };
  OrderedOutput output(print, 0);
  const RunKnowledge knowledge;
  Pipeline::Programs programs(*module_, default_registry(), dispatch_);
  const Pass pass(programs, dispatch_, dispatch_, dispatch_, dispatch_);
  auto workers =
      execute_workgroups(compiled, pass, budget, {.knowledge = &knowledge}, of_worker, output);
  output.finish();
  return workers;
}

// Calls action(command, RUN line) for at most `most_per_file` commands of each file in the folder.
inline void for_each_command_in(
    const std::filesystem::path& folder, std::size_t most_per_file,
    const std::function<void(const TestcaseCommand&, const std::string&)>& action) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string file = entry.path().string();
    if (!file.ends_with(".comp") && !file.ends_with(".spvasm") && !file.ends_with(".cl")) continue;
    std::optional<TestcaseCommand> command;
    std::size_t of_file = 0;
    for (const std::string& line : run_lines(file)) {
      const auto arguments = arguments_of(line, file);
      if (!arguments || of_file == most_per_file) continue;
      auto next = TestcaseCommand::read(*arguments, command);
      if (!next) continue;
      command = std::move(next);
      ++of_file;
      action(*command, line);
    }
  }
}

// A folder with the modules of the files of cases (*.cases) in testcases/, which have RUN lines. The caller removes it.
inline std::filesystem::path expanded_cases() {
  const auto folder = std::filesystem::path(testing::TempDir()) /
                      ("spirv_oracle_cases_" + std::to_string(::getpid()));
  const auto tool = testcases.parent_path() / "lit" / "tools" / "run-cases";
  const std::string command = "\"" + tool.string() + "\" --only-expand \"" + folder.string() +
                              "\" \"" + testcases.string() + "\"";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return folder;
}

// Calls action(command, RUN line) for at most `most_per_file` commands of each file of testcases/.
inline void for_each_testcase_command(
    std::size_t most_per_file,
    const std::function<void(const TestcaseCommand&, const std::string&)>& action) {
  for_each_command_in(testcases, most_per_file, action);
  const std::filesystem::path cases = expanded_cases();
  for_each_command_in(cases, most_per_file, action);
  std::filesystem::remove_all(cases);
}

}  // namespace spirv_oracle::test
