// Builds programs.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "builtins/register_all.h"
#include "driver/options.h"
#include "frontend/module_options.h"
#include "frontend/opencl/opencl_cache.h"
#include "frontend/shader_cache.h"
#include "interpreter/ir/imported_functions.h"
#include "opencl/objects/program.h"
#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle::opencl {
namespace {

constexpr char binary_magic[8] = {'S', 'P', 'V', 'O', 'R', 'A', 'C', '1'};

bool has_option(const std::vector<std::string>& options, std::string_view prefix) {
  return std::ranges::any_of(options,
                             [&](const std::string& one) { return one.starts_with(prefix); });
}

// Whether all work-groups must have the same size (section "Non-uniform work-groups"). A module does not say it.
bool needs_uniform_groups(const std::vector<std::string>& options, bool is_source) {
  if (has_option(options, "-cl-uniform-work-group-size")) return true;
  if (!is_source) return false;
  return !has_option(options, "-cl-std=") || has_option(options, "-cl-std=CL1") ||
         has_option(options, "-cl-std=cl1");
}

// Options of clang that compile_opencl() refuses are those that OpenCL does not define.
bool is_about_options(const Error& error) {
  return error.message.find("is not an option of an OpenCL program") != std::string::npos;
}

// The headers of clCompileProgram, as files in a folder.
Result<void> write_headers(const BuildRequest& request, const TemporaryFolder& folder) {
  for (const auto& [name, text] : request.headers) {
    const std::filesystem::path path = folder.file(name);
    if (name.find("..") != std::string::npos || name.starts_with('/'))
      return bad_input(fmt::format("the name of header '{}' leaves the folder", name));
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (auto done = write_file(path.string(), std::as_bytes(std::span(text))); !done) return done;
  }
  return {};
}

struct Compiled {
  std::vector<std::uint32_t> words;
  std::string warnings;
};

// What was compiled in this process. A program with the same source and options as an earlier one has its name in findings.
class CompiledSources {
 public:
  static CompiledSources& get() {
    static auto* const all = new CompiledSources;
    return *all;
  }
  std::optional<Compiled> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(key);
    return found == all_.end() ? std::nullopt : std::optional(found->second);
  }
  void add(const std::string& key, const Compiled& compiled) {
    constexpr std::size_t most = 256;
    const std::lock_guard lock(mutex_);
    if (all_.size() < most) all_.emplace(key, compiled);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Compiled> all_;
};

Result<Compiled> compile_source(const Program& program, const BuildRequest& request,
                                std::vector<std::string> options) {
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  if (auto done = write_headers(request, *folder); !done) return tl::unexpected(done.error());
  // The highest version before 2.0, unless the program names one.
  if (!has_option(options, "-cl-std=")) options.insert(options.begin(), "-cl-std=CL1.2");
  // Included files may have changed.
  const bool is_kept = request.headers.empty() && !may_include(program.source);
  SourceKey key;
  key.add(options);
  key.add(program.source);
  if (is_kept) {
    if (auto kept = CompiledSources::get().find(key.text())) return std::move(*kept);
  }
  ModuleOptions module;
  module.file = fmt::format("program{}.cl", program.number);
  module.shader_cache = driver_options().shader_cache;
  if (!request.headers.empty()) module.include_folders.push_back(folder->file(""));
  auto source = compile_opencl_cached(program.source, options, module);
  if (!source) return tl::unexpected(source.error());
  Compiled compiled{std::move(source->words), std::move(source->warnings)};
  if (is_kept) CompiledSources::get().add(key.text(), compiled);
  return compiled;
}

cl_int finish_build(Program& program, const std::string& options, const std::string& log,
                    std::shared_ptr<const Build> build) {
  const std::lock_guard lock(program.mutex);
  program.options = options;
  program.log = log;
  program.status = build ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  program.build = std::move(build);
  return CL_SUCCESS;
}

}  // namespace

Program::~Program() {
  for (std::size_t i = destructors.size(); i-- > 0;) destructors[i]();
}

std::shared_ptr<const Build> Program::executable() {
  const std::lock_guard lock(mutex);
  return build && build->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE ? build : nullptr;
}

std::vector<std::string> split_options(const std::string& text) {
  std::vector<std::string> options;
  std::string current;
  char quote = 0;
  bool is_inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? 0 : c;
      is_inside = true;
    } else if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == ' ')) {
      current += text[++i];
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (is_inside || !current.empty()) options.push_back(std::exchange(current, ""));
      is_inside = false;
    } else {
      current += c;
    }
  }
  if (is_inside || !current.empty()) options.push_back(current);
  return options;
}

Result<std::shared_ptr<const Build>> make_build(
    std::vector<std::uint32_t> words, const BuildRequest& request,
    const std::map<std::uint32_t, std::uint64_t>& specialization, bool is_source) {
  auto build = std::make_shared<Build>();
  build->type = request.is_library ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
                                   : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  build->options = request.options;
  build->option_list = split_options(request.options);
  build->specialization = specialization;
  build->needs_uniform_groups = needs_uniform_groups(build->option_list, is_source);
  if (!request.is_library) {
    auto module = load_module(words);
    if (!module) return tl::unexpected(module.error());
    build->module = std::move(*module);
    if (const std::string name = undefined_reference(default_registry(), *build->module);
        !name.empty())
      return bad_input(fmt::format("undefined reference to '{}'", unmangled(name)));
    build->info = describe(*build->module);
  }
  build->words = std::move(words);
  return std::shared_ptr<const Build>(std::move(build));
}

cl_int build(Program& program, const BuildRequest& request) {
  const cl_int failure = request.is_library ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE;
  const auto give_up = [&](cl_int code, const Error& error) {
    finish_build(program, request.options, error.message, nullptr);
    if (error.status == Status::unsupported)
      Reporter::get().report(rules::not_supported, program.text() + ": " + error.message);
    return fail(code, program.text() + ": " + error.message);
  };
  if (program.binary) return finish_build(program, request.options, "", program.binary);
  Compiled compiled{program.il, ""};
  if (!program.source.empty()) {
    auto made = compile_source(program, request, split_options(request.options));
    if (!made && is_about_options(made.error()))
      return give_up(request.is_library ? CL_INVALID_COMPILER_OPTIONS : CL_INVALID_BUILD_OPTIONS,
                     made.error());
    if (!made) return give_up(failure, made.error());
    compiled = std::move(*made);
  }
  std::map<std::uint32_t, std::uint64_t> specialization;
  {
    const std::lock_guard lock(program.mutex);
    specialization = program.specialization;
  }
  auto made =
      make_build(std::move(compiled.words), request, specialization, !program.source.empty());
  if (!made) return give_up(failure, made.error());
  return finish_build(program, request.options, compiled.warnings, std::move(*made));
}

std::vector<unsigned char> binary_of(const Build& build) {
  const auto type = static_cast<std::uint32_t>(build.type);
  const auto uniform = static_cast<std::uint32_t>(build.needs_uniform_groups);
  const auto constants = static_cast<std::uint32_t>(build.specialization.size());
  const auto length = static_cast<std::uint32_t>(build.options.size());
  std::vector<unsigned char> binary(binary_magic, binary_magic + sizeof binary_magic);
  const auto add = [&](const void* data, std::size_t size) {
    const auto* const bytes = static_cast<const unsigned char*>(data);
    binary.insert(binary.end(), bytes, bytes + size);
  };
  for (const std::uint32_t number : {type, uniform, constants, length}) add(&number, sizeof number);
  for (const auto& [id, bits] : build.specialization) {
    add(&id, sizeof id);
    add(&bits, sizeof bits);
  }
  add(build.options.data(), length);
  add(build.words.data(), build.words.size() * sizeof(std::uint32_t));
  return binary;
}

Result<std::shared_ptr<const Build>> build_of_binary(std::span<const unsigned char> binary) {
  const auto wrong = bad_input("the binary is not one of this device");
  if (binary.size() < sizeof binary_magic ||
      std::memcmp(binary.data(), binary_magic, sizeof binary_magic) != 0)
    return wrong;
  binary = binary.subspan(sizeof binary_magic);
  const auto take = [&](void* to, std::size_t size) {
    if (binary.size() < size) return false;
    if (size != 0) std::memcpy(to, binary.data(), size);
    binary = binary.subspan(size);
    return true;
  };
  std::uint32_t type = 0, uniform = 0, constants = 0, length = 0;
  if (!take(&type, 4) || !take(&uniform, 4) || !take(&constants, 4) || !take(&length, 4))
    return wrong;
  std::map<std::uint32_t, std::uint64_t> specialization;
  for (std::uint32_t i = 0; i < constants; ++i) {
    std::uint32_t id = 0;
    std::uint64_t bits = 0;
    if (!take(&id, sizeof id) || !take(&bits, sizeof bits)) return wrong;
    specialization[id] = bits;
  }
  if (binary.size() < length) return wrong;
  std::string options(length, ' ');
  take(options.data(), length);
  if (binary.empty() || binary.size() % sizeof(std::uint32_t) != 0) return wrong;
  std::vector<std::uint32_t> words(binary.size() / sizeof(std::uint32_t));
  take(words.data(), binary.size());
  BuildRequest request{options, type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE};
  auto made = make_build(std::move(words), request, specialization, false);
  if (!made) return made;
  auto build = std::make_shared<Build>(**made);
  build->type = static_cast<cl_program_binary_type>(type);
  build->needs_uniform_groups = uniform != 0;
  return std::shared_ptr<const Build>(std::move(build));
}

}  // namespace spirv_oracle::opencl
