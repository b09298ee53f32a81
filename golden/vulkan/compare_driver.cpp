#include "golden/vulkan/compare_driver.h"

#include <fmt/format.h>

#include <filesystem>

#include "amber/script_file.h"
#include "cli/report/report.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/diagnosis/report.h"
#include "golden/make/make_bundle.h"
#include "golden/module_subject.h"
#include "golden/option_rows.h"
#include "golden/vulkan/batch.h"
#include "golden/vulkan/device_options.h"
#include "support/subprocess.h"

namespace spirv_oracle::golden {
namespace {

struct CompareOptions : DispatchOptions {
  DeviceChoice device;
};

constexpr std::string_view compare_help_head =
    R"(usage: spirv-golden compare-driver FILE [options of spirv-run]

Runs a module here and on a Vulkan device, and reports where the results differ. spirv-run --compare-driver does the
same. The subgroup size is that of the device, unless --subgroup-size is given.

  spirv-golden compare-driver scan.comp --buffer '0.0=uint32:iota(256)'
)";

constexpr std::string_view compare_help_tail = R"(
Exit status: 0 the device agrees; 1 it differs, or the driver crashes or fails; 2 bad input; 3 behavior is undefined;
4 the device lacks a feature, or the machine has no device.
)";

std::vector<OptionRow> compare_rows(CompareOptions& options) {
  std::vector<OptionRow> rows = device_rows(options.device);
  for (OptionRow& row : dispatch_option_rows(options)) {
    if (row.name != "trace") rows.push_back(std::move(row));
  }
  return rows;
}

Result<CompareOptions> parse_compare_options(const std::vector<std::string>& arguments) {
  CompareOptions options;
  options.launch.subgroup_size = 0;  // that of the device
  const auto files = parse_command_line(compare_rows(options), arguments);
  if (!files) return tl::unexpected(files.error());
  if (files->size() != 1) return bad_input("compare-driver: one FILE must be given");
  options.module.file = files->front();
  if (amber::is_script_or_folder(options.module.file)) {
    return bad_input(
        "compare-driver is for modules: spirv-golden generate and spirv-golden run take scripts");
  }
  const double seconds = options.launch.limits.timeout_seconds;
  if (seconds > 0) options.device.seconds = seconds;
  return options;
}

bool compares_nothing(const Bundle& bundle) {
  const AcceptanceStatistics statistics = statistics_of(bundle);
  return statistics.any == statistics.components;
}

class Comparison {
 public:
  Comparison(CompareOptions options, const InstructionRegistry& registry, const Console& console)
      : options_(std::move(options)), registry_(registry), console_(console) {}

  Result<Status> execute();

 private:
  Result<void> ask_device();
  Result<MadeBundle> make() const;
  Result<Status> run(const Bundle& bundle) const;
  Status tell(const Bundle& bundle, const BatchEntry& entry, const std::string& end) const;

  CompareOptions options_;
  const InstructionRegistry& registry_;
  const Console& console_;
};

Result<void> Comparison::ask_device() {
  const auto device = run_batch({}, options_.device);
  if (!device) return tl::unexpected(device.error());
  if (device->device.empty()) {
    return tl::unexpected(Error{Status::mismatch, device->end});
  }
  if (options_.launch.subgroup_size == 0) options_.launch.subgroup_size = device->subgroup_size;
  console_.out << fmt::format("device: {}, subgroup size {}\n", device->device,
                              options_.launch.subgroup_size);
  return {};
}

Result<MadeBundle> Comparison::make() const {
  auto loaded = load_subject(options_);
  if (!loaded) return tl::unexpected(loaded.error());
  for (const std::string& note : loaded->notes)
    console_.err << fmt::format("spirv-golden: note: {}\n", note);
  const std::string file = std::filesystem::path(options_.module.file).filename().string();
  const BundleSubject subject{"comparison",    file,          loaded->file.words,
                              *loaded->module, loaded->entry, std::move(loaded->dispatch)};
  auto made = make_bundle(subject, registry_, {});
  if (!made) return made;
  for (Finding& finding : made->findings) {
    place_in_assembly(finding, loaded->file.assembly);
    console_.err << finding_as_text(finding, {options_.module.file, console_.color});
  }
  return made;
}

Status Comparison::tell(const Bundle& bundle, const BatchEntry& entry,
                        const std::string& end) const {
  using State = BatchEntry::State;
  const std::string& file = options_.module.file;
  if (entry.state == State::skipped) {
    console_.err << fmt::format("spirv-golden: {}: the device cannot run the module: {}\n", file,
                                entry.text);
    return Status::unsupported;
  }
  if (entry.state != State::done) {
    const std::string why = entry.state == State::failed ? entry.text : end;
    console_.out << fmt::format("{}: fails on the device: {}\n", file, why);
    return Status::mismatch;
  }
  if (compares_nothing(bundle)) {
    console_.err << "spirv-golden: note: the specifications permit any value for all outputs: "
                    "nothing is compared\n";
  }
  const OutputReport report = report_outputs(bundle, entry.outputs, {.lanes = true});
  console_.out << report.text
               << fmt::format("{}: {}\n", file, report.accepted ? "accepted" : "differs");
  return report.accepted ? Status::ok : Status::mismatch;
}

Result<Status> Comparison::run(const Bundle& bundle) const {
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  if (auto done = write_bundle(bundle, folder->file("")); !done)
    return tl::unexpected(done.error());
  const auto result = run_batch({folder->file(bundle.name)}, options_.device);
  if (!result) return tl::unexpected(result.error());
  return tell(bundle, result->entries.front(), result->end);
}

Result<Status> Comparison::execute() {
  if (auto done = ask_device(); !done) return tl::unexpected(done.error());
  const auto made = make();
  if (!made) return tl::unexpected(made.error());
  if (made->bundle) return run(*made->bundle);
  console_.err << fmt::format(
      "spirv-golden: {}: behavior is undefined: the device may do anything, so the module does not "
      "run on it\n",
      options_.module.file);
  return Status::undefined_behavior;
}

}  // namespace

std::string compare_driver_help() {
  CompareOptions options;
  return command_help(compare_help_head, compare_rows(options)) + std::string(compare_help_tail);
}

Result<Status> compare_driver(const std::vector<std::string>& arguments,
                              const InstructionRegistry& registry, const Console& console) {
  auto options = parse_compare_options(arguments);
  if (!options) return tl::unexpected(options.error());
  return Comparison(std::move(*options), registry, console).execute();
}

}  // namespace spirv_oracle::golden
