// Where std::bad_alloc becomes an error. Functions do not handle it: it reaches the entry points of
// the library and of the commands, which call within_memory(). Only code that can do without the
// memory catches it earlier, such as a run that can use fewer threads (run/workers.cpp).
#pragma once

#include <new>

#include "interpreter/result.h"

namespace spirv_oracle {

// The result of `action`, or the error that the host has no more memory.
template <class Action>
auto within_memory(const Action& action) -> decltype(action()) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return limit_reached("out of memory");
  }
}

}  // namespace spirv_oracle
