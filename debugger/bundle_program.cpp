#include "debugger/bundle_program.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "builtins/register_all.h"
#include "data/scalar.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/bundle/named_output.h"
#include "golden/mutation/oracle_run.h"

namespace spirv_oracle {
namespace {

Result<DispatchResult> run_watched(const golden::Bundle& bundle, RecordObserver& watch,
                                   std::ostream& out) {
  const auto module = load_module(bundle.words, {.validate = false, .target_env = ""});
  if (!module) return tl::unexpected(module.error());
  auto dispatch = golden::dispatch_of(bundle);
  if (!dispatch) return tl::unexpected(dispatch.error());
  dispatch->watch = &watch;
  dispatch->print = [&out](const std::string& text) { out << text; };
  return run(**module, default_registry(), std::move(*dispatch));
}

// The output with this name. Without a name the first one that the module changes, or else the first one.
const golden::BundleResource* output_to_watch(const golden::Bundle& bundle,
                                              const std::string& name) {
  if (!name.empty()) return golden::find_named_output(bundle, name);
  const golden::BundleResource* first = nullptr;
  for (const golden::BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    const bool changes = !resource.input || resource.input->bytes != resource.output->expected;
    if (changes) return &resource;
    if (first == nullptr) first = &resource;
  }
  return first;
}

}  // namespace

bool is_bundle(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(std::filesystem::path(path) / "manifest.json", error);
}

int run_bundle(const std::string& folder, RecordObserver& watch, std::ostream& out,
               std::ostream& err) {
  const auto bundle = golden::read_bundle(folder);
  const auto result = bundle ? run_watched(*bundle, watch, out)
                             : Result<DispatchResult>(tl::unexpected(bundle.error()));
  if (!result) {
    err << "spirv-debug: error: " << result.error().message << '\n';
    return static_cast<int>(result.error().status);
  }
  out << fmt::format("{}: {} steps\n", bundle->name, result->steps);
  return static_cast<int>(result->status);
}

Result<nlohmann::json> element_of_bundle(const std::string& folder, const std::string& text) {
  const auto bundle = golden::read_bundle(folder);
  if (!bundle) return tl::unexpected(bundle.error());
  const std::size_t colon = text.find(':');
  const std::string name = colon == std::string::npos ? "" : text.substr(0, colon);
  const std::string number = colon == std::string::npos ? text : text.substr(colon + 1);
  std::uint64_t element = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), element);
  if (error != std::errc() || end != number.data() + number.size())
    return bad_input(
        fmt::format("invalid element '{}': expected a number, or OUTPUT:NUMBER", text));
  const golden::BundleResource* output = output_to_watch(*bundle, name);
  if (output == nullptr)
    return bad_input(name.empty() ? "the bundle has no output"
                                  : fmt::format("the bundle has no output '{}'", name));
  const std::uint64_t size = scalar_size(output->type);
  const std::uint64_t count = output->output->expected.size() / size;
  if (element >= count)
    return bad_input(fmt::format("element {} is out of range: output {} has {} element{}", element,
                                 output->name, count, count == 1 ? "" : "s"));
  return nlohmann::json{{"buffer", output->name},
                        {"offset", element * size},
                        {"size", size},
                        {"name", fmt::format("element {} of output {}", element, output->name)}};
}

}  // namespace spirv_oracle
