// Requests about memory.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "debugger/dap/memory_reference.h"
#include "debugger/dap/server.h"
#include "debugger/fields.h"
#include "support/base64.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

constexpr std::int64_t max_memory = 1 << 20;

// All of a text.
std::optional<std::uint64_t> parse_unsigned(std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

std::optional<std::uint64_t> unsigned_field(const json& object, const char* name) {
  const json& number = field(object, name);
  if (!number.is_number_unsigned()) return {};
  return number.get<std::uint64_t>();
}

}  // namespace

std::optional<std::string> memory_reference(const json& value) {
  const auto address = unsigned_field(value, "address");
  if (!address) return {};
  const auto workgroup = unsigned_field(value, "workgroup");
  return fmt::format("{:#x}", *address) + (workgroup ? fmt::format("@{}", *workgroup) : "");
}

json memory_arguments(const std::string& reference, std::int64_t offset) {
  const std::size_t end = std::min(reference.find('@'), reference.size());
  const auto address = reference.starts_with("0x")
                           ? parse_unsigned(std::string_view(reference).substr(2, end - 2), 16)
                           : std::nullopt;
  if (!address) return {{"expression", reference}, {"offset", std::max<std::int64_t>(offset, 0)}};
  json arguments{{"address", *address + static_cast<std::uint64_t>(offset)}};
  if (end == reference.size()) return arguments;
  const auto workgroup = parse_unsigned(std::string_view(reference).substr(end + 1), 10);
  if (!workgroup) return {{"expression", reference}};
  arguments["workgroup"] = *workgroup;
  return arguments;
}

Reply Server::read_memory(const Request& request) {
  const std::int64_t count = integer_field_or(request.arguments, "count", -1);
  if (count < 0) return bad_input("readMemory needs a count from 0");
  const std::int64_t offset = integer_field_or(request.arguments, "offset", 0);
  json arguments = memory_arguments(text_field(request.arguments, "memoryReference"), offset);
  const auto address = unsigned_field(arguments, "address");
  arguments["size"] = std::min(count, max_memory);
  const auto memory = ask("read_memory", std::move(arguments));
  const auto unreadable = [](std::int64_t bytes) {
    return std::min<std::int64_t>(bytes, INT32_MAX);
  };
  // Memory before and after an object does not exist. The protocol calls such bytes unreadable.
  if (!memory && address && target_)
    return json{{"address", fmt::format("{:#x}", *address)},
                {"unreadableBytes", unreadable(count)}};
  if (!memory) return tl::unexpected(memory.error());
  const auto bytes = decode_base64(text_field(*memory, "bytes"));
  if (!bytes) return bad_input("the target's answer is not base64");
  json body{{"address", fmt::format("{:#x}", unsigned_field(*memory, "address").value_or(0))},
            {"data", encode_base64(*bytes)}};
  if (static_cast<std::int64_t>(bytes->size()) < count)
    body["unreadableBytes"] = unreadable(count - static_cast<std::int64_t>(bytes->size()));
  return body;
}

Reply Server::write_memory(const Request& request) {
  const std::int64_t offset = integer_field_or(request.arguments, "offset", 0);
  const auto bytes = decode_base64(text_field(request.arguments, "data"));
  if (!bytes) return bad_input("writeMemory needs base64 data");
  json arguments = memory_arguments(text_field(request.arguments, "memoryReference"), offset);
  arguments["bytes"] = encode_base64(*bytes);
  const auto written = ask("write_memory", std::move(arguments));
  if (!written) return tl::unexpected(written.error());
  return json{{"bytesWritten", integer_field_or(*written, "written", 0)}};
}

}  // namespace spirv_oracle::dap
