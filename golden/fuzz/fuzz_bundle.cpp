#include "golden/fuzz/fuzz_bundle.h"

#include <fmt/format.h>

#include "frontend/assembly.h"
#include "golden/fuzz/random_source.h"
#include "golden/make/make_bundle.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t max_attempts = 50;     // of modules with undefined behavior
constexpr std::uint32_t max_unsuitable = 200;  // modules that the device cannot run
constexpr std::uint64_t max_steps = 50'000'000;

std::uint64_t mixed(std::uint64_t seed, std::uint64_t index, std::uint64_t attempt) {
  const std::uint64_t first = RandomSource(seed).next();
  const std::uint64_t second = RandomSource(first ^ index).next();
  return RandomSource(second ^ attempt).next();
}

}  // namespace

Result<FuzzedBundle> make_fuzzed_bundle(
    std::uint64_t seed, std::uint64_t index, const FuzzSettings& settings,
    const InstructionRegistry& registry,
    const std::function<bool(const std::string& name, const std::string& request)>& is_known) {
  FuzzedBundle fuzzed;
  fuzzed.name = fmt::format("fuzz.{}.{}.s{}", seed, index, settings.subgroup_size);
  std::string missing;  // of the last module that the device cannot run
  std::uint32_t unsuitable = 0;
  while (fuzzed.dropped < max_attempts && unsuitable < max_unsuitable) {
    FuzzModule fuzz = make_fuzz_module(mixed(seed, index, fuzzed.dropped + unsuitable), settings);
    const auto words = assemble(fuzz.assembly, fuzzed.name + ".spvasm", "");
    if (!words) return tl::unexpected(words.error());
    const auto module = load_module(*words, {true, "vulkan1.3"});
    if (!module) return tl::unexpected(module.error());
    const ModuleInfo info = describe(**module);
    fuzz.dispatch.limits.max_steps = max_steps;
    const BundleSubject subject{
        fuzzed.name, "fuzz", *words, **module, info.entry_points.front(), std::move(fuzz.dispatch)};
    BundleSettings bundle_settings;
    bundle_settings.options = {"fuzz", "--seed", std::to_string(seed), "--size",
                               std::to_string(settings.statements)};
    if (settings.missing != nullptr) bundle_settings.options.emplace_back("--for-device");
    const Bundle request = describe_request(subject, registry, bundle_settings);
    missing = settings.missing == nullptr ? "" : settings.missing(request);
    if (!missing.empty()) {
      ++unsuitable;
      continue;
    }
    if (is_known(fuzzed.name, request.request)) return fuzzed;
    auto made = make_bundle(subject, registry, bundle_settings);
    if (!made && made.error().status != Status::limit) return tl::unexpected(made.error());
    if (!made || !made->bundle) {
      ++fuzzed.dropped;
      continue;
    }
    made->bundle->cases = std::move(fuzz.cases);
    fuzzed.bundle = std::move(*made->bundle);
    return fuzzed;
  }
  if (unsuitable == max_unsuitable) {
    return unsupported(
        fmt::format("{}: the device can run none of {} modules; the last one needs {}", fuzzed.name,
                    max_unsuitable, missing));
  }
  return limit_reached(fmt::format("{}: {} modules had to be dropped one after the other",
                                   fuzzed.name, max_attempts));
}

}  // namespace spirv_oracle::golden
