#include "debugger/dap/framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "debugger/fields.h"
#include "support/text.h"

namespace spirv_oracle::dap {
namespace {

bool is_field(std::string_view name, std::string_view wanted) {
  return std::ranges::equal(name, wanted, [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

// The number of bytes that the header says.
Result<std::size_t> parse_header(std::string_view header) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find("\r\n"), header.size());
    const std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 2, header.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return bad_input("a header field has no colon");
    if (!is_field(trimmed(line.substr(0, colon)), "content-length")) continue;
    const std::string_view digits = trimmed(line.substr(colon + 1));
    std::size_t value = 0;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || last != digits.data() + digits.size())
      return bad_input("Content-Length is not a number");
    if (value > max_content_bytes)
      return bad_input(
          fmt::format("a message has {} bytes; at most {} are read", value, max_content_bytes));
    length = value;
  }
  if (!length) return bad_input("a header has no Content-Length");
  return *length;
}

}  // namespace

Result<std::optional<std::size_t>> MessageReader::find_content() {
  const std::size_t end = bytes_.find("\r\n\r\n");
  if (end == std::string::npos || end > max_header_bytes) {
    if (bytes_.size() > max_header_bytes) return bad_input("a header does not end");
    return std::nullopt;
  }
  const auto length = parse_header(std::string_view(bytes_).substr(0, end));
  if (!length) return tl::unexpected(length.error());
  bytes_.erase(0, end + 4);
  return *length;
}

Result<std::optional<std::string>> MessageReader::next() {
  if (!content_bytes_) {
    const auto found = find_content();
    if (!found) return tl::unexpected(found.error());
    content_bytes_ = *found;
  }
  if (!content_bytes_ || bytes_.size() < *content_bytes_) return std::nullopt;
  std::string content = bytes_.substr(0, *content_bytes_);
  bytes_.erase(0, *content_bytes_);
  content_bytes_.reset();
  return content;
}

std::string framed(const nlohmann::json& message) {
  const std::string content = compact_text(message);
  return fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content);
}

}  // namespace spirv_oracle::dap
