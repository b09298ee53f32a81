// The base protocol of the Debug Adapter Protocol: header fields, an empty line, and JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "interpreter/result.h"

namespace spirv_oracle::dap {

inline constexpr std::size_t max_header_bytes = 8 << 10;
inline constexpr std::size_t max_content_bytes = 16 << 20;

// Splits a stream into the contents of messages.
class MessageReader {
 public:
  void feed(std::string_view bytes) { bytes_ += bytes; }

  // The content of the next message that is complete; none: more bytes are needed. Errors: bad_input where the beginning of the
  // next message cannot be found; the stream is then of no more use.
  Result<std::optional<std::string>> next();

 private:
  Result<std::optional<std::size_t>> find_content();

  std::string bytes_;
  std::optional<std::size_t> content_bytes_;  // of the message whose header has been read
};

// The bytes of a message.
std::string framed(const nlohmann::json& message);

}  // namespace spirv_oracle::dap
