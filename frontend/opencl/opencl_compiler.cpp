#include "frontend/opencl/opencl_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <span>
#include <sstream>
#include <string_view>

#include "frontend/compiler_program.h"
#include "frontend/module_repair.h"
#include "frontend/opencl/opencl_debug_info.h"
#include "frontend/opencl/opencl_extensions.h"
#include "frontend/opencl/opencl_includes.h"
#include "frontend/opencl/opencl_math_options.h"
#include "frontend/opencl/opencl_pragmas.h"
#include "frontend/opencl/opencl_subgroup_size.h"
#include "frontend/spirv_words.h"
#include "interpreter/loader/validation/opencl_debug_info.h"
#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

using spirv_words::Words;

constexpr unsigned newest_version = 30, oldest_version = 11;

constexpr const char* source_name = "source.cl";  // of the program, in a temporary folder

// From the newest to the oldest. The version whose translator fails for some kernels with images and samplers is last.
std::vector<unsigned> versions() {
  constexpr unsigned fails = 15;
  std::vector<unsigned> all;
  for (unsigned version = newest_version; version >= oldest_version; --version) {
    if (version != fails) all.push_back(version);
  }
  all.push_back(fails);
  return all;
}

// Options without effect here: OpenCL does not define them, but drivers in use accept them, so programs pass them.
bool is_of_other_compilers(const std::string& option) {
  static constexpr std::array<std::string_view, 6> all{"-g", "-O", "-O0", "-O1", "-O2", "-O3"};
  return std::ranges::find(all, option) != all.end();
}

// Options of clBuildProgram only: others of clang can write files, or run code.
Result<void> check_build_options(const std::vector<std::string>& options) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string& option = options[i];
    const bool takes_next = option == "-D" || option == "-I";
    if (takes_next && i + 1 < options.size()) {
      ++i;
      continue;
    }
    const bool known = option.starts_with("-cl-") || option == "-w" || option == "-Werror" ||
                       is_of_other_compilers(option) ||
                       (!takes_next && (option.starts_with("-D") || option.starts_with("-I")));
    if (!known)
      return bad_input(fmt::format(
          "'{}' is not an option of an OpenCL program: use -D, -I, -cl-..., -w or -Werror",
          option));
  }
  return {};
}

std::vector<std::string> clang_arguments(const std::vector<std::string>& build_options,
                                         const ModuleOptions& options) {
  std::vector<std::string> arguments = {
      "-x", "cl", "-c", "-emit-llvm", "-target", "spir64", "-O0", "-ffp-contract=off",
      // In C99, an inline function without extern has no definition that -O0 could call. Other compilers inline it.
      "-fgnu89-inline", "-fno-discard-value-names", "-fno-color-diagnostics", "-Xclang",
      "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins"};
  const auto is_standard = [](const std::string& option) { return option.starts_with("-cl-std="); };
  if (std::ranges::none_of(build_options, is_standard)) arguments.emplace_back("-cl-std=CL2.0");
  // OpenCL C 3.0 made this feature optional. clang does not define the macro, but the functions are supported.
  arguments.emplace_back("-D__opencl_c_work_group_collective_functions=1");
  // clang defines the macros of these extensions, but no compiler that writes SPIR-V has their functions.
  for (const char* name :
       {"cl_amd_media_ops", "cl_amd_media_ops2", "cl_arm_integer_dot_product_int8",
        "cl_arm_integer_dot_product_accumulate_int8", "cl_arm_integer_dot_product_accumulate_int16",
        "cl_arm_integer_dot_product_accumulate_saturate_int8",
        "cl_intel_device_side_avc_motion_estimation"})
    arguments.push_back(fmt::format("-U{}", name));
  // clang warns that this option has no effect for SPIR-V. It takes effect when the kernel runs.
  std::ranges::remove_copy_if(
      build_options, std::back_inserter(arguments), [](const std::string& option) {
        return option == "-cl-denorms-are-zero" || is_of_other_compilers(option);
      });
  for (const std::string& define : options.defines) arguments.push_back("-D" + define);
  const std::string folder = std::filesystem::path(options.file).parent_path().string();
  arguments.push_back("-I" + (folder.empty() ? "." : folder));
  for (const std::string& include : options.include_folders) arguments.push_back("-I" + include);
  return arguments;
}

// Whether the program is called NAME-VERSION, or is a link to such a program or into a folder llvm-VERSION.
bool is_of_version(const std::string& program, const std::string& version) {
  std::error_code error;
  const auto path = std::filesystem::canonical(program, error);
  return std::filesystem::path(program).filename().string().ends_with("-" + version) ||
         std::ranges::any_of(path, [&](const std::filesystem::path& part) {
           return part.string().ends_with("-" + version);
         });
}

// Bitcode is only read by the translator of the same version.
bool is_of_other_version(const std::string& message) {
  return message.find("Producer: 'LLVM") != std::string::npos &&
         message.find("Reader: 'LLVM") != std::string::npos;
}

// The extension of SPIR-V that the translator asks for; "" if its message is another one.
std::string required_extension(const std::string& message) {
  constexpr std::string_view what =
      "RequiresExtension: Feature requires the following SPIR-V extension:";
  const std::size_t at = message.find(what);
  if (at == std::string::npos) return "";
  std::istringstream rest(message.substr(at + what.size()));
  std::string name;
  rest >> name;
  return name;
}

// Bitcode to SPIR-V, with the names of the types of arguments where the translator is able to keep them, and with the
// extensions that it asks for in addition to `extensions`.
Result<void> translate(const std::string& translator, const std::string& bitcode,
                       const std::string& binary, std::vector<std::string> extensions,
                       const ModuleOptions& options) {
  bool with_types = true;
  for (;;) {
    std::vector<std::string> arguments = {bitcode, "-o", binary};
    if (with_types)
      arguments.emplace_back("--preserve-ocl-kernel-arg-type-metadata-through-string");
    if (!extensions.empty())
      arguments.push_back(fmt::format("--spirv-ext=+{}", fmt::join(extensions, ",+")));
    const auto done = run_compiler(translator, arguments, options);
    if (done) return {};
    if (done.error().status == Status::limit) return tl::unexpected(done.error());
    if (is_of_other_version(done.error().message))
      return unsupported(fmt::format(
          "{} cannot read the output of clang, because their versions of LLVM differ: install the "
          "llvm-spirv of clang's version, or put a clang of its version first on PATH",
          translator));
    const std::string extension = required_extension(done.error().message);
    if (!extension.empty() && std::ranges::find(extensions, extension) == extensions.end()) {
      extensions.push_back(extension);
    } else if (with_types) {
      with_types = false;
    } else {
      return tl::unexpected(done.error());
    }
  }
}

// The folders of the -I options.
std::vector<std::string> include_folders(const std::vector<std::string>& arguments) {
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-I" && i + 1 < arguments.size()) {
      folders.push_back(arguments[++i]);
    } else if (arguments[i].starts_with("-I")) {
      folders.push_back(arguments[i].substr(2));
    }
  }
  return folders;
}

// SPIR-V extensions that the translator must be told to use: without them, it silently drops what the text contains.
std::vector<std::string> translator_extensions(std::string_view text) {
  if (text.find("__builtin_assume") == std::string_view::npos) return {};
  return {"SPV_KHR_expect_assume"};
}

struct BuiltModule {
  Words words;
  std::string warnings;
};

Result<BuiltModule> build(const OpenClPrograms& programs, const TemporaryFolder& folder,
                          std::vector<std::string> arguments, const std::string& debug_option,
                          const std::vector<std::string>& extensions,
                          const ModuleOptions& options) {
  const std::string bitcode = folder.file("module.bc");
  const std::string binary = folder.file("module.spv");
  const std::string source = folder.file(source_name);
  arguments.insert(arguments.end(), {debug_option, source, "-o", bitcode});
  auto warnings = run_compiler(programs.clang, arguments, options);
  if (!warnings) return tl::unexpected(warnings.error());
  if (auto done = translate(programs.translator, bitcode, binary, extensions, options); !done)
    return tl::unexpected(done.error());
  auto read = read_words(binary, "llvm-spirv", options);
  if (!read) return tl::unexpected(read.error());
  Words words = std::move(*read);
  words = with_extension_names(without_temporary_names(words, source, options.file));
  words = with_constant_addresses(words);
  return BuiltModule{with_declarations_first(words), std::move(*warnings)};
}

}  // namespace

Result<OpenClPrograms> find_opencl_programs() {
  OpenClPrograms found{find_program("clang"), find_program("llvm-spirv")};
  if (!found.clang.empty() && !found.translator.empty()) return found;
  std::string missing = found.clang.empty() ? "clang" : "llvm-spirv (of clang's version)";
  for (const unsigned version : versions()) {
    OpenClPrograms both{find_program(fmt::format("clang-{}", version)),
                        find_program(fmt::format("llvm-spirv-{}", version))};
    if (!both.clang.empty() && !both.translator.empty()) return both;
    if (missing == "clang" && !both.clang.empty()) missing = fmt::format("llvm-spirv-{}", version);
  }
  return unsupported(fmt::format(
      "OpenCL C is compiled by the programs clang and llvm-spirv: {} is not on PATH", missing));
}

Result<CompiledSource> compile_opencl(const std::string& text,
                                      const std::vector<std::string>& build_options,
                                      const ModuleOptions& options) {
  if (auto done = check_build_options(build_options); !done) return tl::unexpected(done.error());
  const auto programs = find_opencl_programs();
  if (!programs) return tl::unexpected(programs.error());
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());

  const std::string source = folder->file(source_name);
  std::string name = options.file;
  std::ranges::replace(name, '"', '_');
  std::ranges::replace(name, '\\', '/');
  const auto with_headers = with_pragma_headers(text, *folder);
  if (!with_headers) return tl::unexpected(with_headers.error());
  const std::string with_name = fmt::format("#line 1 \"{}\"\n{}", name, *with_headers);
  if (auto done = write_file(source, std::as_bytes(std::span(with_name))); !done)
    return tl::unexpected(done.error());
  std::vector<std::string> arguments = clang_arguments(build_options, options);
  const std::vector<std::string> folders = include_folders(arguments);
  const std::string all_text = with_included_files(text, options.file, folders);
  const auto of_pragmas = pragma_options(text, options.file, folders, *folder);
  if (!of_pragmas) return tl::unexpected(of_pragmas.error());
  arguments.insert(arguments.end(), of_pragmas->begin(), of_pragmas->end());
  if (const ExtensionHeaders headers = headers_for(all_text, arguments); !headers.text.empty()) {
    const std::string header = folder->file("extensions.h");
    if (auto done = write_file(header, std::as_bytes(std::span(headers.text))); !done)
      return tl::unexpected(done.error());
    arguments.insert(arguments.end(), headers.clang_options.begin(), headers.clang_options.end());
    arguments.insert(arguments.end(), {"-include", header});
  }
  // The translator of this version reads typed pointers only, but clang writes opaque ones by default.
  if (is_of_version(programs->clang, "15"))
    arguments.insert(arguments.end(), {"-Xclang", "-no-opaque-pointers"});

  const std::vector<std::string> extensions = translator_extensions(all_text);
  CompiledSource compiled;
  // Only debug information names members.
  const bool has_members = all_text.find("struct") != std::string::npos;
  auto plain = build(*programs, *folder, arguments, has_members ? "-g" : "-gline-tables-only",
                     extensions, options);
  if (!plain) return tl::unexpected(plain.error());
  compiled.warnings = std::move(plain->warnings);
  Words words = without_opencl_debug_info(with_member_names(plain->words));
  if (options.debug_info) {
    const auto detailed = build(*programs, *folder, arguments, "-g", extensions, options);
    if (!detailed) return tl::unexpected(detailed.error());
    if (auto both = with_debug_information(words, detailed->words)) {
      words = std::move(*both);
    } else {
      compiled.warnings +=
          fmt::format("{}: variables have no types and scopes: {}\n", name, both.error().message);
    }
  }
  auto with_sizes = with_qcom_subgroup_sizes(with_extension_functions(words));
  if (!with_sizes) return tl::unexpected(with_sizes.error());
  compiled.words = with_source(
      with_interfaces(with_math_options(with_strong_exchanges(*with_sizes), build_options)), name,
      text);
  return compiled;
}

}  // namespace spirv_oracle
