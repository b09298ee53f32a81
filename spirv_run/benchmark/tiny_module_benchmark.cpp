// The number of small test cases that one process can run per second, from a binary file to a report, and
// the steps that take the time.

#include <benchmark/benchmark.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "spirv_run/benchmark/shaders.h"
#include "spirv_run/run.h"

namespace spirv_oracle {
namespace {

constexpr const char* shader = "tiny.comp";

// A temporary binary file.
class BinaryFile {
 public:
  explicit BinaryFile(const std::vector<std::uint32_t>& words)
      : path_(std::filesystem::temp_directory_path() /
              ("spirv-oracle-benchmark-" + std::to_string(getpid()) + ".spv")) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(words.data()),
               static_cast<std::streamsize>(words.size() * sizeof words[0]));
  }
  ~BinaryFile() { std::filesystem::remove(path_); }
  BinaryFile(const BinaryFile&) = delete;
  BinaryFile& operator=(const BinaryFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

void count_cases(benchmark::State& state) {
  state.counters["cases"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

// The steps of the command: read, parse, validate, lower, run and report.
void tiny_file_to_report(benchmark::State& state) {
  const BinaryFile file(benchmark_shader(shader));
  const std::vector<std::string> arguments{file.path(), "--buffer", "0.0=uint32:iota(64)",
                                           "--buffer", "0.1=undef(256)"};
  for (auto _ : state) {
    std::ostringstream out;
    std::ostringstream err;
    const int status = spirv_run(arguments, default_registry(), {out, err});
    if (status != 0) return state.SkipWithError(err.str().c_str());
    benchmark::DoNotOptimize(out.str());
  }
  count_cases(state);
}
BENCHMARK(tiny_file_to_report)->Unit(benchmark::kMicrosecond);

void tiny_load(benchmark::State& state) {
  const auto words = benchmark_shader(shader);
  const LoadOptions options{state.range(0) != 0, ""};
  for (auto _ : state) benchmark::DoNotOptimize(load_module(words, options));
  count_cases(state);
}
BENCHMARK(tiny_load)->ArgName("validate")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void tiny_lower_and_run(benchmark::State& state) {
  const auto module = load_module(benchmark_shader(shader));
  if (!module) return state.SkipWithError(module.error().message.c_str());
  Dispatch dispatch;
  dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(256);
  dispatch.buffers[{0, 1, 0}] = ShadowedBytes::uninitialized(256);
  for (auto _ : state) {
    const auto result = run(**module, default_registry(), dispatch);
    if (!result) return state.SkipWithError(result.error().message.c_str());
  }
  count_cases(state);
}
BENCHMARK(tiny_lower_and_run)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace spirv_oracle
