#include "golden/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "golden/bundle/bundle.h"
#include "golden/bundle/version.h"
#include "golden/bundle_commands.h"
#include "golden/diagnosis/check_command.h"
#include "golden/export/exports.h"
#include "golden/fuzz/fuzz_command.h"
#include "golden/generate.h"
#include "golden/generate_options.h"
#include "golden/mutation/score_command.h"
#include "golden/reduce/reduce_command.h"
#include "golden/suite/suite_command.h"
#include "golden/vulkan/batch.h"
#include "golden/vulkan/compare_driver.h"
#include "golden/vulkan/run_command.h"
#include "interpreter/within_memory.h"
#include "support/text.h"

namespace spirv_oracle::golden {
namespace {

using Arguments = std::vector<std::string>;

constexpr const char* help =
    R"(usage: spirv-golden COMMAND ...

Writes bundles of the results that every conforming implementation must compute, and checks implementations
against them. A bundle is a folder: a module, its inputs, the expected outputs, and the values that are accepted
for each component.

Write bundles:
  generate FILE... --out DIR        of modules and scripts, with their data
  suite --out DIR                   that test instructions one by one
  fuzz --seed N --count M --out DIR of random modules

Check a device:
  run BUNDLE|DIR...                 run bundles on a Vulkan device and check its outputs
  check BUNDLE SET.BINDING=FILE...  check outputs of any device, and explain the differences
  compare-driver FILE               run a module here and on a Vulkan device, and compare
  reduce BUNDLE --out DIR           shrink the module while a device still differs

Use bundles:
  show BUNDLE|DIR...                print the accepted values
  diff BUNDLE BUNDLE                compare two bundles
  export BUNDLE|DIR... --as FORMAT --out DIR
                                    export bundles as AmberScripts, for NumPy, or as offload tests
  mutation-score BUNDLE|DIR...      report which simulated faults of a driver bundles find

  --help, --version

spirv-golden COMMAND --help describes a command and its options. docs/golden.md is the guide.

Exit status: 0 success, and every output that was checked is accepted; 1 an output differs, a driver crashes or fails,
diff finds a difference, or a fault survives mutation-score; 2 bad input; 3 behavior is undefined; 4 not supported;
5 a limit was reached.
)";

struct Command {
  std::string_view name;
  std::function<Result<Status>(const Arguments&, const InstructionRegistry&, const Console&)> run;
  std::function<std::string(const InstructionRegistry&)> help;
};

// A function that needs no registry.
auto without_registry(Result<Status> (*run)(const Arguments&, const Console&)) {
  return [run](const Arguments& arguments, const InstructionRegistry&, const Console& console) {
    return run(arguments, console);
  };
}
auto without_registry(std::string (*help)()) {
  return [help](const InstructionRegistry&) { return help(); };
}

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"generate", generate, without_registry(generate_help)},
      {"check", without_registry(check), without_registry(check_help)},
      {"show", without_registry(show), without_registry(show_help)},
      {"diff", without_registry(diff), without_registry(diff_help)},
      {"export", without_registry(export_bundles), without_registry(export_help)},
      {"run", without_registry(run_bundles), without_registry(run_help)},
      {"compare-driver", compare_driver, without_registry(compare_driver_help)},
      {"suite", suite, suite_help},
      {"fuzz", fuzz, without_registry(fuzz_help)},
      {"reduce", reduce, without_registry(reduce_help)},
      {"mutation-score", without_registry(mutation_score), without_registry(mutation_score_help)},
  };
  return all;
}

Result<const Command*> find_command(std::string_view name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  if (found != commands().end()) return &*found;
  if (name.empty()) return bad_input("no command is given: spirv-golden --help lists them");
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  const std::string_view guess = nearest(name, names);
  return bad_input(guess.empty()
                       ? fmt::format("unknown command '{}': spirv-golden --help lists them", name)
                       : fmt::format("unknown command '{}': did you mean {}?", name, guess));
}

bool asks_for_help(std::string_view argument) { return argument == "--help" || argument == "-h"; }

Result<Status> execute(const Arguments& arguments, const InstructionRegistry& registry,
                       const Console& console) {
  std::string name = arguments.empty() ? "" : arguments.front();
  const Arguments rest(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  if (name == "--version") {
    console.out << fmt::format("spirv-golden {}\nbundle format: {}\n", tool_version,
                               bundle_format_version);
    return Status::ok;
  }
  if (name == "run-batch") return run_batch_child(rest);
  const bool is_help = asks_for_help(name) || name == "help";
  if (is_help && rest.empty()) {
    console.out << help;
    return Status::ok;
  }
  if (is_help) name = rest.front();
  const auto command = find_command(name);
  if (!command) return tl::unexpected(command.error());
  if (!is_help && std::ranges::none_of(rest, asks_for_help))
    return (*command)->run(rest, registry, console);
  console.out << (*command)->help(registry);
  return Status::ok;
}

}  // namespace

int spirv_golden(const Arguments& arguments, const InstructionRegistry& registry,
                 const Console& console) {
  const Result<Status> status =
      within_memory([&] { return execute(arguments, registry, console); });
  if (status) return static_cast<int>(*status);
  console.err << fmt::format("spirv-golden: error: {}\n", status.error().message);
  return static_cast<int>(status.error().status);
}

}  // namespace spirv_oracle::golden
