// The global size of a kernel, which need not be a multiple of the workgroup size.
#pragma once

#include "interpreter/dispatch.h"
#include "interpreter/lowering/program_builder.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// To be called when the program has its layout. Errors: bad_input if the module requires workgroups of the same size, or
// if the dispatch contradicts itself; unsupported.
Result<void> set_global_size(const Module& module, const ProgramRequest& request,
                             ProgramBuilder& builder);

}  // namespace spirv_oracle
