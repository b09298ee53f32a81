// The capabilities and extensions that the interpreter supports.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

bool supports_capability(spv::Capability capability);
bool supports_extension(std::string_view name);

// Errors: unsupported, with the name of every missing capability and extension.
Result<void> check_requirements(const Module& module);

}  // namespace spirv_oracle
