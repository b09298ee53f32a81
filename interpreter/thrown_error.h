// Errors that are thrown, where every function between the place of an error and the one that handles it
// would only pass it on. Only the lowering of a module and the parsing of scripts and bundles use them. Their
// entry points call catch_error(), so that all errors of the library are values.
#pragma once

#include <utility>

#include "interpreter/result.h"

namespace spirv_oracle {

struct ThrownError {
  Error error;
};

// The result of `action`, or the error that it throws.
template <class Action>
auto catch_error(const Action& action) -> decltype(action()) {
  try {
    return action();
  } catch (ThrownError& thrown) {
    return tl::unexpected(std::move(thrown.error));
  }
}

}  // namespace spirv_oracle
