#include "builtins/opencl_std/opencl_std.h"

#include "builtins/opencl_std/lists.h"

namespace spirv_oracle {

void register_opencl_std(InstructionRegistry& registry) {
  constexpr std::string_view set = "OpenCL.std";
  registry.add_extended(set, opencl_std::elementary_instructions());
  registry.add_extended(set, opencl_std::half_and_native_instructions());
  registry.add_extended(set, opencl_std::exact_instructions());
  registry.add_extended(set, opencl_std::parts_instructions());
  registry.add_extended(set, opencl_std::integer_instructions());
  registry.add_extended(set, opencl_std::common_instructions());
  registry.add_extended(set, opencl_std::geometric_instructions());
  registry.add_extended(set, opencl_std::relational_instructions());
  registry.add_extended(set, opencl_std::vector_data_instructions());
  registry.add_extended(set, opencl_std::miscellaneous_instructions());
  registry.add_extended(set, opencl_std::printf_instructions());
  registry.add_error_bounds(set, opencl_std::error_bounds());
  registry.add_enclosure_rules(set, opencl_std::enclosure_rules());
  constexpr std::string_view relaxed = "OpenCL.std, relaxed";
  registry.add_error_bounds(relaxed, opencl_std::relaxed_error_bounds());
  registry.add_enclosure_rules(relaxed, opencl_std::relaxed_enclosure_rules());
}

}  // namespace spirv_oracle
