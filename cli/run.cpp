#include "cli/run.h"

#include <fmt/format.h>
#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/amber/script_file.h"
#include "cli/amber/suite.h"
#include "cli/arithmetic.h"
#include "cli/file.h"
#include "cli/format.h"
#include "cli/frontend.h"
#include "cli/glslang_compiler.h"
#include "cli/list_resources.h"
#include "cli/output_check.h"
#include "cli/portability.h"
#include "cli/report.h"
#include "cli/resources.h"
#include "cli/results.h"
#include "cli/run_options.h"
#include "cli/sarif.h"
#include "cli/undefined_values.h"
#include "interpreter/semantics/vectors_variable.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

#ifndef SPIRV_ORACLE_VERSION
#define SPIRV_ORACLE_VERSION "0.1.0"
#endif

constexpr const char* without_definedness =
    "this build does not follow definedness: it finds no use of an undefined value";

std::string version_text() {
  return fmt::format("spirv-run {}\nSPIRV-Tools: {}\nglslang: {}\n{}", SPIRV_ORACLE_VERSION,
                     spvSoftwareVersionString(), glslang_version(),
                     follows_definedness ? "" : fmt::format("{}\n", without_definedness));
}

int number(Status status) { return static_cast<int>(status); }

// What is printed of a run.
struct Report {
  const FinishedRun& run;
  Status status = Status::ok;
  std::string error;  // why the run or the output is not complete; "" if it is
  std::vector<NamedBuffer> buffers;
  std::vector<Finding> findings;
};

// One execution of the command, after its options have been read.
class RunCommand {
 public:
  RunCommand(const RunOptions& options, const InstructionRegistry& registry, const Console& console)
      : options_(options), registry_(registry), console_(console) {}

  Result<Status> execute();

 private:
  Result<Status> launch(const Module& module, const ModuleInfo& info, const AssemblyMap& assembly);
  Result<Status> check_portability(const Module& module, const EntryPointInfo& entry,
                                   const Dispatch& dispatch) const;
  Status report(const FinishedRun& run);
  Result<void> write_sarif(const Report& report) const;
  void print_text(const Report& report) const;
  void print_json(const Report& report) const;
  void print_instead(const Json& parts, const std::string& text) const;
  Result<std::shared_ptr<const Module>> load(const ModuleFile& file) const;

  const RunOptions& options_;
  const InstructionRegistry& registry_;
  const Console& console_;
};

Result<Status> RunCommand::execute() {
  const auto file = load_module_file(options_.module);
  if (!file) return tl::unexpected(file.error());
  if (!file->warnings.empty()) console_.err << file->warnings << '\n';
  if (options_.mode == RunMode::disassemble) {  // before validation: an invalid module too
    const auto text = disassemble(file->words);
    if (!text) return tl::unexpected(text.error());
    print_instead({{"disassembly", *text}}, *text);
    return Status::ok;
  }
  const auto module = load(*file);
  if (!module) return tl::unexpected(module.error());
  const ModuleInfo info = describe(**module);
  if (options_.mode == RunMode::list_resources) {
    print_instead(resources_as_json(info), resources_as_text(info, options_.launch));
    return Status::ok;
  }
  return launch(**module, info, file->assembly);
}

Result<std::shared_ptr<const Module>> RunCommand::load(const ModuleFile& file) const {
  auto module =
      load_module(file.words, {options_.module.validate, environment_of(options_.module)});
  if (module || !file.is_assembly || !options_.module.target_env.empty()) return module;
  Error error = module.error();
  error.message += "\n(the assembly is taken as SPIR-V 1.6; --target-env picks another version)";
  return tl::unexpected(error);
}

Result<Status> RunCommand::launch(const Module& module, const ModuleInfo& info,
                                  const AssemblyMap& assembly) {
  const auto entry = pick_entry_point(info, options_.launch.entry_point);
  if (!entry) return tl::unexpected(entry.error());
  auto dispatch = make_dispatch(info, **entry, options_);
  if (!dispatch) return tl::unexpected(dispatch.error());
  if (options_.mode == RunMode::dump_ir) {
    const auto text = print_ir(module, registry_, *dispatch);
    if (!text) return tl::unexpected(text.error());
    print_instead({{"ir", *text}}, *text);
    return Status::ok;
  }
  if (auto done = add_resources(**entry, options_.launch, *dispatch); !done)
    return tl::unexpected(done.error());
  if (auto done = check_requested_buffers(**entry, *dispatch, options_); !done)
    return tl::unexpected(done.error());
  std::ostream& printed = options_.json ? console_.err : console_.out;
  dispatch->print = [&printed](const std::string& text) {
    printed << text << (text.ends_with('\n') ? "" : "\n");
  };
  dispatch->ignored_kinds = options_.ignored_kinds;
  if (options_.mode == RunMode::check_portability || options_.mode == RunMode::check_arithmetic)
    return check_portability(module, **entry, *dispatch);
  dispatch->explain = options_.explain;
  dispatch->check_customary_order = options_.strict;
  auto result = run(module, registry_, *dispatch);
  if (!result) return tl::unexpected(result.error());
  for (Finding& finding : result->findings) place_in_assembly(finding, assembly);
  return report({**entry, *dispatch, options_, *result});
}

Result<Status> RunCommand::check_portability(const Module& module, const EntryPointInfo& entry,
                                             const Dispatch& dispatch) const {
  const auto report = spirv_oracle::check_portability(module, registry_, entry, dispatch, options_);
  if (!report) return tl::unexpected(report.error());
  const Status status = portability_status(*report);
  if (options_.json) {
    Json document{{"status", number(status)}};
    document["portability"] = portability_as_json(*report);
    console_.out << json_text(document);
  } else {
    console_.out << portability_as_text(*report, options_.module.file);
    std::vector<Finding> findings = report->reference.findings;
    std::vector<const BufferResult*> outputs;
    for (const auto& [key, buffer] : report->reference.buffers) outputs.push_back(&buffer);
    if (!options_.strict) leave_out_unused_values(report->reference, outputs, findings);
    console_.err << summary(findings);
  }
  return status;
}

Status RunCommand::report(const FinishedRun& run) {
  Report report{run, Status::ok, "", buffers_to_print(run), {}};
  report.findings = findings_to_report(run, report.buffers);
  report.status = exit_status(run, report.findings);
  if (report.status == Status::limit) report.error = run.result.message;
  if (const Result<void> written = write_outputs(run); !written) {
    report.status = written.error().status;
    report.error = written.error().message;
  }
  if (const Result<void> written = write_sarif(report); !written) {
    report.status = written.error().status;
    report.error = written.error().message;
  }
  if (run.result.forgotten_accesses != 0) {
    console_.err << fmt::format(
        "spirv-run: note: {} memory accesses were too many to remember: data races with them are "
        "not found\n",
        run.result.forgotten_accesses);
  }
  if (options_.json) {
    print_json(report);
  } else {
    print_text(report);
  }
  return report.status;
}

Result<void> RunCommand::write_sarif(const Report& report) const {
  if (options_.sarif_file.empty()) return {};
  const std::string text =
      json_text(run_as_sarif({registry_, report.findings, SPIRV_ORACLE_VERSION,
                              options_.module.file, number(report.status), report.error}));
  return write_file(options_.sarif_file, std::as_bytes(std::span(text)));
}

void RunCommand::print_text(const Report& report) const {
  for (const NamedBuffer& buffer : report.buffers) {
    console_.out << buffer_as_text(buffer.name, buffer.after->contents, buffer.type);
  }
  if (report.buffers.empty()) console_.out << "no buffer was written\n";
  console_.out.flush();
  const ReportStyle style{options_.module.file, console_.colour};
  for (const Finding& finding : report.findings) console_.err << finding_as_text(finding, style);
  console_.err << summary(report.findings);
  if (report.error.empty()) return;
  const char* what = report.status == Status::limit ? "a limit was reached" : "error";
  console_.err << "spirv-run: " << what << ": " << report.error << '\n';
}

Json policy_as_json(const Dispatch& dispatch) {
  const bool maximal = dispatch.reconvergence == Reconvergence::maximal;
  return {{"entry_point", dispatch.entry_point},
          {"subgroup_size", dispatch.subgroup_size},
          {"subgroup_mapping", mapping_text(dispatch.subgroup_mapping)},
          {"reconvergence", maximal ? "maximal" : "minimal"},
          {"seed", dispatch.seed},
          {"arithmetic", arithmetic_text(dispatch.arithmetic)},
          {"vulkan_environment", dispatch.vulkan_environment},
          {"robust_buffer_access", dispatch.robust_buffer_access}};
}

void RunCommand::print_json(const Report& report) const {
  Json document{{"status", number(report.status)}};
  if (!report.error.empty()) document["error"]["message"] = report.error;
  document["buffers"] = Json::object();
  for (const NamedBuffer& buffer : report.buffers) {
    Json& json = document["buffers"][buffer.name];
    json = buffer_as_json(buffer.after->contents, buffer.type);
    if (Json bounds = bounds_as_json(*buffer.after, buffer.type); !bounds.empty())
      json["bounds"] = std::move(bounds);
  }
  document["diagnostics"] = Json::array();
  for (const Finding& finding : report.findings) {
    document["diagnostics"].push_back(finding_as_json(finding));
  }
  document["policy"] = policy_as_json(report.run.dispatch);
  if (!follows_definedness) document["policy"]["definedness"] = "ignored";
  document["statistics"] = {{"steps", report.run.result.steps},
                            {"lane_instructions", report.run.result.lane_instructions}};
  if (report.run.result.forgotten_accesses != 0)
    document["statistics"]["forgotten_accesses"] = report.run.result.forgotten_accesses;
  console_.out << json_text(document);
}

// Prints what was asked for instead of running, as text or as parts of a document.
void RunCommand::print_instead(const Json& parts, const std::string& text) const {
  if (!options_.json) {
    console_.out << text << (text.empty() || text.ends_with('\n') ? "" : "\n");
    return;
  }
  Json document{{"status", 0}};
  document.update(parts);
  console_.out << json_text(document);
}

int report_error(const Error& error, bool json, const Console& console) {
  if (json) {
    console.out << json_text(Json{{"status", number(error.status)},
                                  {"error", {{"message", error.message}}},
                                  {"buffers", Json::object()},
                                  {"diagnostics", Json::array()}});
  } else {
    console.err << "spirv-run: error: " << error.message << '\n';
  }
  return number(error.status);
}

// Scripts as a suite, a module by itself.
Result<Status> execute(const RunOptions& options, const InstructionRegistry& registry,
                       const Console& console) {
  const std::vector<std::string>& files = options.files;
  const auto module = std::find_if_not(files.begin(), files.end(), amber::is_script_or_folder);
  if (module == files.end()) return amber::run_scripts(options, registry, console);
  if (files.size() > 1) {
    return bad_input(
        fmt::format("one FILE only can be run, not both '{}' and '{}': several may be "
                    "scripts and folders only, and '{}' is neither",
                    files[0], files[1], *module));
  }
  if (options.mode == RunMode::list)
    return bad_input("--list is for scripts: use --list-resources for a module");
  if (!options.junit.empty()) return bad_input("--junit is for scripts");
  return RunCommand(options, registry, console).execute();
}

}  // namespace

int spirv_run(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
              const Console& console) {
  const auto options = parse_run_options(arguments);
  if (!options) return report_error(options.error(), wants_json(arguments), console);
  if (options->mode == RunMode::help || options->mode == RunMode::version) {
    console.out << (options->mode == RunMode::help ? run_help() : version_text());
    return number(Status::ok);
  }
  if (const auto vectors = vectors_asked_for(); !are_vectors_known(vectors)) {
    return report_error({Status::bad_input, fmt::format("{}: '{}' is neither baseline nor avx2",
                                                        vectors_variable, vectors)},
                        options->json, console);
  }
  if (!follows_definedness) console.err << "spirv-run: " << without_definedness << '\n';
  const auto status = execute(*options, registry, console);
  if (!status) return report_error(status.error(), options->json, console);
  return number(*status);
}

}  // namespace spirv_oracle
