// Assembly text to words and modules, for tests.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.h>

#include "interpreter/loader/module.h"

namespace spirv_oracle::test {

// Numeric ids do not change. Fails the test and returns nothing if the text is wrong.
inline std::vector<std::uint32_t> assemble(std::string_view text,
                                           spv_target_env env = SPV_ENV_UNIVERSAL_1_6) {
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(spvContextCreate(env),
                                                                             &spvContextDestroy);
  spv_binary binary = nullptr;
  spv_diagnostic diagnostic = nullptr;
  spvTextToBinaryWithOptions(context.get(), text.data(), text.size(),
                             SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary, &diagnostic);
  const std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> owned_diagnostic(
      diagnostic, &spvDiagnosticDestroy);
  const std::unique_ptr<spv_binary_t, decltype(&spvBinaryDestroy)> owned(binary, &spvBinaryDestroy);
  if (binary == nullptr) {
    ADD_FAILURE() << "line " << (diagnostic ? diagnostic->position.line + 1 : 0) << ": "
                  << (diagnostic ? diagnostic->error : "no diagnostic") << '\n'
                  << text;
    return {};
  }
  return {binary->code, binary->code + binary->wordCount};
}

// Parses without validation. Fails the test and returns null on errors.
inline std::shared_ptr<const Module> parse(std::string_view text,
                                           spv_target_env env = SPV_ENV_UNIVERSAL_1_6) {
  auto module = Module::parse(assemble(text, env));
  if (!module) {
    ADD_FAILURE() << module.error().message;
    return nullptr;
  }
  return *module;
}

// Parses and validates. Fails the test and returns null if the module is rejected.
inline std::shared_ptr<const Module> load(std::string_view text,
                                          spv_target_env env = SPV_ENV_UNIVERSAL_1_6) {
  auto module = load_module(assemble(text, env));
  if (!module) {
    ADD_FAILURE() << module.error().message;
    return nullptr;
  }
  return *module;
}

// The common beginning of compute shaders.
inline std::string shader_header(std::string_view more_capabilities = "",
                                 std::string_view entry_interface = "") {
  return "OpCapability Shader\n" + std::string(more_capabilities) +
         "\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" " +
         std::string(entry_interface) + "\nOpExecutionMode %main LocalSize 1 1 1\n";
}

// Scalar types as "u32" or "f16".
inline const char* const scalar_types = R"(
    %u8 = OpTypeInt 8 0
    %u16 = OpTypeInt 16 0
    %u32 = OpTypeInt 32 0
    %u64 = OpTypeInt 64 0
    %i8 = OpTypeInt 8 1
    %i16 = OpTypeInt 16 1
    %i32 = OpTypeInt 32 1
    %i64 = OpTypeInt 64 1
    %f16 = OpTypeFloat 16
    %f32 = OpTypeFloat 32
    %f64 = OpTypeFloat 64
)";

inline std::string replaced(std::string text, std::string_view from, std::string_view by) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + by.size()))
    text.replace(at, from.size(), by);
  return text;
}
// One replacement after the other.
inline std::string replaced(
    std::string text,
    std::initializer_list<std::pair<std::string_view, std::string>> replacements) {
  for (const auto& [from, by] : replacements) text = replaced(std::move(text), from, by);
  return text;
}

// "%id = what", as a line.
inline std::string declare(unsigned id, const std::string& what) {
  return "%" + std::to_string(id) + " = " + what + "\n";
}

// The id with the name `name`; 0 if there is none.
inline Id find_id(const Module& module, std::string_view name) {
  for (Id id = 1; id < module.id_count(); ++id) {
    if (module.name(id) == name) return id;
  }
  return 0;
}

}  // namespace spirv_oracle::test
