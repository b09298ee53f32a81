#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/cooperative_matrix/cooperative_matrix.h"
#include "interpreter/instructions/cooperative_vector/cooperative_vector.h"
#include "interpreter/instructions/encoded_float/bitcast_extract.h"
#include "interpreter/instructions/encoded_float/integer_encoding.h"
#include "interpreter/instructions/encoded_float/mixed_dot_product.h"
#include "interpreter/instructions/encoded_float/tensor_float32.h"
#include "interpreter/instructions/group/async_copy.h"
#include "interpreter/instructions/image/image_block.h"
#include "interpreter/instructions/image/image_sample.h"
#include "interpreter/instructions/pipe/pipe.h"
#include "interpreter/instructions/ray_query/query_results.h"

namespace spirv_oracle {

void register_core_instructions(InstructionRegistry& registry) {
  registry.add(miscellaneous_instructions());
  registry.add(extension_instructions());
  registry.add(memory_instructions());
  registry.add(heap_instructions());
  registry.add(pointer_comparison_instructions());
  registry.add(access_chain_instructions());
  registry.add(kernel_memory_instructions());
  registry.add(generic_pointer_instructions());
  registry.add(image_instructions());
  registry.add(image_sample_instructions());
  registry.add(sparse_image_instructions());
  registry.add(ray_query_instructions());
  registry.add(ray_query_result_instructions());
  registry.add(function_instructions());
  registry.add(conversion_instructions());
  registry.add(composite_instructions());
  registry.add(arithmetic_instructions());
  registry.add(matrix_instructions());
  registry.add(matrix_access_instructions());
  registry.add(matrix_product_instructions());
  registry.add(subgroup_matrix_product_instructions());
  registry.add(matrix_conversion_instructions());
  registry.add(matrix_function_instructions());
  registry.add(tensor_state_instructions());
  registry.add(tensor_access_instructions());
  registry.add(cooperative_vector_access_instructions());
  registry.add(cooperative_vector_product_instructions());
  registry.add(cooperative_vector_accumulation_instructions());
  registry.add(bitcast_extract_instructions());
  registry.add(integer_encoding_instructions());
  registry.add(mixed_dot_product_instructions());
  registry.add(tensor_float32_instructions());
  registry.add(integer_dot_product_instructions());
  registry.add(bit_instructions());
  registry.add(relational_and_logical_instructions());
  registry.add(derivative_instructions());
  registry.add(helper_invocation_instructions());
  registry.add(primitive_instructions());
  registry.add(interlock_instructions());
  registry.add(control_flow_instructions());
  registry.add(abort_instructions());
  registry.add(atomic_instructions());
  registry.add(barrier_instructions());
  registry.add(async_copy_instructions());
  registry.add(image_block_instructions());
  registry.add(pipe_instructions());
  registry.add(pipe_reservation_instructions());
  registry.add(non_uniform_instructions());
}

}  // namespace spirv_oracle
