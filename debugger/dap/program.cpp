// Requests about the program: its instructions and its sources.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "debugger/dap/server.h"
#include "debugger/fields.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

constexpr std::int64_t max_instructions = 10'000;

std::optional<std::int64_t> parse_word(const std::string& text) {
  const bool is_hexadecimal = text.starts_with("0x");
  const std::string_view digits = std::string_view(text).substr(is_hexadecimal ? 2 : 0);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                            is_hexadecimal ? 16 : 10);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || value < 0 ||
      value > INT32_MAX)
    return {};
  return value;
}

std::string address_text(std::int64_t word) {
  return word < 0 ? fmt::format("-{:#x}", -word) : fmt::format("{:#x}", word);
}

bool is_file(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

}  // namespace

Reply Server::disassemble(const Request& request) {
  const std::string reference = text_field(request.arguments, "memoryReference");
  const auto word = parse_word(reference);
  const auto count = integer_field(request.arguments, "instructionCount");
  if (!word || !count || *count < 0 || *count > max_instructions)
    return bad_input("disassemble needs an instruction and how many to show");
  const std::int64_t skip =
      std::clamp<std::int64_t>(integer_field_or(request.arguments, "instructionOffset", 0),
                               -max_instructions, max_instructions);
  const std::int64_t at = *word + integer_field_or(request.arguments, "offset", 0);
  const auto found = ask_list("disassemble", {{"word", std::max<std::int64_t>(at, 0)},
                                              {"before", std::max<std::int64_t>(-skip, 0)},
                                              {"count", *count + std::abs(skip)}});
  if (!found) return tl::unexpected(found.error());
  // Where the module has no more, the client gets fillers: it relies on how many there are.
  json list = json::array();
  const auto current = std::ranges::find_if(
      *found, [&](const json& one) { return integer_field_or(one, "word", -1) == at; });
  const std::int64_t origin = current - found->begin();
  for (std::int64_t i = origin + skip; i < origin + skip + *count; ++i) {
    if (i < 0 || i >= static_cast<std::int64_t>(found->size())) {
      const std::int64_t address = i < 0 ? i : (1 << 30) + i;
      list.push_back({{"address", address_text(address)},
                      {"instruction", ""},
                      {"presentationHint", "invalid"}});
      continue;
    }
    const json& own = (*found)[static_cast<std::size_t>(i)];
    json one{{"address", address_text(integer_field_or(own, "word", 0))},
             {"instruction", text_field(own, "text")}};
    if (const std::int64_t line = integer_field_or(own, "line", 0); line > 0) {
      one["location"] = source_of(text_field(own, "file"));
      one["line"] = client_line(line);
    }
    if (const std::string function = text_field(own, "function"); !function.empty())
      one["symbol"] = function;
    list.push_back(std::move(one));
  }
  return json{{"instructions", std::move(list)}};
}

void Server::load_sources() {
  const auto sources = ask_list("sources");
  if (!sources) return;
  for (const json& source : *sources) {
    const std::string name = text_field(source, "name");
    const bool is_known =
        std::ranges::any_of(sources_, [&](const auto& one) { return one.first == name; });
    if (!is_known) sources_.emplace_back(name, text_field(source, "text"));
  }
}

json Server::source_of(const std::string& name) const {
  const std::filesystem::path path = std::filesystem::path(folder_) / name;
  json source{{"name", path.filename().string()}};
  const auto known =
      std::ranges::find_if(sources_, [&](const auto& one) { return one.first == name; });
  if (is_file(path)) {
    source["path"] = path.lexically_normal().string();
  } else if (known != sources_.end()) {
    source["path"] = name;
    source["sourceReference"] = known - sources_.begin() + 1;
  } else {
    source["path"] = name;
  }
  return source;
}

std::string Server::source_name(const json& source) const {
  const std::int64_t reference = integer_field_or(source, "sourceReference", 0);
  if (reference > 0 && static_cast<std::uint64_t>(reference) <= sources_.size())
    return sources_[static_cast<std::size_t>(reference) - 1].first;
  const std::string path = text_field(source, "path");
  for (const auto& [name, text] : sources_) {
    const std::filesystem::path whole = std::filesystem::path(folder_) / name;
    if (name == path || whole.lexically_normal() == std::filesystem::path(path).lexically_normal())
      return name;
  }
  // Another copy of the file, perhaps: its name must do.
  return path.empty() ? text_field(source, "name")
                      : std::filesystem::path(path).filename().string();
}

Reply Server::loaded_sources(const Request& /*request*/) {
  json list = json::array();
  for (const auto& [name, text] : sources_) list.push_back(source_of(name));
  return json{{"sources", std::move(list)}};
}

Reply Server::source(const Request& request) {
  json wanted = object_field(request.arguments, "source");
  if (const auto reference = integer_field(request.arguments, "sourceReference");
      reference && *reference > 0)
    wanted["sourceReference"] = *reference;
  const std::string name = source_name(wanted);
  const auto known =
      std::ranges::find_if(sources_, [&](const auto& one) { return one.first == name; });
  if (known == sources_.end()) return bad_input("the program has no such source");
  return json{{"content", known->second}};
}

}  // namespace spirv_oracle::dap
