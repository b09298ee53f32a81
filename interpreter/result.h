// Errors as values.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace spirv_oracle {

// The exit statuses of all commands. A larger value is not a worse one.
enum class Status : int {
  ok = 0,
  mismatch = 1,   // an expectation or a comparison failed
  bad_input = 2,  // usage, file, syntax, invalid module, resource missing
  undefined_behavior = 3,
  unsupported = 4,  // well-formed, but uses something not implemented
  limit = 5,        // steps, time or memory
};

struct [[nodiscard]] Error {
  Status status = Status::bad_input;
  std::string message;  // says what to do
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> bad_input(std::string message) {
  return tl::unexpected<Error>({Status::bad_input, std::move(message)});
}
inline tl::unexpected<Error> unsupported(std::string message) {
  return tl::unexpected<Error>({Status::unsupported, std::move(message)});
}
inline tl::unexpected<Error> limit_reached(std::string message) {
  return tl::unexpected<Error>({Status::limit, std::move(message)});
}

}  // namespace spirv_oracle
