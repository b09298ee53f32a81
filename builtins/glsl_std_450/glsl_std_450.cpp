#include "builtins/glsl_std_450/glsl_std_450.h"

#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle {

void register_glsl_std_450(InstructionRegistry& registry) {
  constexpr std::string_view set = "GLSL.std.450";
  registry.add_extended(set, glsl_std_450::trigonometry_instructions());
  registry.add_extended(set, glsl_std_450::exponential_instructions());
  registry.add_extended(set, glsl_std_450::common_instructions());
  registry.add_extended(set, glsl_std_450::parts_instructions());
  registry.add_extended(set, glsl_std_450::packing_instructions());
  registry.add_extended(set, glsl_std_450::geometric_instructions());
  registry.add_extended(set, glsl_std_450::matrix_instructions());
  registry.add_extended(set, glsl_std_450::integer_instructions());
  registry.add_extended(set, glsl_std_450::interpolation_instructions());
  registry.add_enclosure_rules(set, glsl_std_450::enclosure_rules());
}

}  // namespace spirv_oracle
