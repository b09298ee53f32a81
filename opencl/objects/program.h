// Programs: from source, SPIR-V or a binary to kernels.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <span>

#include "interpreter/dispatch.h"
#include "opencl/objects/context.h"

namespace spirv_oracle::opencl {

// What a program was built to. It does not change, so kernels keep it.
struct Build {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::vector<std::uint32_t> words;
  std::string options;  // as given
  std::vector<std::string> option_list;
  // Of an executable.
  std::shared_ptr<const Module> module;
  ModuleInfo info;
  std::map<std::uint32_t, std::uint64_t> specialization;
  bool needs_uniform_groups = false;  // OpenCL C before 2.0, or -cl-uniform-work-group-size
};

struct Program : Object {
  static constexpr ObjectType object_type = ObjectType::program;
  static constexpr cl_int invalid = CL_INVALID_PROGRAM;
  Program() : Object(object_type) {}
  ~Program() override;

  std::shared_ptr<Context> context;
  std::string source;                     // of clCreateProgramWithSource; otherwise empty
  std::vector<std::uint32_t> il;          // of clCreateProgramWithIL; otherwise empty
  std::shared_ptr<const Build> binary{};  // of clCreateProgramWithBinary; otherwise null
  std::atomic<cl_uint> kernels = 0;       // that are not released

  std::mutex mutex;  // of the members below
  std::shared_ptr<const Build> build;
  cl_build_status status = CL_BUILD_NONE;
  std::string options, log;
  std::map<std::uint32_t, std::uint64_t> specialization;
  std::vector<std::function<void()>> destructors;

  // The executable; null if there is none.
  std::shared_ptr<const Build> executable();
};

// How a call builds: clBuildProgram and clCompileProgram.
struct BuildRequest {
  std::string options;
  bool is_library = false;                                     // a compiled object, to be linked
  std::vector<std::pair<std::string, std::string>> headers{};  // names and texts
};

// Builds the program, and sets its build, its status and its log. CL_SUCCESS, or what the call returns.
cl_int build(Program& program, const BuildRequest& request);

// Makes an executable (or a library) of the words. Errors: the log.
Result<std::shared_ptr<const Build>> make_build(
    std::vector<std::uint32_t> words, const BuildRequest& request,
    const std::map<std::uint32_t, std::uint64_t>& specialization, bool is_source);

std::vector<std::string> split_options(const std::string& text);

// Our binaries: a header, the options and the module.
std::vector<unsigned char> binary_of(const Build& build);
Result<std::shared_ptr<const Build>> build_of_binary(std::span<const unsigned char> binary);

}  // namespace spirv_oracle::opencl
