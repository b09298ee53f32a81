// Errors in the value of an option.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "interpreter/result.h"

namespace spirv_oracle {

// The error with the option that it concerns: "--buffer 0.1: MESSAGE".
inline tl::unexpected<Error> in_option(std::string_view option, const Error& error) {
  return tl::unexpected(Error{error.status, fmt::format("{}: {}", option, error.message)});
}

}  // namespace spirv_oracle
