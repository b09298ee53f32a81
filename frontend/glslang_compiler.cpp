#include "frontend/glslang_compiler.h"

#include <fmt/format.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <optional>
#include <regex>
#include <sstream>
#include <utility>

#include "frontend/glsl_identifiers.h"
#include "frontend/glslang_module.h"
#include "frontend/hlsl_compiler.h"
#include "frontend/includer.h"
#include "support/time_limit.h"

namespace spirv_oracle {
namespace {

struct Target {
  std::string_view name;
  glslang::EShTargetClientVersion client;
  glslang::EShTargetLanguageVersion language;
};

// For plain SPIR-V, the oldest Vulkan version that accepts it.
constexpr std::array targets{
    Target{"vulkan1.0", glslang::EShTargetVulkan_1_0, glslang::EShTargetSpv_1_0},
    Target{"vulkan1.1", glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3},
    Target{"vulkan1.1spv1.4", glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_4},
    Target{"vulkan1.2", glslang::EShTargetVulkan_1_2, glslang::EShTargetSpv_1_5},
    Target{"vulkan1.3", glslang::EShTargetVulkan_1_3, glslang::EShTargetSpv_1_6},
    Target{"vulkan1.4", glslang::EShTargetVulkan_1_4, glslang::EShTargetSpv_1_6},
    Target{"spv1.0", glslang::EShTargetVulkan_1_0, glslang::EShTargetSpv_1_0},
    Target{"spv1.1", glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_1},
    Target{"spv1.2", glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_2},
    Target{"spv1.3", glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3},
    Target{"spv1.4", glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_4},
    Target{"spv1.5", glslang::EShTargetVulkan_1_2, glslang::EShTargetSpv_1_5},
    Target{"spv1.6", glslang::EShTargetVulkan_1_3, glslang::EShTargetSpv_1_6},
};

std::optional<Target> find_target(std::string_view target_env) {
  for (const Target& target : targets) {
    if (target.name == (target_env.empty() ? default_source_environment : target_env))
      return target;
  }
  return std::nullopt;
}

// The library's state for the whole process.
class Process {
 public:
  static void start() { static const Process process; }

 private:
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

// While it exists, glslang only declares the built-in functions that belong to some names. An unpatched
// glslang (docs/dependencies.md) declares all of them.
class OnlyFunctionsNamed {
 public:
  // The identifiers live longer than it.
  explicit OnlyFunctionsNamed([[maybe_unused]] const GlslIdentifiers& identifiers) {
#ifdef GLSLANG_HAS_BUILT_IN_FUNCTION_NAMES
    glslang::SetBuiltInFunctionNames(&identifiers.names());
#endif
  }
  OnlyFunctionsNamed(const OnlyFunctionsNamed&) = delete;
  OnlyFunctionsNamed& operator=(const OnlyFunctionsNamed&) = delete;
  ~OnlyFunctionsNamed() {
#ifdef GLSLANG_HAS_BUILT_IN_FUNCTION_NAMES
    glslang::SetBuiltInFunctionNames(nullptr);
#endif
  }
};

// Whether to declare only the functions that the source names.
bool wants_only_named(BuiltInFunctions functions) {
  constexpr unsigned sources_worth_all_functions = 40;
  static std::atomic<unsigned> sources = 0;
  if (functions != BuiltInFunctions::automatic) return functions == BuiltInFunctions::named;
  return sources++ < sources_worth_all_functions;
}

EShLanguage stage_of(const std::string& stage) {
  if (stage == "fragment") return EShLangFragment;
  if (stage == "vertex") return EShLangVertex;
  if (stage == "tessellation_control") return EShLangTessControl;
  if (stage == "tessellation_evaluation") return EShLangTessEvaluation;
  if (stage == "geometry") return EShLangGeometry;
  return EShLangCompute;
}

EShMessages messages_for(ShaderLanguage language) {
  int messages = EShMsgSpvRules | EShMsgVulkanRules | EShMsgDebugInfo | EShMsgDisplayErrorColumn;
  if (language == ShaderLanguage::hlsl) messages |= EShMsgReadHlsl;
  return static_cast<EShMessages>(messages);
}

// glslang knows InterlockedCompareStore, but emits nothing for it. It is InterlockedCompareExchange without the last argument.
constexpr std::string_view compare_store =
    "static uint interlocked_original_;\n"
    "#define InterlockedCompareStore(dest, compare, value) "
    "InterlockedCompareExchange(dest, compare, value, interlocked_original_)\n";

// Lines before the source: the macros of -D, functions that glslang lacks, and permission to use #include.
std::string preamble_of(const ModuleOptions& options, ShaderLanguage language,
                        std::string_view text) {
  std::string preamble;
  if (language == ShaderLanguage::hlsl &&
      text.find("InterlockedCompareStore") != std::string_view::npos)
    preamble = compare_store;
  if (language == ShaderLanguage::glsl)
    preamble = "#extension GL_GOOGLE_include_directive : enable\n";
  for (const std::string& define : options.defines) {
    const std::size_t equals = define.find('=');
    const std::string value = equals == std::string::npos ? "1" : define.substr(equals + 1);
    preamble += fmt::format("#define {} {}\n", define.substr(0, equals), value);
  }
  return preamble;
}

struct Log {
  std::string errors;
  std::string warnings;
};

// Turns `ERROR: a.comp:3:7: ...` into `a.comp:3:7: error: ...`, sorted by severity.
void read_log(const char* text, const std::string& file, Log& log) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool error = line.starts_with("ERROR: ");
    const bool warning = line.starts_with("WARNING: ");
    if (line.empty() || line.find("compilation errors.  No code generated.") != std::string::npos)
      continue;
    if (!error && !warning) {  // continues the message of the previous line
      (log.errors.empty() ? log.warnings : log.errors) += line + '\n';
      continue;
    }
    line.erase(0, line.find(' ') + 1);
    line.erase(line.find_last_not_of(' ') + 1);
    const std::size_t colon =
        line.starts_with(file + ":") ? line.find(": ", file.size()) : std::string::npos;
    std::string place = file;
    if (colon != std::string::npos) {
      place = line.substr(0, colon);
      line.erase(0, colon + 2);
    }
    (error ? log.errors : log.warnings) +=
        fmt::format("{}: {}: {}\n", place, error ? "error" : "warning", line);
  }
}

std::string without_last_newline(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

tl::unexpected<Error> compile_error(const std::string& file, const Log& log) {
  // The message of glslang's parser when its stack, which has a fixed size, is full.
  if (log.errors.find("memory exhausted") != std::string::npos)
    return limit_reached(fmt::format("{} nests deeper than glslang can parse", file));
  if (log.errors.empty()) return bad_input(fmt::format("{} does not compile", file));
  return bad_input(fmt::format("{} does not compile:\n{}", file, without_last_newline(log.errors)));
}

// The functions with a workgroup size, which are the entry points of compute shaders in HLSL.
std::vector<std::string> hlsl_entry_points(const std::string& text) {
  static const std::regex function(
      R"(\[\s*numthreads\s*\([^\]]*\]\s*(?:\[[^\]]*\]\s*)*\w+\s+(\w+)\s*\()", std::regex::icase);
  std::vector<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), function), end; at != end; ++at)
    names.push_back((*at)[1]);
  return names;
}

// The help if HLSL has an entry point, but not the requested one; "" otherwise.
std::string entry_point_help(const std::string& text, ShaderLanguage language,
                             const ModuleOptions& options) {
  if (language != ShaderLanguage::hlsl) return "";
  const std::vector<std::string> names = hlsl_entry_points(text);
  const std::string wanted = options.entry_point.empty() ? "main" : options.entry_point;
  if (names.empty() || std::ranges::find(names, wanted) != names.end()) return "";
  std::string choices;
  for (const std::string& name : names)
    choices += fmt::format("{}-e {}", choices.empty() ? "" : " or ", name);
  return fmt::format("{}: help: entry point '{}' not found: add {}\n", options.file, wanted,
                     choices);
}

void set_environment(glslang::TShader& shader, ShaderLanguage language, EShLanguage stage,
                     const Target& target) {
  shader.setEnvInput(
      language == ShaderLanguage::hlsl ? glslang::EShSourceHlsl : glslang::EShSourceGlsl, stage,
      glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, target.client);
  shader.setEnvTarget(glslang::EShTargetSpv, target.language);
  shader.setDebugInfo(true);
  // Resources without a register or a binding get the next free bindings, as in other compilers of HLSL.
  shader.setAutoMapBindings(language == ShaderLanguage::hlsl);
}

void set_entry_point(glslang::TShader& shader, ShaderLanguage language,
                     const ModuleOptions& options) {
  if (language != ShaderLanguage::hlsl) return;  // GLSL only has main
  const std::string name = options.entry_point.empty() ? "main" : options.entry_point;
  shader.setEntryPoint(name.c_str());
  shader.setSourceEntryPoint(name.c_str());
}

// The SPIR-V of a linked program.
Result<CompiledSource> generate(const glslang::TProgram& program, ShaderLanguage language,
                                EShLanguage stage, const ModuleOptions& options, Log log) {
  glslang::SpvOptions spv_options;
  spv_options.generateDebugInfo = true;
  spv_options.disableOptimizer = true;
  spv_options.emitNonSemanticShaderDebugInfo = options.debug_info;
  spv_options.emitNonSemanticShaderDebugSource = options.debug_info;
  spv::SpvBuildLogger logger;
  CompiledSource source;
  glslang::GlslangToSpv(*program.getIntermediate(stage), source.words, &logger, &spv_options);
  const std::string messages = logger.getAllMessages();
  // glslang then leaves out what it does not know, and goes on.
  if (messages.find("Missing functionality: ") != std::string::npos)
    return unsupported(fmt::format("{}: glslang cannot translate all of it: {}", options.file,
                                   without_last_newline(messages)));
  read_log(messages.c_str(), options.file, log);
  if (source.words.empty()) return compile_error(options.file, log);
  source.words = with_plain_workgroup_arrays(with_small_type_capabilities(source.words));
  if (language == ShaderLanguage::hlsl)
    source.words =
        with_converted_atomic_operands(with_single_built_ins(with_exclusive_scans(source.words)));
  source.warnings = without_last_newline(log.warnings);
  return source;
}

}  // namespace

Result<CompiledSource> compile_source(const std::string& text, ShaderLanguage language,
                                      const std::string& stage_name, const ModuleOptions& options,
                                      BuiltInFunctions functions) {
  const auto target = find_target(options.target_env);
  if (!target) {
    return bad_input(fmt::format(
        "{}: source files do not compile for {}: use vulkan1.0 to vulkan1.4 or spv1.0 to spv1.6",
        options.file, options.target_env));
  }
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return bad_input(fmt::format("{}: the file is too large", options.file));
  const TimedPhase phase(options.time_limit, fmt::format("compiling {}", options.file));
  Process::start();
  const EShLanguage stage = stage_of(stage_name);
  const EShMessages messages = messages_for(language);
  const std::string preamble = preamble_of(options, language, text);
  const char* const strings[] = {text.data()};
  const int lengths[] = {static_cast<int>(text.size())};
  const char* const names[] = {options.file.c_str()};
  glslang::TShader shader(stage);
  shader.setStringsWithLengthsAndNames(strings, lengths, names, 1);
  shader.setPreamble(preamble.c_str());
  set_environment(shader, language, stage, *target);
  set_entry_point(shader, language, options);
  FileIncluder includer(options.include_folders, options.virtual_files);
  Log log;
  GlslIdentifiers identifiers;
  std::optional<OnlyFunctionsNamed> only_named;
  if (language == ShaderLanguage::glsl && wants_only_named(functions) &&
      identifiers.add(preamble, options.file, includer) &&
      identifiers.add(text, options.file, includer)) {
    only_named.emplace(identifiers);
  }
  const bool parsed = shader.parse(GetDefaultResources(), 100, false, messages, includer);
  if (auto done = phase.check(); !done) return tl::unexpected(done.error());
  read_log(shader.getInfoLog(), options.file, log);
  if (!parsed) {
    log.errors += entry_point_help(text, language, options);
    if (language == ShaderLanguage::hlsl) log.errors += hlsl_compiler_help(options.file);
    return compile_error(options.file, log);
  }
  glslang::TProgram program;
  program.addShader(&shader);
  const bool linked = program.link(messages) && program.mapIO();
  if (auto done = phase.check(); !done) return tl::unexpected(done.error());
  read_log(program.getInfoLog(), options.file, log);
  // Without its entry point, HLSL becomes a shader without any effect.
  const bool lacks_entry_point = language == ShaderLanguage::hlsl &&
                                 log.warnings.find("Entry point not found") != std::string::npos;
  if (lacks_entry_point) log.errors += std::exchange(log.warnings, {});
  if (!linked || lacks_entry_point) {
    log.errors += entry_point_help(text, language, options);
    return compile_error(options.file, log);
  }
  return generate(program, language, stage, options, std::move(log));
}

std::string glslang_version() {
  const glslang::Version version = glslang::GetVersion();
  return fmt::format("{}.{}.{}{}", version.major, version.minor, version.patch, version.flavor);
}

}  // namespace spirv_oracle
