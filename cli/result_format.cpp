#include "cli/result_format.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/buffer_summary.h"
#include "cli/format.h"
#include "cli/structure.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

std::string dump_option(const NamedBuffer& buffer) { return fmt::format("--dump {}", buffer.name); }

void print_structured(std::ostream& out, const NamedBuffer& buffer) {
  StructureStyle style;
  if (!buffer.prints_all) style.most_elements = most_printed_elements;
  if (!print_structure(out, buffer.name, buffer.after->contents, *buffer.structure, style))
    out << fmt::format("  {} prints all\n", dump_option(buffer));
}

// The indices of the elements of an array, or of the only one, that have an implementation-dependent scalar.
Json open_elements(const ShadowedBytes& contents, const ValueLayout& layout) {
  Json indices = Json::array();
  const bool is_array = layout.kind == ValueLayout::Kind::array;
  const std::uint64_t stride = is_array ? layout.stride : contents.size();
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (contents.shadow[i] != Definedness::implementation_dependent) continue;
    const std::uint64_t element = i / stride;
    if (indices.empty() || indices.back() != element) indices.push_back(element);
  }
  return indices;
}

}  // namespace

void print_result(std::ostream& out, const NamedBuffer& buffer) {
  const ShadowedBytes& contents = buffer.after->contents;
  if (buffer.structure) return print_structured(out, buffer);
  if (buffer.prints_all || contents.size() / element_size(buffer.type) <= most_printed_elements) {
    out << buffer_as_text(buffer.name, contents, buffer.type);
  } else {
    out << buffer_summary(buffer.name, contents, buffer.type, dump_option(buffer));
  }
}

Json result_as_json(const NamedBuffer& buffer) {
  const ShadowedBytes& contents = buffer.after->contents;
  if (buffer.structure && !buffer.asked_type.empty()) {
    Json data = structure_as_json(contents, *buffer.structure);
    if (!data.is_array()) data = Json::array({std::move(data)});
    Json json{{"type", buffer.asked_type}, {"data", std::move(data)}};
    json["implementation_dependent"] = open_elements(contents, *buffer.structure);
    const ShadowedBytes rest = bytes_behind(contents, *buffer.structure);
    if (rest.size() != 0)
      json["trailing_bytes"] = buffer_as_json(rest, {ScalarKind::uint8, 1})["data"];
    return json;
  }
  Json json = buffer_as_json(contents, buffer.type);
  if (buffer.structure) json["members"] = structure_as_json(contents, *buffer.structure);
  return json;
}

std::string json_key(const std::vector<NamedBuffer>& printed, const NamedBuffer& buffer) {
  const auto first = std::ranges::find(printed, buffer.after, &NamedBuffer::after);
  if (&*first == &buffer) return buffer.name;
  return fmt::format("{}:{}", buffer.name,
                     buffer.asked_type.empty() ? element_name(buffer.type) : buffer.asked_type);
}

}  // namespace spirv_oracle
