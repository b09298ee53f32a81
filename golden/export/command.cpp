#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>

#include "cli/command_line.h"
#include "cli/file.h"
#include "golden/bundle_folder.h"
#include "golden/export/exports.h"

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

Result<ExportOptions> parse_options(const std::vector<std::string>& arguments) {
  ExportOptions options;
  const std::vector<OptionRow> rows{text_option("Export", "as", "FORMAT", options.format),
                                    text_option("Export", "out", "DIR", options.out)};
  auto bundles = parse_command_line(rows, arguments);
  if (!bundles) return tl::unexpected(bundles.error());
  options.bundles = std::move(*bundles);
  if (options.bundles.empty()) return bad_input("export: no BUNDLE is given");
  if (options.out.empty()) return bad_input("export: --out DIR is missing");
  if (options.format != "amber" && options.format != "npz" && options.format != "offload")
    return bad_input("export: --as takes amber, npz or offload");
  return options;
}

// Test names in VK-GL-CTS contain no points.
std::string test_name(const Bundle& bundle) {
  std::string name = bundle.name;
  std::ranges::replace(name, '.', '_');
  std::ranges::replace(name, '-', '_');
  return name;
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
std::string index_line(const Bundle& bundle) {
  return fmt::format("{{ \"{0}.amber\", \"{0}\", \"{1}, subgroup size {2}\" }},\n",
                     test_name(bundle), bundle.source, bundle.assumptions.subgroup_size);
}

// Exports the bundles one by one. If one cannot be exported, prints the reason and continues with the next.
class Exporter {
 public:
  Exporter(const ExportOptions& options, const Console& console)
      : options_(options), console_(console) {}

  Result<Status> execute();

 private:
  Result<fs::path> export_one(const Bundle& bundle);

  const ExportOptions& options_;
  const Console& console_;
  std::string index_;
};

Result<fs::path> Exporter::export_one(const Bundle& bundle) {
  if (options_.format == "npz") {
    const fs::path file = fs::path(options_.out) / (bundle.name + ".npz");
    const auto bytes = as_npz(bundle);
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (auto done = write_text(file, text); !done) return tl::unexpected(done.error());
    return file;
  }
  if (options_.format == "offload") {
    const std::string module_name = bundle.name + ".spv";
    const auto test = as_offload_test(bundle, module_name);
    if (!test) return tl::unexpected(test.error());
    const fs::path file = fs::path(options_.out) / (bundle.name + ".yaml");
    if (auto done = write_text(file, *test); !done) return tl::unexpected(done.error());
    if (auto done = write_file((fs::path(options_.out) / module_name).string(),
                               std::as_bytes(std::span(bundle.words)));
        !done)
      return tl::unexpected(done.error());
    return file;
  }
  const auto script = as_amber_script(bundle);
  if (!script) return tl::unexpected(script.error());
  const fs::path file = fs::path(options_.out) / cts_folder / (test_name(bundle) + ".amber");
  if (auto done = write_text(file, *script); !done) return tl::unexpected(done.error());
  index_ += index_line(bundle);
  return file;
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

Result<Status> export_bundles(const std::vector<std::string>& arguments, const Console& console) {
  const auto options = parse_options(arguments);
  if (!options) return tl::unexpected(options.error());
  return Exporter(*options, console).execute();
}

}  // namespace spirv_oracle::golden
