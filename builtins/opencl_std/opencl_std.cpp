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
  registry.add_enclosure_rules(set, opencl_std::bounded_enclosure_rules());
  registry.add_enclosure_rules(set, opencl_std::fast_enclosure_rules());
  registry.add_enclosure_rules(set, opencl_std::enclosure_rules());
  registry.add_enclosure_rules("OpenCL.std, relaxed", opencl_std::relaxed_enclosure_rules());
}

}  // namespace spirv_oracle
