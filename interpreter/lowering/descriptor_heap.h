// The heaps of SPV_EXT_descriptor_heap, and which of their descriptors fit a read.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The value of a variable decorated ResourceHeapEXT or SamplerHeapEXT: a pointer to the first slot of the heap. Errors: bad_input
// if the heap has no descriptors.
Value lower_heap_variable(Lowering& lowering, const Instruction& variable);

// The index in Program::heap_reads for reads of descriptors of that type, an OpTypeImage, OpTypeSampler or
// OpTypeAccelerationStructureKHR. The descriptors that fit become known to the program.
std::uint32_t heap_read_of(Lowering& lowering, Id type);
// Likewise, of buffers whose data is in that storage class.
std::uint32_t heap_read_of_buffers(Lowering& lowering, spv::StorageClass data);

}  // namespace spirv_oracle
