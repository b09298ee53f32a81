// Determines which arguments of kernels are signed integers. The types in a kernel's module do not
// say so, because their Signedness is 0. Likewise, which type the packets of a pipe have.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// For each argument of the kernel, whether it is a signed integer, or points to signed integers or
// vectors of them, according to information beside the types; false if there is none.
std::vector<bool> signed_arguments(const Module& module, std::string_view kernel,
                                   std::size_t argument_count);

// The scalar type of an argument, or of the components of a vector, according to the names of types in the module; none
// without such names, or for another type.
std::optional<ScalarKind> scalar_argument(const Module& module, std::string_view kernel,
                                          std::size_t number);

}  // namespace spirv_oracle
