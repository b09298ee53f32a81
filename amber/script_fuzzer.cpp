// Treats any text as AmberScript or VkScript: parses it, checks its requirements and, unless it needs a
// compiler, runs it.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "amber/list_needs.h"
#include "amber/parser/amber_parser.h"
#include "amber/parser/vk_script_parser.h"
#include "amber/runner.h"
#include "builtins/register_all.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using spirv_oracle::Status;
using spirv_oracle::amber::Shader;
using spirv_oracle::amber::ShaderFormat;

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 20;

bool is_source_code(const Shader& shader) {
  return shader.format == ShaderFormat::glsl || shader.format == ShaderFormat::hlsl;
}

[[noreturn]] void fail(std::string_view what, Status status) {
  std::fprintf(stderr, "%.*s: status %d without a message\n", static_cast<int>(what.size()),
               what.data(), static_cast<int>(status));
  std::abort();
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto script =
      text.starts_with("#!amber")
          ? spirv_oracle::amber::parse_amber_script("/nowhere/script.amber", text, max_bytes)
          : spirv_oracle::amber::parse_vk_script("/nowhere/script.vkscript", text, max_bytes);
  if (!script) {
    if (script.error().message.empty()) fail("parser", script.error().status);
    return 0;
  }
  spirv_oracle::amber::needs_as_text(*script);
  spirv_oracle::amber::needs_as_json(*script);
  if (std::ranges::any_of(script->shaders,
                          [](const auto& entry) { return is_source_code(entry.second); })) {
    return 0;
  }
  spirv_oracle::RunOptions options;
  options.launch.limits = {.max_steps = 20'000, .max_memory = max_bytes, .timeout_seconds = 1};
  const auto outcome =
      spirv_oracle::amber::run_script(*script, spirv_oracle::default_registry(), options);
  const bool stopped = outcome.status != Status::ok && outcome.status != Status::mismatch &&
                       outcome.status != Status::undefined_behavior;
  if (stopped && outcome.error.empty()) fail("run", outcome.status);
  return 0;
}
