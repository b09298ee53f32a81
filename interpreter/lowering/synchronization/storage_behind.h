// What memory a pointer of the storage class Generic points to.
#pragma once

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// The storage class of the memory that the pointer points to: that of its type or, if this is Generic, that of the pointer from
// which it was cast. Generic: it is not known.
spv::StorageClass storage_behind(const Module& module, Id pointer);

}  // namespace spirv_oracle
