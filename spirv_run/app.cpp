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
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "cli/device_limits.h"
#include "cli/report/read_finding.h"
#include "cli/report/report.h"
#include "cli/report/sarif.h"
#include "data/option_values.h"
#include "data/scalar.h"
#include "spirv_run/app_captures.h"
#include "spirv_run/rules.h"
#include "support/byte_count.h"
#include "support/file.h"
#include "support/json_writer.h"
#include "support/subprocess.h"
#include "support/text.h"

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

Result<void> check_limits(const std::string& value) {
  DeviceLimits limits;
  return add_device_limits(value, limits);
}

constexpr std::array app_options = std::to_array<AppOption>({
    {"--subgroup-size", "SPIRV_ORACLE_SUBGROUP_SIZE", nullptr, &check_with<&parse_subgroup_size>},
    {"--seed", "SPIRV_ORACLE_SEED", nullptr, &check_with<&parse_seed>},
    {"--jobs", "SPIRV_ORACLE_JOBS", nullptr, &check_with<&parse_jobs>},
    {"--timeout", "SPIRV_ORACLE_TIMEOUT", nullptr, &check_with<&parse_seconds>},
    {"--device-memory", "SPIRV_ORACLE_DEVICE_MEMORY", nullptr, &check_with<&parse_bytes>},
    {"--ignore", "SPIRV_ORACLE_IGNORE", nullptr},
    {"--capture", capture_variable, nullptr},
    {"--capture-pipeline", "SPIRV_ORACLE_CAPTURE_PIPELINE", nullptr},
    {"--capture-dispatch", "SPIRV_ORACLE_CAPTURE_DISPATCH", nullptr,
     &check_with<&parse_number_range>},
    {"--capture-first-finding", "SPIRV_ORACLE_CAPTURE_FIRST_FINDING", "1"},
    {"--stop-on-ub", "SPIRV_ORACLE_STOP_ON_UB", "1"},
    {"--device-limits", "SPIRV_ORACLE_DEVICE_LIMITS", nullptr, &check_limits},
    {"--shader-cache", "SPIRV_ORACLE_SHADER_CACHE", nullptr},
    {"--mask-features", "SPIRV_ORACLE_MASK_FEATURES", nullptr},
    {"--no-check-races", "SPIRV_ORACLE_CHECK_RACES", "0"},
    {"--check-host-reads", "SPIRV_ORACLE_CHECK_HOST_READS", "1"},
    {"--no-explain", "SPIRV_ORACLE_EXPLAIN", "0"},
});

// The files that the wrapper itself writes, and the folder for pages; "": none.
struct ReportFiles {
  std::string json, sarif, pages;
};

// Sets the options in the environment or in `files`, and removes them from the arguments.
Result<void> take_options(std::vector<std::string>& arguments, ReportFiles& files) {
  std::size_t next = 0;
  while (next < arguments.size() && arguments[next].starts_with('-') && arguments[next] != "--") {
    const std::string& name = arguments[next++];
    std::string* const file = name == "--json"     ? &files.json
                              : name == "--sarif"  ? &files.sarif
                              : name == "--report" ? &files.pages
                                                   : nullptr;
    const auto* option = std::ranges::find(app_options, name, &AppOption::name);
    if (file == nullptr && option == app_options.end()) {
      return bad_input(
          fmt::format("'{}' is not an option of --app: docs/vulkan_device.md lists "
                      "them; the program follows after --",
                      name));
    }
    const bool has_value = file == nullptr && option->value != nullptr;
    std::string value = has_value ? option->value : "";
    if (!has_value) {
      if (next == arguments.size() || arguments[next].empty())
        return bad_input(fmt::format("{} needs an argument", name));
      value = arguments[next++];
    }
    if (file != nullptr) {
      *file = value;
      continue;
    }
    if (option->check != nullptr) {
      if (const auto checked = option->check(value); !checked)
        return bad_input(fmt::format("{}: {}", name, checked.error().message));
    }
    const char* earlier = std::getenv(option->variable);
    const bool adds = name == "--ignore" || name == "--device-limits" || name == "--mask-features";
    if (adds && earlier != nullptr) value = fmt::format("{},{}", earlier, value);
    setenv(option->variable, value.c_str(), 1);
  }
  if (next < arguments.size() && arguments[next] == "--") ++next;
  arguments.erase(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(next));
  if (arguments.empty())
    return bad_input("--app needs a program: spirv-run --app [options] -- PROGRAM [ARGUMENT...]");
  return {};
}

// A file of a driver: where the program is built, or where it is installed; "" if there is none.
std::string find_installed(std::initializer_list<const char*> places) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto root = self.parent_path().parent_path();
  for (const char* place : places) {
    if (std::filesystem::exists(root / place, error)) return (root / place).string();
  }
  return "";
}

// Makes the loaders of Vulkan and OpenCL find our drivers, and nothing else. `folder`: for a file that names the OpenCL driver.
Result<void> name_drivers(const TemporaryFolder& folder) {
  const std::string manifest =
      find_installed({"lib/spirv_oracle_icd.json", "share/spirv-oracle/spirv_oracle_icd.json"});
  const std::string opencl = find_installed(
      {"lib/libOpenCL_spirv_oracle.so", SPIRV_ORACLE_LIBRARIES "/libOpenCL_spirv_oracle.so"});
  if (manifest.empty() && opencl.empty())
    return unsupported(
        "--app needs the Vulkan or the OpenCL driver, but there is neither "
        "lib/spirv_oracle_icd.json nor "
        "lib/libOpenCL_spirv_oracle.so beside bin: build the targets vulkan_spirv_oracle and "
        "opencl_spirv_oracle");
  if (!manifest.empty()) {
    setenv("VK_DRIVER_FILES", manifest.c_str(), 1);
    setenv("VK_ICD_FILENAMES", manifest.c_str(), 1);  // of loaders before 1.3.207
  }
  if (opencl.empty()) return {};
  const std::string vendors = folder.file("opencl-vendors");
  std::error_code error;
  std::filesystem::create_directory(vendors, error);
  setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
  unsetenv("OCL_ICD_FILENAMES");
  const std::string line = opencl + '\n';
  return write_file(vendors + "/spirv_oracle.icd", std::as_bytes(std::span(line)));
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

// The findings that the driver wrote, one in a line.
std::vector<ReportedFinding> read_findings(const std::string& name) {
  std::vector<ReportedFinding> findings;
  std::ifstream file(name);
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_object()) findings.push_back(finding_from_json(json));
  }
  return findings;
}

// Suppressing a kind that does not exist has no effect, which a user should know.
void note_unknown_kinds(std::string_view list, const InstructionRegistry& registry,
                        const Console& console) {
  std::vector<std::string> kinds;
  for (const std::string_view kind : split_outside_parentheses(list, ',')) kinds.emplace_back(kind);
  constexpr const char* advice = "no rule has this kind; docs/rules.md lists the kinds";
  for (const std::string& kind : unknown_kinds(kinds, registry))
    console.err << fmt::format("spirv-run: note: --ignore {} has no effect: {}\n", kind, advice);
}

// How the program ended.
struct Ending {
  std::string program;
  int status = 0;      // of this command
  int of_program = 0;  // its own
};

Result<void> write_reports(const ReportFiles& files, const std::vector<ReportedFinding>& findings,
                           const InstructionRegistry& registry, const Ending& ending) {
  const auto write = [](const std::string& name, const nlohmann::ordered_json& json) {
    const std::string text = json_text(json);
    return write_file(name, std::as_bytes(std::span(text)));
  };
  if (!files.json.empty()) {
    nlohmann::ordered_json document{{"status", ending.status},
                                    {"program_status", ending.of_program},
                                    {"diagnostics", nlohmann::ordered_json::array()}};
    for (const ReportedFinding& finding : findings)
      document["diagnostics"].push_back(finding_as_json(finding));
    if (auto done = write(files.json, document); !done) return done;
  }
  if (files.sarif.empty()) return {};
  return write(files.sarif, run_as_sarif({registry, findings, SPIRV_ORACLE_VERSION, ending.program,
                                          ending.status, ""}));
}

bool is_fault(const ReportedFinding& finding) {
  return finding.severity == Severity::undefined_behavior ||
         finding.severity == Severity::undefined_output;
}

}  // namespace

Result<int> run_app(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                    const Console& console) {
  std::vector<std::string> command = arguments;
  ReportFiles files;
  if (auto done = take_options(command, files); !done) return tl::unexpected(done.error());
  if (const char* ignored = std::getenv("SPIRV_ORACLE_IGNORE"))
    note_unknown_kinds(ignored, registry, console);
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  const std::string file = folder->file("findings");
  if (auto done = name_drivers(*folder); !done) return tl::unexpected(done.error());
  setenv("SPIRV_ORACLE_FINDINGS", file.c_str(), 1);
  const AppCaptures captures(files.pages);
  console.out.flush();
  console.err.flush();
  const auto ended = run_with_streams(command);
  if (!ended) return ended;
  if (!std::filesystem::exists(file)) {
    console.err << fmt::format("spirv-run: note: {} created no device of spirv-oracle\n",
                               command[0]);
  }
  if (auto done = captures.finish(console); !done) return tl::unexpected(done.error());
  const std::vector<ReportedFinding> findings = read_findings(file);
  const std::string text = summary(findings);
  console.err << fmt::format("spirv-run: {}: {}", command[0],
                             text.empty() ? "nothing was found\n" : text);
  const int of_program = WIFSIGNALED(*ended) ? 128 + WTERMSIG(*ended) : WEXITSTATUS(*ended);
  const bool has_faults = std::ranges::any_of(findings, is_fault);
  const int status = has_faults ? static_cast<int>(Status::undefined_behavior) : of_program;
  if (auto done = write_reports(files, findings, registry, {command[0], status, of_program}); !done)
    return tl::unexpected(done.error());
  return status;
}

}  // namespace spirv_oracle
