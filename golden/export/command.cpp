#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>

#include "golden/bundle/bundle_folder.h"
#include "golden/export/exports.h"
#include "golden/option_rows.h"
#include "support/file.h"

namespace spirv_oracle::golden {
namespace {

namespace fs = std::filesystem;

// The folder of AmberScripts in VK-GL-CTS, and the file that lists the tests of a folder.
constexpr const char* cts_folder = "external/vulkancts/data/vulkan/amber/golden";
constexpr const char* cts_index = "index.txt";

struct ExportOptions {
  std::vector<std::string> bundles;
  std::string format, out;
};

constexpr std::string_view export_help_head =
    R"(usage: spirv-golden export BUNDLE|DIR... --as FORMAT --out DIR

Exports bundles in other formats, and prints the names of the files. If a format cannot express a bundle, a message
says why, and the others are still exported.

  spirv-golden export goldens --as amber --out cts
)";

std::vector<OptionRow> export_rows(ExportOptions& options) {
  return {text_option("as", "FORMAT",
                      "amber: AmberScripts, in the folders of VK-GL-CTS; npz: arrays for NumPy; "
                      "offload: tests of LLVM's offload test suite",
                      options.format),
          text_option("out", "DIR", "folder for the files", options.out)};
}

Result<ExportOptions> parse_export_options(const std::vector<std::string>& arguments) {
  ExportOptions options;
  auto bundles = parse_command_line(export_rows(options), arguments);
  if (!bundles) return tl::unexpected(bundles.error());
  options.bundles = std::move(*bundles);
  if (options.bundles.empty()) return bad_input("export: no BUNDLE is given");
  if (options.out.empty()) return bad_input("export: --out DIR is missing");
  if (options.format != "amber" && options.format != "npz" && options.format != "offload")
    return bad_input("export: --as takes amber, npz or offload");
  return options;
}

Result<void> write_text(const fs::path& file, const std::string& text) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) {
    return bad_input(
        fmt::format("cannot create {}: {}", file.parent_path().string(), error.message()));
  }
  return write_file(file.string(), std::as_bytes(std::span(text)));
}

// A line of the index that createAmberTestsFromIndexFile of VK-GL-CTS reads.
std::string index_line(const Bundle& bundle, const std::string& name) {
  return fmt::format("{{ \"{0}.amber\", \"{0}\", \"{1}, subgroup size {2}\" }},\n", name,
                     bundle.source, bundle.assumptions.subgroup_size);
}

// Exports the bundles one by one. If one cannot be exported, prints the reason and continues with the next.
class Exporter {
 public:
  Exporter(const ExportOptions& options, const Console& console)
      : options_(options), console_(console) {}

  Result<Status> execute();

 private:
  // The name of the bundle's files, which no other one has: NAME, NAME_2, NAME_3 ...
  std::string file_name(const Bundle& bundle);
  Result<fs::path> export_one(const Bundle& bundle);
  Result<fs::path> export_npz(const Bundle& bundle);
  Result<fs::path> export_offload_test(const Bundle& bundle);
  Result<fs::path> export_amber(const Bundle& bundle);

  const ExportOptions& options_;
  const Console& console_;
  std::string index_;
  std::set<std::string> names_;
};

std::string Exporter::file_name(const Bundle& bundle) {
  std::string name = bundle.name;
  // Test names in VK-GL-CTS contain no points.
  if (options_.format == "amber") {
    std::ranges::replace(name, '.', '_');
    std::ranges::replace(name, '-', '_');
  }
  std::string unique = name;
  for (int number = 2; !names_.insert(unique).second; ++number)
    unique = fmt::format("{}_{}", name, number);
  return unique;
}

Result<fs::path> Exporter::export_npz(const Bundle& bundle) {
  const fs::path file = fs::path(options_.out) / (file_name(bundle) + ".npz");
  const auto bytes = as_npz(bundle);
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (auto done = write_text(file, text); !done) return tl::unexpected(done.error());
  return file;
}

Result<fs::path> Exporter::export_offload_test(const Bundle& bundle) {
  const std::string name = file_name(bundle);
  const auto test = as_offload_test(bundle, name + ".spv");
  if (!test) return tl::unexpected(test.error());
  const fs::path folder = options_.out;
  if (auto done = write_text(folder / (name + ".yaml"), *test); !done)
    return tl::unexpected(done.error());
  if (auto done =
          write_file((folder / (name + ".spv")).string(), std::as_bytes(std::span(bundle.words)));
      !done)
    return tl::unexpected(done.error());
  return folder / (name + ".yaml");
}

Result<fs::path> Exporter::export_amber(const Bundle& bundle) {
  const auto script = as_amber_script(bundle);
  if (!script) return tl::unexpected(script.error());
  const std::string name = file_name(bundle);
  const fs::path file = fs::path(options_.out) / cts_folder / (name + ".amber");
  if (auto done = write_text(file, *script); !done) return tl::unexpected(done.error());
  index_ += index_line(bundle, name);
  return file;
}

Result<fs::path> Exporter::export_one(const Bundle& bundle) {
  if (options_.format == "npz") return export_npz(bundle);
  if (options_.format == "offload" && bundle.draw)
    return unsupported(
        fmt::format("{}: a draw cannot be exported as an offload test", bundle.name));
  return options_.format == "offload" ? export_offload_test(bundle) : export_amber(bundle);
}

Result<Status> Exporter::execute() {
  const auto folders = find_bundles(options_.bundles);
  if (!folders) return tl::unexpected(folders.error());
  Status status = Status::ok;
  for (const std::string& folder : *folders) {
    const auto bundle = read_bundle(folder);
    if (!bundle) return tl::unexpected(bundle.error());
    const auto file = export_one(*bundle);
    if (!file && file.error().status != Status::unsupported) return tl::unexpected(file.error());
    if (file) {
      console_.out << file->string() << '\n';
    } else {
      console_.err << fmt::format("spirv-golden: {}\n", file.error().message);
      status = Status::unsupported;
    }
  }
  if (index_.empty()) return status;
  const fs::path index = fs::path(options_.out) / cts_folder / cts_index;
  if (auto done = write_text(index, index_); !done) return tl::unexpected(done.error());
  return status;
}

}  // namespace

std::string export_help() {
  ExportOptions options;
  return command_help(export_help_head, export_rows(options));
}

Result<Status> export_bundles(const std::vector<std::string>& arguments, const Console& console) {
  const auto options = parse_export_options(arguments);
  if (!options) return tl::unexpected(options.error());
  return Exporter(*options, console).execute();
}

}  // namespace spirv_oracle::golden
