// Which arguments of kernels are signed integers. The types of a kernel's module do not say it: there Signedness is 0.
#pragma once

#include <string_view>
#include <vector>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// One for each argument of the kernel: whether it is a signed integer, or points to them or to vectors of them, by what
// the module says beside its types; false where it says nothing.
std::vector<bool> signed_arguments(const Module& module, std::string_view kernel,
                                   std::size_t argument_count);

}  // namespace spirv_oracle
