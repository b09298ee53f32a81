#include "interpreter/compile/global_size.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "interpreter/ir/non_uniform_workgroups.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {
namespace {

// The version of OpenCL C from which the module was compiled, such as 102000 for 1.2; none: unknown.
std::optional<std::uint32_t> opencl_c_version(const Module& module) {
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (instruction.opcode == spv::Op::OpSource &&
        static_cast<spv::SourceLanguage>(instruction.literal(0)) == spv::SourceLanguage::OpenCL_C)
      return instruction.literal(1);
  }
  return std::nullopt;
}

// "x", or what else is the first dimension in which a workgroup is smaller; none: all have the same size.
std::optional<char> non_uniform_dimension(const Dim3& global_size, const Dim3& local_size) {
  for (unsigned d = 0; d < 3; ++d) {
    if (global_size[d] % local_size[d] != 0) return "xyz"[d];
  }
  return std::nullopt;
}

// OpenCL C before 2.0 has workgroups of the same size only, and so has a module that declares it as a constant.
Result<void> check_non_uniform(const Module& module, const Program& program, char dimension,
                               const Dim3& global_size) {
  const unsigned d = static_cast<unsigned>(dimension - 'x');
  const std::string sizes = "the global size " + std::to_string(global_size[d]) +
                            " is not a multiple of the workgroup size " +
                            std::to_string(program.local_size[d]) + " in " + dimension + ": ";
  constexpr std::uint32_t first_version = 200000;
  if (const auto version = opencl_c_version(module); version && *version < first_version) {
    return bad_input(sizes + "OpenCL C " + std::to_string(*version / 100000) + "." +
                     std::to_string(*version / 1000 % 100) +
                     " requires workgroups of the same size; OpenCL C 2.0 and later do not "
                     "(-cl-std=CL2.0)");
  }
  if (workgroup_size_constant(module) != nullptr) {
    return unsupported(sizes +
                       "smaller workgroups in a module that declares the workgroup size with a "
                       "constant decorated WorkgroupSize");
  }
  return {};
}

}  // namespace

Result<void> set_global_size(const Module& module, const ProgramRequest& request,
                             ProgramBuilder& builder) {
  const Program& program = builder.program();
  if (!request.global_size) return {};
  if (!program.is_kernel())
    return bad_input("a global size is for kernels: a dispatch of a shader counts workgroups");
  const Dim3& global_size = *request.global_size;
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t groups =
        (std::uint64_t{global_size[d]} + program.local_size[d] - 1) / program.local_size[d];
    if (request.groups[d] != groups)
      return bad_input("the number of workgroups does not match the global size");
  }
  const auto dimension = non_uniform_dimension(global_size, program.local_size);
  const bool is_empty = std::ranges::find(global_size, 0u) != global_size.end();
  if (!dimension || is_empty) return {};
  if (auto ok = check_non_uniform(module, program, *dimension, global_size); !ok) return ok;
  builder.set_non_uniform(std::make_shared<const NonUniformWorkgroups>(
      request.groups, global_size, program.local_size, program.subgroup_size,
      request.subgroup_mapping));
  return {};
}

}  // namespace spirv_oracle
