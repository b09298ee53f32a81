#include "spirv_run/run.h"

#include <fmt/format.h>
#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>

#include "amber/script_file.h"
#include "amber/suite.h"
#include "cli/named_resources.h"
#include "cli/report/enclosure_report.h"
#include "cli/report/record_execution.h"
#include "cli/report/report.h"
#include "cli/report/results.h"
#include "cli/report/sarif.h"
#include "cli/report/undefined_values.h"
#include "cli/report_page/page_draw.h"
#include "cli/report_page/page_run.h"
#include "cli/report_page/report_page.h"
#include "cli/resources.h"
#include "cli/run_options.h"
#include "cli/spirv_golden.h"
#include "data/picture.h"
#include "data/png_image.h"
#include "frontend/frontend.h"
#include "frontend/glslang_compiler.h"
#include "frontend/opencl/opencl_compiler.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/kernels/vectors_variable.h"
#include "interpreter/within_memory.h"
#include "spirv_run/app.h"
#include "spirv_run/batch.h"
#include "spirv_run/chrome_trace.h"
#include "spirv_run/list_resources.h"
#include "spirv_run/module_dispatch.h"
#include "spirv_run/portability.h"
#include "spirv_run/print_run.h"
#include "spirv_run/rectangle_run.h"
#include "spirv_run/rules.h"
#include "spirv_run/sample_project.h"
#include "spirv_run/witness_search.h"
#include "support/arguments_file.h"
#include "support/file.h"
#include "support/interrupt.h"
#include "support/json_writer.h"
#include "support/progress_line.h"
#include "support/time_limit.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* without_definedness =
    "this build does not track definedness, so it finds no uses of undefined values";

// OpenCL C needs programs that may be installed later.
std::string opencl_c_text() {
  const auto programs = find_opencl_programs();
  return programs ? fmt::format("OpenCL C with {} and {}", programs->clang, programs->translator)
                  : programs.error().message;
}

std::string version_text() {
  return fmt::format(
      "spirv-run {}\nSPIRV-Tools: {}\nglslang: {}\nbuilt with: {}\n"
      "languages: SPIR-V, GLSL, HLSL; {}\n{}",
      SPIRV_ORACLE_VERSION, spvSoftwareVersionString(), glslang_version(), SPIRV_ORACLE_BUILT_WITH,
      opencl_c_text(), follows_definedness ? "" : fmt::format("{}\n", without_definedness));
}

// One execution of the command, with its options.
class RunCommand {
 public:
  RunCommand(const RunOptions& options, const InstructionRegistry& registry, const Console& console)
      : options_(options), registry_(registry), console_(console) {}

  Result<Status> execute();

 private:
  Result<Status> list_resources(const Module& module, const ModuleInfo& info) const;
  Result<Status> launch(const Module& module, const ModuleInfo& info, const AssemblyMap& assembly);
  Result<Status> draw(const Module& module, const ModuleInfo& info, const EntryPointInfo& entry,
                      const AssemblyMap& assembly);
  // Writes the page of --report about a draw, instead of that about a dispatch.
  Result<void> write_page_of_draw(const RectangleRun& run, const EntryPointInfo& entry,
                                  const PixelCoverage& coverage);
  // Writes the files of --dump-image.
  Result<void> write_images(const Framebuffer& framebuffer) const;
  Result<Status> check_portability(const Module& module, const EntryPointInfo& entry,
                                   const Dispatch& dispatch) const;
  void print_notes(const std::vector<std::string>& notes) const;
  Result<DispatchResult> run_until_interrupted(const Module& module, Dispatch dispatch) const;
  // The data of --trace and --report for a run, whose dispatch is executed again for this.
  Result<ExecutionTrace> record(const Module& module, Dispatch dispatch) const;
  bool records() const {
    return !options_.launch.trace_file.empty() || !options_.report_file.empty();
  }
  Status report(const FinishedRun& run, const Module& module, const AssemblyMap& assembly,
                const ExecutionTrace& trace);
  Result<void> write_page(const RunReport& report, const Module& module,
                          const AssemblyMap& assembly, const ExecutionTrace& trace) const;
  Result<void> write_sarif(const RunReport& report) const;
  void print_instead(const Json& parts, const std::string& text) const;
  Result<std::string> disassemble_in_time(const ModuleFile& file) const;

  RunOptions options_;  // its names of resources become bindings when the module is known
  const InstructionRegistry& registry_;
  const Console& console_;
};

Result<Status> RunCommand::execute() {
  auto file = load_module_file(options_.module);
  if (!file) return tl::unexpected(file.error());
  auto specialized = specialize_data(file->words, options_.launch);
  if (!specialized) return tl::unexpected(specialized.error());
  if (*specialized) file->words = std::move(**specialized);
  if (!file->warnings.empty()) console_.err << file->warnings << '\n';
  if (options_.mode == RunMode::disassemble) {  // before validation
    const auto text = disassemble_in_time(*file);
    if (!text) return tl::unexpected(text.error());
    print_instead({{"disassembly", *text}}, *text);
    return Status::ok;
  }
  const auto module = load_module_of(*file, options_.module);
  if (!module) return tl::unexpected(module.error());
  const ModuleInfo info = describe_in_time(**module, options_);
  if (options_.mode == RunMode::list_resources) return list_resources(**module, info);
  return launch(**module, info, file->assembly);
}

Result<Status> RunCommand::list_resources(const Module& module, const ModuleInfo& info) const {
  std::vector<std::string> notes;
  const auto specialization = specialization_of(info, options_.launch, notes);
  print_notes(notes);
  if (!specialization) return tl::unexpected(specialization.error());
  std::map<std::string, WorkgroupModes> modes;
  for (const EntryPointInfo& entry : info.entry_points) {
    auto found = workgroup_modes(module, registry_, entry.name, *specialization,
                                 options_.launch.limits.max_memory);
    if (!found) return tl::unexpected(found.error());
    modes.emplace(entry.name, *found);
  }
  const auto modes_of = [&](const std::string& entry) { return modes.at(entry); };
  print_instead(resources_as_json(info, modes_of),
                resources_as_text(info, modes_of, options_.launch));
  return Status::ok;
}

void RunCommand::print_notes(const std::vector<std::string>& notes) const {
  for (const std::string& note : notes) console_.err << "spirv-run: note: " << note << '\n';
}

Result<std::string> RunCommand::disassemble_in_time(const ModuleFile& file) const {
  const TimedPhase phase(options_.module.time_limit, "disassembling the module");
  return disassemble(file.words);
}

Result<Status> RunCommand::launch(const Module& module, const ModuleInfo& info,
                                  const AssemblyMap& assembly) {
  const auto entry = pick_entry_point(info, options_.launch.entry_point);
  if (!entry) return tl::unexpected(entry.error());
  std::vector<std::string> notes;
  if (auto done = resolve_names(module, **entry, options_); !done)
    return tl::unexpected(done.error());
  if ((*entry)->execution_model == "Fragment") return draw(module, info, **entry, assembly);
  if (!options_.image_files.empty()) {
    return bad_input(
        "--dump-image is for scripts and fragment shaders; --output writes the images of a module");
  }
  if (options_.framebuffer) return bad_input("--framebuffer is for fragment shaders");
  if (options_.launch.rasterization != nullptr)
    return bad_input("--rasterization is for scripts and fragment shaders");
  auto dispatch = make_dispatch_in_time(module, registry_, info, **entry, options_, notes);
  if (!dispatch) return tl::unexpected(dispatch.error());
  print_notes(notes);
  dispatch->limits.timeout_seconds = seconds_until(options_.module.time_limit->deadline());
  if (options_.mode == RunMode::dump_ir) {
    const auto text = print_ir(module, registry_, *dispatch);
    if (!text) return tl::unexpected(text.error());
    print_instead({{"ir", *text}}, *text);
    return Status::ok;
  }
  ProgressLine progress(console_.err);
  std::ostream& printed = options_.json ? console_.err : console_.out;
  dispatch->print = [&printed, &progress](const std::string& text) {
    progress.erase();
    printed << text << (text.ends_with('\n') ? "" : "\n");
  };
  dispatch->ignored_kinds = options_.ignored_kinds;
  if (options_.mode == RunMode::check_portability || options_.mode == RunMode::check_arithmetic)
    return check_portability(module, **entry, *dispatch);
  take_policy(options_, *dispatch);
  if (console_.terminal)
    dispatch->show_progress = [&progress](const Progress& now) { progress.show(now); };
  const Dispatch shown = without_contents(*dispatch);
  std::optional<Dispatch> again;
  if (records() || keeps_inputs(options_, *dispatch)) again = *dispatch;
  auto result = run_until_interrupted(module, std::move(*dispatch));
  progress.erase();
  if (!result) return tl::unexpected(result.error());
  std::map<BindingKey, Witnesses> witnesses;
  if (again && keeps_inputs(options_, *again) && has_marks(*result))
    witnesses = find_witnesses(module, registry_, *again, *result,
                               {options_.witness, options_.module.time_limit->deadline()});
  const auto trace = records() ? record(module, std::move(*again)) : ExecutionTrace();
  if (!trace) return tl::unexpected(trace.error());
  for (Finding& finding : result->findings) place_in_assembly(finding, assembly);
  return report(
      {**entry, shown, options_, *result,
       describe_layouts(module, registry_, shown.entry_point, shown.specialization,
                        options_.launch.limits.max_memory),
       enclosing_instructions(module, registry_, *result, assembly), std::move(witnesses)},
      module, assembly, *trace);
}

Result<void> check_draw_options(const RunOptions& options) {
  const std::string_view option = options.mode == RunMode::dump_ir     ? "dump-ir"
                                  : !options.launch.trace_file.empty() ? "trace"
                                                                       : "";
  if (option.empty()) return {};
  return unsupported(fmt::format("--{} with a fragment shader", option));
}

Result<Status> RunCommand::draw(const Module& module, const ModuleInfo& info,
                                const EntryPointInfo& entry, const AssemblyMap& assembly) {
  if (auto done = check_draw_options(options_); !done) return tl::unexpected(done.error());
  std::vector<std::string> notes;
  options_.draws_fragments = true;
  auto dispatch = make_dispatch_in_time(module, registry_, info, entry, options_, notes);
  if (!dispatch) return tl::unexpected(dispatch.error());
  print_notes(notes);
  dispatch->limits.timeout_seconds = seconds_until(options_.module.time_limit->deadline());
  dispatch->explain = options_.explain;
  dispatch->ignored_kinds = options_.ignored_kinds;
  std::ostream& printed = options_.json ? console_.err : console_.out;
  dispatch->print = [&printed](const std::string& text) {
    printed << text << (text.ends_with('\n') ? "" : "\n");
  };
  if (options_.mode == RunMode::check_portability || options_.mode == RunMode::check_arithmetic)
    return check_portability(module, entry, *dispatch);
  const InterruptFlag interrupt;
  dispatch->interrupt = &InterruptFlag::get();
  dispatch->watch = options_.watch;
  PixelCoverage coverage;
  if (!options_.report_file.empty()) options_.draw_watch = &coverage;
  std::optional<Dispatch> again;
  if (keeps_inputs(options_, *dispatch)) again = *dispatch;
  auto run = run_rectangle(module, registry_, options_, options_.launch.rasterization,
                           std::move(*dispatch));
  if (!run) return tl::unexpected(run.error());
  DrawWitnesses witnesses;
  if (again && has_marks(run->result))
    witnesses = find_draw_witnesses(module, registry_, options_, *again, *run,
                                    {options_.witness, options_.module.time_limit->deadline()});
  if (auto written = write_images(run->framebuffer); !written)
    return tl::unexpected(written.error());
  options_.draw_watch = nullptr;
  for (Finding& finding : run->result.findings) place_in_assembly(finding, assembly);
  if (auto written = write_page_of_draw(*run, entry, coverage); !written)
    return tl::unexpected(written.error());
  return report({entry,
                 run->dispatch,
                 options_,
                 run->result,
                 describe_layouts(module, registry_, run->dispatch.entry_point,
                                  run->dispatch.specialization, options_.launch.limits.max_memory),
                 {},
                 std::move(witnesses.buffers),
                 run->attachment_types,
                 std::move(witnesses.memories)},
                module, assembly, {});
}

Result<void> RunCommand::write_page_of_draw(const RectangleRun& run, const EntryPointInfo& entry,
                                            const PixelCoverage& coverage) {
  if (options_.report_file.empty()) return {};
  const std::string file = std::exchange(options_.report_file, "");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < run.framebuffer.color.size(); ++i)
    names.push_back(attachment_name(i));
  const std::vector<ReportedFinding> findings(run.result.findings.begin(),
                                              run.result.findings.end());
  const Json page{
      {"program", fmt::format("spirv-run {}", SPIRV_ORACLE_VERSION)},
      {"file", options_.module.file},
      {"runs", Json::array()},
      {"draws",
       {page_draw_as_json({fmt::format("a rectangle with '{}'", entry.name), run.framebuffer, names,
                           coverage, findings, run.result.status, run.result.message})}}};
  return write_report_page(file, page);
}

Result<void> RunCommand::write_images(const Framebuffer& framebuffer) const {
  for (const ImageFileOption& image : options_.image_files) {
    bool is_found = false;
    for (std::size_t i = 0; i < framebuffer.color.size(); ++i) {
      if (!framebuffer.color[i] || image.name != attachment_name(i)) continue;
      is_found = true;
      const Attachment& attachment = *framebuffer.color[i];
      const auto file = encode_png(picture_of_texels(attachment.contents.bytes,
                                                     *attachment.shape.format, framebuffer.width));
      if (!file) return tl::unexpected(file.error());
      if (auto written = write_file(image.file, *file); !written) return written;
    }
    if (!is_found)
      return bad_input(
          fmt::format("--dump-image: '{}' is not a color attachment; the "
                      "attachment for Location 0 is color0",
                      image.name));
  }
  return {};
}

Result<ExecutionTrace> RunCommand::record(const Module& module, Dispatch dispatch) const {
  const Dim3 groups = dispatch.groups;
  ExecutionTrace trace = record_execution(module, registry_, std::move(dispatch),
                                          options_.module.time_limit->deadline());
  if (const std::string& file = options_.launch.trace_file; !file.empty()) {
    if (auto written = write_chrome_trace(module, registry_, trace, groups, file); !written)
      return tl::unexpected(written.error());
  }
  return trace;
}

Result<DispatchResult> RunCommand::run_until_interrupted(const Module& module,
                                                         Dispatch dispatch) const {
  const InterruptFlag interrupt;
  dispatch.interrupt = &InterruptFlag::get();
  return run(module, registry_, std::move(dispatch));
}

Result<Status> RunCommand::check_portability(const Module& module, const EntryPointInfo& entry,
                                             const Dispatch& dispatch) const {
  const auto report = spirv_oracle::check_portability(module, registry_, entry, dispatch, options_);
  if (!report) return tl::unexpected(report.error());
  const Status status = portability_status(*report);
  if (options_.json) {
    Json document{{"status", status_number(status)}};
    document["portability"] = portability_as_json(*report);
    console_.out << json_text(document);
  } else {
    console_.out << portability_as_text(*report, options_.module.file);
    std::vector<Finding> findings = report->reference.findings;
    std::vector<const BufferResult*> outputs;
    for (const auto& [key, buffer] : report->reference.buffers) outputs.push_back(&buffer);
    if (!options_.strict) leave_out_unused_values(report->reference, outputs, findings);
    console_.err << summary({findings.begin(), findings.end()});
  }
  return status;
}

Status RunCommand::report(const FinishedRun& run, const Module& module, const AssemblyMap& assembly,
                          const ExecutionTrace& trace) {
  RunReport report = report_of(run);
  if (const Result<void> written = write_outputs(run); !written) {
    report.status = written.error().status;
    report.error = written.error().message;
  }
  if (const Result<void> written = write_sarif(report); !written) {
    report.status = written.error().status;
    report.error = written.error().message;
  }
  if (const Result<void> written = write_page(report, module, assembly, trace); !written) {
    report.status = written.error().status;
    report.error = written.error().message;
  }
  print_run(report, console_);
  return report.status;
}

Result<void> RunCommand::write_sarif(const RunReport& report) const {
  if (options_.sarif_file.empty()) return {};
  const std::string text =
      json_text(run_as_sarif({registry_, report.findings, SPIRV_ORACLE_VERSION,
                              options_.module.file, status_number(report.status), report.error}));
  return write_file(options_.sarif_file, std::as_bytes(std::span(text)));
}

Result<void> RunCommand::write_page(const RunReport& report, const Module& module,
                                    const AssemblyMap& assembly,
                                    const ExecutionTrace& trace) const {
  if (options_.report_file.empty()) return {};
  const std::string& file = options_.module.file;
  const Json page{{"program", fmt::format("spirv-run {}", SPIRV_ORACLE_VERSION)},
                  {"file", file},
                  {"runs",
                   {page_run_as_json({report.run.entry.name, report.run, module, assembly, trace,
                                      report.findings, report.status, report.error})}}};
  return write_report_page(options_.report_file, page);
}

// Prints what the user requested instead of a run, as text or as parts of a document.
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
  (json ? console.out : console.err) << error_text(error, json);
  return status_number(error.status);
}

// Runs scripts as a suite, or a module by itself.
Result<Status> execute(const RunOptions& options, const InstructionRegistry& registry,
                       const Console& console) {
  for (const std::string& kind : unknown_kinds(options.ignored_kinds, registry)) {
    console.err << fmt::format(
        "spirv-run: note: --ignore {} has no effect: no rule has this kind; docs/rules.md lists "
        "the kinds\n",
        kind);
  }
  const std::vector<std::string>& files = options.files;
  const auto module = std::find_if_not(files.begin(), files.end(), amber::is_script_or_folder);
  if (module == files.end()) return amber::run_scripts(options, registry, console);
  if (const auto script = std::ranges::find_if(files, amber::is_script_or_folder);
      script != files.end()) {
    return bad_input(
        fmt::format("'{}' is a script or a folder, but '{}' is neither: several FILEs "
                    "must be scripts and folders, or modules that are linked",
                    *script, *module));
  }
  if (options.mode == RunMode::list)
    return bad_input("--list is for scripts: use --list-resources for a module");
  if (!options.junit.empty()) return bad_input("--junit is for scripts");
  if (!options.failure_folder.empty()) return bad_input("--dump-failures is for scripts");
  if (options.mode == RunMode::compare_driver) {
    console.out.flush();
    console.err.flush();
    return become_spirv_golden(options.arguments);
  }
  return RunCommand(options, registry, console).execute();
}

}  // namespace

std::string error_text(const Error& error, bool json) {
  if (!json) return fmt::format("spirv-run: error: {}\n", error.message);
  return json_text(Json{{"status", status_number(error.status)},
                        {"error", {{"message", error.message}}},
                        {"buffers", Json::object()},
                        {"diagnostics", Json::array()}});
}

int spirv_run(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
              const Console& console, RecordObserver* watch, DrawObserver* draw_watch) {
  if (!arguments.empty() && arguments.front() == "--app") {
    const auto status = run_app({arguments.begin() + 1, arguments.end()}, registry, console);
    return status ? *status : report_error(status.error(), false, console);
  }
  if (!arguments.empty() && arguments.front() == "--batch") {
    const auto done = run_batch({arguments.begin() + 1, arguments.end()}, registry, console);
    return done ? status_number(Status::ok) : report_error(done.error(), false, console);
  }
  if (arguments.size() == 2 && arguments.front() == "init") {
    const auto written = write_sample_project(arguments[1]);
    if (!written) return report_error(written.error(), false, console);
    console.out << fmt::format("{0} has a sample project: run {0}/run-tests\n", arguments[1]);
    return status_number(Status::ok);
  }
  const auto all_arguments = with_arguments_of_files(arguments);
  if (!all_arguments) return report_error(all_arguments.error(), wants_json(arguments), console);
  auto options = parse_run_options(*all_arguments);
  if (!options) return report_error(options.error(), wants_json(arguments), console);
  options->watch = watch;
  options->draw_watch = draw_watch;
  // For OpenCL C, that changes no ids.
  if (watch != nullptr && options->module.file.ends_with(".cl")) options->module.debug_info = true;
  if (options->mode == RunMode::help || options->mode == RunMode::version) {
    console.out << (options->mode == RunMode::help ? run_help() : version_text());
    return status_number(Status::ok);
  }
  if (const auto vectors = vectors_asked_for(); !are_vectors_known(vectors)) {
    return report_error({Status::bad_input, fmt::format("{}: '{}' is neither baseline nor avx2",
                                                        vectors_variable, vectors)},
                        options->json, console);
  }
  if (!follows_definedness) console.err << "spirv-run: " << without_definedness << '\n';
  // A watch may go back in the run, so that the time since its start means nothing.
  if (watch != nullptr) watch->limit_time(options->launch.limits.timeout_seconds);
  TimeLimit time_limit(watch != nullptr ? 0 : options->launch.limits.timeout_seconds);
  time_limit.end_process_at_deadline([&](const Error& error) {
    report_error(error, options->json, console);
    console.out.flush();
    console.err.flush();
  });
  options->module.time_limit = &time_limit;
  const auto status = within_memory([&] { return execute(*options, registry, console); });
  if (!status) return report_error(status.error(), options->json, console);
  return status_number(*status);
}

}  // namespace spirv_oracle
