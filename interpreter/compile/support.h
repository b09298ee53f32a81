// The capabilities and extensions that the interpreter supports.
#pragma once

#include <span>
#include <string_view>

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

bool supports_capability(spv::Capability capability);
bool supports_extension(std::string_view name);
std::span<const std::string_view> supported_extensions();

// Errors: unsupported, with the name of every missing capability and extension.
Result<void> check_requirements(const Module& module);

}  // namespace spirv_oracle
