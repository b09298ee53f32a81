#include "spirv_run/app.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/report/report.h"
#include "data/option_values.h"
#include "data/scalar.h"
#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

// The options that the driver knows, and the variables of the environment that set them. `value`: what the option without an
// argument sets.
struct AppOption {
  std::string_view name;
  const char* variable;
  const char* value;                                          // null: the next argument
  Result<void> (*check)(const std::string& value) = nullptr;  // null: any value is right
};

template <auto Parse>
Result<void> check_with(const std::string& value) {
  if (const auto parsed = Parse(value); !parsed) return tl::unexpected(parsed.error());
  return {};
}

Result<std::uint64_t> parse_seed(std::string_view text) { return parse_unsigned(text, "the seed"); }

constexpr std::array app_options = std::to_array<AppOption>({
    {"--subgroup-size", "SPIRV_ORACLE_SUBGROUP_SIZE", nullptr, &check_with<&parse_subgroup_size>},
    {"--seed", "SPIRV_ORACLE_SEED", nullptr, &check_with<&parse_seed>},
    {"--jobs", "SPIRV_ORACLE_JOBS", nullptr, &check_with<&parse_jobs>},
    {"--timeout", "SPIRV_ORACLE_TIMEOUT", nullptr, &check_with<&parse_seconds>},
    {"--ignore", "SPIRV_ORACLE_IGNORE", nullptr},
    {"--no-check-races", "SPIRV_ORACLE_CHECK_RACES", "0"},
    {"--no-explain", "SPIRV_ORACLE_EXPLAIN", "0"},
});

// Sets the options in the environment, and removes them from the arguments.
Result<void> take_options(std::vector<std::string>& arguments) {
  std::size_t next = 0;
  while (next < arguments.size() && arguments[next].starts_with('-') && arguments[next] != "--") {
    const std::string& name = arguments[next++];
    const auto* option = std::ranges::find(app_options, name, &AppOption::name);
    if (option == app_options.end()) {
      return bad_input(
          fmt::format("'{}' is not an option of --app: docs/vulkan_device.md lists "
                      "them; the program follows after --",
                      name));
    }
    std::string value = option->value == nullptr ? "" : option->value;
    if (option->value == nullptr) {
      if (next == arguments.size()) return bad_input(fmt::format("{} needs an argument", name));
      value = arguments[next++];
    }
    if (option->check != nullptr) {
      if (const auto checked = option->check(value); !checked)
        return bad_input(fmt::format("{}: {}", name, checked.error().message));
    }
    const char* earlier = std::getenv(option->variable);
    if (name == "--ignore" && earlier != nullptr) value = fmt::format("{},{}", earlier, value);
    setenv(option->variable, value.c_str(), 1);
  }
  if (next < arguments.size() && arguments[next] == "--") ++next;
  arguments.erase(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(next));
  if (arguments.empty())
    return bad_input("--app needs a program: spirv-run --app [options] -- PROGRAM [ARGUMENT...]");
  return {};
}

// The manifest of the driver: where the program is built, or where it is installed.
Result<std::string> find_manifest() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto root = self.parent_path().parent_path();
  for (const char* place :
       {"lib/spirv_oracle_icd.json", "share/spirv-oracle/spirv_oracle_icd.json"}) {
    if (std::filesystem::exists(root / place, error)) return (root / place).string();
  }
  return unsupported(fmt::format(
      "--app needs the Vulkan driver, but {} has no lib/spirv_oracle_icd.json: build the target "
      "vulkan_spirv_oracle",
      root.string()));
}

// Runs the program with this process's streams. The result is as waitpid() gives it.
Result<int> run_with_streams(const std::vector<std::string>& command) {
  std::vector<std::string> words = command;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, pointers[0], nullptr, nullptr, pointers.data(), environ);
  if (failed != 0)
    return bad_input(fmt::format("{} cannot be started: {}", command[0], std::strerror(failed)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Severity severity_named(const std::string& name) {
  for (const Severity severity :
       {Severity::undefined_behavior, Severity::undefined_value, Severity::undefined_output,
        Severity::implementation_dependent, Severity::possible_undefined_behavior}) {
    if (name == severity_name(severity)) return severity;
  }
  return Severity::note;
}

// The findings that the driver wrote, one in a line.
std::vector<ReportedFinding> read_findings(const std::string& name) {
  std::vector<ReportedFinding> findings;
  std::ifstream file(name);
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded()) continue;
    ReportedFinding& finding = findings.emplace_back();
    finding.severity = severity_named(json.value("severity", ""));
    finding.kind = json.value("kind", "");
  }
  return findings;
}

bool is_fault(const ReportedFinding& finding) {
  return finding.severity == Severity::undefined_behavior ||
         finding.severity == Severity::undefined_output;
}

}  // namespace

Result<int> run_app(const std::vector<std::string>& arguments, const Console& console) {
  std::vector<std::string> command = arguments;
  if (auto done = take_options(command); !done) return tl::unexpected(done.error());
  const auto manifest = find_manifest();
  if (!manifest) return tl::unexpected(manifest.error());
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  const std::string file = folder->file("findings");
  setenv("VK_DRIVER_FILES", manifest->c_str(), 1);
  setenv("VK_ICD_FILENAMES", manifest->c_str(), 1);  // of loaders before 1.3.207
  setenv("SPIRV_ORACLE_FINDINGS", file.c_str(), 1);
  console.out.flush();
  console.err.flush();
  const auto ended = run_with_streams(command);
  if (!ended) return ended;
  if (!std::filesystem::exists(file)) {
    console.err << fmt::format("spirv-run: note: {} created no device of spirv-oracle\n",
                               command[0]);
  }
  const std::vector<ReportedFinding> findings = read_findings(file);
  const std::string text = summary(findings);
  console.err << fmt::format("spirv-run: {}: {}", command[0],
                             text.empty() ? "nothing was found\n" : text);
  if (std::ranges::any_of(findings, is_fault)) return static_cast<int>(Status::undefined_behavior);
  return WIFSIGNALED(*ended) ? 128 + WTERMSIG(*ended) : WEXITSTATUS(*ended);
}

}  // namespace spirv_oracle
