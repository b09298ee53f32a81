#include "golden/command.h"

#include <fmt/format.h>

#include <algorithm>

#include "golden/bundle.h"
#include "golden/bundle_commands.h"
#include "golden/diagnosis/check_command.h"
#include "golden/export/exports.h"
#include "golden/fuzz/fuzz_command.h"
#include "golden/generate.h"
#include "golden/mutation/score_command.h"
#include "golden/reduce/reduce_command.h"
#include "golden/suite/suite_command.h"
#include "golden/version.h"
#include "golden/vulkan/batch.h"
#include "golden/vulkan/compare_driver.h"
#include "golden/vulkan/run_command.h"
#include "interpreter/within_memory.h"

namespace spirv_oracle::golden {
namespace {

using Arguments = std::vector<std::string>;

constexpr const char* help =
    R"(usage: spirv-golden COMMAND ...

Writes bundles of the results that every conforming implementation must compute, and checks implementations
against them. A bundle is a folder: a module, its inputs, the expected outputs, and the values that are accepted
for each component.

  generate FILE... --out DIR [options of spirv-run]   write bundles
  check BUNDLE SET.BINDING=FILE... [--lanes]          check the output of a device; for differences, report which lanes
                                                      stored them, where the values come from, and which fault of a
                                                      driver explains them; --lanes adds a table of the lanes around
                                                      the first difference
  show BUNDLE...                                      print the accepted values
  diff BUNDLE BUNDLE                                  compare two bundles
  export BUNDLE... --as amber|npz|offload --out DIR   export bundles as AmberScripts, as .npz files of NumPy, or as
                                                      tests of LLVM's offload test suite
  run BUNDLE|DIR... [--device N] [--icd FILE] [--timeout SECONDS] [--batch N] [--junit FILE]
                                                      run bundles on a Vulkan device and check its outputs
  compare-driver FILE [--device N] [--icd FILE] [options of spirv-run]
                                                      run a module here and on a Vulkan device, and report where the
                                                      results differ (like spirv-run --compare-driver)
  suite --out DIR [--sizes N[,N...]] [--ops NAME[,NAME...]] [--jobs N] [--resume] [--shard I/N]
                                                      write bundles that test instructions and families of them: groups,
                                                      conversions, arithmetic, glsl, atomics, memory, reconvergence
  fuzz --seed N --count M --out DIR [--size S] [--subgroup-size N] [--jobs N] [--resume] [--shard I/N]
                                                      write bundles of random modules with S statements
  reduce BUNDLE --out DIR [--icd FILE] [--device N] [--timeout SECONDS] [--steps N]
  reduce BUNDLE --out DIR --test COMMAND | --wrong-driver NAME [--timeout SECONDS] [--steps N]
                                                      shrink the module while a device still differs, or while COMMAND
                                                      exits with status 0
  mutation-score DIR... [--faults NAME[,NAME...]] [--jobs N] [--details] [--list]
                                                      report which simulated faults of a driver these bundles find
  --help, --version

spirv-golden generate --help lists the options. docs/golden.md is the guide.

Exit status: 0 success, and every output that was checked is accepted; 1 an output differs, a driver crashes or fails,
diff finds a difference, or a fault survives mutation-score; 2 bad input; 3 behavior was undefined; 4 not supported;
5 a limit was reached.
)";

Result<Status> execute(const Arguments& arguments, const InstructionRegistry& registry,
                       const Console& console) {
  const std::string command = arguments.empty() ? "" : arguments.front();
  const Arguments rest(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  const bool asks_for_help =
      std::ranges::count(rest, "--help") + std::ranges::count(rest, "-h") > 0;
  if (command == "generate") return generate(rest, registry, console);
  if (command == "--help" || command == "-h" || command == "help" || asks_for_help) {
    console.out << help;
    return Status::ok;
  }
  if (command == "--version") {
    console.out << fmt::format("spirv-golden {}\nbundle format: {}\n", tool_version,
                               bundle_format_version);
    return Status::ok;
  }
  if (command == "check") return check(rest, console);
  if (command == "show") return show(rest, console);
  if (command == "diff") return diff(rest, console);
  if (command == "run") return run_bundles(rest, console);
  if (command == "compare-driver") return compare_driver(rest, registry, console);
  if (command == "run-batch") return run_batch_child(rest);
  if (command == "suite") return suite(rest, registry, console);
  if (command == "fuzz") return fuzz(rest, registry, console);
  if (command == "reduce") return reduce(rest, registry, console);
  if (command == "mutation-score") return mutation_score(rest, console);
  if (command == "export") return export_bundles(rest, console);
  if (command.empty()) return bad_input("no command is given: spirv-golden --help lists them");
  return bad_input(fmt::format("unknown command '{}': spirv-golden --help lists them", command));
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
